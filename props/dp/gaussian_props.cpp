// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>

#include "props/dp/dp_props.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/gaussian_oracle.hpp"

namespace hearsay::props {

namespace {

using divergence::classical_sigma;
using divergence::gaussian_delta;
using run::Context;
using run::Finding;

constexpr int steps = 1000;  // a raw coordinate is 0 .. steps

/// The whole range at every size (RapidCheck narrows ranges of small cases); shrinks towards 0.
rc::Gen<int> coordinate() { return rc::gen::resize(100, rc::gen::inRange(0, steps + 1)); }

/// low ... high on a logarithmic scale.
double logarithmic(int raw, double low, double high) {
  return low * std::pow(high / low, static_cast<double>(raw) / steps);
}
double linear(int raw, double low, double high) { return low + (high - low) * static_cast<double>(raw) / steps; }

SearchPlan plan(const Context& context, std::uint64_t quick, std::uint64_t standard, std::uint64_t exhaustive,
                std::vector<Coverage> coverage) {
  return {.cases = context.pick(quick, standard, exhaustive), .max_size = 100, .coverage = std::move(coverage)};
}

// ---- dp.gaussian.profile

struct ProfilePoint {
  int mu_raw, tail_raw;
  [[nodiscard]] double mu() const { return logarithmic(mu_raw, 1e-6, 1e3); }
  [[nodiscard]] double epsilon() const { return std::max(0.0, mu() * (linear(tail_raw, -8.0, 37.0) + 0.5 * mu())); }
};

Finding gaussian_profile(const Context& context) {
  constexpr double oracle_accuracy = 1e-10;
  const auto points = rc::gen::map(rc::gen::tuple(coordinate(), coordinate()), [](const std::tuple<int, int>& raw) {
    return ProfilePoint{std::get<0>(raw), std::get<1>(raw)};
  });
  const auto property = [](const ProfilePoint& x) {
    const double expected = oracle::hockey_stick_by_quadrature(x.mu(), x.epsilon());
    const Bracket found = gaussian_delta(x.mu(), x.epsilon());
    const double error = std::max({0.0, found.lower() - expected, expected - found.upper()}) / expected;
    Outcome outcome{.margin = oracle_accuracy - error, .violated = !(error <= oracle_accuracy), .tags = {}};
    if (expected < 1e-20) outcome.tags.emplace_back("delta < 1e-20");
    if (x.epsilon() > 50.0) outcome.tags.emplace_back("epsilon > 50");
    if (x.mu() < 0.01) outcome.tags.emplace_back("mu < 0.01");
    return outcome;
  };
  auto result = search(
      points, property,
      plan(context, 300, 3000, 100000, {{"delta < 1e-20", 20}, {"epsilon > 50", 10}, {"mu < 0.01", 10}}), context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    const Bracket found = gaussian_delta(x->mu(), x->epsilon());
    finding.witness = compared_numerically(
        {{"mu", x->mu()}, {"epsilon", x->epsilon()}},
        {fmt::format("delta in [{}, {}]", found.lower(), found.upper()),
         fmt::format("{} by quadrature", oracle::hockey_stick_by_quadrature(x->mu(), x->epsilon()))});
  }
  return finding;
}

// ---- dp.gaussian.composition

/// T Gaussian mechanisms; the ratio of each but the first depends on the previous output unless `wave` is 0.
struct Adaptive {
  int count, mu_raw, epsilon_raw, wave;
  [[nodiscard]] double mu() const { return logarithmic(mu_raw, 0.05, 4.0); }
  [[nodiscard]] double epsilon() const { return linear(epsilon_raw, 0.0, 12.0); }
  [[nodiscard]] double ratio_after(double output) const {
    return wave == 0 ? mu() : mu() * 0.5 * (1.0 + std::sin(0.3 * wave * output));
  }
};

/// Expectation over the outputs of the first mechanisms (under P) of what the last one adds: the trapezoid rule, which
/// converges exponentially for these integrands; the last mechanism by the printed formula.
double composed(const Adaptive& x, int left, double ratio, double epsilon) {
  if (left == 1) return oracle::hockey_stick_as_printed(ratio, epsilon);
  constexpr double step = 0.4, reach = 9.0;
  double sum = 0.0;
  for (double z = -reach; z <= reach; z += step) {
    const double output = ratio + z;
    const double loss = ratio * output - 0.5 * ratio * ratio;
    sum += std::exp(-0.5 * z * z) * composed(x, left - 1, x.ratio_after(output), epsilon - loss);
  }
  return step * sum / std::sqrt(2.0 * std::numbers::pi);
}

Finding gaussian_composition(const Context& context) {
  const auto instances = rc::gen::map(
      rc::gen::tuple(coordinate(), coordinate(), coordinate(), rc::gen::resize(100, rc::gen::inRange(0, 12))),
      [](const std::tuple<int, int, int, int>& raw) {
        const auto& [count, mu, epsilon, wave] = raw;
        return Adaptive{count < 700 ? 2 : count < 980 ? 3 : 4, mu, epsilon, wave % 3 == 0 ? 0 : wave};
      });
  const auto property = [](const Adaptive& x) {
    const Bracket single = gaussian_delta(divergence::compose_gaussian(x.mu(), x.count), x.epsilon());
    const double actual = composed(x, x.count, x.mu(), x.epsilon());
    constexpr double oracle_accuracy = 1e-10;  // 46 nodes of the trapezoid rule and rounding of e^epsilon Phi(...)
    Outcome outcome{.margin = (single.upper() - actual) / std::max(single.upper(), 1e-6),
                    .violated = actual > single.upper() + oracle_accuracy,
                    .tags = {}};
    if (x.wave == 0) {
      outcome.violated = outcome.violated || actual < single.lower() - oracle_accuracy;
      outcome.margin = 0.0;
      outcome.tags.emplace_back("equal ratios");
    } else {
      outcome.tags.emplace_back("adaptive ratios");
    }
    return outcome;
  };
  auto result = search(instances, property,
                       plan(context, 150, 1000, 20000, {{"equal ratios", 20}, {"adaptive ratios", 20}}), context);
  auto finding = to_finding(result);
  if (const auto& x = result.counterexample) {
    finding.witness = compared_numerically(
        {{"count", x->count}, {"mu", x->mu()}, {"epsilon", x->epsilon()}, {"wave", x->wave}},
        {fmt::format("delta <= {}",
                     gaussian_delta(divergence::compose_gaussian(x->mu(), x->count), x->epsilon()).upper()),
         fmt::format("{} by integration", composed(*x, x->count, x->mu(), x->epsilon()))});
  }
  return finding;
}

// ---- dp.gaussian.classical, .range, .large_epsilon

/// The exact profile at the classical noise for (epsilon, delta).
Bracket classical_delta(double epsilon, double delta) {
  return gaussian_delta(1.0 / classical_sigma(epsilon, delta), epsilon);
}

struct Target {
  int epsilon_raw, delta_raw;
  [[nodiscard]] double epsilon(double largest) const {
    return largest * (1.0 - std::pow(static_cast<double>(epsilon_raw) / steps, 2));
  }
  /// From almost 1, densely, down to 1e-300.
  [[nodiscard]] double delta() const {
    return std::exp(-1e-6 - 690.0 * std::pow(static_cast<double>(delta_raw) / steps, 4));
  }
};

Finding classical_holds(const Context& context, double largest_epsilon, bool include_largest) {
  const auto targets = rc::gen::map(rc::gen::tuple(coordinate(), coordinate()), [](const std::tuple<int, int>& raw) {
    return Target{std::get<0>(raw), std::get<1>(raw)};
  });
  const auto epsilon_of = [=](const Target& x) {
    const double epsilon = x.epsilon(largest_epsilon);
    return epsilon > 0.0 && (include_largest || epsilon < largest_epsilon) ? epsilon : 0.5 * largest_epsilon;
  };
  const auto property = [=](const Target& x) {
    const double epsilon = epsilon_of(x), delta = x.delta();
    const double actual = classical_delta(epsilon, delta).upper();
    Outcome outcome{.margin = 1.0 - actual / delta, .violated = actual > delta, .tags = {}};
    if (delta > 0.5) outcome.tags.emplace_back("delta > 1/2");
    if (delta < 1e-20) outcome.tags.emplace_back("delta < 1e-20");
    if (epsilon > 0.9 * largest_epsilon) outcome.tags.emplace_back("epsilon near the end");
    return outcome;
  };
  const auto search_plan =
      plan(context, 1000, 10000, 300000, {{"delta > 1/2", 10}, {"delta < 1e-20", 20}, {"epsilon near the end", 10}});
  auto result = search(targets, property, search_plan, context);
  // The largest epsilon is the hardest: scan delta there.
  const double hardest = include_largest ? largest_epsilon : std::nextafter(largest_epsilon, 0.0);
  const int scan = context.pick(2000, 10000, 100000);
  double worst_delta = 0.0;
  for (int i = 1; i < scan; ++i) {
    const double delta = static_cast<double>(i) / scan;
    const double margin = 1.0 - classical_delta(hardest, delta).upper() / delta;
    ++result.instances;
    if (margin < result.smallest_margin) result.smallest_margin = margin, worst_delta = delta;
  }
  auto finding = to_finding(result);
  double epsilon = hardest, delta = worst_delta;
  if (result.counterexample) epsilon = epsilon_of(*result.counterexample), delta = result.counterexample->delta();
  if (result.counterexample || result.smallest_margin < 0.0) {
    finding.verdict = Verdict::refuted;
    finding.witness = compared_numerically(
        {{"epsilon", epsilon}, {"delta", delta}},
        {fmt::format("delta <= {}", delta), fmt::format("delta >= {}", classical_delta(epsilon, delta).lower())});
  }
  return finding;
}

/// Whether the classical noise is enough at `epsilon` for every delta from 1/40 to 1: the profile grows with delta, so
/// that an interval is settled if its value at the right end is at most the left end. With
/// docs/maths/gaussian_profile.md this proves all of (0, epsilon] x (0, 1).
Finding classical_covered(double epsilon) {
  Finding finding{.verdict = Verdict::holds};
  std::vector<std::pair<double, double>> open{{0.025, std::nextafter(1.0, 0.0)}};
  while (!open.empty()) {
    const auto [low, high] = open.back();
    open.pop_back();
    ++finding.instances;
    if (classical_delta(epsilon, high).upper() * (1.0 + 1e-12) <= low) continue;  // 1e-12: sigma is rounded
    const double middle = 0.5 * (low + high);
    if (middle - low < 1e-9)
      return {.verdict = Verdict::inconclusive,
              .instances = finding.instances,
              .note = fmt::format("epsilon = {}: no certificate at delta = {}", epsilon, low)};
    open.emplace_back(low, middle);
    open.emplace_back(middle, high);
  }
  return finding;
}

/// The smallest epsilon at which the classical noise fails for some delta, both in hundredths, delta also a power of
/// ten.
Finding classical_large_epsilon(const Context&) {
  std::vector<double> deltas;
  for (int i = 1; i < 100; ++i) deltas.push_back(i / 100.0);
  for (int power = 3; power <= 12; ++power) deltas.push_back(std::pow(10.0, -power));
  Finding finding{.verdict = Verdict::holds, .tightness = 1.0};
  for (int hundredths = 101; hundredths <= 2000; ++hundredths) {
    const double epsilon = hundredths / 100.0;
    double worst = 0.0, worst_delta = 0.0;
    for (const double delta : deltas) {
      ++finding.instances;
      const double ratio = classical_delta(epsilon, delta).estimate() / delta;
      if (ratio > worst) worst = ratio, worst_delta = delta;
    }
    finding.tightness = std::min(*finding.tightness, 1.0 - worst);
    if (worst <= 1.0) continue;
    // Certify: more noise than the classical amount, by more than its rounding error, must still fail.
    const double sigma = classical_sigma(epsilon, worst_delta) * (1.0 + 1e-12);
    const Bracket exact = gaussian_delta(1.0 / sigma, epsilon);
    if (exact.lower() <= worst_delta) continue;
    finding.verdict = Verdict::refuted;
    finding.witness = exceeds_between_brackets(
        {{"epsilon", epsilon}, {"delta", worst_delta}, {"sigma_over_sensitivity", sigma}}, worst_delta, exact.lower(),
        {fmt::format("delta <= {}", worst_delta), fmt::format("delta >= {:.12g}", exact.lower())});
    return finding;
  }
  return finding;
}

}  // namespace

void register_dp_gaussian(run::Registry& registry) {
  registry.add("dp.gaussian.profile", gaussian_profile);
  registry.add("dp.gaussian.composition", gaussian_composition);
  registry.add("dp.gaussian.classical", [](const Context& c) { return classical_holds(c, 1.0, false); });
  registry.add("dp.gaussian.classical.large_epsilon", classical_large_epsilon);
  registry.add("dp.gaussian.classical.range",
               [](const Context& c) { return both(classical_holds(c, 3.78, true), classical_covered(3.78)); });
}

}  // namespace hearsay::props
