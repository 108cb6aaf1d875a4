#include <benchmark/benchmark.h>

#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip_loss.hpp>
#include <hearsay/accounting/krylov.hpp>
#include <hearsay/accounting/published_loss.hpp>
#include <hearsay/protocol/averaging.hpp>

// Gossip kernels beside what a good graduate student writes in an afternoon. Each benchmark first checks that both compute the
// same numbers.

namespace {

using namespace hearsay;
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

void require(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

// Published loss, all pairs.

/// Eigen sparse times dense: one pass for the norms of the rows, one for the shares.
Eigen::MatrixXd published_textbook(const GossipMatrix& w, int steps) {
  const auto n = w.rows();
  Eigen::MatrixXd power = Eigen::MatrixXd::Identity(n, n), shares = Eigen::MatrixXd::Zero(n, n);
  for (int t = 0; t < steps; ++t) {
    const Eigen::VectorXd norms = power.rowwise().squaredNorm();
    shares += norms.cwiseInverse().asDiagonal() * power.cwiseAbs2();
    power = w * power;
  }
  GossipMatrix adjacent = w;
  for (Eigen::Index u = 0; u < n; ++u) {
    for (GossipMatrix::InnerIterator entry(adjacent, u); entry; ++entry) entry.valueRef() = entry.col() != u && entry.value() > 0.0 ? 1.0 : 0.0;
  }
  return adjacent * shares;
}

/// Pairs of nodes times steps, and the multiplications and additions in W X.
void count_pairs(benchmark::State& state, const Network& net) {
  const auto n = static_cast<double>(net.w.rows());
  state.SetLabel(net.name);
  state.counters["pairs"] = benchmark::Counter(n * n, benchmark::Counter::kIsIterationInvariantRate);
  state.counters["flop"] = benchmark::Counter(2.0 * static_cast<double>(net.w.nonZeros()) * n * net.steps, benchmark::Counter::kIsIterationInvariantRate);
}

void published_pairs(benchmark::State& state) {
  const auto net = network(state.range(0));
  const auto small = hypercube(6);
  require((accounting::published_all_pairs(small, 9, 1) - published_textbook(small, 9)).cwiseAbs().maxCoeff() < 1e-12, "published losses differ");
  for (auto _ : state) benchmark::DoNotOptimize(accounting::published_all_pairs(net.w, net.steps, 1));
  count_pairs(state, net);
}
BENCHMARK(published_pairs)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

void published_pairs_textbook(benchmark::State& state) {
  const auto net = network(state.range(0));
  for (auto _ : state) benchmark::DoNotOptimize(published_textbook(net.w, net.steps));
  count_pairs(state, net);
}
BENCHMARK(published_pairs_textbook)->Arg(0)->Arg(1)->Unit(benchmark::kMillisecond)->UseRealTime();

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
  require((accounting::gossip_losses(small, observer, 5).exact - exact_textbook(small, 0, 5)).cwiseAbs().maxCoeff() < 1e-9, "exact losses differ");
  std::int64_t rank = 0;
  for (auto _ : state) rank = accounting::krylov_basis(w, starts, steps).basis.cols();
  state.counters["rank"] = static_cast<double>(rank);
  state.counters["targets"] = benchmark::Counter(static_cast<double>(w.rows()), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(exact_observer)->Args({11, 19})->Args({17, 36})->Unit(benchmark::kMillisecond)->UseRealTime();

void exact_observer_textbook(benchmark::State& state) {
  const auto w = hypercube(static_cast<unsigned>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(exact_textbook(w, 0, static_cast<int>(state.range(1))));
  state.counters["targets"] = benchmark::Counter(static_cast<double>(w.rows()), benchmark::Counter::kIsIterationInvariantRate);
}
BENCHMARK(exact_observer_textbook)->Args({11, 19})->Unit(benchmark::kMillisecond)->UseRealTime();

// One gossip round of 64 columns; bytes: every column read and written once, every entry of W read once.

void gossip_round(benchmark::State& state) {
  const auto w = hypercube(static_cast<unsigned>(state.range(0)));
  Eigen::MatrixXd x = Eigen::MatrixXd::Ones(w.rows(), 64);
  require((protocol::average(w, x, 1) - x).cwiseAbs().maxCoeff() < 1e-12, "a constant vector is not kept");
  for (auto _ : state) {
    x = protocol::average(w, std::move(x), 1);
    benchmark::DoNotOptimize(x.data());
  }
  state.counters["bytes"] = benchmark::Counter(static_cast<double>(w.rows()) * 64 * 16 + static_cast<double>(w.nonZeros()) * 16,
                                               benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1024);
}
BENCHMARK(gossip_round)->Arg(14)->Arg(18)->Unit(benchmark::kMillisecond)->UseRealTime();

/// What the machine moves: a copy of the same matrix.
void gossip_round_memory_copy(benchmark::State& state) {
  const Eigen::MatrixXd x = Eigen::MatrixXd::Ones(Eigen::Index{1} << state.range(0), 64);
  Eigen::MatrixXd y(x.rows(), x.cols());
  for (auto _ : state) {
    y = x;
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.counters["bytes"] = benchmark::Counter(static_cast<double>(x.size()) * 16, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1024);
}
BENCHMARK(gossip_round_memory_copy)->Arg(14)->Arg(18)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
