// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <charconv>
#include <cmath>
#include <concepts>
#include <optional>
#include <string_view>

// The one way in which text becomes a number, in every option and every file: decimal digits, the whole text, in range.
namespace hearsay {

namespace detail {

/// `text` without a sign +, which std::from_chars does not know; as it is where that is no number.
constexpr std::string_view without_plus(std::string_view text) {
  const bool signed_number = text.size() > 1 && text.front() == '+' && text[1] != '-' && text[1] != '+';
  return signed_number ? text.substr(1) : text;
}

template <class Number>
std::optional<Number> whole_text(std::string_view text) {
  text = without_plus(text);
  Number value{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace detail

/// The whole number that all of `text` spells: a sign or none, then decimal digits; 010 is ten.
/// @return nothing for other text, blanks among it, and for a number that `Number` cannot hold.
template <std::integral Number>
[[nodiscard]] std::optional<Number> parse_whole(std::string_view text) {
  return detail::whole_text<Number>(text);
}

/// The same in hexadecimal digits without a mark or a sign, as formats write the number of a character.
template <std::unsigned_integral Number>
[[nodiscard]] std::optional<Number> parse_hexadecimal(std::string_view text) {
  Number value{};
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (failed != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The number nearest to the one that all of `text` spells: a sign or none, decimal digits, with a point and an
/// exponent or without.
/// @return nothing for other text (blanks, nan, inf, hexadecimal digits among it), and for a number that a double
/// cannot hold: too large, or so small that it would become 0.
[[nodiscard]] inline std::optional<double> parse_real(std::string_view text) {
  const auto value = detail::whole_text<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

}  // namespace hearsay
