// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/linalg/krylov.hpp>
#include <hearsay/protocol/gossip/round.hpp>
#include "bench/peak.hpp"
#include "bench/require.hpp"

// Gossip kernels beside what a good graduate student writes in an afternoon. Each benchmark first checks that both
// compute the same numbers.

namespace {

using namespace hearsay;
using bench::require;
using graph::Edge;
using graph::GossipMatrix;
using graph::Node;

GossipMatrix hypercube(unsigned dimensions) {
  std::vector<Edge> edges;
  for (Node v = 0; v < (1u << dimensions); ++v) {
    for (unsigned i = 0; i < dimensions; ++i) edges.emplace_back(v, v ^ (1u << i));
  }
  return gossip_matrix(graph::Graph(1u << dimensions, edges), graph::Weights::metropolis);
}

GossipMatrix grid(Node side) {
  std::vector<Edge> edges;
  for (Node i = 0; i < side; ++i) {
    for (Node j = 0; j < side; ++j) {
      if (j + 1 < side) edges.emplace_back(i * side + j, i * side + j + 1);
      if (i + 1 < side) edges.emplace_back(i * side + j, (i + 1) * side + j);
    }
  }
  return gossip_matrix(graph::Graph(side * side, edges), graph::Weights::metropolis);
}

struct Network {
  std::string name;
  GossipMatrix w;
  int steps;
};

Network network(std::int64_t which) {
  if (which == 0) return {"hypercube:11 T=19", hypercube(11), 19};
  return {"grid:45x45 T=243", grid(45), 243};
}

// Published loss, all pairs.

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Eigen's product of sparse and dense, both by rows, without temporaries; the shares and the norms of the next power
/// in the same pass over a row that is still in cache. The power is symmetric, so row v is what node v sends.
/// @return row v: what node v reveals about each node; then a sparse product adds up what the neighbors of an observer
/// reveal.
RowMajor published_textbook(const GossipMatrix& w, int steps) {
  const auto n = w.rows();
  RowMajor power = RowMajor::Identity(n, n), next(n, n), shares = RowMajor::Zero(n, n), seen(n, n);
  for (int t = 0; t < steps; ++t) {
    for (Eigen::Index v = 0; v < n; ++v) shares.row(v) += power.row(v).cwiseAbs2() / power.row(v).squaredNorm();
    if (t + 1 == steps) break;
    next.noalias() = w * power;
    power.swap(next);
  }
  GossipMatrix adjacent = w;  // NOLINT(performance-unnecessary-copy-initialization): its iterators write
  for (Eigen::Index u = 0; u < n; ++u) {
    for (GossipMatrix::InnerIterator entry(adjacent, u); entry; ++entry)
      entry.valueRef() = entry.col() != u && entry.value() > 0.0 ? 1.0 : 0.0;
  }
  seen.noalias() = adjacent * shares;
  return seen;
}

void count_pairs(benchmark::State& state, const Network& net) {
  state.SetLabel(net.name);
  state.SetItemsProcessed(state.iterations() * net.w.rows() * net.w.rows());
  state.counters["flop"] =
      benchmark::Counter(2.0 * static_cast<double>(net.w.nonZeros()) * static_cast<double>(net.w.rows()) * net.steps,
                         benchmark::Counter::kIsIterationInvariantRate);
}

void published_pairs(benchmark::State& state) {
  const auto net = network(state.range(0));
  const auto small = hypercube(6);
  require(
      (accounting::published_all_pairs(small, 9, {.jobs = 1}) - published_textbook(small, 9)).cwiseAbs().maxCoeff() <
          1e-12,
      "published losses differ");
  for (auto _ : state) benchmark::DoNotOptimize(accounting::published_all_pairs(net.w, net.steps, {.jobs = 1}));
  count_pairs(state, net);
}
BENCHMARK(published_pairs)->Name("published.all_pairs/hearsay")->ArgName("network")->Arg(0)->Arg(1)->UseRealTime();

void published_pairs_textbook(benchmark::State& state) {
  const auto net = network(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(published_textbook(net.w, net.steps));
  count_pairs(state, net);
}
BENCHMARK(published_pairs_textbook)
    ->Name("published.all_pairs/textbook")
    ->ArgName("network")
    ->Arg(0)
    ->Arg(1)
    ->UseRealTime();

// Exact loss, one observer: block Lanczos against the singular value decomposition of the stacked powers.

Eigen::VectorXd exact_textbook(const GossipMatrix& w, Node observer, int steps) {
  const Eigen::MatrixXd view = accounting::gossip_view(w, std::vector<Node>{observer}, steps);
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(view, Eigen::ComputeThinV);
  const auto rank = (svd.singularValues().array() > 1e-12 * svd.singularValues()(0)).count();
  return svd.matrixV().leftCols(rank).rowwise().squaredNorm();
}

void exact_observer(benchmark::State& state) {
  const auto w = hypercube(static_cast<unsigned>(state.range(0)));
  const int steps = static_cast<int>(state.range(1));
  const auto small = hypercube(6);
  const std::vector<Node> observer{0};
  const auto starts = accounting::senders(w, observer);
  require(
      (accounting::gossip_losses(small, observer, 5).exact - exact_textbook(small, 0, 5)).cwiseAbs().maxCoeff() < 1e-9,
      "exact losses differ");
  const bench::PeakMemory peak;
  std::int64_t rank = 0;
  for (auto _ : state) rank = linalg::krylov_basis(w, starts, steps).basis.cols();
  state.counters["rank"] = static_cast<double>(rank);
  state.counters["peak_MiB"] = peak.mib();
  state.SetItemsProcessed(state.iterations() * w.rows());
}
BENCHMARK(exact_observer)
    ->Name("exact.one_observer/hearsay")
    ->ArgNames({"hypercube", "T"})
    ->Args({11, 19})
    ->Args({17, 36})
    ->Iterations(1)
    ->UseRealTime();

void exact_observer_textbook(benchmark::State& state) {
  const auto w = hypercube(static_cast<unsigned>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(exact_textbook(w, 0, static_cast<int>(state.range(1))));
  state.SetItemsProcessed(state.iterations() * w.rows());
}
BENCHMARK(exact_observer_textbook)
    ->Name("exact.one_observer/textbook")
    ->ArgNames({"hypercube", "T"})
    ->Args({11, 19})
    ->Iterations(1)
    ->UseRealTime();

// One gossip round of 64 columns on a torus of 10^6 nodes; bytes: every number held is read and written once, and W is
// read.

constexpr Node side = 1000;
constexpr Eigen::Index held = 64;

void count_bytes(benchmark::State& state) {
  state.SetBytesProcessed(state.iterations() * std::int64_t{side} * side * (held * 16 + Eigen::Index{5} * 16 + 8));
}

void gossip_round(benchmark::State& state) {
  const auto small = grid(20);
  const Eigen::MatrixXd start = Eigen::MatrixXd::Random(small.rows(), held);
  protocol::States next;
  protocol::gossip_round(small, protocol::States(start), next);
  require(next.matrix() == Eigen::MatrixXd(small * start), "the rounds differ");
  const auto w = gossip_matrix(graph::torus(side, side), graph::Weights::metropolis);
  const bench::PeakMemory peak;
  protocol::States x(Eigen::MatrixXd::Ones(w.rows(), held));
  next = protocol::States(w.rows(), held);
  for (auto _ : state) {
    protocol::gossip_round(w, x, next);
    std::swap(x, next);
    benchmark::DoNotOptimize(x.data());
  }
  count_bytes(state);
  state.counters["peak_MiB"] = peak.mib();
}
BENCHMARK(gossip_round)->Name("gossip.round/hearsay")->Iterations(3)->UseRealTime();

void gossip_round_textbook(benchmark::State& state) {
  const auto w = gossip_matrix(graph::torus(side, side), graph::Weights::metropolis);
  RowMajor x = RowMajor::Ones(w.rows(), held), next(w.rows(), held);
  for (auto _ : state) {
    next.noalias() = w * x;
    x.swap(next);
    benchmark::DoNotOptimize(x.data());
  }
  count_bytes(state);
}
BENCHMARK(gossip_round_textbook)->Name("gossip.round/textbook")->Iterations(3)->UseRealTime();

/// What the machine moves: a = b + s c, as STREAM counts it.
void triad(benchmark::State& state) {
  constexpr std::size_t count = std::size_t{side} * side * held / 2;
  std::vector<double> a(count, 0.0), b(count, 1.0), c(count, 2.0);
  for (auto _ : state) {
    for (std::size_t i = 0; i < count; ++i) a[i] = b[i] + 3.0 * c[i];
    benchmark::DoNotOptimize(a.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(24 * count));
}
BENCHMARK(gossip_round)->Name("gossip.round_over_triad/hearsay")->Iterations(3)->UseRealTime();
BENCHMARK(triad)->Name("gossip.round_over_triad/textbook")->Iterations(3)->UseRealTime();

}  // namespace
