// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/training_run.hpp>

#include <gtest/gtest.h>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "tests/accounting/linear/naive.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using exact::Rational;
using graph::Graph;
using graph::Node;
using props::oracle::Matrix;
using props::oracle::Row;

std::shared_ptr<const Mix> metropolis_mix(const Graph& graph) {
  Mix mix;
  mix.rule = Mix::Rule::metropolis;
  mix.edges = graph.edge_list();
  return std::make_shared<const Mix>(std::move(mix));
}

/// A run with everything spelled out round by round; owes nothing to the library but W of Metropolis weights.
struct Definition {
  std::vector<Matrix> w;        ///< by round
  std::vector<Rational> gamma;  ///< by round; 1: plain
  std::vector<Rational> step;   ///< by round
  std::vector<Rational> sigma;  ///< by node
  int gossip_steps = 1;

  [[nodiscard]] Node nodes() const { return static_cast<Node>(sigma.size()); }

  /// The states before each gossip step, [round * K + k][node], if node j adds a unit gradient in round q only.
  [[nodiscard]] Matrix impulse(std::size_t q, Node j) const {
    const Node n = nodes();
    Matrix seen;
    Row theta(n, 0);
    for (std::size_t r = 0; r < w.size(); ++r) {
      if (r == q) theta[j] -= step[r];
      Row before;
      for (int k = 0; k < gossip_steps; ++k) {
        seen.push_back(theta);
        Row next(n, 0);
        for (Node to = 0; to < n; ++to) {
          for (Node from = 0; from < n; ++from) next[to] += w[r][to][from] * theta[from];
          if (k > 0) next[to] = gamma[r] * next[to] + (1 - gamma[r]) * before[to];
        }
        before = theta;
        theta = next;
      }
    }
    return seen;
  }

  /// What `observer` receives when node j adds a unit in round q: one number a message.
  [[nodiscard]] Row messages(Node observer, std::size_t q, Node j) const {
    const auto states = impulse(q, j);
    Row column;
    for (std::size_t i = 0; i < states.size(); ++i) {
      const auto& matrix = w[i / static_cast<std::size_t>(gossip_steps)];
      for (Node from = 0; from < nodes(); ++from) {
        if (from != observer && matrix[observer][from] != 0) column.push_back(states[i][from]);
      }
    }
    return column;
  }

  /// The largest loss of node u over signs: least squares in fractions.
  [[nodiscard]] Rational loss(Node observer, Node u, bool knows_own) const {
    Matrix signal, columns;
    for (std::size_t q = 0; q < w.size(); ++q) {
      signal.push_back(messages(observer, q, u));
      for (Node j = 0; j < nodes(); ++j) {
        if (knows_own && j == observer) continue;
        columns.push_back(messages(observer, q, j));
        for (auto& value : columns.back()) value *= sigma[j];
      }
    }
    Matrix noise(signal.front().size(), Row(columns.size()));
    for (std::size_t i = 0; i < noise.size(); ++i) {
      for (std::size_t c = 0; c < columns.size(); ++c) noise[i][c] = columns[c][i];
    }
    const auto matrix = testing::loss_matrix(noise, signal);
    EXPECT_TRUE(matrix.has_value());
    return props::oracle::boolean_maximum(*matrix);
  }
};

Rational account(const TrainingRun& run, Node u) {
  const auto found = linear_account(training_protocol(run),
                                    {.subjects = {node_subject(u)}, .participation = {}, .road = LinearRoad::exact});
  return found.losses.front().loss.exact.value();
}

/// Every observer and target, own noise known and unknown.
void expect_equal(TrainingRun run, const Definition& definition, const std::string& what) {
  for (Node v = 0; v < run.nodes; ++v) {
    for (const bool knows_own : {false, true}) {
      run.view = {.observers = {v}, .knows_own = knows_own};
      for (Node u = 0; u < run.nodes; ++u) {
        if (u == v) continue;
        EXPECT_EQ(account(run, u), definition.loss(v, u, knows_own))
            << what << ", observer " << v << ", target " << u << ", own noise known " << knows_own;
      }
    }
  }
}

std::vector<std::pair<std::string, Graph>> rings_and_paths() {
  std::vector<std::pair<std::string, Graph>> graphs;
  for (Node n = 2; n <= 5; ++n) {
    graphs.emplace_back("path " + std::to_string(n), hearsay::testing::path(n));
    if (n > 2) graphs.emplace_back("ring " + std::to_string(n), hearsay::testing::ring(n));
  }
  return graphs;
}

