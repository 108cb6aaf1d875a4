// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/ring/detail/ring_lap.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/binomial.hpp>

// Derivation: docs/maths/walk.md, section 10.

namespace hearsay::accounting {

namespace {

constexpr double log_left_out = -47.0;  // of one count's two tails, halved; at most four counts a lap
constexpr double most_outcomes = 1 << 25;
constexpr double most_numbers = 64.0;  // of uniform elements, the others rounded down to one of them
constexpr double most_numbers_mixed = 16.0;

/// Values of Bin(trials, p) outside which lies at most 2 e^log_left_out, by Bernstein's inequality.
struct Interval {
  std::int64_t first, last;
  [[nodiscard]] double width() const { return static_cast<double>(last - first + 1); }
};
Interval likely(std::int64_t trials, double p) {
  const double mean = static_cast<double>(trials) * p,
               reach = -log_left_out / 3.0 +
                       std::sqrt(log_left_out * log_left_out / 9.0 - 2.0 * mean * (1.0 - p) * log_left_out);
  return {static_cast<std::int64_t>(std::max(0.0, std::floor(mean - reach))),
          static_cast<std::int64_t>(std::min(static_cast<double>(trials), std::ceil(mean + reach)))};
}

/// Masses of a count on an interval.
struct Count {
  Interval in;
  std::vector<double> mass;
  [[nodiscard]] double at(std::int64_t k) const {
    return k < in.first || k > in.last ? 0.0 : mass[static_cast<std::size_t>(k - in.first)];
  }
};

/// Bin(trials, p), by recursion from the mode, taken anew now and then so that rounding does not grow with the width.
Count binomial(std::int64_t trials, double p, const Interval& in) {
  constexpr std::int64_t stretch = 1024;
  Count count{in, std::vector<double>(static_cast<std::size_t>(in.last - in.first + 1))};
  const auto n = static_cast<double>(trials);
  const auto mode = std::clamp(static_cast<std::int64_t>((n + 1.0) * p), in.first, in.last);
  const auto at = [&](std::int64_t k) -> double& { return count.mass[static_cast<std::size_t>(k - in.first)]; };
  const auto anew = [&](std::int64_t k) {
    return stats::binomial_mass(static_cast<std::uint64_t>(trials), p, static_cast<std::uint64_t>(k));
  };
  at(mode) = anew(mode);
  for (auto k = mode; k < in.last; ++k) {
    at(k + 1) = (k + 1 - mode) % stretch == 0
                    ? anew(k + 1)
                    : at(k) * ((n - static_cast<double>(k)) * p) / ((static_cast<double>(k) + 1.0) * (1.0 - p));
  }
  for (auto k = mode; k > in.first; --k) {
    at(k - 1) = (mode - k + 1) % stretch == 0
                    ? anew(k - 1)
                    : at(k) * (static_cast<double>(k) * (1.0 - p)) / ((n - static_cast<double>(k) + 1.0) * p);
  }
  return count;
}

Count sum(const Count& a, const Count& b) {
  Count total{{a.in.first + b.in.first, a.in.last + b.in.last}, {}};
  total.mass.assign(a.mass.size() + b.mass.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.mass.size(); ++i) {
    for (std::size_t j = 0; j < b.mass.size(); ++j) total.mass[i + j] += a.mass[i] * b.mass[j];
  }
  return total;
}

void require_outcomes(double outcomes) {
  if (outcomes > most_outcomes)
    throw Error(Errc::too_large, "ring_histogram",
                fmt::format("{:.3g} outcomes of one lap are more than {:g}; use fewer users", outcomes, most_outcomes));
}

double open_outcomes(std::int64_t others, double x, double y, double z) {
  return likely(others, x).width() * (z > 0.0 ? likely(others, y).width() : 1.0);
}

/// `each` number of uniform elements among Bin(others, gamma), from the first of at most `numbers` ranges, and the
/// probability of the range.
template <class Each>
void for_uniform(std::int64_t others, double gamma, double numbers, Each each) {
  const auto in = likely(others, gamma);
  const auto count = binomial(others, gamma, in);
  const auto stride = static_cast<std::int64_t>(std::ceil(in.width() / std::floor(numbers)));
  for (auto first = in.first; first <= in.last; first += stride) {
    double chance = 0.0;
    for (auto k = first; k <= std::min(in.last, first + stride - 1); ++k) chance += count.at(k);
    if (chance > 0.0) each(first, chance);
  }
}

}  // namespace

void open_lap(const Answer& answer, std::int64_t others, double x, double y, double z, double weight,
              const OnOutcome& on_outcome) {
  require_outcomes(open_outcomes(others, x, y, z));
  auto ones = likely(others, x);
  ++ones.last;
  const auto first = binomial(others + 1, x, ones);
  for (auto a = ones.first; a <= ones.last; ++a) {
    const auto left = others + 1 - a;
    Count second{{left, left}, {1.0}};
    if (z > 0.0) {
      auto in = likely(others, y);
      in.last = std::min(in.last + 1, left);
      if (in.first > in.last) continue;
      second = binomial(left, y / (y + z), in);
    }
    const double front = weight * first.at(a) / static_cast<double>(others + 1), one = static_cast<double>(a) / x;
    for (auto b = second.in.first; b <= second.in.last; ++b) {
      const double mass = front * second.at(b), other = static_cast<double>(b) / y,
                   rest = z > 0.0 ? answer.rest * static_cast<double>(left - b) / z : 0.0;
      on_outcome(mass * (answer.truth * one + answer.lie * other + rest),
                 mass * (answer.lie * one + answer.truth * other + rest));
    }
  }
}

void blanket_lap(const Answer& answer, std::int64_t others, double gamma, std::int64_t buckets,
                 const OnOutcome& on_outcome) {
  const double even = 1.0 / static_cast<double>(buckets), third = buckets == 2 ? 0.0 : 1.0 - 2.0 * even;
  const double numbers =
      std::min(most_numbers, most_outcomes / open_outcomes(likely(others, gamma).last, even, even, third));
  if (numbers < 1.0) require_outcomes(most_outcomes / numbers);
  for_uniform(others, gamma, numbers, [&](std::int64_t uniform, double chance) {
    open_lap(answer, uniform, even, even, third, chance, on_outcome);
  });
}

void mixed_lap(const Answer& answer, std::int64_t fresh, std::int64_t old, std::int64_t unknown, double gamma,
               const OnOutcome& on_outcome) {
  const auto in_fresh = likely(fresh, answer.truth), in_old = likely(old, answer.lie);
  require_outcomes(in_fresh.width() * in_old.width());
  require_outcomes((in_fresh.width() + in_old.width()) * likely(unknown, 0.5).width() * most_numbers_mixed /
                   32.0);  // additions are cheaper than logarithms
  const auto known = sum(binomial(fresh, answer.truth, in_fresh), binomial(old, answer.lie, in_old));
  for_uniform(unknown, gamma, most_numbers_mixed, [&](std::int64_t uniform, double chance) {
    const auto others = sum(known, binomial(uniform, 0.5, likely(uniform, 0.5)));
    for (auto a = others.in.first; a <= others.in.last + 1; ++a) {
      const double with = others.at(a - 1), without = others.at(a);
      on_outcome(chance * (answer.truth * with + answer.lie * without),
                 chance * (answer.lie * with + answer.truth * without));
    }
  });
}

}  // namespace hearsay::accounting
