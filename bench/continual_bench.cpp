// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <Eigen/Dense>
#include <array>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace {

using namespace hearsay;

/// The textbook road: the whole H, its singular values, M as a block of V V^T.
Eigen::MatrixXd dense_loss(const Eigen::MatrixXd& w, graph::Node observer, graph::Node target, int rounds) {
  const auto n = w.rows();
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(rounds, rounds * n);
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Unit(n, observer);
  for (int lag = 0; lag < rounds; ++lag, row = row * w) {
    for (int t = lag; t < rounds; ++t) h.block(t, (t - lag) * n, 1, n) = row;
  }
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(h, Eigen::ComputeThinV);
  Eigen::MatrixXd mine(svd.matrixV().cols(), rounds);
  for (int s = 0; s < rounds; ++s) mine.col(s) = svd.matrixV().row(s * n + target).transpose();
  return mine.transpose() * mine;
}

Eigen::MatrixXd krylov_loss(const graph::GossipMatrix& w, graph::Node observer, graph::Node target, int rounds) {
  return accounting::ContinualAccountant(w, {{observer}, {}, 1, true}, rounds, std::array<graph::Node, 1>{target},
                                         {.jobs = 1})
      .loss_matrix(target);
}

template <bool textbook>
void BM_StreamLossMatrix(benchmark::State& state) {
  const auto side = state.range(0);
  const int rounds = static_cast<int>(state.range(1));
  const auto w = gossip_matrix(graph::torus(side, side), graph::Weights::metropolis);
  const Eigen::MatrixXd dense = textbook ? Eigen::MatrixXd(w) : Eigen::MatrixXd();
  if (textbook && (dense_loss(dense, 0, 5, rounds) - krylov_loss(w, 0, 5, rounds)).norm() > 1e-8) {
    state.SkipWithError("the two roads disagree");
    return;
  }
  for (auto _ : state) {
    const Eigen::MatrixXd m = textbook ? dense_loss(dense, 0, 5, rounds) : krylov_loss(w, 0, 5, rounds);
    benchmark::DoNotOptimize(m.data());
  }
  state.SetItemsProcessed(state.iterations() * w.nonZeros() * rounds);
}
BENCHMARK(BM_StreamLossMatrix<true>)
    ->Name("stream.loss_matrix/textbook")
    ->ArgNames({"side", "rounds"})
    ->Args({10, 100})
    ->Iterations(1)
    ->UseRealTime();
BENCHMARK(BM_StreamLossMatrix<false>)
    ->Name("stream.loss_matrix/hearsay")
    ->ArgNames({"side", "rounds"})
    ->Args({10, 100})
    ->Args({100, 1000})
    ->UseRealTime();

}  // namespace
