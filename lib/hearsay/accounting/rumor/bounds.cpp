// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/bounds.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::accounting {

namespace {

double harmonic(double r) { return digamma(r + 1.0) + std::numbers::egamma; }

/// P(Binomial(k, b) < r).
double fewer_than(std::uint64_t r, double k, double b) {
  if (static_cast<double>(r) > k) return 1.0;
  return BinomialLaw{.trials = k, .probability = b}.at_most(static_cast<double>(r) - 1.0);
}

}  // namespace

RumorCrowd rumor_crowd(std::int64_t nodes, std::int64_t curious) {
  if (nodes < 2) throw Error(Errc::domain, "rumor", fmt::format("nodes = {} must be >= 2", nodes));
  require_between("rumor", "curious", curious, 0, nodes - 1);
  return {static_cast<std::uint64_t>(nodes), static_cast<std::uint64_t>(curious)};
}

double rumor_delta_limit(const RumorCrowd& crowd, double epsilon) {
  require_non_negative("rumor_delta_limit", "epsilon", epsilon);
  if (crowd.curious == 0) return 0.0;
  return std::max(0.0, crowd.fraction() * (1.0 - std::expm1(epsilon) / static_cast<double>(crowd.curious)));
}

double rumor_delta_limit_no_self_sends(const RumorCrowd& crowd, double epsilon) {
  require_non_negative("rumor_delta_limit_no_self_sends", "epsilon", epsilon);
  return std::max(0.0, (static_cast<double>(crowd.curious) - std::exp(epsilon)) / static_cast<double>(crowd.nodes - 1));
}

double rumor_uncertainty_limit(const RumorCrowd& crowd) {
  return static_cast<double>(crowd.nodes) / static_cast<double>(crowd.curious + 1) - 1.0;
}

double rumor_delta_bound(const RumorCrowd& crowd, double muting, double epsilon) {
  require_unit("rumor_delta_bound", "muting", muting);
  require_non_negative("rumor_delta_bound", "epsilon", epsilon);
  if (muting == 0.0) return rumor_delta_limit(crowd, epsilon);
  const double b = crowd.fraction();
  if (b == 0.0) return 0.0;  // nobody listens
  if (muting == 1.0) return 1.0;
  return std::min(1.0, b / (1.0 - muting * (1.0 - b)));
}

double rumor_delta_bound_rounds(const RumorCrowd& crowd, double muting, int r) {
  require_unit("rumor_delta_bound_rounds", "muting", muting);
  require_between("rumor_delta_bound_rounds", "r", r, 1, std::numeric_limits<int>::max());
  return 1.0 - (1.0 - std::pow(muting, r)) * std::pow(1.0 - crowd.fraction(), r);
}

double rumor_uncertainty_bound(const RumorCrowd& crowd, double muting) {
  require_unit("rumor_uncertainty_bound", "muting", muting);
  if (muting == 0.0) return rumor_uncertainty_limit(crowd);
  const double left = static_cast<double>(crowd.nodes - crowd.curious - 1);
  return left / static_cast<double>(crowd.nodes) * (1.0 - muting);
}

double rumor_timed_delta_limit(const RumorCrowd& crowd) { return crowd.fraction(); }

double rumor_attack_cap(double delta, std::uint64_t suspects) {
  require_unit("rumor_attack_cap", "delta", delta);
  if (suspects == 0) throw Error(Errc::domain, "rumor_attack_cap", "suspects = 0 must be >= 1");
  return delta + (1.0 - delta) / static_cast<double>(suspects);
}

double rumor_uncertainty_cap(double uncertainty) {
  return 1.0 / (1.0 + require_non_negative("rumor_uncertainty_cap", "uncertainty", uncertainty));
}

RumorPushEvent rumor_push_event(const RumorCrowd& crowd, std::uint64_t senders) {
  if (senders == 0 || crowd.curious == 0) return {0.0, 1.0};
  const double n = static_cast<double>(crowd.nodes), b = crowd.fraction();
  // The smallest k with P(Binomial(k, b) < r) <= 1/n, from about the normal approximation by growing steps, then by
  // bisection.
  const auto likely = [&](double k) { return fewer_than(senders, k, b) > 1.0 / n; };
  const double r = static_cast<double>(senders), spread = std::sqrt(r * (1.0 - b)) / b;
  double low = std::max(r, std::floor(r / b + std::sqrt(2.0 * std::log(n)) * spread)), high = low;
  double step = std::max(1.0, std::floor(spread / 16.0));
  for (; likely(high); step *= 2.0) low = high, high += step;
  for (; low >= r && !likely(low); step *= 2.0) high = low, low = std::max(r - 1.0, low - step);
  while (true) {
    const double middle = std::floor((low + high) / 2.0);
    if (middle <= low || middle >= high) break;  // beyond 2^53 neighboring doubles are further apart than 1
    (likely(middle) ? low : high) = middle;
  }
  return {-std::expm1(-b * harmonic(static_cast<double>(senders))),
          std::min(1.0, -std::expm1(high * std::log1p(-1.0 / n)) + 1.0 / n)};
}

RumorPushBound rumor_push_delta(const RumorCrowd& crowd, double epsilon) {
  require_non_negative("rumor_push_delta", "epsilon", epsilon);
  RumorPushBound best;
  for (double r = 1.0; r <= static_cast<double>(crowd.nodes); r = std::ceil(r * 1.2)) {  // a grid: the maximum is flat
    const auto senders = static_cast<std::uint64_t>(r);
    const auto event = rumor_push_event(crowd, senders);
    const double delta = event.source_lower - std::exp(epsilon) * event.other_upper;
    if (delta > best.delta) best = {delta, senders};
    if (event.other_upper >= 1.0) break;
  }
  return best;
}

}  // namespace hearsay::accounting
