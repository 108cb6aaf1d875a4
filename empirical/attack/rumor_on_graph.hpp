// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/attack/threshold_test.hpp"

namespace hearsay::empirical {

/// An attack that tells two sources of a rumor on a graph apart.
struct RumorGraphAttack {
  const graph::Graph& graph;
  std::vector<graph::Node> curious;
  graph::Node source = 0, against = 0;  ///< both honest
  double muting = 1.0;
  double epsilon = 0.0;                        ///< at which delta is bounded from below
  std::optional<double> delta = std::nullopt;  ///< at which epsilon is bounded, too
  std::uint64_t runs = 10'000;                 ///< per source that certify; as many learn, and as many choose
  double confidence = 0.95;                    ///< of all bounds together
  Execution execution = {};                    ///< once `stop` says true, the runs that are finished certify
};

/// What scores the senders that are seen first, v_1, ..., v_8 (v_1 alone for muting 0).
enum class RumorStatistic {
  walk,      ///< ln P_i(v_1)/P_j(v_1), P the law of the first sender at muting 0 (accounting::FirstSender)
  order,     ///< which of the two sources is among them first
  first,     ///< ln N_i(v_1)/N_j(v_1), N the counts of the runs that learn, each plus 1/2
  sequence,  ///< the sum of the same over all of them, counted by place
};
/// "walk", "order", "first", "sequence".
[[nodiscard]] std::string_view name_of(RumorStatistic statistic);

/// A certified bound and the statistic that was chosen for it.
struct RumorGraphBound {
  RumorStatistic statistic = RumorStatistic::walk;
  LowerBound found;
};

struct RumorGraphAttackResult {
  RumorGraphBound delta;
  std::optional<RumorGraphBound> epsilon;  ///< if a delta was given
  std::uint64_t runs = 0;                  ///< per source that certify; fewer than asked for if it was cut short
};

/// Simulates the rumor from both sources and tests which one it was. For each bound, the statistic and its threshold
/// are chosen on runs that neither learn nor certify, so the bounds hold whatever was learned and chosen: with
/// probability >= confidence, no (epsilon, delta) below them is a guarantee for these two sources in both orders.
/// @throws Error(Errc::domain) for numbers outside their range, sources that are equal, curious or not in the graph;
///         Error(Errc::conditions) for a source whose messages never come to a curious node; Interrupted if it was cut
///         short before any run was there to certify.
[[nodiscard]] RumorGraphAttackResult attack_rumor_on_graph(const RumorGraphAttack& attack);

}  // namespace hearsay::empirical
