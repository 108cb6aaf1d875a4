// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <rapidcheck.h>

#include <optional>
#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>

namespace hearsay::props::gen {

/// How many nodes to draw: from min_nodes to a bound that grows with RapidCheck's size from min_nodes to max_nodes at
/// size 60.
struct Nodes {
  graph::Node max_nodes;
  graph::Node min_nodes = 2;  ///< of draws; shrinking goes below (and hypercubes round down to a power of two)
};

/// Connected graphs of many families: paths, rings, stars, complete graphs, grids, hypercubes,
/// barbells, random trees, trees with a few chords, dense random graphs. Every draw decodes to a legal graph, nothing
/// is discarded. @pre 2 <= min_nodes <= max_nodes. Shrinks to smaller connected graphs: see smaller_graphs.
[[nodiscard]] rc::Gen<graph::Graph> connected_graphs(const Nodes& nodes);

/// One graph of connected_graphs, without shrinks: the part a generator of whole scenarios builds upon.
[[nodiscard]] graph::Graph draw_connected_graph(rc::Random random, int size, const Nodes& nodes);

/// A smaller graph, and where each node of the larger one went (nullopt: deleted; two nodes may go to one).
struct Smaller {
  graph::Graph graph;
  std::vector<std::optional<graph::Node>> place;
};

/// Every connected graph on >= 2 nodes one step below `graph`: one node deleted, one edge contracted, one edge deleted,
/// in this order. A graph without such a step is the single edge; a failing graph none of whose steps fails is minimal.
[[nodiscard]] std::vector<Smaller> smaller_graphs(const graph::Graph& graph);

[[nodiscard]] bool connected(const graph::Graph& graph);

/// Coverage tags: "tree" or "has a cycle"; "complete" if it is.
[[nodiscard]] std::vector<std::string> shape_tags(const graph::Graph& graph);

/// Raw numbers for decoding: each call to below() draws one 64-bit word.
class Raw {
 public:
  explicit Raw(rc::Random random) : random_(random) {}
  /// A number in 0 .. bound - 1, uniform up to 2^-32. @pre 1 <= bound < 2^32.
  std::uint32_t below(std::size_t bound) { return static_cast<std::uint32_t>(random_.next() % bound); }

 private:
  rc::Random random_;
};

}  // namespace hearsay::props::gen
