// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/exact/rational.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/random/words.hpp>

namespace hearsay::controls {

// Rumor spreading and its accountant, each wrong in one way. tests/controls/rumor_controls_test.cpp shows that the
// checks say so.

/// What a wrong protocol did.
struct RumorRun {
  std::uint32_t first_suspect = 0xffff'ffffu;  ///< first honest node seen to send; none: the largest number
  std::uint32_t informed = 1;
  std::uint64_t messages = 0;
};

/// rumor-loud-source: the source sends its first `bursts` messages before anybody else may send, and does not mute on
/// the way.
[[nodiscard]] RumorRun loud_source(std::uint32_t nodes, std::uint32_t curious, double muting, int bursts,
                                   random::Words& words);

/// rumor-mutes-first: the coin is tossed before sending, so that a node that mutes says nothing.
[[nodiscard]] RumorRun mutes_first(std::uint32_t nodes, std::uint32_t curious, double muting, random::Words& words);

/// rumor-fraction-of-others: Theorem 5's delta with b = f/(n-1).
[[nodiscard]] double fraction_of_others(const accounting::RumorCrowd& crowd, double epsilon);

/// rumor-starts-at-neighbor: the law of the first sender that is seen, of a uniform honest neighbor of the source in
/// place of the source. @pre the graph has no loops.
[[nodiscard]] std::vector<std::vector<exact::Rational>> starts_at_neighbor(const graph::Graph& graph,
                                                                           std::span<const graph::Node> curious);

/// rumor-published-as-value: Theorem 7's bound in place of delta(0).
[[nodiscard]] double published_as_value(const accounting::RumorCrowd& crowd, double muting);

/// rumor-one-curious-too-many: rumor_first_seen with one honest node counted as curious.
[[nodiscard]] Bracket one_curious_too_many(const accounting::RumorCrowd& crowd, double muting);

}  // namespace hearsay::controls
