// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>
#include <vector>

#include <hearsay/accounting/generic/iteration.hpp>
#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/generic/subsampling.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/hockey_stick.hpp>
#include <hearsay/exact/rational.hpp>

#include "props/dp/dp_props.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/promise.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/binomial_oracle.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using run::Context;
using run::Finding;

constexpr int steps = 1000;
rc::Gen<int> coordinate() { return rc::gen::resize(100, rc::gen::inRange(0, steps + 1)); }
rc::Gen<int> between(int low, int high) { return rc::gen::resize(100, rc::gen::inRange(low, high + 1)); }
double logarithmic(int raw, double low, double high) {
  return low * std::pow(high / low, static_cast<double>(raw) / steps);
}
std::uint64_t count_of(int raw, double low, double high) {
  return static_cast<std::uint64_t>(std::llround(logarithmic(raw, low, high)));
}

/// Binomial sums by lgamma err by at most this, relatively to the sum and absolutely where P - e^epsilon Q cancels.
constexpr double oracle_accuracy = 1e-9;
constexpr double oracle_cancellation = 1e-13;

/// What is certain of the exact value.
double at_least(double actual) { return std::max(0.0, actual * (1.0 - oracle_accuracy) - oracle_cancellation); }

run::Witness exceeded(nlohmann::ordered_json instance, double epsilon, double promised, double actual) {
  return compared_numerically(std::move(instance), {fmt::format("delta <= {} at epsilon = {}", promised, epsilon),
                                                    fmt::format("delta >= {}", at_least(actual))});
}

// ---- dp.composition.advanced

struct Repeats {
  int epsilon_raw, delta_raw, slack_raw, count_raw;
  [[nodiscard]] divergence::Promise each() const {
    return {logarithmic(epsilon_raw, 1e-3, 3.0), delta_raw < 300 ? 0.0 : logarithmic(delta_raw, 1e-10, 1e-2)};
  }
  [[nodiscard]] double slack() const { return logarithmic(slack_raw, 0.5, 1e-12); }
  [[nodiscard]] std::uint64_t count() const { return count_of(count_raw, 1.0, 3000.0); }
  [[nodiscard]] divergence::Promise promised() const {
    return divergence::advanced_composition(each(), count(), slack());
  }
  [[nodiscard]] double actual() const {
    return oracle::composed_randomized_response(each().epsilon, each().delta, count(), promised().epsilon);
  }
};

Finding advanced_composition(const Context& context) {
  const auto instances = rc::gen::map(rc::gen::tuple(coordinate(), coordinate(), coordinate(), coordinate()),
                                      [](const std::tuple<int, int, int, int>& raw) {
                                        const auto& [epsilon, delta, slack, count] = raw;
                                        return Repeats{epsilon, delta, slack, count};
                                      });
  const auto property = [](const Repeats& x) {
    const auto promised = x.promised();
    const auto optimal = divergence::OptimalComposition(x.each(), x.count()).delta(promised.epsilon);
    const bool agree = std::abs(optimal.estimate() - x.actual()) <= oracle_accuracy * x.actual() + 1e-12;
    Outcome outcome = worse(at_most(at_least(x.actual()), promised.delta, {}, Absolute{0.0}), decided(agree));
    if (promised.delta < 1.0 && promised.epsilon < static_cast<double>(x.count()) * x.each().epsilon)
      outcome.tags.emplace_back("better than basic composition");
    return outcome;
  };
  auto result = search(instances, property,
                       {.cases = context.pick<std::uint64_t>(200, 1500, 30000),
                        .max_size = 100,
                        .coverage = {{"better than basic composition", 15}}},
                       context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    finding.witness = exceeded(
        {{"epsilon", x->each().epsilon}, {"delta", x->each().delta}, {"count", x->count()}, {"slack", x->slack()}},
        x->promised().epsilon, x->promised().delta, x->actual());
  }
  return finding;
}

// ---- dp.subsampling, in rational arithmetic

enum class Sampling { poisson, without_replacement, with_replacement };

