// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/cycle.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {

namespace {

double upper_tail(double z) { return 0.5 * std::erfc(z * M_SQRT1_2); }

/// a - b >= 0 with the rounding of both inside.
Bracket difference(double a, double b, double missing) {
  const double value = std::max(0.0, a - b), slack = 1e-13 * (a + b);
  return {std::max(0.0, value - slack), value, std::min(1.0, value + slack + missing)};
}

}  // namespace

CycleMixture CycleMixture::binomial(std::int64_t length, double inclusion, double mu) {
  require_between("CycleMixture", "length", length, 1, 1'000'000'000'000);
  require_unit("CycleMixture", "inclusion", inclusion);
  require_non_negative("CycleMixture", "mu", mu);
  CycleMixture cycle{.length = static_cast<double>(length), .mu = mu, .weight = {}, .first = 0, .missing = 0.0};
  constexpr double negligible = 1e-36;
  const auto trials = static_cast<std::uint64_t>(length);
  const auto mode = static_cast<std::uint64_t>(std::min(cycle.length, std::floor((cycle.length + 1.0) * inclusion)));
  std::uint64_t low = mode, high = mode;
  std::vector<double> down, up{stats::binomial_mass(trials, inclusion, mode)};
  while (low > 0) {
    const double mass = stats::binomial_mass(trials, inclusion, low - 1);
    if (mass < negligible) break;
    down.push_back(mass);
    --low;
  }
  while (high < trials) {
    const double mass = stats::binomial_mass(trials, inclusion, high + 1);
    if (mass < negligible) break;
    up.push_back(mass);
    ++high;
  }
  cycle.first = low;
  cycle.weight.assign(down.rbegin(), down.rend());
  cycle.weight.insert(cycle.weight.end(), up.begin(), up.end());
  if (low > 0 || high < trials) cycle.missing = most_missing;
  return cycle;
}

double CycleMixture::loss(double x) const {
  double top = -infinity;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double shift = static_cast<double>(first + i) * mu;
    top = std::max(top, shift * (x - 0.5 * shift) / length);
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < weight.size(); ++i) {
    const double shift = static_cast<double>(first + i) * mu;
    sum += weight[i] * std::exp(shift * (x - 0.5 * shift) / length - top);
  }
  return top + std::log(sum);
}

double CycleMixture::position(double value) const {
  const double deviation = std::sqrt(length), reach = static_cast<double>(first + weight.size() - 1) * mu;
  if (reach == 0.0) return value > 0.0 ? infinity : -infinity;
  // Far enough that every tail beyond is below the smallest double: if the loss is not there yet, it never matters.
  double low = -40.0 * deviation, high = reach + 40.0 * deviation;
  if (loss(low) >= value) return -infinity;
  if (loss(high) <= value) return infinity;
  while (high - low > 1e-13 * (deviation + std::abs(low))) {
    const double middle = 0.5 * (low + high);
    (loss(middle) < value ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double CycleMixture::above_p(double x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < weight.size(); ++i)
    sum += weight[i] * upper_tail((x - static_cast<double>(first + i) * mu) / std::sqrt(length));
  return sum;
}

double CycleMixture::above_q(double x) const { return upper_tail(x / std::sqrt(length)); }

double CycleMixture::below_p(double x) const {
  double sum = 0.0;
  for (std::size_t i = 0; i < weight.size(); ++i)
    sum += weight[i] * upper_tail((static_cast<double>(first + i) * mu - x) / std::sqrt(length));
  return sum;
}

double CycleMixture::below_q(double x) const { return upper_tail(-x / std::sqrt(length)); }

CycleDelta cycle_delta(const CycleMixture& cycle, double epsilon) {
  require_non_negative("cycle_delta", "epsilon", epsilon);
  const double up = cycle.position(epsilon), down = cycle.position(-epsilon);
  return {
      .forward = difference(cycle.above_p(up), std::exp(epsilon) * cycle.above_q(up), cycle.missing),
      .backward =
          difference(cycle.below_q(down), std::exp(epsilon) * cycle.below_p(down), std::exp(epsilon) * cycle.missing),
  };
}

double cycle_epsilon_published(double users, double length, double epsilon) {
  if (!(users > 1.0))
    throw Error(Errc::domain, "cycle_epsilon_published", fmt::format("users = {} must be > 1", users));
  if (!(length >= 1.0))
    throw Error(Errc::domain, "cycle_epsilon_published", fmt::format("length = {} must be >= 1", length));
  require_positive("cycle_epsilon_published", "epsilon", epsilon);
  const double included = -std::expm1(length * std::log1p(-1.0 / users));
  return std::log1p(included * std::expm1(epsilon / std::sqrt(length)));
}

divergence::Promise cycle_promise_repaired(double inclusion, double length, double epsilon, double delta) {
  require_unit("cycle_promise_repaired", "inclusion", inclusion);
  if (!(length >= 1.0))
    throw Error(Errc::domain, "cycle_promise_repaired", fmt::format("length = {} must be >= 1", length));
  require_positive("cycle_promise_repaired", "epsilon", epsilon);
  require_open_unit("cycle_promise_repaired", "delta", delta);
  const double y = std::expm1(epsilon / std::sqrt(length)), total = length * std::log1p(inclusion * y);
  return {.epsilon = total, .delta = std::min(1.0, delta * std::expm1(total) / y)};
}

}  // namespace hearsay::accounting
