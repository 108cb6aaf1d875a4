// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/generic/shuffling.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::accounting {

namespace {

[[noreturn]] void refuse(std::string_view where, std::string_view what, double value, std::string_view condition) {
  throw Error(Errc::conditions, where, fmt::format("{} = {}: the theorem needs {}", what, value, condition));
}

std::vector<double> binomial_law(std::uint64_t n, double p) {
  const BinomialLaw law{.trials = static_cast<double>(n), .probability = p};
  std::vector<double> mass(n + 1);
  for (std::uint64_t i = 0; i <= n; ++i) mass[i] = law.mass(static_cast<double>(i));
  return mass;
}

/// Law of the sum of two independent counts.
std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> sum(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  }
  return sum;
}

}  // namespace

double shuffling_efmrtt(double epsilon0, std::uint64_t n, double delta) {
  if (n < 1000) refuse("shuffling_efmrtt", "n", static_cast<double>(n), "n >= 1000");
  if (!(epsilon0 > 0.0 && epsilon0 < 0.5)) refuse("shuffling_efmrtt", "epsilon0", epsilon0, "0 < epsilon0 < 1/2");
  if (!(delta > 0.0 && delta < 0.01)) refuse("shuffling_efmrtt", "delta", delta, "0 < delta < 1/100");
  return 12.0 * epsilon0 * std::sqrt(-std::log(delta) / static_cast<double>(n));
}

double shuffling_clones(double epsilon0, std::uint64_t n, double delta) {
  if (!(delta > 0.0 && delta < 1.0)) refuse("shuffling_clones", "delta", delta, "0 < delta < 1");
  const auto users = static_cast<double>(n);
  const double largest = std::log(users / (16.0 * std::log(2.0 / delta)));
  if (!(epsilon0 > 0.0 && epsilon0 <= largest)) {
    refuse("shuffling_clones", "epsilon0", epsilon0,
           fmt::format("0 < epsilon0 <= ln(n / (16 ln(2/delta))) = {}", largest));
  }
  const double e = std::exp(epsilon0);
  return std::log1p(std::tanh(0.5 * epsilon0) * (8.0 * std::sqrt(e * std::log(4.0 / delta) / users) + 8.0 * e / users));
}

Bracket shuffling_clones_delta(double epsilon0, std::uint64_t n, double epsilon) {
  require_positive("shuffling_clones_delta", "epsilon0", epsilon0);
  require_non_negative("shuffling_clones_delta", "epsilon", epsilon);
  require_between("shuffling_clones_delta", "n", static_cast<std::int64_t>(n), 1, 1000000000);
  if (epsilon >= epsilon0) return Bracket::exact(0.0);
  const double truth = 1.0 / (1.0 + std::exp(-epsilon0)), lie = 1.0 / (1.0 + std::exp(epsilon0)),
               scale = std::exp(epsilon);
  const auto others = static_cast<double>(n - 1);
  const BinomialLaw clones{.trials = std::max(others, 1.0), .probability = std::exp(-epsilon0)};
  const double mean = others * std::exp(-epsilon0),
               sd = std::sqrt(others * std::exp(-epsilon0) * -std::expm1(-epsilon0));
  const double first = std::max(0.0, std::floor(mean - 12.0 * sd - 40.0)),
               last = std::min(others, std::ceil(mean + 12.0 * sd + 40.0));
  double delta = 0.0, size = 0.0, missing = 0.0;
  for (double c = first; c <= last; c += 1.0) {
    const double weight = n == 1 ? 1.0 : clones.mass(c);
    // Given c the first count is P: truth B(a-1) + lie B(a), Q: lie B(a-1) + truth B(a), B = Bin(c, 1/2); B(a-1)/B(a) =
    // a/(c-a+1), so P > e^epsilon Q for a above a threshold.
    const double high = truth - scale * lie, low = scale * truth - lie;  // P - e^epsilon Q = high B(a-1) - low B(a)
    const double threshold = std::floor((c + 1.0) * low / (high + low)) + 1.0;
    if (threshold > c + 1.0) continue;
    const auto tail = [&](double at) {  // P(Bin(c, 1/2) >= at)
      if (at <= 0.0) return 1.0;
      if (at > c) return 0.0;
      return BinomialLaw{c, 0.5}.above(at - 1.0);
    };
    const double gain = high * tail(threshold - 1.0), loss = low * tail(threshold);
    delta += weight * std::max(0.0, gain - loss);
    size += weight * (gain + loss);
  }
  if (n > 1) {
    if (first > 0.0) missing += clones.at_most(first - 1.0);
    if (last < others) missing += clones.above(last);
  }
  const double error = 1e-11 * delta + 1e-12 * size;
  return {std::max(0.0, delta - error), delta, std::min(1.0, delta + error + missing)};
}

