// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/stream/losses.hpp"

#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/continual/rate.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/linalg/boolean_quadratic.hpp>

#include "props/gen/scenario.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using accounting::ContinualView;
using gen::Scenario;
using graph::Node;

graph::GossipMatrix matrix_of(const Scenario& scenario) {
  return gossip_matrix(scenario.graph, graph::Weights::metropolis);
}

/// A wrong matrix, found by search, as a witness: the loss of a constant stream by the definition and as computed.
template <class Sight>
void add_witness(run::Finding& finding, const Search<Scenario>& found, const Sight& sight_of, const StreamLoss& loss) {
  if (!found.counterexample) return;
  const auto& c = *found.counterexample;
  const auto [view, sight] = sight_of(c);
  const auto m = oracle::stream_loss_matrix(oracle::rational_matrix(c.graph), sight, c.steps, c.target);
  oracle::Rational sum = 0;
  for (const auto& row : m) {
    for (const auto& entry : row) sum += entry;
  }
  auto instance = gen::to_json(c);
  instance["steps_per_round"] = view.steps_per_round;
  finding.witness = compared_exactly(
      std::move(instance),
      {fmt::format("constant stream: {}", loss(matrix_of(c), view, c.steps, c.target).sum()), oracle::to_string(sum)});
}

struct Sights {
  ContinualView view;
  oracle::StreamSight sight;
};

double absolute_sum(const oracle::Matrix& m) {
  oracle::Rational sum = 0;
  for (const auto& row : m) {
    for (const auto& entry : row) sum += abs(entry);
  }
  return oracle::to_double(sum);
}

Outcome compare(const Scenario& c, const Sights& sights, const StreamLoss& loss) {
  const auto exact = oracle::stream_loss_matrix(oracle::rational_matrix(c.graph), sights.sight, c.steps, c.target);
  const Eigen::MatrixXd computed = loss(matrix_of(c), sights.view, c.steps, c.target);
  double error = 0.0, scale = 1e-12;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    for (std::size_t j = 0; j < exact.size(); ++j) {
      const double truth = oracle::to_double(exact[i][j]);
      error = std::max(error, std::abs(truth - computed(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))));
      scale = std::max(scale, std::abs(truth));
    }
  }
  const auto bounds = linalg::boolean_quadratic_bounds(computed);
  const double maximum = oracle::to_double(oracle::boolean_maximum(exact));
  const bool same = error <= 1e-9 * scale && std::abs(bounds.exact.value_or(-1.0) - maximum) <= 1e-9 * scale &&
                    bounds.lower <= maximum + 1e-9 * scale && bounds.upper >= maximum - 1e-9 * scale;
  // The sensitivity against 1^T |M| 1.
  auto outcome = worse(at_most(maximum, absolute_sum(exact), {}, Relative{1e-12}), decided(same));
  outcome.tags = gen::tags(c);
  return outcome;
}

}  // namespace

Eigen::MatrixXd exact_stream_loss(const graph::GossipMatrix& w, const ContinualView& view, int rounds, Node target) {
  return accounting::ContinualAccountant(w, view, rounds, std::array<Node, 1>{target}, {.jobs = 1}).loss_matrix(target);
}

run::Finding stream_loss_is_exact(const run::Context& context, const StreamLoss& loss) {
  const auto sights = [](const Scenario& c) { return Sights{{c.observers, {}, 1, true}, {c.observers, {}, 1}}; };
  const auto property = [&](const Scenario& c) { return compare(c, sights(c), loss); };
  const auto found =
      search(gen::scenarios({.max_nodes = 6, .max_steps = 4, .coalitions = true}), property,
             {.cases = context.pick<std::uint64_t>(100, 150, 1000), .coverage = {{"coalition", 3.0}}}, context);
  auto finding = to_finding(found);
  add_witness(finding, found, sights, loss);
  return finding;
}

