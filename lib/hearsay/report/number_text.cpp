// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/number_text.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include <hearsay/core/decimal.hpp>

namespace hearsay::report {

namespace {

/// Four units in the last place of a double.
double slack(double x) { return std::isinf(x) ? 0.0 : 4.0 * std::numeric_limits<double>::epsilon() * std::abs(x); }

}  // namespace

std::string number_text(double x, int digits) {
  if (std::isinf(x)) return x > 0.0 ? "infinite" : "-infinite";
  return fmt::format("{:.{}g}", x, digits);
}

std::string number_text_above(double x, int digits) { return number_text(decimal_above(x - slack(x), digits), digits); }

std::string number_text_below(double x, int digits) { return number_text(decimal_below(x + slack(x), digits), digits); }

std::string enclosure_text(const Enclosure& number, int digits) {
  if (number.value) return number_text(*number.value, digits);
  const auto low = number_text_below(number.lower, digits), high = number_text_above(number.upper, digits);
  return low == high ? high : fmt::format("{} to {}", low, high);
}

}  // namespace hearsay::report
