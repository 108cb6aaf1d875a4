// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <hearsay/exact/rational.hpp>

namespace hearsay::exact {

inline constexpr std::size_t most_digits = 1000;  ///< of a decimal, of a numerator or of a denominator, as text
inline constexpr int largest_exponent = 400;      ///< of ten

/// Reads "-3", "2/7", "0.125", "+1.25e-1" exactly: what parse_real() reads, and quotients of whole numbers. Nothing for
/// other text, a denominator of 0, more than most_digits digits, or an exponent beyond largest_exponent.
[[nodiscard]] std::optional<Rational> parse_fraction(std::string_view text);

/// "2/7", "-3".
[[nodiscard]] std::string to_string(const Rational& fraction);

/// The fraction of smallest denominator that rounds to `value`, if that denominator is at most 4096: 0.333... is 1/3.
/// @pre value finite, |value| < 2^40.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> small_fraction(double value);

/// The fraction that a finite double stands for: the one of denominator up to 4096 that rounds to it, else the double
/// itself.
/// @pre value finite.
[[nodiscard]] Rational fraction_of(double value);

/// The shortest decimal that rounds to a finite double: what is printed of it, and what is read from that.
/// @pre value finite.
[[nodiscard]] Rational decimal_fraction(double value);

/// The nearest double, or one beside it.
[[nodiscard]] double to_double(const Rational& fraction);
/// The largest double that is at most the fraction, and the smallest that is at least it; infinite beyond all doubles.
[[nodiscard]] double round_down(const Rational& fraction);
[[nodiscard]] double round_up(const Rational& fraction);

}  // namespace hearsay::exact
