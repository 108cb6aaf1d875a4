// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/gen/smallest_instances.hpp"
#include "props/kit/outcome.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/muffliato/muffliato_props.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using graph::Weights;
using oracle::Rational;
using run::Context;
using run::Finding;

/// A graph with a gossip matrix, and a number of steps.
struct Mixing {
  Graph graph;
  Weights weights;
  int steps;
  [[nodiscard]] graph::GossipMatrix matrix() const { return graph::gossip_matrix(graph, weights); }
  [[nodiscard]] double gap() const { return graph::spectrum(matrix()).gap; }
  /// The largest |W^t x - mean| over inputs with |x - mean| = 1, by powers and the eigenvalues of W^t - J.
  [[nodiscard]] double farthest() const {
    const Eigen::MatrixXd w = matrix();
    const auto n = w.rows();
    Eigen::MatrixXd left =
        Eigen::MatrixXd::Identity(n, n) - Eigen::MatrixXd::Constant(n, n, 1.0 / static_cast<double>(n));
    for (int t = 0; t < steps; ++t) left = w * left;
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(left).eigenvalues().cwiseAbs().maxCoeff();
  }
};

std::vector<Mixing> mixings(Node n) {
  std::vector<Mixing> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto weights : {Weights::metropolis, Weights::min_degree}) {
      for (const int steps : {1, 2, 3, 8}) all.push_back({g, weights, steps});
    }
  });
  return all;
}

/// The iterates come within (1 - lambda_W)^t of the mean, no closer from the worst input, and so within e^{-t
/// lambda_W}.
Finding spectral_gap(const Context& context) {
  const auto bound = [](const Mixing& m) { return std::exp(-m.steps * m.gap()); };
  const auto found = sweep_by_size(2, context.pick(4u, 5u, 6u), mixings, [&](const Mixing& m) {
    const double farthest = m.farthest();
    return worse(at_most(farthest, bound(m)), equals(farthest, std::pow(1.0 - m.gap(), m.steps), {}, Absolute{1e-10}));
  });
  return conclude(found, [&](const Mixing& m) {
    return compared_numerically(
        {{"graph", to_string(m.graph)}, {"weights", to_string(m.weights)}, {"steps", m.steps}},
        {fmt::format("at most e^(-t lambda_W) = {}", bound(m)), fmt::format("{}", m.farthest())});
  });
}

/// n people, Renyi order, epsilon and sensitivity.
struct Budget {
  int people;
  Rational order, epsilon, sensitivity;
  /// The least variance of a Gaussian mechanism of such a sensitivity: its Renyi loss is order * change^2 / (2
  /// variance).
  [[nodiscard]] Rational variance(const Rational& change) const { return order * change * change / (2 * epsilon); }
  /// Variance of the mean of n values with such noise each.
  [[nodiscard]] Rational local_error() const {
    Rational sum = 0;
    for (int i = 0; i < people; ++i) sum += variance(sensitivity);
    return sum / (people * people);
  }
  [[nodiscard]] Rational central_error() const { return variance(sensitivity / people); }
  [[nodiscard]] Rational printed(int power) const {
    Rational floor = order * sensitivity * sensitivity / (2 * epsilon);
    for (int i = 0; i < power; ++i) floor /= people;
    return floor;
  }
};

Finding floors(const Context&) {
  std::vector<Budget> all;
  for (int n = 2; n <= 12; ++n) {
    for (const auto& order : {Rational(3, 2), Rational(2), Rational(10)}) {
      for (const auto& epsilon : {Rational(1, 100), Rational(1), Rational(7)}) {
        for (const auto& sensitivity : {Rational(1), Rational(1, 3), Rational(5)})
          all.push_back({n, order, epsilon, sensitivity});
      }
    }
  }
  const auto found = sweep(all, [](const Budget& b) {
    return decided(b.local_error() == b.printed(1) && b.central_error() == b.printed(2));
  });
  return conclude(found, [](const Budget& b) {
    return compared_exactly({{"people", b.people},
                             {"order", oracle::to_string(b.order)},
                             {"epsilon", oracle::to_string(b.epsilon)},
                             {"sensitivity", oracle::to_string(b.sensitivity)}},
                            {oracle::to_string(b.printed(1)), oracle::to_string(b.local_error())});
  });
}

}  // namespace

void register_muffliato_definitions(run::Registry& registry) {
  registry.add("muffliato.definition2", spectral_gap);
  registry.add("muffliato.floors", floors);
}

}  // namespace hearsay::props
