// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/gossip_directions.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/krylov.hpp>
#include <hearsay/linalg/quotient.hpp>
#include <hearsay/linalg/rational_matrix.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::empirical {

namespace {

using graph::Node;

/// |P e_u|^2, P the projector on what the messages of `senders` span in `steps` steps, of which `ranks` are the ranks.
double projection(const graph::GossipMatrix& w, std::span<const Node> senders, int steps, Node u,
                  std::span<const std::int64_t> ranks) {
  const auto quotient = linalg::equitable_quotient(w, senders);
  if (!quotient) return linalg::krylov_basis(w, senders, steps, ranks).basis.row(u).squaredNorm();
  const graph::GossipMatrix cell_of(quotient->cells);
  std::vector<Node> cells(senders.begin(), senders.end());
  for (auto& v : cells) v = static_cast<Node>(graph::GossipMatrix::InnerIterator(cell_of, v).col());
  const auto basis = linalg::krylov_basis(quotient->matrix, cells, steps, ranks).basis;
  return (cell_of.row(u) * basis).squaredNorm();
}

/// The loss of u, whose unit vector is among the messages of `senders` or is not, modulo a prime.
double loss(const linalg::QuickRanks& quick, const GossipSetting& setting, std::span<const Node> senders, Node u) {
  const auto most =
      std::min<std::int64_t>(setting.graph.nodes(), static_cast<std::int64_t>(senders.size()) * setting.steps);
  const auto found = quick.ranks(senders, std::array{u}, setting.steps, most);
  if (found.with_more == found.by_step.back()) return 1.0;
  return std::min(1.0, projection(setting.w, senders, setting.steps, u, found.by_step));
}

}  // namespace

Eigen::VectorXd released_losses(const GossipSetting& setting, Node target, const Execution& execution) {
  const auto all = accounting::published_all_pairs(setting.w, setting.steps + 1, execution.part());
  Eigen::VectorXd found = all.col(target);
  for (const Node v : setting.graph.neighbors(target)) found[v] -= 1.0;
  return found;
}

Eigen::VectorXd exact_losses_of(const GossipSetting& setting, Node target, const Execution& execution) {
  const auto n = setting.graph.nodes();
  const auto quick = linalg::QuickRanks::of(linalg::exact_entries(setting.w));
  if (!quick)
    throw Error(Errc::too_large, "exact_losses_of", "the graph has too many nodes for the computation of ranks");
  Eigen::VectorXd found = Eigen::VectorXd::Ones(n);
  parallel_for(n, execution, "observers", [&](std::size_t i) {
    const auto v = static_cast<Node>(i);
    if (v != target && !setting.graph.adjacent(v, target))
      found[v] = loss(*quick, setting, setting.graph.neighbors(v), target);
  });
  return found;
}

Eigen::VectorXd hidden_graph_losses(const graph::GossipMatrix& w, int steps, Node target, int loops) {
  const auto n = w.rows();
  Eigen::VectorXd found(n);
  for (Eigen::Index v = 0; v < n; ++v) {
    const auto entries = w.outerIndexPtr()[v + 1] - w.outerIndexPtr()[v];  // v itself among them
    const auto degree = static_cast<double>(entries - 1 + loops);
    found[v] = std::min(1.0, 2.0 * steps * degree / (static_cast<double>(n) - degree));
  }
  for (graph::GossipMatrix::InnerIterator entry(w, target); entry; ++entry) found[entry.col()] = 1.0;
  return found;
}

}  // namespace hearsay::empirical
