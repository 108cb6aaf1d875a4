// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/tilted_law.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/root.hpp>

namespace hearsay::divergence {

namespace {

/// The interval that toms748 leaves around the epsilon at which the law's delta crosses the target.
std::pair<double, double> crossing(const TiltedLaw& law, Side side, double delta, double low, double high) {
  const double target = std::log(delta);
  const auto excess = [&](double epsilon) { return target - std::log(std::max(law.delta(epsilon, side), 1e-320)); };
  const double at_low = excess(low), at_high = excess(high);
  if (at_low >= 0.0) return {low, low};
  if (at_high <= 0.0) return {high, high};
  return bracket_root(excess, low, high, at_low, at_high, 46, 100);
}

}  // namespace

double TiltedLaw::delta(double epsilon, Side side) const {
  const bool above = side == Side::pessimistic;
  const double log_front = log_scale - tilt * epsilon;
  Sum sum;
  const auto start = static_cast<std::int64_t>(std::floor(epsilon / step)) + 1 - first;
  for (auto i = static_cast<std::size_t>(std::max<std::int64_t>(start, 0)); i < mass.size(); ++i) {
    const double over = step * static_cast<double>(first + static_cast<std::int64_t>(i)) - epsilon;
    const double weight = std::exp(-tilt * over) * -std::expm1(-over);
    if (weight < 1e-40 && tilt * over > 1.0) {
      if (above) sum.add(weight * static_cast<double>(mass.size()));  // the rest, each term smaller, masses at most 1
      break;
    }
    sum.add(weight * (above ? std::max(0.0, mass[i] + error) : std::max(0.0, mass[i] - error)));
  }
  double tilted = sum.value();
  if (above) {
    tilted += outside_mass;  // beyond the window; its weight is at most 1
  } else {
    tilted = std::max(0.0, tilted - 2.0 * outside_mass / (1.0 + tilt));
  }
  const double finite =
      tilted == 0.0 ? 0.0 : std::exp(log_front + std::log(tilted) + (above ? relative_error : -relative_error));
  return std::clamp(infinite + finite, 0.0, 1.0);
}

double safe_epsilon(const TiltedLaw& law, double delta) {
  double high =
      std::max(law.step * static_cast<double>(law.first + static_cast<std::int64_t>(law.mass.size())), law.step);
  while (law.delta(high, Side::pessimistic) > delta && high < 1e12) high *= 2.0;
  if (law.delta(high, Side::pessimistic) > delta) {
    throw Error(Errc::not_converged, "safe_epsilon",
                fmt::format("no epsilon below {:.3g} is certified at delta = {}", high, delta));
  }
  return crossing(law, Side::pessimistic, delta, 0.0, high).second;
}

double attained_epsilon(const TiltedLaw& law, double delta, double upper) {
  // The window resolves delta near `upper` only: approach from there.
  for (const double share : {1.0 - 1e-7, 1.0 - 1e-5, 1.0 - 1e-3, 0.97, 0.8, 0.4, 0.0}) {
    if (law.delta(share * upper, Side::optimistic) >= delta)
      return crossing(law, Side::optimistic, delta, share * upper, upper).first;
  }
  return 0.0;
}

}  // namespace hearsay::divergence
