// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <boost/math/distributions/normal.hpp>
#include <boost/random/normal_distribution.hpp>
#include <cmath>
#include <cstdint>
#include <random>

#include <hearsay/adversary/gossip_view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>
#include "bench/require.hpp"
#include "empirical/attack/gossip.hpp"

// The likelihood-ratio attack on a graph of 64 nodes: 10^6 simulated views in all.

namespace {

using namespace hearsay;
using bench::require;

constexpr std::uint64_t certified = 400'000;  // views a hypothesis; a quarter as many choose the threshold: 10^6 in all
constexpr double value = 2.0;

empirical::GossipAttack attack_on_a_torus() {
  return {.w = graph::gossip_matrix(graph::torus(8, 8), graph::Weights::metropolis),
          .observers = {0},
          .target = 1,
          .steps = 8,
          .sigma = 1.0,
          .sensitivity = value,
          .runs = certified,
          .confidence = 0.99,
          .execution = {.seed = {1}, .jobs = 1}};
}

/// mu of Gaussian differential privacy from the two rates of a test.
double mu_of(double detected, double false_alarms) {
  return boost::math::quantile(boost::math::normal(), detected) -
         boost::math::quantile(boost::math::normal(), false_alarms);
}

/// The textbook: the test's direction folded into the view, so that a view is one inner product with the noise of every
/// node, from Boost's ziggurat; the test at the middle of the two means. @return its mu.
double textbook(const empirical::GossipAttack& a, std::uint64_t views) {
  const Eigen::MatrixXd view = adversary::gossip_view(a.w, a.observers, a.steps);
  const Eigen::VectorXd direction = Eigen::MatrixXd(view.transpose())
                                        .completeOrthogonalDecomposition()
                                        .solve(Eigen::VectorXd::Unit(view.cols(), a.target));
  const Eigen::VectorXd statistic = view.transpose() * direction;
  std::mt19937_64 engine(7);
  boost::random::normal_distribution<double> normal(0.0, a.sigma);
  const double gap = statistic(a.target) * a.sensitivity;
  std::uint64_t alarms[2] = {0, 0};
  Eigen::VectorXd noise(view.cols());
  for (std::uint64_t i = 0; i < views; ++i) {
    for (auto& x : noise) x = normal(engine);
    const double seen = statistic.dot(noise) + (i % 2 == 1 ? gap : 0.0);
    alarms[i % 2] += seen > 0.5 * gap ? 1 : 0;
  }
  const auto rate = [&](int changed) {
    return 2.0 * static_cast<double>(alarms[changed]) / static_cast<double>(views);
  };
  return mu_of(rate(1), rate(0));
}

void attack(benchmark::State& state) {
  auto a = attack_on_a_torus();
  a.row_space = state.range(0) == 1;
  const auto rates = empirical::attack_gossip(a).rates;
  const double found = mu_of(rates.true_positive.estimate(), rates.false_positive.estimate());
  require(std::abs(found - textbook(a, 200'000)) < 0.05, "the attacks see different things");
  for (auto _ : state) benchmark::DoNotOptimize(empirical::attack_gossip(a).gaussian.mu);
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(certified * 5 / 2));
}
BENCHMARK(attack)
    ->Name("attack.likelihood_ratio/hearsay")
    ->ArgName("row_space")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void attack_textbook(benchmark::State& state) {
  const auto a = attack_on_a_torus();
  for (auto _ : state) benchmark::DoNotOptimize(textbook(a, certified * 5 / 2));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(certified * 5 / 2));
}
BENCHMARK(attack_textbook)
    ->Name("attack.likelihood_ratio/textbook")
    ->ArgName("row_space")
    ->Arg(0)
    ->Arg(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
