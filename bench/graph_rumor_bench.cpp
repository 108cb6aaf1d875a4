// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include <hearsay/accounting/rumor/first_sender.hpp>
#include <hearsay/accounting/rumor/sender_survey.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/protocol/rumor/graph_rumor.hpp>

// A rumor on any graph: the protocol until all nodes of a torus are informed, and who the first sender to a curious
// node is if the rumor walks.

namespace {

using namespace hearsay;

/// Random numbers of the standard library.
class StandardDraws {
 public:
  explicit StandardDraws(double muting) : stays_(muting) {}
  std::size_t below(std::size_t bound) { return std::uniform_int_distribution<std::size_t>(0, bound - 1)(engine_); }
  bool stays() { return stays_(engine_); }

 private:
  std::mt19937_64 engine_{1};
  std::bernoulli_distribution stays_;
};

/// Those of the kernel, with which the textbook must send the same messages.
class KernelDraws {
 public:
  explicit KernelDraws(double muting) : threshold_(random::coin_threshold(muting)) {}
  std::size_t below(std::size_t bound) { return words_.below(static_cast<std::uint32_t>(bound)); }
  bool stays() { return words_.next() < threshold_; }

 private:
  random::Words words_{{1}, random::Purpose::activation, 0};
  std::uint64_t threshold_;
};

/// The protocol in standard containers.
template <class Draws>
class GraphRumorTextbook {
 public:
  GraphRumorTextbook(const graph::Graph& graph, double muting)
      : graph_(graph), draws_(muting), place_(graph.nodes(), nowhere) {}

  /// Calls observer(sender, receiver) for every message until it returns false.
  template <class Observer>
  void run(graph::Node source, Observer&& observer) {
    for (const auto v : active_) place_[v] = nowhere;
    active_.clear();
    wake(source);
    for (bool going = true; going;) {
      const auto sender = active_[draws_.below(active_.size())];
      const auto neighbors = graph_.neighbors(sender);
      const auto receiver = neighbors[draws_.below(neighbors.size())];
      going = observer(sender, receiver);
      if (!draws_.stays()) {
        place_[active_.back()] = place_[sender];
        active_[place_[sender]] = active_.back();
        active_.pop_back();
        place_[sender] = nowhere;
      }
      wake(receiver);
    }
  }

 private:
  static constexpr auto nowhere = std::numeric_limits<std::uint32_t>::max();

  void wake(graph::Node v) {
    if (place_[v] != nowhere) return;
    place_[v] = static_cast<std::uint32_t>(active_.size());
    active_.push_back(v);
  }

  const graph::Graph& graph_;
  Draws draws_;
  std::vector<graph::Node> active_;
  std::vector<std::uint32_t> place_;  ///< in active_
};

/// The kernel with its own random numbers.
class GraphRumorKernel {
 public:
  GraphRumorKernel(const graph::Graph& graph, double muting) : rumor_(graph, muting) {}
  template <class Observer>
  void run(graph::Node source, Observer&& observer) {
    rumor_.run(source, words_, observer);
  }

 private:
  protocol::GraphRumor rumor_;
  random::Words words_{{1}, random::Purpose::activation, 0};
};

/// Runs of a version from node 0 until all nodes are informed.
template <class Rumor>
class CoveringRuns {
 public:
  CoveringRuns(const graph::Graph& graph, double muting) : nodes_(graph.nodes()), rumor_(graph, muting) {}

  /// @return messages of a run.
  std::uint64_t operator()() {
    informed_.assign(nodes_, 0);
    informed_[0] = 1;
    std::uint64_t messages = 0;
    graph::Node left = nodes_ - 1;
    rumor_.run(0, [&](graph::Node, graph::Node receiver) {
      ++messages;
      left -= 1 - informed_[receiver];
      informed_[receiver] = 1;
      return left > 0;
    });
    return messages;
  }

