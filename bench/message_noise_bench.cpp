// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <utility>

#include <hearsay/accounting/gossip/message_noise.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/weights.hpp>

// Losses where every message is heard with noise of its own, all noise unknown and own noise known.

namespace {

using namespace hearsay;

constexpr std::array<graph::Node, 1> noise_observer = {0};

struct BothLosses {
  Eigen::VectorXd unknown, own_noise;
};

/// e_u^T A^T (A A^T + tau^2 I)^{-1} A e_u: one Cholesky decomposition for each of the two.
BothLosses noisy_textbook(const graph::GossipMatrix& w, int steps, double tau) {
  const Eigen::MatrixXd view = accounting::gossip_view(w, noise_observer, steps);
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Identity(view.rows(), view.rows()) * (tau * tau);
  covariance.selfadjointView<Eigen::Lower>().rankUpdate(view);
  BothLosses losses;
  Eigen::MatrixXd solved = view;
  const Eigen::LLT<Eigen::MatrixXd> factor(covariance);
  factor.matrixL().solveInPlace(solved);
  losses.unknown = solved.colwise().squaredNorm();
  covariance.selfadjointView<Eigen::Lower>().rankUpdate(view.col(noise_observer[0]), -1.0);
  const Eigen::LLT<Eigen::MatrixXd> without(covariance);
  solved = view;
  solved.col(noise_observer[0]).setZero();
  without.matrixL().solveInPlace(solved);
  losses.own_noise = solved.colwise().squaredNorm();
  return losses;
}

BothLosses noisy_kernel(const graph::GossipMatrix& w, int steps, double tau) {
  auto found = accounting::noisy_losses({.w = w, .observers = noise_observer, .steps = steps}, {&tau, 1}, {.jobs = 1});
  return {std::move(found.front().exact), std::move(found.front().exact_own_noise)};
}

template <bool textbook>
void BM_MessageNoise(benchmark::State& state) {
  const auto w = gossip_matrix(graph::regular(state.range(0), 6, {1}), graph::Weights::metropolis);
  const int steps = static_cast<int>(state.range(1));
  constexpr double tau = 1e-3;
  const auto a = noisy_kernel(w, steps, tau), b = noisy_textbook(w, steps, tau);
  if (std::max((a.unknown - b.unknown).cwiseAbs().maxCoeff(), (a.own_noise - b.own_noise).cwiseAbs().maxCoeff()) > 1e-7)
    return state.SkipWithError("the losses differ");
  for (auto _ : state) benchmark::DoNotOptimize(textbook ? noisy_textbook(w, steps, tau) : noisy_kernel(w, steps, tau));
  state.SetItemsProcessed(state.iterations());
}
void message_noise_sizes(benchmark::internal::Benchmark* of) {
  of->ArgNames({"n", "T"})->Args({100, 8})->Args({400, 16})->UseRealTime();
}
BENCHMARK(BM_MessageNoise<true>)->Name("audit.message_noise/textbook")->Apply(message_noise_sizes);
BENCHMARK(BM_MessageNoise<false>)->Name("audit.message_noise/hearsay")->Apply(message_noise_sizes);

}  // namespace
