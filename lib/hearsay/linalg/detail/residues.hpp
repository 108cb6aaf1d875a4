// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hearsay/exact/rational.hpp>
#include <hearsay/linalg/modular_space.hpp>

namespace hearsay::linalg {

/// Vectors of integers known modulo a growing product of primes.
class Residues {
 public:
  /// @pre vectors as many and as long as before.
  void add(const std::vector<ModularSpace::Vector>& vectors, std::uint64_t prime);

  /// The fractions p/q of every vector with 2 p^2, 2 q^2 below the product; nothing if an entry has none.
  [[nodiscard]] std::optional<std::vector<std::vector<exact::Rational>>> fractions() const;
  /// The same of one vector, with p q below the product over 2^30: random residues have such fractions with
  /// probability 2^-30.
  [[nodiscard]] std::optional<std::vector<exact::Rational>> short_fractions(std::size_t vector) const;

 private:
  using Integer = exact::Integer;
  Integer modulus_ = 1;
  std::vector<std::vector<Integer>> values_;
};

}  // namespace hearsay::linalg
