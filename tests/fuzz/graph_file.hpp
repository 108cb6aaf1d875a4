// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <unordered_set>

#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/readers.hpp>

#include "fuzz.hpp"

namespace hearsay::fuzz {

/// Reads `content` as a graph file, and holds the reader to what it promises of a graph.
inline int read_as_graph(std::string_view content) {
  const MemoryFile file(content);
  return only_refuses([&] {
    const auto found = graph::read_graph(file.path());
    const auto& graph = found.graph;
    require(graph.nodes() >= 1);
    for (const auto& [u, v] : graph.edge_list()) require(u < v && v < graph.nodes());
    if (!graph.labelled()) return;
    const auto& labels = graph.labels();
    require(labels.size() == graph.nodes());
    for (const auto& label : labels) require(!label.empty() && unfit_for_name(label).empty());
    require(std::unordered_set<std::string>(labels.begin(), labels.end()).size() == labels.size());
  });
}

}  // namespace hearsay::fuzz
