// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include <hearsay/linalg/rational_matrix.hpp>

namespace hearsay::linalg {

/// A matrix of fractions modulo a prime, as it acts on rows: x -> x W.
class ModularMatrix {
 public:
  /// @pre the prime, below 2^63, divides no denominator.
  ModularMatrix(const RationalMatrix& w, std::uint64_t prime);

  [[nodiscard]] std::vector<std::uint64_t> left_multiply(const std::vector<std::uint64_t>& x) const;

 private:
  struct Entry {
    Index column;
    std::uint64_t value, quotient;  ///< Shoup's: floor(value 2^64 / prime)
  };
  std::uint64_t prime_;
  std::vector<std::vector<Entry>> rows_;
};

/// @pre the prime, below 2^63, does not divide the denominator.
[[nodiscard]] std::uint64_t residue(const Rational& value, std::uint64_t prime);

[[nodiscard]] bool divides_a_denominator(std::uint64_t prime, const RationalMatrix& w);

/// The prime, or the next larger one that divides no denominator of w.
/// @throws Error(Errc::domain) named `where` if it is no prime between 2^60 and 2^63.
[[nodiscard]] std::uint64_t prime_for(std::string_view where, const RationalMatrix& w, std::uint64_t prime);

/// @throws Error(Errc::shape) named `where` if a start is none of n nodes.
void require_nodes(std::string_view where, std::span<const Index> starts, std::size_t n);

}  // namespace hearsay::linalg