double shuffling_clones_local_epsilon(std::uint64_t n, double epsilon, double delta) {
  require_positive("shuffling_clones_local_epsilon", "epsilon", epsilon);
  require_open_unit("shuffling_clones_local_epsilon", "delta", delta);
  const auto holds = [&](double epsilon0) { return shuffling_clones_delta(epsilon0, n, epsilon).upper() <= delta; };
  double low = epsilon, high = std::max(1.0, 2.0 * epsilon);
  while (holds(high)) {
    if (high > 700.0)
      refuse("shuffling_clones_local_epsilon", "delta", delta, "a delta that some epsilon0 <= 700 exceeds");
    low = high, high *= 2.0;
  }
  while (high - low > 1e-12 * low) {
    const double middle = 0.5 * (low + high);
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

double shuffling_blanket_delta(double epsilon0, double gamma, std::uint64_t n, double epsilon,
                               Concentration concentration) {
  require_positive("shuffling_blanket_delta", "epsilon0", epsilon0);
  require_positive("shuffling_blanket_delta", "epsilon", epsilon);
  if (n < 1) throw Error(Errc::domain, "shuffling_blanket_delta", "n = 0 must be >= 1");
  if (!(gamma >= std::exp(-epsilon0) * (1.0 - 1e-12) && gamma < 1.0)) {
    refuse("shuffling_blanket_delta", "gamma", gamma,
           fmt::format("e^-epsilon0 = {} <= gamma < 1", std::exp(-epsilon0)));
  }
  if (epsilon >= epsilon0) return 0.0;
  const auto users = static_cast<double>(n);
  const double e0 = std::exp(epsilon0), e = std::exp(epsilon);
  const double drift = std::expm1(epsilon);  // -E L
  const double highest = gamma * (e0 - e), lowest = gamma * (1.0 - e * e0);
  double front = 0.0, rate = 0.0;  // E (L_1 + ... + L_m)^+ <= front e^(-rate m)
  if (concentration == Concentration::hoeffding) {
    const double range = highest - lowest;
    front = range * range / (4.0 * drift), rate = 2.0 * drift * drift / (range * range);
  } else {
    const double variance = gamma * e0 * (1.0 + e * e) - 2.0 * gamma * e - drift * drift;
    const double top = highest + drift;  // of L - E L
    const double u = top * drift / variance;
    front = top / std::log1p(u), rate = variance / (top * top) * ((1.0 + u) * std::log1p(u) - u);
  }
  // Sum over m >= 1 of C(n,m) gamma^m (1-gamma)^(n-m) e^(-rate m), over gamma n.
  const double some = std::exp(users * std::log1p(gamma * std::expm1(-rate))),
               none = std::exp(users * std::log1p(-gamma));
  return std::min(1.0, front * (some - none) / (gamma * users));
}

Bracket shuffled_randomized_response_delta(double epsilon0, std::uint64_t n, std::uint64_t ones, double epsilon) {
  require_positive("shuffled_randomized_response_delta", "epsilon0", epsilon0);
  require_non_negative("shuffled_randomized_response_delta", "epsilon", epsilon);
  require_between("shuffled_randomized_response_delta", "n", static_cast<std::int64_t>(n), 1, 20000);
  require_between("shuffled_randomized_response_delta", "ones", static_cast<std::int64_t>(ones), 0,
                  static_cast<std::int64_t>(n) - 1);
  const double truth = 1.0 / (1.0 + std::exp(-epsilon0)), lie = 1.0 / (1.0 + std::exp(epsilon0));
  const auto others = convolve(binomial_law(ones, truth), binomial_law(n - 1 - ones, lie));
  const auto zero = convolve(others, {truth, lie}), one = convolve(others, {lie, truth});
  const double scale = std::exp(epsilon);
  double forward = 0.0, backward = 0.0;
  for (std::size_t i = 0; i < zero.size(); ++i) {
    forward += std::max(0.0, one[i] - scale * zero[i]);
    backward += std::max(0.0, zero[i] - scale * one[i]);
  }
  const double delta = std::min(1.0, std::max(forward, backward)), error = 1e-13 * (1.0 + scale);
  return {std::max(0.0, delta - error), delta, std::min(1.0, delta + error)};
}

}  // namespace hearsay::accounting
