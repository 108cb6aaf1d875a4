// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/io/reading.hpp>
#include <hearsay/graph/weights.hpp>

namespace hearsay::graph {

/// A graph as a user asked for it.
struct Loaded {
  Graph graph;
  std::vector<std::string> notes = {};  ///< what was dropped or ignored, one sentence each, for stderr
  std::vector<Point> positions = {};    ///< of a geometric graph; empty otherwise
  Reading reading = {};                 ///< as what, before a component was chosen
};

/// The graph that `spec` describes:
/// path:N ring:N star:N complete:N grid:RxC torus:RxC hypercube:DIM petersen erdos-renyi:n=N,p=P[,seed=S]
/// geometric:n=N,r=R[,seed=S] barabasi-albert:n=N,m=M,core=K[,seed=S] regular:n=N,d=D[,seed=S] edges:U-V,... file:PATH
/// @param seed   of a random family whose spec does not give one.
/// @param where  what errors call the specification, in front of it: the option that it was given by.
/// @throws Error(Errc::unknown) for another family, Error(Errc::syntax) for a malformed, missing, unknown or repeated
///         parameter, and what the family's generator or read_graph() throws.
[[nodiscard]] Loaded from_spec(std::string_view spec, random::Seed seed, std::string_view where = "graph");

/// What a specification may look like, as the list above has it, family by family.
[[nodiscard]] std::vector<std::string_view> spec_forms();

/// Keeps the largest connected component (and the positions of its nodes), with a note of what was dropped.
void keep_largest_component(Loaded& loaded);

/// "metropolis" or "min-degree". @throws Error(Errc::unknown) named `where` for another name.
[[nodiscard]] Weights weights_from_name(std::string_view name, std::string_view where = "weights");

/// The node labelled `label`: a file's own label, or a number where the graph has no labels.
/// @throws Error(Errc::unknown) named `where` if there is none, saying what labels look like.
[[nodiscard]] Node find_node(std::string_view where, const Graph& graph, std::string_view label);

}  // namespace hearsay::graph
