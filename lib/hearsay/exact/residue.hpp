// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>

#include <hearsay/exact/rational.hpp>

namespace hearsay::exact {

/// Two primes just below 2^61: 2^61 - 1 and 2^61 - 31.
inline constexpr std::uint64_t first_prime = (std::uint64_t{1} << 61) - 1;
inline constexpr std::uint64_t second_prime = (std::uint64_t{1} << 61) - 31;

/// A number modulo a prime below 2^61, fastest just below it: what a linear protocol needs to run in exact arithmetic
/// of fixed size.
template <std::uint64_t prime>
class Residue {
 public:
  static constexpr std::uint64_t modulus = prime;

  constexpr Residue() = default;
  constexpr explicit Residue(std::uint64_t value) : value_(value % prime) {}

  [[nodiscard]] constexpr std::uint64_t value() const noexcept { return value_; }

  constexpr Residue& operator+=(Residue other) noexcept {
    value_ += other.value_;
    if (value_ >= prime) value_ -= prime;
    return *this;
  }
  constexpr Residue& operator-=(Residue other) noexcept { return *this += Residue(prime - other.value_); }
  constexpr Residue& operator*=(Residue other) noexcept {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(value_) * other.value_;
    if constexpr (gap < std::uint64_t{1} << 20) {
      // 2^61 is `gap` modulo the prime: a product below 2^122 folds to below (gap + 1) 2^61, that to below 2^61 +
      // gap^2.
      const auto folded = static_cast<std::uint64_t>(fold(fold(product)));
      value_ = folded < prime ? folded : folded - prime;
    } else {
      value_ = static_cast<std::uint64_t>(product % prime);
    }
    return *this;
  }
  friend constexpr Residue operator+(Residue a, Residue b) noexcept { return a += b; }
  friend constexpr Residue operator-(Residue a, Residue b) noexcept { return a -= b; }
  friend constexpr Residue operator*(Residue a, Residue b) noexcept { return a *= b; }
  friend constexpr bool operator==(Residue a, Residue b) noexcept = default;

  /// 1 / this, by Fermat's little theorem. @pre not 0.
  [[nodiscard]] constexpr Residue inverse() const noexcept {
    Residue result(1), power = *this;
    for (std::uint64_t exponent = prime - 2; exponent > 0; exponent /= 2) {
      if (exponent % 2 == 1) result *= power;
      power *= power;
    }
    return result;
  }

 private:
  static_assert(prime < std::uint64_t{1} << 61);
  static constexpr std::uint64_t gap = (std::uint64_t{1} << 61) - prime;

  __extension__ static constexpr unsigned __int128 fold(unsigned __int128 x) noexcept {
    return (x & ((std::uint64_t{1} << 61) - 1)) + (x >> 61) * gap;
  }

  std::uint64_t value_ = 0;
};

/// The fraction modulo the prime; nothing if the prime divides its denominator.
template <std::uint64_t prime>
[[nodiscard]] std::optional<Residue<prime>> residue(const Rational& fraction) {
  const auto modulo = [](const exact::Integer& integer) {
    const Residue<prime> size(static_cast<std::uint64_t>(exact::Integer(abs(integer) % prime)));
    return integer < 0 ? Residue<prime>() - size : size;
  };
  const auto below = modulo(denominator(fraction));
  if (below == Residue<prime>()) return std::nullopt;
  return modulo(numerator(fraction)) * below.inverse();
}

}  // namespace hearsay::exact
