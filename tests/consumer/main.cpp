#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <iostream>

int main() {
  using namespace hearsay::graph;
  const Edge path[] = {{0, 1}, {1, 2}};
  const Graph graph(3, path);
  std::cout << to_string(graph) << ": W_01 = " << gossip_matrix(graph, Weights::metropolis).coeff(0, 1) << '\n';
}