/// Laws of the mechanism's output given how often the attacked element is in the sample: not at all (law 0), k times
/// under the first input (law k) or under the second (law m + k).
struct Sampled {
  Sampling sampling;
  std::uint64_t m, n;
  int scale_raw;
  std::size_t outcomes;
  std::vector<int> weights;

  [[nodiscard]] Rational scale() const { return 1 + Rational(scale_raw, 8); }
  [[nodiscard]] std::vector<Rational> law(std::size_t which) const {
    std::vector<Rational> law(outcomes);
    Rational sum = 0;
    for (std::size_t i = 0; i < outcomes; ++i) sum += law[i] = weights[which * 4 + i];
    if (sum == 0) {
      law[0] = 1;
      return law;
    }
    for (auto& x : law) x /= sum;
    return law;
  }
  /// Probability that the element occurs k times.
  [[nodiscard]] Rational occurs(std::uint64_t k) const {
    if (sampling != Sampling::with_replacement)
      return k == 1 ? Rational(m, n) : k == 0 ? 1 - Rational(m, n) : Rational(0);
    Rational p = 1;
    for (std::uint64_t i = 0; i < m; ++i) p *= i < k ? Rational(m - i, (i + 1) * n) : 1 - Rational(1, n);
    return p;
  }
  [[nodiscard]] std::uint64_t most() const { return sampling == Sampling::with_replacement ? m : 1; }
  [[nodiscard]] std::vector<Rational> mixture(bool first) const {
    std::vector<Rational> sum(outcomes);
    for (std::uint64_t k = 0; k <= most(); ++k) {
      if (!first && sampling == Sampling::poisson && k > 0) continue;
      const auto part = law(k == 0 ? 0 : first ? k : most() + k);
      const Rational weight = !first && sampling == Sampling::poisson ? Rational(1) : occurs(k);
      for (std::size_t i = 0; i < outcomes; ++i) sum[i] += weight * part[i];
    }
    return sum;
  }
  /// delta_k at the scale: the worst over the pairs that the element's k occurrences can turn into one another.
  [[nodiscard]] Rational profile(std::uint64_t k) const {
    const auto worse = [&](std::size_t a, std::size_t b) {
      return divergence::hockey_stick_at_scale<Rational>(law(a), law(b), scale()).worse();
    };
    Rational worst = worse(0, k);
    if (sampling != Sampling::poisson) worst = std::max({worst, worse(0, most() + k), worse(k, most() + k)});
    return worst;
  }
  struct Exact {
    Rational scale, promised, actual;
  };
  [[nodiscard]] Exact exact() const {
    const Rational rate = 1 - occurs(0);
    Exact result{1 + rate * (scale() - 1), 0, 0};
    for (std::uint64_t k = 1; k <= most(); ++k) result.promised += occurs(k) * profile(k);
    result.actual = divergence::hockey_stick_at_scale<Rational>(mixture(true), mixture(false), result.scale).worse();
    return result;
  }
  [[nodiscard]] divergence::Promise by_library() const {
    const double epsilon = std::log(static_cast<double>(scale()));
    const auto group = [&](std::uint64_t k, double) { return static_cast<double>(profile(k)); };
    const auto single = [&](double) { return static_cast<double>(profile(1)); };
    switch (sampling) {
      case Sampling::poisson:
        return accounting::poisson_subsampling(static_cast<double>(m) / static_cast<double>(n), epsilon, single);
      case Sampling::without_replacement:
        return accounting::subsampling_without_replacement(m, n, epsilon, single);
      case Sampling::with_replacement:
        break;
    }
    return accounting::subsampling_with_replacement(m, n, epsilon, group);
  }
};

