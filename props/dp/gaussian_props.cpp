// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>

#include "props/dp/coordinates.hpp"
#include "props/dp/dp_props.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/gaussian_oracle.hpp"

namespace hearsay::props {

namespace {

using divergence::classical_sigma;
using divergence::gaussian_delta;
using run::Context;
using run::Finding;

double linear(int raw, double low, double high) {
  return low + (high - low) * static_cast<double>(raw) / coordinate_steps;
}

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
    Outcome outcome = decided(error <= oracle_accuracy);
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
    if (x.wave != 0) return at_most(actual, single.upper(), {"adaptive ratios"}, Absolute{oracle_accuracy});
    return equals(actual, single.estimate(), {"equal ratios"}, Absolute{oracle_accuracy});
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

/// What the mechanism is asked for.
struct Target {
  double epsilon, delta;
  [[nodiscard]] nlohmann::ordered_json to_json() const { return {{"epsilon", epsilon}, {"delta", delta}}; }
};

/// Epsilons up to `largest`, deltas from almost 1, densely, down to 1e-300.
rc::Gen<Target> targets(double largest) {
  return rc::gen::map(rc::gen::tuple(coordinate(), coordinate()), [=](const std::tuple<int, int>& raw) {
    const auto square = [](int x) { return std::pow(static_cast<double>(x) / coordinate_steps, 2); };
    const double epsilon = largest * (1.0 - square(std::get<0>(raw)));
    return Target{epsilon > 0.0 ? epsilon : 0.5 * largest,
                  std::exp(-1e-6 - 690.0 * std::pow(square(std::get<1>(raw)), 2))};
  });
}

/// Every epsilon up to `largest`, and many deltas there, where it is hardest.
Finding classical_holds(const Context& context, double largest) {
  const auto property = [=](const Target& x) {
    Outcome outcome = at_most(classical_delta(x.epsilon, x.delta), Bracket::exact(x.delta));
    if (x.delta > 0.5) outcome.tags.emplace_back("delta > 1/2");
    if (x.delta < 1e-20) outcome.tags.emplace_back("delta < 1e-20");
    if (x.epsilon > 0.9 * largest) outcome.tags.emplace_back("epsilon near the end");
    return outcome;
  };
  const auto search_plan =
      plan(context, 1000, 10000, 300000, {{"delta > 1/2", 10}, {"delta < 1e-20", 20}, {"epsilon near the end", 10}});
  std::vector<Target> hardest;
  const int scan = context.pick(2000, 10000, 100000);
  for (int i = 1; i < scan; ++i) hardest.push_back({largest, static_cast<double>(i) / scan});
  const auto found =
      then(search(targets(largest), property, search_plan, context), [&] { return sweep(hardest, property); });
  return conclude(found, [](const Target& x) {
    const auto exact = classical_delta(x.epsilon, x.delta);
    return exceeds_between_brackets(x.to_json(), x.delta, exact.lower(),
                                    {fmt::format("delta <= {}", x.delta), fmt::format("delta >= {}", exact.lower())});
  });
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
/// ten. The noise is taken larger by more than its rounding error.
Finding classical_large_epsilon(const Context&) {
  std::vector<Target> all;
  for (int hundredths = 101; hundredths <= 2000; ++hundredths) {
    for (int i = 99; i > 0; --i) all.push_back({hundredths / 100.0, i / 100.0});
    for (int power = 3; power <= 12; ++power) all.push_back({hundredths / 100.0, std::pow(10.0, -power)});
  }
  const auto sigma = [](const Target& x) { return classical_sigma(x.epsilon, x.delta) * (1.0 + 1e-12); };
  const auto exact = [&](const Target& x) { return gaussian_delta(1.0 / sigma(x), x.epsilon); };
  const auto found = sweep(all, [&](const Target& x) { return at_most(exact(x), Bracket::exact(x.delta)); });
  return conclude(found, [&](const Target& x) {
    auto instance = x.to_json();
    instance["sigma_over_sensitivity"] = sigma(x);
    return exceeds_between_brackets(
        instance, x.delta, exact(x).lower(),
        {fmt::format("delta <= {}", x.delta), fmt::format("delta >= {:.12g}", exact(x).lower())});
  });
}

}  // namespace

void register_dp_gaussian(run::Registry& registry) {
  registry.add("dp.gaussian.profile", gaussian_profile);
  registry.add("dp.gaussian.composition", gaussian_composition);
  registry.add("dp.gaussian.classical", [](const Context& c) { return classical_holds(c, std::nextafter(1.0, 0.0)); });
  registry.add("dp.gaussian.classical.large_epsilon", classical_large_epsilon);
  registry.add("dp.gaussian.classical.range",
               [](const Context& c) { return both(classical_holds(c, 3.78), classical_covered(3.78)); });
}

}  // namespace hearsay::props
