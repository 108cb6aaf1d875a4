// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/rumor_controls.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/rumor/first_seen.hpp>
#include <hearsay/accounting/rumor/first_sender_exact.hpp>
#include <hearsay/accounting/rumor/honest_part.hpp>

namespace hearsay::controls {

namespace {

constexpr std::uint32_t nobody = RumorRun{}.first_suspect;

/// Algorithm 1 with two switches that break it. The last `curious` nodes are curious, node 0 is the source.
RumorRun run(std::uint32_t nodes, std::uint32_t curious, double muting, int bursts, bool coin_first,
             random::Words& words) {
  const std::uint64_t stay = random::coin_threshold(muting);
  std::vector<std::uint32_t> active{0};
  std::vector<char> is_active(nodes, 0), informed(nodes, 0);
  is_active[0] = informed[0] = 1;
  RumorRun result;
  while (result.informed < nodes && !active.empty()) {
    const bool bursting = bursts > 0;
    const std::uint32_t k = bursting ? 0 : words.below(static_cast<std::uint32_t>(active.size()));
    const std::uint32_t sender = active[k];
    const bool mutes = !bursting && words.next() >= stay;
    if (mutes) {
      is_active[sender] = 0;
      active.erase(active.begin() + k);
    }
    if (coin_first && mutes) continue;
    --bursts;
    const std::uint32_t receiver = words.below(nodes);
    ++result.messages;
    const bool shown = sender < nodes - curious && receiver >= nodes - curious;
    if (shown && result.first_suspect == nobody) result.first_suspect = sender;
    result.informed += informed[receiver] == 0 ? 1 : 0;
    informed[receiver] = 1;
    if (is_active[receiver] == 0) {
      is_active[receiver] = 1;
      active.push_back(receiver);
    }
  }
  return result;
}

}  // namespace

RumorRun loud_source(std::uint32_t nodes, std::uint32_t curious, double muting, int bursts, random::Words& words) {
  return run(nodes, curious, muting, bursts, false, words);
}

RumorRun mutes_first(std::uint32_t nodes, std::uint32_t curious, double muting, random::Words& words) {
  return run(nodes, curious, muting, 0, true, words);
}

double fraction_of_others(const accounting::RumorCrowd& crowd, double epsilon) {
  const double b = static_cast<double>(crowd.curious) / static_cast<double>(crowd.nodes - 1);
  return std::max(0.0, b * (1.0 - std::expm1(epsilon) / static_cast<double>(crowd.curious)));
}

std::vector<std::vector<exact::Rational>> starts_at_neighbor(const graph::Graph& graph,
                                                             std::span<const graph::Node> curious) {
  const auto part = accounting::honest_part(graph, curious);
  const auto laws = accounting::exact_sender_laws(graph, curious);
  auto moved = laws;
  for (std::size_t i = 0; i < laws.size(); ++i) {
    std::vector<std::size_t> neighbors;
    for (const auto v : graph.neighbors(part.nodes[i])) {
      if (part.number[v] < part.size()) neighbors.push_back(static_cast<std::size_t>(part.number[v]));
    }
    if (neighbors.empty()) continue;
    for (std::size_t v = 0; v < laws.size(); ++v) {
      exact::Rational sum = 0;
      for (const auto j : neighbors) sum += laws[j][v];
      moved[i][v] = sum / exact::Rational(neighbors.size());
    }
  }
  return moved;
}

double published_as_value(const accounting::RumorCrowd& crowd, double muting) {
  return crowd.fraction() / (1.0 - muting * (1.0 - crowd.fraction()));
}

Bracket one_curious_too_many(const accounting::RumorCrowd& crowd, double muting) {
  const accounting::RumorCrowd wrong{crowd.nodes, crowd.curious + 1};
  return wrong.honest() < 2 ? Bracket::exact(1.0) : accounting::rumor_first_seen(wrong, muting);
}

}  // namespace hearsay::controls
