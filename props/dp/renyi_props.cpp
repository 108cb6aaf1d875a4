// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/renyi.hpp>

#include "props/dp/coordinates.hpp"
#include "props/dp/dp_props.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/gaussian_oracle.hpp"

namespace hearsay::props {

namespace {

using run::Context;
using run::Finding;

// ---- dp.renyi.gaussian

struct Pair {
  int alpha_raw, mu_raw, sigma_raw;
  bool backward;
  [[nodiscard]] double alpha() const { return 1.0 + logarithmic(alpha_raw, 1e-3, 999.0); }
  [[nodiscard]] double sigma() const { return logarithmic(sigma_raw, 1e-3, 1e3); }
  [[nodiscard]] double sensitivity() const { return sigma() * logarithmic(mu_raw, 1e-4, 1e2); }
  [[nodiscard]] double by_quadrature() const {
    return backward ? oracle::renyi_by_quadrature(alpha(), 0.0, sensitivity(), sigma())
                    : oracle::renyi_by_quadrature(alpha(), sensitivity(), 0.0, sigma());
  }
  /// Rounding of logarithms as large as the exponents that cancel in the oracle, over alpha - 1, and its quadrature.
  [[nodiscard]] double oracle_accuracy() const {
    const double far = alpha() * sensitivity() / sigma() + 13.0;
    return (1e-14 + 4e-16 * alpha() * far * far) / (alpha() - 1.0) + 1e-10 * by_formula();
  }
  [[nodiscard]] double by_formula() const { return divergence::gaussian_renyi(alpha(), sensitivity(), sigma()); }
};

Finding renyi_gaussian(const Context& context) {
  const auto pairs = rc::gen::map(rc::gen::tuple(coordinate(), coordinate(), coordinate(), rc::gen::arbitrary<bool>()),
                                  [](const auto& raw) {
                                    const auto& [alpha, mu, sigma, backward] = raw;
                                    return Pair{alpha, mu, sigma, backward};
                                  });
  const auto property = [](const Pair& x) {
    const double error = std::abs(x.by_quadrature() - x.by_formula()), allowed = x.oracle_accuracy();
    Outcome outcome = decided(error <= allowed);
    if (allowed < 1e-6 * x.by_formula()) outcome.tags.emplace_back("six digits or more");
    if (x.backward) outcome.tags.emplace_back("backward");
    return outcome;
  };
  auto result = search(pairs, property,
                       {.cases = context.pick<std::uint64_t>(200, 2000, 50000),
                        .max_size = 100,
                        .coverage = {{"six digits or more", 50}, {"backward", 30}}},
                       context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    finding.witness = compared_numerically(
        {{"alpha", x->alpha()}, {"sensitivity", x->sensitivity()}, {"sigma", x->sigma()}, {"backward", x->backward}},
        {fmt::format("{}", x->by_formula()),
         fmt::format("{} +- {} by quadrature", x->by_quadrature(), x->oracle_accuracy())});
  }
  return finding;
}

// ---- dp.renyi.to_dp, dp.renyi.to_dp.improved

/// A pair of laws: the Gaussian one (no weights), or a discrete one with weights + 1 of p and q.
struct Conversion {
  int alpha_raw, delta_raw, mu_raw;
  std::vector<std::pair<int, int>> weights;
  [[nodiscard]] double alpha() const { return 1.0 + logarithmic(alpha_raw, 1e-2, 300.0); }
  /// Gaussian: 0.9 ... 1e-12. Discrete: such that Mironov's epsilon lies below the largest loss, where delta is not 0.
  [[nodiscard]] double delta() const {
    if (gaussian()) return logarithmic(delta_raw, 0.9, 1e-12);
    const auto p = law(true), q = law(false);
    double largest_loss = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) largest_loss = std::max(largest_loss, std::log(p[i] / q[i]));
    return std::clamp(std::exp(-(alpha() - 1.0) * (largest_loss - renyi()) * delta_raw / coordinate_steps), 1e-300,
                      0.999);
  }
  [[nodiscard]] double mu() const { return logarithmic(mu_raw, 1e-3, 20.0); }
  [[nodiscard]] bool gaussian() const { return weights.size() < 2; }

