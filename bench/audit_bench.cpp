// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/gossip/view_rank.hpp>
#include <hearsay/audit/network_audit.hpp>
#include <hearsay/audit/network_views.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/spec.hpp>
#include <hearsay/graph/weights.hpp>

// Audits of a whole network: what every node alone learns about every other, own noise known. Each benchmark first
// checks that both versions compute the same shares.

namespace {

using namespace hearsay;

/// By the parameter `network`.
constexpr std::array<const char*, 3> audited_networks = {"regular:n=64,d=6,seed=1",
                                                         "barabasi-albert:n=300,m=2,core=3,seed=1", "grid:16x16"};

/// A network and its matrix.
graph::GossipMatrix audited_matrix(benchmark::State& state) {
  const auto* spec = audited_networks.at(static_cast<std::size_t>(state.range(0)));
  state.SetLabel(spec);
  return gossip_matrix(graph::from_spec(spec, {1}).graph, graph::Weights::metropolis);
}

/// Shares that are judged, a row for each observer.
Eigen::MatrixXd audited_shares(const graph::GossipMatrix& w, linalg::Steps steps) {
  std::mt19937_64 engine(1);
  audit::NetworkViews views(w, steps, accounting::random_primes(3, [&] { return engine(); }));
  if (steps) views.share({.jobs = 1});
  std::vector<graph::Node> nodes(static_cast<std::size_t>(w.rows()));
  std::iota(nodes.begin(), nodes.end(), graph::Node{0});
  std::vector<std::vector<graph::Node>> observers;
  for (const auto v : nodes) observers.push_back({v});
  audit::NetworkAudit network(views, {.promise = audit::parse_promise("exact_own_noise <= 0.5"), .targets = nodes});
  audit::ShareMatrix matrix;
  audit_views(views, network, observers, &matrix, {.jobs = 1});
  return matrix.shares;
}

/// Whether the shares of all pairs are the same; those of a node about itself are not compared.
bool same_shares(Eigen::MatrixXd a, Eigen::MatrixXd b) {
  a.diagonal().setZero();
  b.diagonal().setZero();
  return (a - b).cwiseAbs().maxCoeff() < 1e-7;
}

/// One eigendecomposition for all observers. Of a simple eigenvalue an observer sees the vector if it or a neighbor has
/// a part in it, of a repeated one the span of their parts; the simple ones of all observers are one product.
Eigen::MatrixXd forever_textbook(const graph::GossipMatrix& w) {
  const auto n = w.rows();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver{Eigen::MatrixXd(w)};
  const auto& values = solver.eigenvalues();
  const auto& vectors = solver.eigenvectors();
  Eigen::MatrixXd seen = Eigen::MatrixXd::Zero(n, n), repeated = Eigen::MatrixXd::Zero(n, n);
  Eigen::MatrixXd parts, projected;
  for (Eigen::Index begin = 0, end = 1; begin < n; begin = end++) {
    while (end < n && values(end) - values(end - 1) < 1e-11) ++end;
    const auto count = end - begin;
    for (Eigen::Index o = 0; o < n; ++o) {
      if (count == 1) {
        for (graph::GossipMatrix::InnerIterator entry(w, o); entry; ++entry)
          if (std::abs(vectors(entry.col(), begin)) > 1e-9) seen(o, begin) = 1.0;
        continue;
      }
      parts.resize(count, w.innerVector(o).nonZeros());
      Eigen::Index j = 0;
      for (graph::GossipMatrix::InnerIterator entry(w, o); entry; ++entry)
        parts.col(j++) = vectors.row(entry.col()).segment(begin, count).transpose();
      Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(parts);
      qr.setThreshold(1e-9);
      const Eigen::MatrixXd basis = qr.householderQ() * Eigen::MatrixXd::Identity(count, qr.rank());
      projected.noalias() = vectors.middleCols(begin, count) * basis;
      repeated.row(o) += projected.rowwise().squaredNorm();
    }
  }
  repeated.noalias() += seen * vectors.cwiseAbs2().transpose();
  return repeated;
}

/// Of each observer's messages, its own noise left out, an orthonormal basis: step by step, what W makes of the new
/// directions, orthogonalized twice against the basis and by a QR decomposition that decides the rank. Powers of W
/// themselves would lose directions in rounding.
Eigen::MatrixXd steps_textbook(const graph::GossipMatrix& w, int steps) {
  const auto n = w.rows();
  Eigen::MatrixXd shares(n, n), basis(n, n), next, coefficients;
  for (graph::Node o = 0; o < n; ++o) {
    const auto senders = accounting::senders(w, std::array{o});
    auto rank = static_cast<Eigen::Index>(senders.size()), begin = Eigen::Index{0};
    basis.leftCols(rank).setZero();
    for (Eigen::Index j = 0; j < rank; ++j) basis(senders[static_cast<std::size_t>(j)], j) = 1.0;
    for (int t = 1; t < steps && begin < rank; ++t) {
      next.noalias() = w * basis.middleCols(begin, rank - begin);
      next.row(o).setZero();
      for (int pass = 0; pass < 2; ++pass) {
        coefficients.noalias() = basis.leftCols(rank).transpose() * next;
        next.noalias() -= basis.leftCols(rank) * coefficients;
      }
      const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(next);
      begin = rank;
      const auto found = (qr.matrixR().diagonal().cwiseAbs().array() > 1e-10).count();
      basis.middleCols(begin, found) = qr.householderQ() * Eigen::MatrixXd::Identity(n, found);
      rank += found;
    }
    shares.row(o) = basis.leftCols(rank).rowwise().squaredNorm();
  }
  return shares;
}

template <bool textbook>
void BM_AuditForever(benchmark::State& state) {
  const auto w = audited_matrix(state);
  if (!same_shares(forever_textbook(w), audited_shares(w, {}))) return state.SkipWithError("the shares differ");
  for (auto _ : state) benchmark::DoNotOptimize(textbook ? forever_textbook(w) : audited_shares(w, {}));
  state.SetItemsProcessed(state.iterations() * w.rows());
}
BENCHMARK(BM_AuditForever<true>)->Name("audit.forever/textbook")->ArgName("network")->DenseRange(0, 2);
BENCHMARK(BM_AuditForever<false>)->Name("audit.forever/hearsay")->ArgName("network")->DenseRange(0, 2);

template <bool textbook>
void BM_AuditSteps(benchmark::State& state) {
  const auto w = audited_matrix(state);
  const int steps = static_cast<int>(state.range(1));
  if (!same_shares(steps_textbook(w, steps), audited_shares(w, steps))) return state.SkipWithError("the shares differ");
  for (auto _ : state) benchmark::DoNotOptimize(textbook ? steps_textbook(w, steps) : audited_shares(w, steps));
  state.SetItemsProcessed(state.iterations() * w.rows());
}
void audit_sizes(benchmark::internal::Benchmark* of) {
  of->ArgNames({"network", "T"})->Args({0, 16})->Args({1, 16})->Args({2, 4})->Args({2, 16})->UseRealTime();
}
BENCHMARK(BM_AuditSteps<true>)->Name("audit.steps/textbook")->Apply(audit_sizes);
BENCHMARK(BM_AuditSteps<false>)->Name("audit.steps/hearsay")->Apply(audit_sizes);

}  // namespace
