// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/decimal.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <hearsay/core/number.hpp>

namespace hearsay {

namespace {

/// mantissa * 10^exponent, to nearest.
double number(std::int64_t mantissa, int exponent) {
  const auto text = fmt::format("{}e{}", mantissa, exponent);
  return parse_real(text).value_or(std::copysign(exponent > 0 ? HUGE_VAL : 0.0, static_cast<double>(mantissa)));
}

/// The decimal nearest to x, or the next one on the side of `direction` if it is on the other.
double decimal_beside(double x, int digits, int direction) {
  if (x == 0.0 || !std::isfinite(x)) return x;
  const auto text = fmt::format("{:.{}e}", x, digits - 1);  // -d.ddde+XX
  const auto mark = text.find('e');
  auto mantissa_text = text.substr(0, mark);
  if (const auto point = mantissa_text.find('.'); point != mantissa_text.npos) mantissa_text.erase(point, 1);
  const std::int64_t mantissa = parse_whole<std::int64_t>(mantissa_text).value();
  const int exponent = parse_whole<int>(std::string_view(text).substr(mark + 1)).value() - (digits - 1);
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