  [[nodiscard]] std::vector<double> law(bool first) const {
    std::vector<double> law;
    double sum = 0.0;
    for (const auto& [p, q] : weights) sum += law.emplace_back(std::pow(1.0 + (first ? p : q), 4));
    for (auto& x : law) x /= sum;
    return law;
  }
  /// Renyi divergence by its definition.
  [[nodiscard]] double renyi() const {
    if (gaussian()) return 0.5 * alpha() * mu() * mu();
    const auto p = law(true), q = law(false);
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += q[i] * std::pow(p[i] / q[i], alpha());
    return std::max(0.0, std::log(sum) / (alpha() - 1.0));
  }
  /// A lower bound on the hockey-stick divergence, rounding allowed for.
  [[nodiscard]] double delta_at(double epsilon) const {
    if (gaussian()) return divergence::gaussian_delta(mu(), epsilon).lower();
    const auto p = law(true), q = law(false);
    double sum = 0.0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += std::max(0.0, p[i] - std::exp(epsilon) * q[i] * (1.0 + 1e-13));
    return sum * (1.0 - 1e-12);
  }
  [[nodiscard]] nlohmann::ordered_json json() const {
    nlohmann::ordered_json instance{{"alpha", alpha()}, {"delta", delta()}};
    if (gaussian()) {
      instance["mu"] = mu();
    } else {
      instance["p"] = law(true), instance["q"] = law(false);
    }
    return instance;
  }
};

rc::Gen<Conversion> conversions() {
  const auto raw_weight = rc::gen::resize(100, rc::gen::inRange(0, 40));
  const auto weight = rc::gen::pair(raw_weight, raw_weight);
  return rc::gen::map(rc::gen::tuple(coordinate(), coordinate(), coordinate(),
                                     rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, 7)),
                                     rc::gen::container<std::vector<std::pair<int, int>>>(6, weight)),
                      [](const auto& raw) {
                        auto [alpha, delta, mu, outcomes, weights] = raw;
                        weights.resize(outcomes);
                        return Conversion{alpha, delta, mu, weights};
                      });
}

template <class Convert>
Finding conversion_holds(const Context& context, Convert convert) {
  const auto property = [&](const Conversion& x) {
    const double renyi = x.renyi();
    if (!std::isfinite(renyi)) return Outcome{};
    const double epsilon = std::max(0.0, convert(x.alpha(), renyi * (1.0 + 1e-12), x.delta()));
    const double actual = x.delta_at(epsilon);
    const double mironov = std::max(0.0, renyi - std::log(x.delta()) / (x.alpha() - 1.0));
    Outcome outcome = worse(at_most(actual, x.delta(), {}, Absolute{0.0}), decided(epsilon <= mironov * (1.0 + 1e-11)));
    outcome.tags.emplace_back(x.gaussian() ? "Gaussian" : "discrete");
    if (!x.gaussian() && actual > 0.0) outcome.tags.emplace_back("discrete, delta not 0");
    return outcome;
  };
  auto result = search(conversions(), property,
                       {.cases = context.pick<std::uint64_t>(1500, 15000, 300000),
                        .max_size = 100,
                        .coverage = {{"Gaussian", 15}, {"discrete", 40}, {"discrete, delta not 0", 30}}},
                       context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    const double epsilon = std::max(0.0, convert(x->alpha(), x->renyi(), x->delta()));
    finding.witness = compared_numerically(x->json(), {fmt::format("delta <= {} at epsilon = {}", x->delta(), epsilon),
                                                       fmt::format("delta >= {}", x->delta_at(epsilon))});
  }
  return finding;
}

// ---- dp.renyi.weak_convexity

/// Weighted pairs of two-point laws (a_i, 1 - a_i), (b_i, 1 - b_i), or of unit Gaussians of means m_i, n_i.
struct Mixture {
  int alpha_raw;
  bool gaussian;
  std::vector<std::tuple<int, int, int>> parts;  ///< weight, first, shift
  double scale = 1.0;                            ///< of the shifts of the Gaussian means, so that c <= 1

