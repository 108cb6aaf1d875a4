// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/linalg/fraction.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <hearsay/core/infinity.hpp>

namespace hearsay::linalg {

namespace {

using Integer = boost::multiprecision::cpp_int;

/// A number of digits only.
std::optional<Integer> digits(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > most_digits || !std::ranges::all_of(text, is_digit)) return std::nullopt;
  text.remove_prefix(std::min(text.find_first_not_of('0'), text.size() - 1));  // a leading 0 would mean octal
  return Integer(std::string(text));
}

}  // namespace

std::optional<Rational> parse_fraction(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const auto mark = text.find_first_of("/.");
  const auto whole = digits(text.substr(0, mark));
  if (!whole) return std::nullopt;
  Rational value = *whole;
  if (mark != text.npos) {
    const auto rest = digits(text.substr(mark + 1));
    if (!rest || (text[mark] == '/' && *rest == 0)) return std::nullopt;
    if (text[mark] == '/') {
      value /= *rest;
    } else {
      value += Rational(*rest, pow(Integer(10), static_cast<unsigned>(text.size() - mark - 1)));
    }
  }
  return negative ? Rational(-value) : value;
}

std::string to_string(const Rational& fraction) { return fraction.str(); }

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
  const int exponent = std::stoi(text.substr(mark + 1));
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

}  // namespace hearsay::linalg