TEST(TrainingRun, EqualsUnitImpulsesOnRingsAndPaths) {
  constexpr int rounds = 3;
  for (const auto& [name, graph] : rings_and_paths()) {
    for (int steps = 1; steps <= 3; ++steps) {
      for (const bool chebyshev : {false, true}) {
        const Rational gamma(5, 4);
        const TrainingRun run{.nodes = graph.nodes(),
                              .mixes = {metropolis_mix(graph)},
                              .rounds = rounds,
                              .gossip_steps = steps,
                              .chebyshev = chebyshev,
                              .gammas = {gamma},
                              .sigma = {Rational(3, 2)}};
        const Definition definition{.w = std::vector<Matrix>(rounds, props::oracle::rational_matrix(graph)),
                                    .gamma = std::vector<Rational>(rounds, chebyshev ? gamma : Rational(1)),
                                    .step = std::vector<Rational>(rounds, Rational(7, 10)),
                                    .sigma = std::vector<Rational>(graph.nodes(), Rational(3, 2)),
                                    .gossip_steps = steps};
        expect_equal(run, definition, name + ", K = " + std::to_string(steps) + (chebyshev ? ", accelerated" : ""));
      }
    }
  }
}

TEST(TrainingRun, TheGammaOfTheProgramIsTheGammaOfTheAccount) {
  for (const auto& [name, graph] : rings_and_paths()) {
    const auto w = hearsay::testing::metropolis(graph);
    const auto gamma = exact::fraction_of(graph::acceleration(graph::positive_spectral_gap(w)));
    const auto mix = metropolis_mix(graph);
    EXPECT_NEAR(exact::to_double(acceleration_of(*mix, graph.nodes())), exact::to_double(gamma), 1e-14) << name;
    TrainingRun run{.nodes = graph.nodes(),
                    .mixes = {mix},
                    .rounds = 2,
                    .gossip_steps = 3,
                    .chebyshev = true,
                    .sigma = {Rational(1)},
                    .view = {.observers = {0}}};
    const auto computed = training_protocol(run);
    EXPECT_EQ(computed.rounds[1].gamma, acceleration_of(*mix, graph.nodes())) << name;
    run.gammas = {gamma};
    const Definition definition{.w = std::vector<Matrix>(2, props::oracle::rational_matrix(graph)),
                                .gamma = {gamma, gamma},
                                .step = {1, 1},
                                .sigma = std::vector<Rational>(graph.nodes(), 1),
                                .gossip_steps = 3};
    EXPECT_EQ(account(run, graph.nodes() - 1), definition.loss(0, graph.nodes() - 1, true)) << name;
  }
}

// Another graph, gamma, step size in every round and another noise at every node.
TEST(TrainingRun, EverythingMayDiffer) {
  const auto ring = hearsay::testing::ring(4), path = hearsay::testing::path(4);
  const auto of = [](const Graph& graph) { return props::oracle::rational_matrix(graph); };
  const TrainingRun run{.nodes = 4,
                        .mixes = {metropolis_mix(path), metropolis_mix(ring), metropolis_mix(path)},
                        .rounds = 3,
                        .gossip_steps = 2,
                        .chebyshev = true,
                        .gammas = {Rational(5, 4), Rational(4, 3), Rational(8, 7)},
                        .sigma = {1, 2, Rational(1, 2), Rational(2, 3)},
                        .step_sizes = {1, Rational(1, 2), Rational(1, 3)}};
  expect_equal(run,
               {.w = {of(path), of(ring), of(path)},
                .gamma = run.gammas,
                .step = run.step_sizes,
                .sigma = run.sigma,
                .gossip_steps = 2},
               "all different");
}

TEST(TrainingRun, RoundsMayHaveStepsOfTheirOwn) {
  TrainingRun run{.nodes = 3,
                  .mixes = {metropolis_mix(hearsay::testing::path(3))},
                  .rounds = 2,
                  .steps_by_round = {3, 1},
                  .sigma = {Rational(1)},
                  .view = {.observers = {0}, .knows_own = false}};
  const auto steps = training_protocol(run).rounds;
  EXPECT_EQ(steps[0].steps, 3);
  EXPECT_EQ(steps[1].steps, 1);
  run.rounds = 1;
  run.steps_by_round = {3};
  const auto by_round = account(run, 2);
  run.steps_by_round = {};
  run.gossip_steps = 3;
  EXPECT_EQ(account(run, 2), by_round);
}

TEST(TrainingRun, AWeightMatrixOfDoublesIsReadAsFractions) {
  const auto graph = hearsay::testing::path(4);
  TrainingRun run{.nodes = 4,
                  .mixes = {metropolis_mix(graph)},
                  .rounds = 2,
                  .gossip_steps = 2,
                  .sigma = {Rational(1)},
                  .view = {.observers = {0}}};
  const auto by_rule = account(run, 3);
  run.mixes = {mix_of(hearsay::testing::metropolis(graph))};
  EXPECT_EQ(account(run, 3), by_rule);
}

