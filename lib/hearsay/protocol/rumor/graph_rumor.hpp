// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/words.hpp>

namespace hearsay::protocol {

/// Asynchronous gossip (Algorithm 1) on any graph, without an end: a uniform active node sends to a uniform neighbor,
/// stays active with probability `muting`, and the neighbor becomes active. muting = 0 is a walk of one token.
class GraphRumor {
 public:
  /// @param graph  must outlive this.
  /// @throws Error(Errc::domain) unless 0 <= muting <= 1.
  GraphRumor(const graph::Graph& graph, double muting);

  /// Sends messages from `source` until the observer returns false.
  /// @param observer  `bool observer(sender, receiver)`, called for every message in order.
  /// @pre source is a node with a neighbor.
  /// @complexity O(1) a message, and O(active nodes) at the start of the next run.
  template <class Observer>
  void run(graph::Node source, random::Words& words, Observer&& observer) {
    start(source);
    for (bool going = true; going;) {
      const auto sender = active_[words.below(static_cast<std::uint32_t>(active_.size()))];
      const auto neighbors = graph_.neighbors(sender);
      const auto receiver = neighbors[words.below(static_cast<std::uint32_t>(neighbors.size()))];
      going = observer(sender, receiver);
      if (words.next() >= stay_threshold_) mute(sender);
      wake(receiver);
    }
  }

  [[nodiscard]] std::size_t active() const noexcept { return active_.size(); }

 private:
  void start(graph::Node source);
  void wake(graph::Node v);
  void mute(graph::Node v);

  const graph::Graph& graph_;
  std::uint64_t stay_threshold_;
  std::vector<graph::Node> active_;
  std::vector<std::uint32_t> place_;  ///< in active_; `nowhere` for the others
};

}  // namespace hearsay::protocol
