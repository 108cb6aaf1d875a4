// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/graph/weights.hpp>

namespace hearsay::linalg {

using Rational = boost::multiprecision::cpp_rational;

/// A sparse square matrix of rationals.
struct RationalMatrix {
  struct Entry {
    graph::Node column;
    Rational value;  ///< not 0
  };
  std::vector<std::vector<Entry>> rows;  ///< each by increasing column

  [[nodiscard]] graph::Node size() const { return static_cast<graph::Node>(rows.size()); }
};

/// The fraction of smallest denominator that rounds to `value`, if that denominator is at most 4096: 0.333... is 1/3.
/// @pre value finite, |value| < 2^40.
[[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> small_fraction(double value);

/// W as the rational matrix that it was rounded from. An entry is the fraction with denominator up to 4096 that rounds
/// to it, or else the double itself, which is a fraction with a power of two below. In a row that sums to 1 up to
/// rounding a diagonal entry that is not 0 becomes what the others leave of 1.
/// @param w  n x n, of any reals, symmetric or not.
/// @throws Error(Errc::shape) if w is not square; Error(Errc::domain) if an entry is not finite.
/// @complexity O(number of entries).
[[nodiscard]] RationalMatrix exact_entries(const graph::GossipMatrix& w);

}  // namespace hearsay::linalg
