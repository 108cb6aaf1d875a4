// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <Eigen/Dense>
#include <array>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace {

using namespace hearsay;

/// The textbook: the powers of W that the observer sees, their inner products from the moments of W (which is
/// symmetric), the Gram matrix of all rounds and its Cholesky decomposition.
Eigen::MatrixXd textbook_loss(const graph::GossipMatrix& w, graph::Node observer, graph::Node target,
                              Eigen::Index rounds) {
  Eigen::VectorXd now = Eigen::VectorXd::Unit(w.rows(), observer), next(w.rows());
  Eigen::VectorXd moments(2 * rounds), reaches(rounds);
  for (Eigen::Index lag = 0; lag < rounds; ++lag) {
    reaches[lag] = now[target];
    next.noalias() = w * now;
    moments[2 * lag] = now.squaredNorm();
    moments[2 * lag + 1] = now.dot(next);
    now.swap(next);
  }
  Eigen::MatrixXd gram(rounds, rounds), signal = Eigen::MatrixXd::Zero(rounds, rounds);
  for (Eigen::Index s = 0; s < rounds; ++s) {
    for (Eigen::Index t = s; t < rounds; ++t) {
      gram(t, s) = moments[t + s] + (s > 0 ? gram(t - 1, s - 1) : 0.0);
      signal(t, s) = reaches[t - s];
    }
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(gram);
  factor.matrixL().solveInPlace(signal);
  return signal.transpose() * signal;
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
  if ((textbook_loss(w, 0, 5, rounds) - krylov_loss(w, 0, 5, rounds)).norm() > 1e-8) {
    state.SkipWithError("the two roads disagree");
    return;
  }
  for (auto _ : state) {
    const Eigen::MatrixXd m = textbook ? textbook_loss(w, 0, 5, rounds) : krylov_loss(w, 0, 5, rounds);
    benchmark::DoNotOptimize(m.data());
  }
  state.SetItemsProcessed(state.iterations() * w.nonZeros() * rounds);
}
void stream_sizes(benchmark::internal::Benchmark* of) {
  of->ArgNames({"side", "rounds"})->Args({10, 100})->Args({100, 1000})->UseRealTime();
}
BENCHMARK(BM_StreamLossMatrix<true>)->Name("stream.loss_matrix/textbook")->Apply(stream_sizes);
BENCHMARK(BM_StreamLossMatrix<false>)->Name("stream.loss_matrix/hearsay")->Apply(stream_sizes);

}  // namespace
