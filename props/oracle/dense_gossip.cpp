// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/dense_gossip.hpp"

#include <algorithm>

#include <hearsay/core/decompositions.hpp>

namespace hearsay::props::oracle {

using graph::Node;

Eigen::MatrixXd dense_matrix(const graph::Graph& graph, graph::Weights weights) {
  const auto n = static_cast<Eigen::Index>(graph.nodes());
  Eigen::MatrixXd w = Eigen::MatrixXd::Identity(n, n);
  for (const auto& [u, v] : graph.edge_list()) {
    const auto larger = static_cast<double>(std::max(graph.degree(u), graph.degree(v)));
    const double weight = 1.0 / (weights == graph::Weights::metropolis ? 1.0 + larger : larger);
    w(u, v) = w(v, u) = weight;
    w(u, u) -= weight;
    w(v, v) -= weight;
  }
  return w;
}

Eigen::VectorXd lower_eigenvalues(const Eigen::MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(symmetric, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().head(symmetric.rows() - 1);
}

double gap(const Eigen::MatrixXd& w) { return 1.0 - lower_eigenvalues(w).cwiseAbs().maxCoeff(); }

Eigen::MatrixXd accelerated(const Eigen::MatrixXd& w, double gamma, int steps) {
  Eigen::MatrixXd previous = Eigen::MatrixXd::Identity(w.rows(), w.cols());
  if (steps == 0) return previous;
  Eigen::MatrixXd current = w;
  for (int t = 1; t < steps; ++t) {
    const Eigen::MatrixXd next = gamma * (w * current) + (1.0 - gamma) * previous;
    previous = current;
    current = next;
  }
  return current;
}

namespace {

double error_from_square(const Eigen::MatrixXd& square, double spread, double variance) {
  const auto n = static_cast<double>(square.rows());
  // the constants are an eigenvector of value 1: move it out of the way
  const Eigen::MatrixXd rest = square - Eigen::MatrixXd::Constant(square.rows(), square.cols(), 1.0 / n);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(rest, Eigen::EigenvaluesOnly);
  return (n * spread * solver.eigenvalues().maxCoeff() + variance * square.trace()) / (2.0 * n);
}

}  // namespace

double square_error(const Eigen::MatrixXd& p, double spread, double variance) {
  return error_from_square(p * p.transpose(), spread, variance);
}

Eigen::MatrixXd randomized_second_moment(Node nodes, std::span<const graph::Edge> edges,
                                         std::span<const double> probabilities, int steps) {
  const auto n = static_cast<Eigen::Index>(nodes);
  Eigen::MatrixXd moment = Eigen::MatrixXd::Identity(n, n);
  for (int t = 0; t < steps; ++t) {
    Eigen::MatrixXd next = Eigen::MatrixXd::Zero(n, n);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      const auto [a, b] = edges[e];
      Eigen::MatrixXd both = moment;  // W M W: rows a and b averaged, then columns a and b
      both.row(a) = both.row(b) = ((moment.row(a) + moment.row(b)) / 2.0).eval();
      both.col(a) = both.col(b) = ((both.col(a) + both.col(b)) / 2.0).eval();
      next += probabilities[e] * both;
    }
    moment = next;
  }
  return moment;
}

double randomized_square_error(const Eigen::MatrixXd& second_moment, double spread, double variance) {
  return error_from_square(second_moment, spread, variance);
}

double lambda2(Node nodes, std::span<const graph::Edge> edges, std::span<const double> probabilities) {
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(nodes, nodes);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto [a, b] = edges[e];
    laplacian(a, a) += probabilities[e];
    laplacian(b, b) += probabilities[e];
    laplacian(a, b) -= probabilities[e];
    laplacian(b, a) -= probabilities[e];
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian, Eigen::EigenvaluesOnly);
  return solver.eigenvalues()[1];
}

}  // namespace hearsay::props::oracle