 private:
  graph::Node nodes_;
  Rumor rumor_;
  std::vector<graph::Node> informed_;
};

template <class Rumor>
void BM_RumorOnGraph(benchmark::State& state) {
  const auto graph = graph::torus(32, 32);
  const double muting = static_cast<double>(state.range(0)) / 100.0;
  CoveringRuns<GraphRumorKernel> kernel(graph, muting);
  CoveringRuns<GraphRumorTextbook<KernelDraws>> expected(graph, muting);
  for (int i = 0; i < 10; ++i) {
    if (kernel() != expected()) return state.SkipWithError("different messages from the same random numbers");
  }
  CoveringRuns<Rumor> run(graph, muting);
  std::uint64_t messages = 0;
  for (auto _ : state) messages += run();
  state.SetItemsProcessed(static_cast<std::int64_t>(messages));
}
BENCHMARK(BM_RumorOnGraph<GraphRumorTextbook<StandardDraws>>)
    ->Name("rumor.on_graph/textbook")
    ->ArgName("muting%")
    ->Arg(0)
    ->Arg(50)
    ->Arg(100);
BENCHMARK(BM_RumorOnGraph<GraphRumorKernel>)
    ->Name("rumor.on_graph/hearsay")
    ->ArgName("muting%")
    ->Arg(0)
    ->Arg(50)
    ->Arg(100);

/// A graph and every tenth node, which is curious.
struct CuriousNetwork {
  explicit CuriousNetwork(graph::Graph of) : graph(std::move(of)) {
    for (graph::Node v = 0; v < graph.nodes(); v += 10) curious.push_back(v);
  }
  graph::Graph graph;
  std::vector<graph::Node> curious;
};

/// L = D - A on the honest nodes.
template <class Matrix>
Matrix honest_laplacian(const graph::Graph& graph, const accounting::HonestPart& part) {
  std::vector<Eigen::Triplet<double>> entries;
  for (linalg::Index i = 0; i < part.size(); ++i) {
    entries.emplace_back(i, i, static_cast<double>(graph.degree(part.nodes[i])));
    for (const auto v : graph.neighbors(part.nodes[i]))
      if (part.number[v] < part.size()) entries.emplace_back(i, part.number[v], -1.0);
  }
  Eigen::SparseMatrix<double> laplacian(part.size(), part.size());
  laplacian.setFromTriplets(entries.begin(), entries.end());
  return laplacian;
}

/// P_i(v) of eight sources, a column each: by a sparse Cholesky decomposition.
Eigen::MatrixXd sender_laws_textbook(const CuriousNetwork& network, std::span<const linalg::Index> sources) {
  const auto part = accounting::honest_part(network.graph, network.curious);
  const auto laplacian = honest_laplacian<Eigen::SparseMatrix<double>>(network.graph, part);
  const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(laplacian);
  Eigen::MatrixXd units = Eigen::MatrixXd::Zero(part.size(), static_cast<Eigen::Index>(sources.size()));
  for (std::size_t j = 0; j < sources.size(); ++j) units(sources[j], static_cast<Eigen::Index>(j)) = 1.0;
  const Eigen::MatrixXd visits = factor.solve(units);
  Eigen::MatrixXd laws(part.tellers.size(), units.cols());
  for (std::size_t t = 0; t < part.tellers.size(); ++t)
    laws.row(static_cast<Eigen::Index>(t)) = visits.row(part.tellers[t]) * part.curious_neighbors[part.tellers[t]];
  return laws;
}

Eigen::MatrixXd sender_laws(const CuriousNetwork& network, std::span<const linalg::Index> sources) {
  const accounting::FirstSender first(network.graph, network.curious);
  const auto found = first.laws(sources);
  Eigen::MatrixXd laws(first.part().tellers.size(), found.size());
  for (std::size_t j = 0; j < found.size(); ++j) laws.col(static_cast<Eigen::Index>(j)) = found[j].probability;
  return laws;
}

template <bool textbook>
void BM_SenderLaws(benchmark::State& state) {
  const CuriousNetwork network(graph::regular(state.range(0), 3, {1}));
  const std::array<linalg::Index, 8> sources = {0, 1, 2, 3, 4, 5, 6, 7};
  if ((sender_laws(network, sources) - sender_laws_textbook(network, sources)).cwiseAbs().maxCoeff() > 1e-12)
    return state.SkipWithError("the laws differ");
  for (auto _ : state)
    benchmark::DoNotOptimize(textbook ? sender_laws_textbook(network, sources) : sender_laws(network, sources));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(sources.size()));
}
BENCHMARK(BM_SenderLaws<true>)->Name("rumor.sender_law/textbook")->ArgName("n")->Arg(1000)->Arg(4000);
BENCHMARK(BM_SenderLaws<false>)->Name("rumor.sender_law/hearsay")->ArgName("n")->Arg(1000)->Arg(4000);

