// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <array>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/weights.hpp>

// The accountant of linear protocols: in every round all nodes of a torus contribute and add noise, and gossip once.
// Node 0 hears its neighbors; asked is what each other node loses that takes part in any one round. The kernel computes
// the smallest view in fractions, the others in doubles.

namespace {

using namespace hearsay;

graph::Graph contributing_torus(const benchmark::State& state) { return graph::torus(state.range(0), state.range(0)); }

accounting::Protocol contributing_protocol(const graph::Graph& graph, int rounds) {
  auto mix = std::make_shared<accounting::Mix>();
  mix->edges = graph.edge_list();
  accounting::NoiseKind noise;
  noise.nodes.resize(graph.nodes());
  std::iota(noise.nodes.begin(), noise.nodes.end(), graph::Node{0});
  accounting::Protocol protocol{.nodes = graph.nodes(), .noise = {noise}, .view = {.observers = {0}}};
  for (graph::Node v = 0; v < graph.nodes(); ++v) protocol.labels.push_back(std::to_string(v));
  protocol.rounds.assign(static_cast<std::size_t>(rounds), {.mix = mix});
  return protocol;
}

/// By node from 1 on.
Eigen::VectorXd linear_losses(const accounting::Protocol& protocol) {
  accounting::LinearQuestion question{.participation = {.kind = accounting::Participation::Kind::once},
                                      .execution = {.jobs = 1}};
  for (graph::Node v = 1; v < protocol.nodes; ++v) question.subjects.push_back(accounting::node_subject(v));
  const auto account = accounting::linear_account(protocol, question);
  Eigen::VectorXd losses(protocol.nodes - 1);
  for (Eigen::Index v = 0; v < losses.size(); ++v)
    losses[v] = account.losses[static_cast<std::size_t>(v)].loss.vectors.upper;
  return losses;
}

/// The textbook: a row of the view is made of powers of W, round by round, since all rounds mix alike; A and B are the
/// same but for what the observer adds. B B^T is factored, and a loss is the squared norm of a solution.
Eigen::VectorXd linear_losses_textbook(const graph::GossipMatrix& w, int rounds) {
  const auto n = w.rows();
  const auto senders = accounting::senders(w, std::array<graph::Node, 1>{0});
  const auto count = static_cast<Eigen::Index>(senders.size());
  Eigen::MatrixXd powers = Eigen::MatrixXd::Zero(n, count), next(n, count), view(n * rounds, count * rounds);
  for (Eigen::Index j = 0; j < count; ++j) powers(senders[static_cast<std::size_t>(j)], j) = 1.0;
  view.setZero();
  for (int lag = 0; lag < rounds; ++lag) {
    for (int begin = 0; begin + lag < rounds; ++begin)
      view.block(begin * n + 1, (begin + lag) * count, n - 1, count) = powers.bottomRows(n - 1);
    next.noalias() = w * powers;
    powers.swap(next);
  }
  Eigen::MatrixXd gram = Eigen::MatrixXd::Zero(view.cols(), view.cols());
  gram.selfadjointView<Eigen::Lower>().rankUpdate(view.transpose());
  const Eigen::LDLT<Eigen::MatrixXd> factor(gram);
  const Eigen::MatrixXd solved = factor.solve(view.transpose());
  const Eigen::VectorXd by_input = view.transpose().cwiseProduct(solved).colwise().sum();
  return by_input.reshaped(n, rounds).bottomRows(n - 1).rowwise().maxCoeff();
}

template <bool textbook>
void BM_LinearAccount(benchmark::State& state) {
  const auto graph = contributing_torus(state);
  const int rounds = static_cast<int>(state.range(1));
  const auto w = gossip_matrix(graph, graph::Weights::metropolis);
  const auto protocol = contributing_protocol(graph, rounds);
  const Eigen::ArrayXd expected = linear_losses_textbook(w, rounds);
  if (((linear_losses(protocol).array() - expected).abs() > 1e-9 * expected + 1e-12).any())
    return state.SkipWithError("the losses differ");
  for (auto _ : state) benchmark::DoNotOptimize(textbook ? linear_losses_textbook(w, rounds) : linear_losses(protocol));
  state.SetItemsProcessed(state.iterations() * (w.rows() - 1));
}
void linear_sizes(benchmark::internal::Benchmark* of) {
  of->ArgNames({"side", "rounds"})->Args({8, 6})->Args({8, 12})->Args({16, 20})->UseRealTime();
}
BENCHMARK(BM_LinearAccount<true>)->Name("linear.account/textbook")->Apply(linear_sizes);
BENCHMARK(BM_LinearAccount<false>)->Name("linear.account/hearsay")->Apply(linear_sizes);

}  // namespace
