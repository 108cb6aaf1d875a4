// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/written_number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::empirical {

namespace {

/// A decimal number: 0.DIGITS times 10^exponent, without zeros at either end of the digits.
struct Decimal {
  bool negative = false;
  std::string digits;
  long long exponent = 0;

  [[nodiscard]] bool operator==(const Decimal&) const = default;
};

/// @pre the syntax of JSON.
Decimal decimal_of(std::string_view text) {
  Decimal number{.negative = text.starts_with('-'), .digits = {}};
  if (number.negative) text.remove_prefix(1);
  const auto mantissa = text.substr(0, text.find_first_of("eE"));
  if (mantissa.size() < text.size()) {
    text.remove_prefix(mantissa.size() + 1);
    number.exponent = parse_whole<long long>(text).value_or((text.starts_with('-') ? -1 : 1) * (1LL << 60));
  }
  const auto point = std::min(mantissa.find('.'), mantissa.size());
  number.digits = std::string(mantissa.substr(0, point));
  if (point < mantissa.size()) number.digits += mantissa.substr(point + 1);
  const auto first = number.digits.find_first_not_of('0');
  if (first == number.digits.npos) return {.negative = number.negative, .digits = {}};
  number.exponent += static_cast<long long>(point) - static_cast<long long>(first);
  number.digits = number.digits.substr(first, number.digits.find_last_not_of('0') + 1 - first);
  return number;
}

/// Whether the whole text is a number as JSON writes it.
bool is_number(std::string_view text) {
  const auto take_digits = [&text] {
    const auto count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count;
  };
  if (text.starts_with('-')) text.remove_prefix(1);
  const bool zero = text.starts_with('0');
  const auto leading = take_digits();
  if (leading == 0 || (zero && leading > 1)) return false;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    if (take_digits() == 0) return false;
  }
  if (text.starts_with('e') || text.starts_with('E')) {
    text.remove_prefix(1);
    if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
    if (take_digits() == 0) return false;
  }
  return text.empty();
}

}  // namespace

std::string shortest_text(double value) { return fmt::format("{}", value); }

WrittenNumber read_number(std::string_view text) {
  if (!is_number(text)) throw Error(Errc::syntax, "a number", fmt::format("'{}' is not a number", text));
  WrittenNumber number{.whole = text.find_first_of(".eE") == text.npos, .digits = {}};
  const auto value = parse_real(text);
  const auto written = decimal_of(text);
  if (value) {
    number.value = *value;
  } else {
    if (written.exponent < 0) {
      number.value = written.negative ? -0.0 : 0.0;
    } else if (number.whole) {
      number.value = std::copysign(std::numeric_limits<double>::max(), written.negative ? -1.0 : 1.0);
    } else {
      throw Error(Errc::syntax, "a number", "is larger than the largest double");
    }
  }
  constexpr double all_digits = 1LL << std::numeric_limits<double>::digits;
  const bool beyond = number.whole && std::abs(number.value) > all_digits;
  if (beyond || written != decimal_of(shortest_text(number.value))) number.digits = text;
  return number;
}

}  // namespace hearsay::empirical
