// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/coalitions.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>

#include <hearsay/system/end_if.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::audit {

double coalition_count(std::size_t n, std::size_t k) {
  double count = k <= n ? 1.0 : 0.0;
  for (std::size_t i = 0; i < k && k <= n; ++i) count *= static_cast<double>(n - i) / static_cast<double>(i + 1);
  return count;
}

std::vector<std::vector<graph::Node>> coalitions(std::span<const graph::Node> nodes, std::size_t k) {
  std::vector<std::vector<graph::Node>> result;
  if (k > nodes.size()) return result;
  std::vector<std::size_t> places(k);
  std::iota(places.begin(), places.end(), std::size_t{0});
  while (true) {
    auto& coalition = result.emplace_back();
    for (const auto place : places) coalition.push_back(nodes[place]);
    std::size_t last = k;  // the last place that can move on
    while (last > 0 && places[last - 1] == nodes.size() - k + last - 1) --last;
    if (last == 0) return result;
    ++places[last - 1];
    for (std::size_t i = last; i < k; ++i) places[i] = places[i - 1] + 1;
  }
}

double greedy_count(std::size_t n, std::size_t k) {
  return static_cast<double>(n) * static_cast<double>(n) * static_cast<double>(k - 1) + static_cast<double>(n);
}

namespace {

/// Sets of 2, ..., k of n nodes that a greedy search from one node tries.
std::size_t tried_from_one(std::size_t n, std::size_t k) {
  std::size_t sets = 0;
  for (std::size_t size = 1; size < k; ++size) sets += n - size;
  return sets;
}

}  // namespace

std::size_t greedy_coalitions(std::span<const graph::Node> nodes, std::size_t k, NetworkAudit& audit,
                              NetworkAudit& smaller, const Execution& execution) {
  std::atomic<std::size_t> finished = 0;
  std::mutex telling;
  std::size_t tried = 0;
  const auto tell = [&] {
    if (!execution.progress) return;
    const std::scoped_lock lock(telling);
    execution.progress(++tried, nodes.size() * tried_from_one(nodes.size(), k), "coalitions");
  };
  const auto grow = [&](std::size_t start) {
    std::vector<graph::Node> coalition = {nodes[start]};
    double budget = audit.proof_budget() / static_cast<double>(nodes.size()), spare = budget;
    while (coalition.size() < k) {
      std::optional<std::pair<std::pair<std::size_t, double>, graph::Node>> best;
      for (const auto v : nodes) {
        end_if(execution.stop);
        if (std::ranges::count(coalition, v) > 0) continue;
        coalition.push_back(v);
        const auto found = coalition.size() == k ? audit.add(coalition, budget) : smaller.add(coalition, spare);
        coalition.pop_back();
        tell();
        const std::pair value(found.violations, found.sum);
        if (!best || value > best->first) best = {value, v};
      }
      coalition.push_back(best->second);
    }
    ++finished;
  };
  parallel_for(nodes.size(), execution.unstopped(), [&](std::size_t start) {
    try {
      grow(start);
    } catch (const Interrupted&) {  // the starts that are finished are a result
    }
  });
  return finished;
}

}  // namespace hearsay::audit