/// What all pairs of sources come to.
struct WorstPairs {
  Eigen::VectorXd delta, delta_mean, pure_epsilon;  ///< by source: largest, mean, largest of the pairs
};

/// The inverse of L from a dense Cholesky decomposition, then all pairs by rows that are contiguous in memory.
WorstPairs sender_pairs_textbook(const CuriousNetwork& network, double epsilon) {
  const auto part = accounting::honest_part(network.graph, network.curious);
  const auto laplacian = honest_laplacian<Eigen::MatrixXd>(network.graph, part);
  const Eigen::Index n = part.size(), tellers = static_cast<Eigen::Index>(part.tellers.size());
  Eigen::MatrixXd visits = Eigen::MatrixXd::Zero(n, tellers);
  for (Eigen::Index t = 0; t < tellers; ++t) {
    const auto v = part.tellers[static_cast<std::size_t>(t)];
    visits(v, t) = part.curious_neighbors[v];
  }
  const Eigen::LLT<Eigen::MatrixXd> factor(laplacian);
  factor.solveInPlace(visits);
  const Eigen::ArrayXXd laws = visits.transpose(), scaled = std::exp(epsilon) * laws, inverse = laws.inverse();
  WorstPairs found{.delta = Eigen::VectorXd::Zero(n),
                   .delta_mean = Eigen::VectorXd::Zero(n),
                   .pure_epsilon = Eigen::VectorXd::Zero(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    double sum = 0.0, largest = 0.0, ratio = 0.0;
    for (Eigen::Index j = 0; j < n; ++j) {
      const double delta = (laws.col(i) - scaled.col(j)).cwiseMax(0.0).sum();
      sum += delta;
      largest = std::max(largest, delta);
      ratio = std::max(ratio, (laws.col(i) * inverse.col(j)).maxCoeff());
    }
    found.delta[i] = largest;
    found.delta_mean[i] = sum / static_cast<double>(n - 1);
    found.pure_epsilon[i] = std::log(ratio);
  }
  return found;
}

WorstPairs sender_pairs(const CuriousNetwork& network, double epsilon) {
  const accounting::FirstSender first(network.graph, network.curious);
  const auto survey = accounting::survey_all(first, {.epsilon = epsilon}, {.jobs = 1});
  const auto n = static_cast<Eigen::Index>(survey.nodes.size());
  WorstPairs found{.delta = Eigen::VectorXd(n), .delta_mean = Eigen::VectorXd(n), .pure_epsilon = Eigen::VectorXd(n)};
  for (Eigen::Index i = 0; i < n; ++i) {
    const auto& node = survey.nodes[static_cast<std::size_t>(i)];
    found.delta[i] = node.delta.estimate;
    found.delta_mean[i] = node.delta_mean.estimate;
    found.pure_epsilon[i] = node.pure_epsilon_within.estimate;
  }
  return found;
}

template <bool textbook>
void BM_SenderPairs(benchmark::State& state) {
  const CuriousNetwork network(graph::regular(state.range(0), 4, {1}));
  constexpr double epsilon = 0.5;
  const auto a = sender_pairs(network, epsilon), b = sender_pairs_textbook(network, epsilon);
  if (std::max({(a.delta - b.delta).cwiseAbs().maxCoeff(), (a.delta_mean - b.delta_mean).cwiseAbs().maxCoeff(),
                (a.pure_epsilon - b.pure_epsilon).cwiseAbs().maxCoeff()}) > 1e-9)
    return state.SkipWithError("the pairs differ");
  for (auto _ : state)
    benchmark::DoNotOptimize(textbook ? sender_pairs_textbook(network, epsilon) : sender_pairs(network, epsilon));
  state.SetItemsProcessed(state.iterations() * a.delta.size() * (a.delta.size() - 1));
}
BENCHMARK(BM_SenderPairs<true>)->Name("rumor.sender_pairs/textbook")->ArgName("n")->Arg(100)->Arg(500);
BENCHMARK(BM_SenderPairs<false>)->Name("rumor.sender_pairs/hearsay")->ArgName("n")->Arg(100)->Arg(500);

}  // namespace
