// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/composition.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::divergence {

namespace {

void require_each(std::string_view where, const Promise& each, std::uint64_t count) {
  require_non_negative(where, "epsilon", each.epsilon);
  if (!(each.delta >= 0.0 && each.delta < 1.0))
    throw Error(Errc::domain, where, fmt::format("delta = {} must be in [0, 1)", each.delta));
  if (count < 1 || count > 100000000)
    throw Error(Errc::domain, where, fmt::format("count = {} must be between 1 and 100000000", count));
}

double relative_error(std::uint64_t count) { return 5e-11 + 5e-15 * static_cast<double>(count); }

/// 1 - (1 - delta)^k (1 - h) without cancellation.
double combine(double delta, double count, double h) {
  const double all_finite = count * std::log1p(-delta);
  return -std::expm1(all_finite) + std::exp(all_finite) * h;
}

/// Sum over l of P(l) (1 - e^(total - (2l - k) epsilon))^+, all terms positive: from the largest one outwards by the
/// ratio of neighbors.
double binomial_hockey_stick(double epsilon, std::uint64_t count, double total) {
  const auto k = static_cast<double>(count);
  if (total >= k * epsilon) return 0.0;
  const double first = std::max(0.0, std::floor(0.5 * (total / epsilon + k)) - 1.0);
  const double likely = 1.0 / (1.0 + std::exp(-epsilon));
  const double start = std::clamp(std::floor(likely * (k + 1.0)), first, k);
  const double anchor = BinomialLaw{.trials = k, .probability = likely}.mass(start);
  const auto gain = [&](double l) { return std::max(0.0, -std::expm1(total - (2.0 * l - k) * epsilon)); };
  const double odds = std::exp(epsilon);
  double sum = 0.0;
  for (double l = start, mass = anchor; l <= k; l += 1.0) {
    sum += mass * gain(l);
    mass *= (k - l) / (l + 1.0) * odds;
    if (mass < 1e-20 * anchor && l > likely * (k + 1.0)) break;
  }
  for (double l = start - 1.0, mass = anchor * start / ((k - start + 1.0) * odds); l >= first; l -= 1.0) {
    sum += mass * gain(l);
    mass *= l / ((k - l + 1.0) * odds);
    if (mass < 1e-20 * anchor) break;
  }
  return std::min(sum, 1.0);
}

}  // namespace

Promise basic_composition(const Promise& each, std::uint64_t count) {
  require_each("basic_composition", each, count);
  const auto k = static_cast<double>(count);
  return {k * each.epsilon, std::min(1.0, k * each.delta)};
}

double advanced_composition_epsilon(double count, double epsilon, double slack) {
  require_non_negative("advanced_composition", "count", count);
  require_non_negative("advanced_composition", "epsilon", epsilon);
  require_open_unit("advanced_composition", "slack", slack);
  return std::sqrt(2.0 * count * std::log(1.0 / slack)) * epsilon + count * epsilon * std::expm1(epsilon);
}

Promise advanced_composition(const Promise& each, std::uint64_t count, double slack) {
  require_each("advanced_composition", each, count);
  const auto k = static_cast<double>(count);
  return {advanced_composition_epsilon(k, each.epsilon, slack), std::min(1.0, k * each.delta + slack)};
}

double heterogeneous_epsilon(const PromiseSums& sums, double slack) {
  require_open_unit("heterogeneous_epsilon", "slack", slack);
  const double level = std::min(std::log(1.0 / slack), std::log(M_E + std::sqrt(sums.square) / slack));
  return std::min(sums.epsilon, sums.drift + std::sqrt(2.0 * sums.square * level));
}

OptimalComposition::OptimalComposition(const Promise& each, std::uint64_t count) : each_(each), count_(count) {
  require_each("OptimalComposition", each, count);
}

Bracket OptimalComposition::delta(double total_epsilon) const {
  require_non_negative("OptimalComposition::delta", "total_epsilon", total_epsilon);
  const double h = each_.epsilon == 0.0 ? 0.0 : binomial_hockey_stick(each_.epsilon, count_, total_epsilon);
  const double delta = std::min(1.0, combine(each_.delta, static_cast<double>(count_), h));
  const double error = relative_error(count_);
  return {delta * (1.0 - error), delta, std::min(1.0, delta * (1.0 + error))};
}

Bracket OptimalComposition::epsilon(double total_delta) const {
  require_open_unit("OptimalComposition::epsilon", "total_delta", total_delta);
  const auto k = static_cast<double>(count_);
  const double smallest = combine(each_.delta, k, 0.0);
  if (total_delta < smallest) {
    throw Error(Errc::conditions, "OptimalComposition::epsilon",
                fmt::format("total_delta = {} must be at least 1 - (1 - delta)^count = {}: no finite epsilon exists",
                            total_delta, smallest));
  }
  const auto solve =
      [&](auto safe) {  // smallest epsilon that is safe, by bisection; safe(k epsilon) or that is the answer
        if (safe(0.0)) return std::pair{0.0, 0.0};
        double low = 0.0, high = k * each_.epsilon * (1.0 + 1e-15);
        for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
          const double middle = 0.5 * (low + high);
          (safe(middle) ? high : low) = middle;
        }
        return std::pair{low, high};
      };
  const double upper = solve([&](double e) { return delta(e).upper() <= total_delta; }).second;
  const double lower = std::min(upper, solve([&](double e) { return delta(e).lower() <= total_delta; }).first);
  return {lower, 0.5 * (lower + upper), upper};
}

}  // namespace hearsay::divergence
