// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/first_sender.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/rounding.hpp>

namespace hearsay::accounting {

namespace {

using Eigen::Index;

/// D - A of the honest nodes. A component that is never heard would be singular: its nodes get the identity.
linalg::SparseMatrix honest_laplacian(const graph::Graph& graph, const HonestPart& part) {
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  for (linalg::Index i = 0; i < part.size(); ++i) {
    const bool heard = part.is_heard(i);
    entries.emplace_back(i, i, heard ? static_cast<double>(graph.degree(part.nodes[i])) : 1.0);
    if (!heard) continue;
    for (const auto u : graph.neighbors(part.nodes[i])) {
      if (part.number[u] < part.size()) entries.emplace_back(i, part.number[u], -1.0);
    }
  }
  linalg::SparseMatrix matrix(part.size(), part.size());
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

FirstSender::FirstSender(const graph::Graph& graph, std::span<const graph::Node> curious, std::size_t largest_factor)
    : part_(honest_part(graph, curious)), laplacian_(honest_laplacian(graph, part_), largest_factor) {}

SenderLaw FirstSender::law_of(linalg::Index source, const linalg::BoundedSolution& solution) const {
  SenderLaw law{.source = source, .probability = Eigen::VectorXd(static_cast<Index>(part_.tellers.size()))};
  double sum = 0.0;
  for (std::size_t t = 0; t < part_.tellers.size(); ++t) {
    const auto v = part_.tellers[t];
    const double p = std::max(0.0, solution.x[v]) * part_.curious_neighbors[v];
    law.probability[static_cast<Index>(t)] = p;
    sum += p;
  }
  law.errors.total = solution.residual + 2.0 * unit_roundoff * sum;
  law.errors.relative = solution.relative + 4.0 * unit_roundoff;
  return law;
}

std::vector<SenderLaw> FirstSender::laws(std::span<const linalg::Index> sources) const {
  std::vector<linalg::GroundedLaplacian::Unit> units;
  for (const auto i : sources) units.push_back({.at = i, .watched = part_.tellers_of[part_.component[i]]});
  const auto solutions = laplacian_.solve_units(units);
  std::vector<SenderLaw> laws;
  for (std::size_t i = 0; i < sources.size(); ++i) laws.push_back(law_of(sources[i], solutions[i]));
  return laws;
}

Bracket FirstSender::own(const SenderLaw& law) const {
  const auto found = std::ranges::lower_bound(part_.tellers, law.source);
  if (found == part_.tellers.end() || *found != law.source) return Bracket::exact(0.0);
  const double p = std::min(1.0, law.probability[found - part_.tellers.begin()]);
  const double error =
      std::min(law.errors.total, std::isfinite(law.errors.relative) ? law.errors.relative * p * 2.0 : 1.0);
  return {std::max(0.0, p - error), p, std::min(1.0, p + error)};
}

SenderLaw FirstSender::all_sources() const {
  return law_of(part_.size(), laplacian_.solve(Eigen::VectorXd::Ones(part_.size()), part_.tellers));
}

}  // namespace hearsay::accounting
