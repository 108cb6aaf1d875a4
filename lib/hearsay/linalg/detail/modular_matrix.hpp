// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
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
    graph::Node column;
    std::uint64_t value, quotient;  ///< Shoup's: floor(value 2^64 / prime)
  };
  std::uint64_t prime_;
  std::vector<std::vector<Entry>> rows_;
};

/// The prime, or the next larger one that divides no denominator of w.
[[nodiscard]] std::uint64_t prime_for(const RationalMatrix& w, std::uint64_t prime);

}  // namespace hearsay::linalg
