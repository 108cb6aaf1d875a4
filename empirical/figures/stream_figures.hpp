#pragma once

#include <string>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::empirical {

/// One row of the figures on streams.
struct StreamPoint {
  std::string graph;       ///< specification
  std::string observers;   ///< "one observer", "closed neighbourhood", "closed neighbourhood, own noise known"
  int rounds = 0;
  double constant = 0.0;   ///< 1^T M 1: the loss of a constant stream, a lower bound of Delta^2
  double absolute = 0.0;   ///< 1^T |M| 1: an upper bound of Delta^2; 0 where only growth was asked
  double predicted = 0.0;  ///< rounds times the predicted rate
  double over_n = 0.0;     ///< rounds / n
};

/// Figures 1 and 2: one random observer and target on an Erdos-Renyi graph and on a Barabasi-Albert graph grown from a
/// complete core of 5 nodes with 3 links a new node. The target is drawn among the nodes that are not adjacent.
/// \cite koskela2026differential (Figures 1, 2)
[[nodiscard]] std::vector<StreamPoint> stream_figure_bounds(random::Seed seed, int rounds);

/// Growth of the loss of a constant stream for one observer, its closed neighbourhood, and the same with own noise known, on
/// the Petersen graph, a torus of 10 x 10 and a hypercube of 64 nodes; target: the farthest node.
[[nodiscard]] std::vector<StreamPoint> stream_figure_growth(int rounds);

/// "graph,observers,rounds,constant,absolute,predicted,rounds_over_n" and one line a point.
[[nodiscard]] std::string to_csv(const std::vector<StreamPoint>& points);

}  // namespace hearsay::empirical