// Adaptive gradients: all values give every gradient under its own noise, whatever W is.
TEST(TrainingRun, AllValuesLoseTheLocalLoss) {
  for (const auto& [name, graph] : rings_and_paths()) {
    const TrainingRun run{.nodes = graph.nodes(),
                          .mixes = {metropolis_mix(graph)},
                          .rounds = 3,
                          .gossip_steps = 2,
                          .chebyshev = true,
                          .gammas = {Rational(5, 4)},
                          .sigma = {Rational(3, 2)},
                          .view = {.observers = {}, .sees = ProtocolView::Sees::all}};
    EXPECT_EQ(account(run, 1), 3 / (Rational(3, 2) * Rational(3, 2))) << name;
  }
}

// The models at the beginning of rounds 1 and 2: where P_K(W) is invertible, two of three gradients are seen.
TEST(TrainingRun, TheModelsAloneLoseTheLocalLossOfAllRoundsButTheLast) {
  const Node n = 4;
  const Definition definition{.w = std::vector<Matrix>(3, props::oracle::rational_matrix(hearsay::testing::path(n))),
                              .gamma = std::vector<Rational>(3, Rational(5, 4)),
                              .step = {1, 1, 1},
                              .sigma = std::vector<Rational>(n, 1),
                              .gossip_steps = 2};
  linalg::FractionMatrix models{.columns = 3 * n,
                                .rows = std::vector<std::vector<linalg::RationalMatrix::Entry>>(2 * n)};
  for (std::size_t q = 0; q < 3; ++q) {
    for (Node j = 0; j < n; ++j) {
      const auto states = definition.impulse(q, j);
      for (std::size_t r = 1; r < 3; ++r) {
        for (Node u = 0; u < n; ++u) {
          auto value = states[2 * r][u];
          if (r == q && u == j) value += 1;  // before the round's own gradient
          if (value != 0) models.rows[(r - 1) * n + u].push_back({static_cast<Node>(q * n + j), value});
        }
      }
    }
  }
  const GivenMatrices view{.signal = models, .noise = models, .rounds = 3};
  const auto found =
      linear_account(view, {.subjects = {node_subject(2)}, .participation = {}, .road = LinearRoad::exact});
  EXPECT_EQ(found.losses.front().loss.exact.value(), 2);
}

TEST(TrainingRun, RefusesWhatDoesNotFit) {
  const auto message = [](const std::function<void(TrainingRun&)>& change) {
    TrainingRun run{.nodes = 2, .mixes = {metropolis_mix(hearsay::testing::path(2))}, .rounds = 3, .sigma = {1}};
    change(run);
    return tests::message_of([&] { (void)training_protocol(run); });
  };
  EXPECT_EQ(message([](auto&) {}), "no error");
  EXPECT_EQ(message([](auto& run) { run.rounds = 0; }),
            "HS-101 training_protocol: rounds = 0 must be between 1 and 1000000");
  EXPECT_EQ(message([](auto& run) { run.gossip_steps = 0; }),
            "HS-101 training_protocol: gossip_steps = 0 must be between 1 and 1000000");
  EXPECT_EQ(message([](auto& run) { run.mixes.push_back(run.mixes[0]); }),
            "HS-102 training_protocol: mixes has 2 entries, not 1 or the 3 rounds");
  EXPECT_EQ(message([](auto& run) { run.sigma = {}; }),
            "HS-102 training_protocol: sigma has 0 entries, not 1 or the 2 nodes");
  EXPECT_EQ(message([](auto& run) { run.sigma = {-1}; }), "HS-101 training_protocol: sigma = -1 must be >= 0");
  EXPECT_EQ(message([](auto& run) { run.steps_by_round = {1}; }),
            "HS-102 training_protocol: steps_by_round has 1 entries, not the 3 rounds");
  EXPECT_EQ(message([](auto& run) { run.step_sizes = {1}; }),
            "HS-102 training_protocol: step_sizes has 1 entries, not the 3 rounds");
  EXPECT_EQ(message([](auto& run) {
              run.step_sizes = {1, 0, 1};
            }),
            "HS-101 training_protocol: a step size of 0 must be > 0");
  EXPECT_EQ(message([](auto& run) { run.labels = {"a"}; }),
            "HS-102 training_protocol: labels has 1 entries, not the 2 nodes");
  EXPECT_EQ(message([](auto& run) { run.view.observers = {2}; }),
            "HS-105 training_protocol: observer 2 is not a node; nodes are 0 to 1");
}

}  // namespace
}  // namespace hearsay::accounting
