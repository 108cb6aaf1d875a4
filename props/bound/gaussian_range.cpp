// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/gaussian_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>

namespace hearsay::props::bound {

using formula::Range;
using formula::Wide;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double most_epsilon = 700.0;

}  // namespace

DoubleEnds double_ends(const Range& range) {
  auto lower = static_cast<double>(range.lower()), upper = static_cast<double>(range.upper());
  if (Wide(lower) > range.lower()) lower = std::nextafter(lower, -infinity);
  if (Wide(upper) < range.upper()) upper = std::nextafter(upper, infinity);
  return {.lower = lower, .upper = upper};
}

Range growing_falling(const std::function<Bracket(double x, double y)>& number, const Range& x, const Range& y) {
  const auto [least_x, most_x] = double_ends(x);
  const auto [least_y, most_y] = double_ends(y);
  const auto largest = number(most_x, least_y);
  if (least_x == most_x && least_y == most_y) return formula::range_of(largest);
  return {Wide(number(least_x, most_y).lower()), Wide(largest.upper())};
}

void require_delta(const Range& delta) {
  if (!(delta.lower() > 0 && delta.upper() < 1))
    throw Error(Errc::domain, "bound",
                fmt::format("epsilon({}): delta must be between 0 and 1", static_cast<double>(delta.lower())));
}

void require_epsilon(const Range& epsilon) {
  if (!(epsilon.lower() >= 0 && epsilon.upper() <= most_epsilon))
    throw Error(
        Errc::domain, "bound",
        fmt::format("delta({}): epsilon must be from 0 to {}", static_cast<double>(epsilon.lower()), most_epsilon));
}

Range gaussian_epsilon_range(const Range& mu, const Range& delta) {
  require_delta(delta);
  return growing_falling(divergence::gaussian_epsilon, mu, delta);
}

Range gaussian_delta_range(const Range& mu, const Range& epsilon) {
  require_epsilon(epsilon);
  const auto delta = [](double m, double e) { return divergence::gaussian_delta(std::max(0.0, m), std::max(0.0, e)); };
  return growing_falling(delta, mu, epsilon);
}

}  // namespace hearsay::props::bound