run::Finding stream_loss_of_messages_is_exact(const run::Context& context, const StreamLoss& loss) {
  // Weights by steps: odd lengths of the scenario know their own noise; K = 1 .. 3 goes round with the number of nodes.
  const auto sights = [](const Scenario& c) {
    const auto neighbors = accounting::senders(matrix_of(c), c.observers);
    const int steps = 1 + static_cast<int>(c.graph.nodes() % 3);
    const bool own = c.steps % 2 == 1;
    const auto known = own ? c.observers : std::vector<Node>{};
    return Sights{{neighbors, known, steps, true}, {neighbors, known, steps}};
  };
  const auto property = [&](const Scenario& c) {
    auto outcome = compare(c, sights(c), loss);
    outcome.tags.emplace_back(c.steps % 2 == 1 ? "own noise known" : "all noise unknown");
    return outcome;
  };
  const auto found = search(gen::scenarios({.max_nodes = 6, .max_steps = 3, .coalitions = true}), property,
                            {.cases = context.pick<std::uint64_t>(60, 150, 800),
                             .coverage = {{"own noise known", 10.0}, {"all noise unknown", 10.0}}},
                            context);
  auto finding = to_finding(found);
  add_witness(finding, found, sights, loss);
  return finding;
}

run::Finding stream_loss_is_a_projector(const run::Context& context, const StreamLoss& loss) {
  const auto property = [&](const Scenario& c) {
    const auto w = matrix_of(c);
    const ContinualView view{c.observers, {}, 1, true};
    auto outcome = decided(true);
    double traces = 0.0;
    for (Node u = 0; u < c.graph.nodes(); ++u) {
      const Eigen::MatrixXd m = loss(w, view, c.steps, u);
      const Eigen::VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(m).eigenvalues();
      traces += m.trace();
      outcome = worse(outcome, worse(at_most(eigenvalues.maxCoeff(), 1.0, {}, Absolute{1e-10}),
                                     decided(eigenvalues.minCoeff() >= -1e-10)));
    }
    const double rank = static_cast<double>(c.observers.size()) * c.steps;  // H has full row rank: unit diagonal blocks
    outcome = worse(outcome, equals(traces, rank, {}, Relative{1e-9}));
    outcome.tags = gen::tags(c);
    return outcome;
  };
  const auto found =
      search(gen::scenarios({.max_nodes = 10, .max_steps = 10, .coalitions = true}), property,
             {.cases = context.pick<std::uint64_t>(100, 150, 4000), .coverage = {{"coalition", 3.0}}}, context);
  return conclude(found, [](const Scenario& c) {
    return compared_numerically(gen::to_json(c),
                                {"0 <= M <= I and traces that sum to the rank", "violated beyond 1e-9"});
  });
}

run::Finding stream_loss_grows_by_the_leverage(const run::Context& context, const StreamLoss& loss) {
  constexpr int rounds = 120;
  const auto rates = [](const Scenario& c) {
    return oracle::constant_rate_own_noise(oracle::rational_matrix(c.graph), c.observers, c.target);
  };
  const auto property = [&](const Scenario& c) {
    const auto w = matrix_of(c);
    const ContinualView view{c.observers, c.observers, 1, true};
    const double expected = oracle::to_double(rates(c));
    const double solved = accounting::ContinualRate(w, view, {.jobs = 1}).constant()(c.target);
    // Within 1e-6 of the rate, or on its way there on a graph that mixes slowly: see stream_growth.hpp.
    const auto off = [&](int t) {
      return std::abs(loss(w, view, t, c.target).sum() - loss(w, view, t - 1, c.target).sum() - expected);
    };
    const auto alone = static_cast<double>(c.graph.nodes() - c.observers.size());
    auto outcome =
        decided(std::abs(solved - expected) <= 1e-9 && (off(rounds) <= 1e-6 || off(rounds) <= 0.5 * off(rounds / 2)) &&
                (c.observers.size() > 1 || std::abs(expected - 1.0 / alone) <= 1e-12));
    outcome.tags = gen::tags(c);
    return outcome;
  };
  const auto found =
      search(gen::scenarios({.max_nodes = 7, .max_steps = 2, .coalitions = true}), property,
             {.cases = context.pick<std::uint64_t>(100, 150, 1000), .coverage = {{"coalition", 3.0}}}, context);
  return conclude(found, [&](const Scenario& c) {
    const ContinualView view{c.observers, c.observers, 1, true};
    const double grown =
        loss(matrix_of(c), view, rounds, c.target).sum() - loss(matrix_of(c), view, rounds - 1, c.target).sum();
    return compared_numerically(gen::to_json(c), {fmt::format("{} per round", oracle::to_string(rates(c))),
                                                  fmt::format("{} per round", grown)});
  });
}

}  // namespace hearsay::props
