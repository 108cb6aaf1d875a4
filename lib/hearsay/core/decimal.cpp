// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/decimal.hpp>

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace hearsay {

namespace {

/// mantissa * 10^exponent, to nearest.
double number(std::int64_t mantissa, int exponent) {
  const auto text = fmt::format("{}e{}", mantissa, exponent);
  double value = 0.0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failed == std::errc::result_out_of_range ? std::copysign(HUGE_VAL, static_cast<double>(mantissa)) : value;
}

/// The decimal nearest to x, or the next one on the side of `direction` if it is on the other.
double decimal_beside(double x, int digits, int direction) {
  if (x == 0.0 || !std::isfinite(x)) return x;
  const auto text = fmt::format("{:.{}e}", x, digits - 1);  // -d.ddde+XX
  const auto mark = text.find('e');
  auto mantissa_text = text.substr(0, mark);
  if (const auto point = mantissa_text.find('.'); point != mantissa_text.npos) mantissa_text.erase(point, 1);
  const std::int64_t mantissa = std::stoll(mantissa_text);
  const int exponent = std::stoi(text.substr(mark + 1)) - (digits - 1);
  const double nearest = number(mantissa, exponent);
  if (direction > 0 ? nearest >= x : nearest <= x) return nearest;
  // Towards 0 from a power of ten there is room for one more digit.
  const bool shrinks = (mantissa < 0) == (direction > 0);
  const bool power_of_ten = std::abs(mantissa) == static_cast<std::int64_t>(std::llround(std::pow(10.0, digits - 1)));
  return shrinks && power_of_ten ? number(10 * mantissa + direction, exponent - 1)
                                 : number(mantissa + direction, exponent);
}

}  // namespace

double decimal_above(double x, int digits) { return decimal_beside(x, digits, 1); }
double decimal_below(double x, int digits) { return decimal_beside(x, digits, -1); }

}  // namespace hearsay