Finding subsampling(const Context& context) {
  const auto sizes =
      rc::gen::tuple(rc::gen::element(Sampling::poisson, Sampling::without_replacement, Sampling::with_replacement),
                     between(1, 4), between(1, 6), between(0, 40), between(2, 4));
  const auto instances = rc::gen::map(
      rc::gen::tuple(sizes, rc::gen::container<std::vector<int>>(36, between(0, 12))), [](const auto& raw) {
        const auto& [size, weights] = raw;
        const auto& [sampling, m, n, scale, outcomes] = size;
        const int population = sampling == Sampling::with_replacement ? n : std::max(m, n);
        return Sampled{sampling, static_cast<std::uint64_t>(m),      static_cast<std::uint64_t>(population),
                       scale,    static_cast<std::size_t>(outcomes), weights};
      });
  const auto property = [](const Sampled& x) {
    const auto exact = x.exact();
    const auto found = x.by_library();
    const double promised = static_cast<double>(exact.promised), scale = static_cast<double>(exact.scale);
    const bool same =
        std::abs(found.delta - promised) <= 1e-12 && std::abs(std::exp(found.epsilon) - scale) <= 1e-12 * scale;
    Outcome outcome = worse(at_most(exact.actual, exact.promised), decided(same));
    if (exact.actual > 0)
      outcome.tags.emplace_back(x.sampling == Sampling::poisson               ? "Poisson"
                                : x.sampling == Sampling::without_replacement ? "without replacement"
                                                                              : "with replacement");
    return outcome;
  };
  auto result = search(instances, property,
                       {.cases = context.pick<std::uint64_t>(300, 2000, 50000),
                        .max_size = 100,
                        .coverage = {{"Poisson", 3}, {"without replacement", 3}, {"with replacement", 3}}},
                       context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    const auto exact = x->exact();
    nlohmann::ordered_json laws = nlohmann::ordered_json::array();
    for (std::size_t k = 0; k <= 2 * x->most(); ++k) {
      laws.push_back(nlohmann::ordered_json::array());
      for (const auto& mass : x->law(k)) laws.back().push_back(mass.str());
    }
    finding.witness = compared_exactly(
        {{"sampling", x->sampling == Sampling::poisson               ? "poisson"
                      : x->sampling == Sampling::without_replacement ? "without replacement"
                                                                     : "with replacement"},
         {"m", x->m},
         {"n", x->n},
         {"exp_epsilon", x->scale().str()},
         {"laws", laws}},
        {"delta <= " + exact.promised.str() + " at scale " + exact.scale.str(), "delta = " + exact.actual.str()});
  }
  return finding;
}

// ---- dp.shuffling.*

struct Shuffled {
  int epsilon0_raw, n_raw, delta_raw;
  bool half;  ///< the other users hold ones and zeros, else zeros
};

rc::Gen<Shuffled> shuffles() {
  return rc::gen::map(rc::gen::tuple(coordinate(), coordinate(), coordinate(), between(0, 7)),
                      [](const std::tuple<int, int, int, int>& raw) {
                        const auto& [epsilon0, n, delta, half] = raw;
                        return Shuffled{epsilon0, n, delta, half == 0};
                      });
}

/// What a shuffling bound says about one instance.
struct Shuffling {
  double epsilon0 = 0.0, epsilon = 0.0, promised = 1.0;
  std::uint64_t n = 1;
  bool epsilon_from_delta = false;  ///< the bound is an epsilon for a chosen delta: its slack is in epsilon
};

