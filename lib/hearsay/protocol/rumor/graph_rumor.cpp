// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/rumor/graph_rumor.hpp>

#include <limits>

#include <hearsay/core/error.hpp>

namespace hearsay::protocol {

namespace {

constexpr auto nowhere = std::numeric_limits<std::uint32_t>::max();

}  // namespace

GraphRumor::GraphRumor(const graph::Graph& graph, double muting)
    : graph_(graph), stay_threshold_(0), place_(graph.nodes(), nowhere) {
  require_unit("GraphRumor", "muting", muting);
  stay_threshold_ = random::coin_threshold(muting);
}

void GraphRumor::start(graph::Node source) {
  for (const auto v : active_) place_[v] = nowhere;
  active_.clear();
  wake(source);
}

void GraphRumor::wake(graph::Node v) {
  if (place_[v] != nowhere) return;
  place_[v] = static_cast<std::uint32_t>(active_.size());
  active_.push_back(v);
}

void GraphRumor::mute(graph::Node v) {
  const auto last = active_.back();
  active_[place_[v]] = last;
  place_[last] = place_[v];
  active_.pop_back();
  place_[v] = nowhere;
}

}  // namespace hearsay::protocol
