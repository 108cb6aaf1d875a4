// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/exact/fraction.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <hearsay/core/infinity.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::exact {

namespace {

/// A number of digits only.
std::optional<Integer> digits(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > most_digits || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));  // a leading 0 would mean octal
  return Integer(std::string(text));
}

Rational power_of_ten(int exponent) {
  const Rational scale(pow(Integer(10), static_cast<unsigned>(std::abs(exponent))));
  return exponent < 0 ? Rational(1 / scale) : scale;
}

/// Digits with a point among them, at one of their ends, or without.
std::optional<Rational> decimal(std::string_view text) {
  const auto point = std::min(text.find('.'), text.size());
  const auto after = text.substr(std::min(point + 1, text.size()));
  const auto all = digits(std::string(text.substr(0, point)).append(after));
  if (!all) return std::nullopt;
  return Rational(*all) * power_of_ten(-static_cast<int>(after.size()));
}

/// A decimal and an exponent.
std::optional<Rational> scientific(std::string_view text, std::size_t mark) {
  const auto number = decimal(text.substr(0, mark));
  const auto exponent = parse_whole<int>(text.substr(mark + 1));
  if (!number || !exponent || *exponent < -largest_exponent || *exponent > largest_exponent) return std::nullopt;
  return *number * power_of_ten(*exponent);
}

std::optional<Rational> quotient(std::string_view text, std::size_t mark) {
  const auto above = digits(text.substr(0, mark)), below = digits(text.substr(mark + 1));
  if (!above || !below || *below == 0) return std::nullopt;
  return Rational(*above, *below);
}

std::optional<Rational> without_sign(std::string_view text) {
  if (const auto mark = text.find('/'); mark != text.npos) return quotient(text, mark);
  if (const auto mark = text.find_first_of("eE"); mark != text.npos) return scientific(text, mark);
  return decimal(text);
}

}  // namespace

std::optional<Rational> parse_fraction(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto value = without_sign(text);
  return value && negative ? Rational(-*value) : value;
}

std::string to_string(const Rational& fraction) { return fraction.str(); }

std::optional<std::pair<std::int64_t, std::int64_t>> small_fraction(double value) {
  double whole = std::floor(value), rest = value - whole;
  double p0 = 1.0, q0 = 0.0, p1 = whole, q1 = 1.0;  // convergents of the continued fraction
  while (p1 / q1 != value && rest > 0.0) {
    const double inverse = 1.0 / rest, digit = std::floor(inverse);
    const double p2 = digit * p1 + p0, q2 = digit * q1 + q0;
    if (q2 > 4096.0) return std::nullopt;
    p0 = p1, q0 = q1, p1 = p2, q1 = q2, rest = inverse - digit;
  }
  if (p1 / q1 != value) return std::nullopt;
  return std::pair{static_cast<std::int64_t>(p1), static_cast<std::int64_t>(q1)};
}

Rational fraction_of(double value) {
  if (std::abs(value) < 0x1p40) {
    if (const auto small = small_fraction(value)) return {small->first, small->second};
  }
  return Rational(value);
}

Rational decimal_fraction(double value) {
  const auto text = fmt::format("{}", value);
  const auto mark = std::min(text.find('e'), text.size());
  auto decimal = parse_fraction(std::string_view(text).substr(0, mark)).value();
  if (mark == text.size()) return decimal;
  const int exponent = parse_whole<int>(std::string_view(text).substr(mark + 1)).value();
  const Rational scale(pow(Integer(10), static_cast<unsigned>(std::abs(exponent))));
  return exponent < 0 ? Rational(decimal / scale) : Rational(decimal * scale);
}

double to_double(const Rational& fraction) { return fraction.convert_to<double>(); }

double round_down(const Rational& fraction) {
  // From the right side of the fraction, wherever the conversion lands, to the last double that is not beyond it.
  double x = std::nextafter(to_double(fraction), infinity);
  while (x == infinity || (x != -infinity && Rational(x) > fraction)) x = std::nextafter(x, -infinity);
  return x;
}

double round_up(const Rational& fraction) { return 0.0 - round_down(-fraction); }

}  // namespace hearsay::exact