  [[nodiscard]] double alpha() const { return 1.0 + logarithmic(alpha_raw, 0.1, 19.0); }
  [[nodiscard]] double weight(std::size_t i) const {
    double sum = 0.0;
    for (const auto& part : parts) sum += 1.0 + std::get<0>(part);
    return (1.0 + std::get<0>(parts[i])) / sum;
  }
  /// Means of a Gaussian pair: D = alpha shift^2 / 2 <= 1 / (alpha - 1) when |shift| <= sqrt(2 / (alpha (alpha - 1))).
  [[nodiscard]] std::pair<double, double> means(std::size_t i) const {
    const double first = 0.2 * std::get<1>(parts[i]);
    return {first, first + std::sqrt(2.0 / (alpha() * (alpha() - 1.0))) * std::get<2>(parts[i]) / 20.0};
  }
  [[nodiscard]] std::pair<double, double> coins(std::size_t i) const {
    return {(std::get<1>(parts[i]) + 21.0) / 42.0,
            (std::get<1>(parts[i]) + 21.0) / 42.0 * 0.5 + (std::get<2>(parts[i]) + 21.0) / 42.0 * 0.5};
  }
  static double coin_renyi(double alpha, double p, double q) {
    return std::log(p * std::pow(p / q, alpha - 1.0) + (1.0 - p) * std::pow((1.0 - p) / (1.0 - q), alpha - 1.0)) /
           (alpha - 1.0);
  }
  [[nodiscard]] double part_renyi(std::size_t i) const {
    if (!gaussian) return std::max(0.0, coin_renyi(alpha(), coins(i).first, coins(i).second));
    const double shift = means(i).first - means(i).second;
    return 0.5 * alpha() * shift * shift;
  }
  [[nodiscard]] double mixed_renyi() const {
    if (!gaussian) {
      double p = 0.0, q = 0.0;
      for (std::size_t i = 0; i < parts.size(); ++i) p += weight(i) * coins(i).first, q += weight(i) * coins(i).second;
      return coin_renyi(alpha(), p, q);
    }
    // Trapezoid rule over the real line: exponentially convergent for these entire, rapidly decaying integrands.
    const auto density = [](double z) { return 0.39894228040143268 * std::exp(-0.5 * z * z); };
    constexpr double step = 0.1;
    double sum = 0.0;
    for (double x = -40.0; x <= 40.0; x += step) {
      double p = 0.0, q = 0.0;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        p += weight(i) * density(x - means(i).first);
        q += weight(i) * density(x - means(i).second);
      }
      if (p > 1e-280 && q > 1e-280) sum += p * std::pow(p / q, alpha() - 1.0);
    }
    return std::log(step * sum) / (alpha() - 1.0);
  }
};

Finding weak_convexity(const Context& context) {
  const auto part = rc::gen::tuple(rc::gen::inRange(0, 20), rc::gen::inRange(-20, 21), rc::gen::inRange(-20, 21));
  const auto mixtures =
      rc::gen::map(rc::gen::tuple(coordinate(), rc::gen::inRange(0, 6), rc::gen::inRange<std::size_t>(2, 5),
                                  rc::gen::container<std::vector<std::tuple<int, int, int>>>(4, part)),
                   [](const auto& raw) {
                     auto [alpha, kind, count, parts] = raw;
                     parts.resize(count);
                     return Mixture{alpha, kind == 0, parts};
                   });
  const auto property = [](const Mixture& x) {
    double largest = 0.0, mean = 0.0;
    for (std::size_t i = 0; i < x.parts.size(); ++i)
      largest = std::max(largest, x.part_renyi(i)), mean += x.weight(i) * x.part_renyi(i);
    const double c = largest * (x.alpha() - 1.0);
    if (c > 1.0 || mean < 1e-6) return Outcome{};  // outside the conditions, or nothing to see
    const double allowed = (1.0 + c) * mean, actual = x.mixed_renyi();
    constexpr double oracle_accuracy = 1e-12;
    Outcome outcome = at_most(actual, allowed, {}, Absolute{oracle_accuracy / (x.alpha() - 1.0)});
    outcome.tags.emplace_back(x.gaussian ? "Gaussian" : "coins");
    if (actual > mean) outcome.tags.emplace_back("not convex without the factor");
    return outcome;
  };
  auto result = search(mixtures, property,
                       {.cases = context.pick<std::uint64_t>(600, 4000, 100000),
                        .max_size = 100,
                        .coverage = {{"Gaussian", 5}, {"coins", 20}}},
                       context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    nlohmann::ordered_json parts = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < x->parts.size(); ++i) {
      const auto [p, q] = x->gaussian ? x->means(i) : x->coins(i);
      parts.push_back({{"weight", x->weight(i)}, {x->gaussian ? "mean_p" : "p", p}, {x->gaussian ? "mean_q" : "q", q}});
    }
    finding.witness =
        compared_numerically({{"alpha", x->alpha()}, {"parts", parts}},
                             {"at most (1+c) times the mean divergence", fmt::format("{}", x->mixed_renyi())});
  }
  return finding;
}

}  // namespace

void register_dp_renyi(run::Registry& registry) {
  registry.add("dp.renyi.gaussian", renyi_gaussian);
  registry.add("dp.renyi.to_dp", [](const Context& c) { return conversion_holds(c, divergence::rdp_to_dp); });
  registry.add("dp.renyi.to_dp.improved",
               [](const Context& c) { return conversion_holds(c, divergence::rdp_to_dp_improved); });
  registry.add("dp.renyi.weak_convexity", weak_convexity);
}

}  // namespace hearsay::props
