// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/formula/evaluate.hpp>
#include "props/bound/instance.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props::bound {

/// What names of whole numbers stand for that are about graph, observers and target alone: n, edges, diameter,
/// distance, degree_target, degree_observer, observers, observer, target. None for other names.
[[nodiscard]] std::optional<std::int64_t> place_fact(const std::string& name, const gen::Scenario& scenario);

/// A spectral gap of graph::spectrum(), of fewer than 400 nodes, with its error, which is far below 1e-12.
[[nodiscard]] formula::Range gap_range(double gap);

/// Losses of the library that instances of one network share: those that were computed last.
class LastLosses {
 public:
  /// Of the instance's view; shares of the local loss. @pre the instances that ask have one W.
  const accounting::GossipLosses& of(const Instance& instance);

 private:
  std::vector<graph::Node> observers_;
  std::vector<oracle::Rational> sigma_;
  int steps_ = 0;
  std::optional<accounting::GossipLosses> losses_;
};

// What the names of gossip_vocabulary() stand for in one instance.

/// By the library's accountants, to 1e-9 where they say so. @throws Error(Errc::domain) for arguments outside w;
/// Doubtful for a loss in doubt of a network of one's own, or where nodes differ in noise.
/// @param last  shared by instances of one network; none: losses are computed for this instance.
[[nodiscard]] formula::Meaning<double> gossip_doubles(const Instance& instance,
                                                      const std::shared_ptr<LastLosses>& last = nullptr);
/// By the oracle's definitions, in fractions. @throws NotRational for the gap.
[[nodiscard]] formula::Meaning<oracle::Rational> gossip_fractions(const Instance& instance);
/// The same to a hundred digits; the gap as gap_range() has it.
[[nodiscard]] formula::Meaning<formula::Range> gossip_ranges(const Instance& instance);

}  // namespace hearsay::props::bound