template <class Decode>
Finding shuffling_holds(const Context& context, std::uint64_t quick, const std::vector<Coverage>& coverage,
                        Decode decode) {
  const auto ones = [](const Shuffled& x, const Shuffling& s) { return x.half ? (s.n - 1) / 2 : 0; };
  const auto property = [&](const Shuffled& x) {
    const Shuffling s = decode(x);
    if (s.promised >= 1.0) return Outcome{};
    const oracle::ShuffledRandomizedResponse law(s.epsilon0, s.n, ones(x, s));
    const double actual = law.delta(s.epsilon);
    const auto delta_at = [&](double epsilon) {
      const double exact = law.delta(epsilon);
      return Bracket(at_least(exact), exact, exact * (1.0 + oracle_accuracy) + oracle_cancellation);
    };
    Outcome outcome = s.epsilon_from_delta ? keeps_promise(delta_at, s.epsilon, s.promised)
                                           : at_most(at_least(actual), s.promised, {}, Absolute{0.0});
    if (s.epsilon < s.epsilon0) outcome.tags.emplace_back("amplified");
    if (at_least(actual) > 0.0) outcome.tags.emplace_back("delta not 0");
    return outcome;
  };
  auto result = search(
      shuffles(), property,
      {.cases = context.pick<std::uint64_t>(quick, 6 * quick, 200 * quick), .max_size = 100, .coverage = coverage},
      context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    const Shuffling s = decode(*x);
    const oracle::ShuffledRandomizedResponse law(s.epsilon0, s.n, ones(*x, s));
    finding.witness = exceeded({{"epsilon0", s.epsilon0}, {"n", s.n}, {"ones", ones(*x, s)}}, s.epsilon, s.promised,
                               law.delta(s.epsilon));
  }
  return finding;
}

Shuffling efmrtt(const Shuffled& x) {
  Shuffling s{.epsilon0 = logarithmic(x.epsilon0_raw, 1e-3, 0.499),
              .promised = logarithmic(x.delta_raw * x.delta_raw / steps, 0.0099, 1e-12),
              .n = count_of(x.n_raw, 1000.0, 4000.0),
              .epsilon_from_delta = true};
  s.epsilon = accounting::shuffling_efmrtt(s.epsilon0, s.n, s.promised);
  return s;
}

/// The same formula for fewer users, as the walks' paper quotes it.
Shuffling efmrtt_of_few(const Shuffled& x) {
  Shuffling s{.epsilon0 = logarithmic(x.epsilon0_raw, 1e-3, 0.499),
              .promised = logarithmic(x.delta_raw * x.delta_raw / steps, 0.0099, 1e-12),
              .n = count_of(x.n_raw, 100.0, 999.0),
              .epsilon_from_delta = true};
  s.epsilon = 12.0 * s.epsilon0 * std::sqrt(-std::log(s.promised) / static_cast<double>(s.n));
  return s;
}

Shuffling clones(const Shuffled& x) {
  Shuffling s{.promised = logarithmic(x.delta_raw, 0.1, 1e-10),
              .n = count_of(x.n_raw, 100.0, 2000.0),
              .epsilon_from_delta = true};
  const double largest = std::log(static_cast<double>(s.n) / (16.0 * std::log(2.0 / s.promised)));
  if (largest <= 0.01) return {};  // no admissible epsilon0
  s.epsilon0 = largest * (1.0 - 0.9 * x.epsilon0_raw / steps);
  s.epsilon = accounting::shuffling_clones(s.epsilon0, s.n, s.promised);
  return s;
}

/// The numerical bound of the same paper, at the closed form's epsilon and at a quarter of it.
Shuffling clones_numerically(const Shuffled& x) {
  Shuffling s = clones(x);
  if (s.promised >= 1.0) return s;
  s.epsilon *= x.delta_raw % 2 == 0 ? 1.0 : 0.25;
  s.promised = std::max(accounting::shuffling_clones_delta(s.epsilon0, s.n, s.epsilon).upper(), 1e-300);
  s.epsilon_from_delta = false;
  return s;
}

Shuffling blanket(const Shuffled& x) {
  Shuffling s{.epsilon0 = logarithmic(x.epsilon0_raw, 0.01, 5.0), .n = count_of(x.n_raw, 2.0, 2000.0)};
  s.epsilon = s.epsilon0 * (0.001 + 0.998 * x.delta_raw / steps);
  const double gamma = 2.0 / (std::exp(s.epsilon0) + 1.0);
  s.promised = std::min(
      accounting::shuffling_blanket_delta(s.epsilon0, gamma, s.n, s.epsilon, accounting::Concentration::hoeffding),
      accounting::shuffling_blanket_delta(s.epsilon0, gamma, s.n, s.epsilon, accounting::Concentration::bennett));
  return s;
}

// ---- dp.iteration, in rational arithmetic

