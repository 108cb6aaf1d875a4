// SPDX-License-Identifier: GPL-3.0-or-later
// Who leaks what to node 0, when the nodes of a path average their values by two gossip steps?
#include <fmt/format.h>

#include <array>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>

int main() {
  using namespace hearsay;
  const std::array<graph::Edge, 2> edges = {{{0, 1}, {1, 2}}};
  const graph::Graph path(3, edges);
  const auto w = graph::gossip_matrix(path, graph::Weights::metropolis);

  const std::array<graph::Node, 1> observer = {0};
  const auto losses = accounting::gossip_losses(w, observer, 2);
  for (const graph::Node u : {1u, 2u}) {
    fmt::print("node {}: published {:.6f}, exact {:.6f}, own noise known {:.6f}\n", u, losses.published(u),
               losses.exact(u), losses.exact_own_noise(u));
  }
}
