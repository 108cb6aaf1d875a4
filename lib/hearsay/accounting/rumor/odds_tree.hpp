// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::accounting {

/// Bounds on the prediction uncertainty, the least odds (sum_{j != i} p_j) / p_i of a transcript against its source, by
/// a tree of prefixes in fractions.
struct OddsTree {
  std::vector<std::string> expanded;  ///< its inner nodes, the empty prefix "" first
  Rational floor = 0;                 ///< no inner node, end or hidden state of a leaf has lower odds
  std::string transcript;             ///< the prefix of the lowest odds that was met
  int source = 0;                     ///< against which they are
  std::optional<Rational> odds;       ///< that transcript's; nothing where no message can be seen
};

/// Expands, best first, the leaf of the lowest floor, until it is not below the odds of a prefix, or `expansions`
/// leaves have been expanded. @pre expansions >= 1; at least two suspects.
/// @complexity expansions (states^2 + labels x states) suspects operations on fractions.
[[nodiscard]] OddsTree odds_tree(const RumorLaw<Rational>& law, std::size_t expansions);

}  // namespace hearsay::accounting
