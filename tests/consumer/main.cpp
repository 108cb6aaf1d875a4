// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <iostream>

int main() {
  using namespace hearsay::graph;
  const Edge path[] = {{0, 1}, {1, 2}};
  const Graph graph(3, path);
  const auto w = gossip_matrix(graph, Weights::metropolis);
  const Node middle[] = {1};
  std::cout << to_string(graph) << ": W_01 = " << w.coeff(0, 1) << ", rank from the middle "
            << hearsay::linalg::modular_krylov_ranks(hearsay::linalg::exact_entries(w), middle, 9).rank(9) << '\n';
}
