// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::accounting {

/// Relabelling nodes by a symmetry of the world changes no probability: what the future can tell about a vector over
/// the hidden states is the same for all its relabellings, so that searches need to follow only one of them.
class RumorSymmetry {
 public:
  using Vector = RumorLaw<double>::Vector;
  using States = std::vector<std::size_t>;  ///< the state that each state becomes

  explicit RumorSymmetry(const RumorLaw<double>& law);

  /// The relabelling that all relabellings of `weights` should be brought to a common form by: the one with the
  /// lexicographically largest weights of nodes, sum_{states with v active} weight + c sum_{states with v informed}
  /// weight. Nodes of equal weight may be told apart or not: then fewer vectors meet, which costs time only.
  /// @complexity states x nodes + relabellings x nodes
  [[nodiscard]] const States& canonical(const Vector& weights) const;
  [[nodiscard]] static Vector apply(const States& states, const Vector& vector);

 private:
  std::vector<RumorWorld::Relabelling> nodes_;
  std::vector<States> states_;  ///< by relabelling
  std::vector<std::uint32_t> members_;
  int count_;  ///< nodes of the world
};

/// The sources, one of each class under the symmetries of the world.
[[nodiscard]] std::vector<int> rumor_sources(const RumorWorld& world);

/// The ordered pairs of different sources, one of each class under the symmetries of the world.
[[nodiscard]] std::vector<std::pair<int, int>> rumor_source_pairs(const RumorWorld& world);

}  // namespace hearsay::accounting