/// One-dimensional losses b w^2 / 2 - x w with curvatures b: a step multiplies w by 1 - eta b in [-1, 1]. eta = sigma =
/// L = 1.
struct Descent {
  std::vector<int> factors;  ///< 1 - eta b, in eighths
  std::size_t t_raw;
  [[nodiscard]] std::size_t n() const { return factors.size(); }
  [[nodiscard]] std::size_t t() const { return 1 + t_raw % n(); }
  /// Squared ratio of the last iterate's shift to its standard deviation, when the t-th gradient moves by 2 L: step by
  /// step.
  [[nodiscard]] Rational exact() const {
    Rational shift = 0, variance = 0;
    for (std::size_t step = 1; step <= n(); ++step) {
      const Rational factor(factors[step - 1], 8);
      shift *= factor;
      variance = factor * factor * variance + 1;
      if (step == t()) shift += 2;
    }
    return shift * shift / variance;
  }
  [[nodiscard]] Rational promised() const { return Rational(4) / static_cast<long>(n() + 1 - t()); }
};

Finding iteration(const Context& context) {
  const auto instances = rc::gen::map(
      rc::gen::tuple(between(1, 12), rc::gen::container<std::vector<int>>(12, between(0, 16)), between(0, 11)),
      [](const auto& raw) {
        auto [n, factors, t] = raw;
        factors.resize(static_cast<std::size_t>(n));
        for (auto& factor : factors) factor = 8 - factor;  // shrinks towards linear losses
        return Descent{factors, static_cast<std::size_t>(t)};
      });
  const auto property = [](const Descent& x) {
    constexpr double alpha = 3.0;
    const accounting::NoisyDescent descent{
        .lipschitz = 1.0, .smoothness = 2.0, .rate = 1.0, .sigma = 1.0, .inputs = x.n()};
    const double found = accounting::iteration_renyi(alpha, descent, x.t());
    const double expected = 0.5 * alpha * static_cast<double>(x.promised());
    Outcome outcome = worse(at_most(x.exact(), x.promised()), decided(std::abs(found - expected) <= 1e-14 * expected));
    if (x.t() < x.n()) outcome.tags.emplace_back("not the last input");
    return outcome;
  };
  std::vector<Descent> linear_losses;  // every n and t: where the bound is met
  for (std::size_t n = 1; n <= 12; ++n) {
    for (std::size_t t = 1; t <= n; ++t) linear_losses.push_back({std::vector<int>(n, 8), t - 1});
  }
  const SearchPlan plan{.cases = context.pick<std::uint64_t>(300, 3000, 100000),
                        .max_size = 100,
                        .coverage = {{"not the last input", 50}}};
  const auto result = then(search(instances, property, plan, context), [&] { return sweep(linear_losses, property); });
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    finding.witness = compared_exactly({{"n", x->n()}, {"t", x->t()}, {"factors_in_eighths", x->factors}},
                                       {"mu^2 <= " + x->promised().str(), "mu^2 = " + x->exact().str()});
  }
  return finding;
}

}  // namespace

void register_dp_amplification(run::Registry& registry) {
  registry.add("dp.composition.advanced", advanced_composition);
  registry.add("dp.subsampling", subsampling);
  registry.add("dp.shuffling.efmrtt", [](const Context& c) {
    return shuffling_holds(c, 20, {{"amplified", 20}}, efmrtt);
  });
  registry.add("walk.thm5", [](const Context& c) {
    return shuffling_holds(c, 120, {{"amplified", 1}}, efmrtt_of_few);
  });
  registry.add("dp.shuffling.clones", [](const Context& c) {
    return both(shuffling_holds(c, 30, {{"amplified", 20}}, clones),
                shuffling_holds(c, 30, {{"amplified", 20}}, clones_numerically));
  });
  registry.add("dp.shuffling.blanket", [](const Context& c) {
    return shuffling_holds(c, 200, {{"delta not 0", 10}}, blanket);
  });
  registry.add("dp.iteration", iteration);
}

}  // namespace hearsay::props
