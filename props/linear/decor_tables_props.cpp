// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/decor_checks.hpp"
#include "props/oracle/rational.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using run::Context;
using run::Finding;

/// (s I + c L)^-1 of the graph without its last nodes, in fractions.
Matrix inverse(const Graph& graph, const Rational& s, const Rational& c, Node without = 0) {
  const Node n = graph.nodes() - without;
  Matrix covariance = oracle::identity(n);
  for (auto& row : covariance) {
    for (auto& entry : row) entry *= s;
  }
  for (const auto& [u, v] : graph.edge_list()) {
    if (u >= n || v >= n) continue;
    for (const auto& [a, b] : {std::pair{u, v}, std::pair{v, u}}) {
      covariance[a][a] += c;
      covariance[a][b] -= c;
    }
  }
  return oracle::solve(covariance, oracle::identity(n));
}

Rational largest_diagonal(const Matrix& m) {
  Rational most = m[0][0];
  for (std::size_t i = 1; i < m.size(); ++i) most = std::max(most, m[i][i]);
  return most;
}

// ---- released tables

/// A row of a table of the folder quadratics_for_n_16 of the released code: 16 nodes, delta = 1e-5. `rounds` is not in
/// the table; it is the one that the row's eps and eps_iter agree on.
struct Row {
  std::string table;  ///< topology and the epsilon that is aimed at, as in the name of the file
  std::string topology, clip, sigma, sigma_cor;
  int rounds;
  double eps_iter, eps;

  [[nodiscard]] Graph graph() const {
    return topology == "ring" ? graph::ring(16) : topology == "grid" ? graph::torus(4, 4) : graph::complete(16);
  }
  /// max_i [(sigma^2 I + sigma_cor^2 L)^-1]_ii, without one of the nodes if that is curious: all are alike.
  [[nodiscard]] double loss(bool curious) const {
    const auto squared = [](const std::string& text) -> Rational {
      const Rational x = exact::parse_fraction(text).value();
      return x * x;
    };
    return oracle::to_double(largest_diagonal(inverse(graph(), squared(sigma), squared(sigma_cor), curious ? 1 : 0)));
  }
  [[nodiscard]] double clipped() const { return oracle::to_double(exact::parse_fraction(clip).value()); }
  /// 2 clip^2 times the loss to an outsider.
  [[nodiscard]] double rho() const { return 2.0 * clipped() * clipped() * loss(false); }
  [[nodiscard]] Bracket epsilon(bool curious) const {
    return divergence::gaussian_epsilon(2.0 * clipped() * std::sqrt(rounds * loss(curious)), delta);
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"table", table}, {"topology", topology},   {"nodes", 16},      {"clip", clip},
            {"sigma", sigma}, {"sigma_cor", sigma_cor}, {"rounds", rounds}, {"delta", "1/100000"}};
  }
  static constexpr double delta = 1e-5;
};

/// Rows of both folders (clip 1.5 and 1), of every topology, with large and small epsilon.
const std::vector<Row>& released_rows() {
  static const std::vector<Row> rows = {
      {"ring, epsilon 1", "ring", "1", "207.0862525649063", "501", 3500, 9.465625192158389e-06, 1.268313286846572},
      {"ring, epsilon 3", "ring", "1.5", "67.56080356242892", "501", 2500, 8.369313381946008e-05, 3.3133475418254656},
      {"ring, epsilon 10", "ring", "1.5", "23.90381782037516", "188", 2500, 0.0006502393456762646, 10.27785652097369},
      {"ring, epsilon 10", "ring", "1", "22.96953176771683", "94", 3500, 0.0004787248702487594, 10.459689394937765},
      {"ring, epsilon 40", "ring", "1", "9.249856092923046", "26", 3500, 0.004122343262663763, 40.20499777063458},
      {"centralized, epsilon 1", "centralized", "1.5", "195.0220934454164", "501", 2500, 8.43540009653262e-06,
       1.0065636779022544},
      {"centralized, epsilon 40", "centralized", "1", "7.219399877403354", "8", 3500, 0.004140694970656176,
       40.326541168159665},
      {"grid, epsilon 5", "grid", "1.5", "41.966141628868364", "126", 2500, 0.00023290114676753347, 5.760450954517169},
      {"grid, epsilon 40", "grid", "1.5", "11.72633284884061", "16", 2500, 0.006031219223028898, 41.42894507790675},
      {"grid, epsilon 40", "grid", "1", "6.880990508150071", "18", 3500, 0.004215842642540961, 40.82292994071782},
  };
  return rows;
}

/// Quick: every second one.
std::vector<Row> rows_tried(const Context& context) {
  const auto& all = released_rows();
  std::vector<Row> some;
  for (std::size_t i = 0; i < all.size(); i += context.pick(2u, 1u, 1u)) some.push_back(all[i]);
  return some;
}

Finding tables_curious(const Context&) {
  const auto found =
      sweep(released_rows(), [](const Row& row) { return at_most(row.epsilon(true), Bracket::exact(row.eps)); });
  return conclude(found, [](const Row& row) {
    const auto epsilon = row.epsilon(true);
    return exceeds_between_brackets(row.instance(), row.eps, epsilon.lower(),
                                    {fmt::format("epsilon <= {:.4f}", row.eps),
                                     fmt::format("epsilon >= {:.4f} to one of the users", epsilon.lower())});
  });
}

// ---- the branch with a precision

/// A round with own noise of variance 1 and shared noise of variance pair^2, clip 1.
struct Truncated {
  Graph graph;
  Rational pair;
  double precision;

  [[nodiscard]] Rational exact() const { return 2 * largest_diagonal(inverse(graph, 1, pair * pair)); }
  [[nodiscard]] double largest_degree() const {
    std::size_t most = 0;
    for (Node v = 0; v < graph.nodes(); ++v) most = std::max(most, graph.degree(v));
    return static_cast<double>(most);
  }
  /// ceil(ln(2 sqrt(n)/p)/ln(1 + 1/(d_max pair^2))).
  [[nodiscard]] int terms() const {
    const double c = oracle::to_double(pair * pair);
    return static_cast<int>(std::ceil(std::log(2.0 * std::sqrt(static_cast<double>(graph.nodes())) / precision) /
                                      std::log(1.0 + 1.0 / (largest_degree() * c))));
  }
  /// 2 max_i (D^-1 S)_ii + p, D = I + pair^2 diag(d) and S the series of N = pair^2 A D^-1.
  [[nodiscard]] double computed(const NeumannSeries& series) const {
    const double c = oracle::to_double(pair * pair);
    const auto n = static_cast<Eigen::Index>(graph.nodes());
    Eigen::MatrixXd next = Eigen::MatrixXd::Zero(n, n);
    const auto weight = [&](Node v) { return 1.0 + c * static_cast<double>(graph.degree(v)); };
    for (const auto& [u, v] : graph.edge_list()) {
      next(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(v)) = c / weight(v);
      next(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(u)) = c / weight(u);
    }
    const Eigen::MatrixXd total = series(next, terms());
    double most = 0.0;
    for (Node v = 0; v < graph.nodes(); ++v)
      most = std::max(most, total(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(v)) / weight(v));
    return 2.0 * most + precision;
  }
};

std::vector<Truncated> truncated(Node n) {
  std::vector<Truncated> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (const auto& pair : {Rational(1), Rational(1, 2), Rational(3)}) {
      for (const double precision : {0.1, 0.001}) all.push_back({g, pair, precision});
    }
  });
  return all;
}

Eigen::MatrixXd power(const Eigen::MatrixXd& m, int exponent) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Identity(m.rows(), m.cols()), squared = m;
  for (int left = exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result *= squared;
    squared *= squared;
  }
  return result;
}

}  // namespace

double released_conversion(double rho, double rounds, double delta) {
  const double total = rounds * rho;
  return total + 2.0 * std::sqrt(total * std::log(1.0 / delta));
}

Finding check_tables(const Conversion& conversion, const Context& context) {
  const auto found = sweep(rows_tried(context), [&](const Row& row) {
    const double rho = row.rho();
    const auto released = worse(equals(row.eps_iter, rho, {}, Relative{1e-9}),
                                equals(row.eps, released_conversion(rho, row.rounds, Row::delta), {}, Relative{1e-9}));
    return worse(at_most(row.epsilon(false), Bracket::exact(conversion(rho, row.rounds, Row::delta))), released);
  });
  return conclude(found, [&](const Row& row) {
    return compared_numerically(row.instance(), {fmt::format("<= {}", conversion(row.rho(), row.rounds, Row::delta)),
                                                 fmt::format("{}", row.epsilon(false).lower())});
  });
}

Eigen::MatrixXd neumann_series(const Eigen::MatrixXd& n, int terms) {
  Eigen::MatrixXd total = Eigen::MatrixXd::Zero(n.rows(), n.cols()),
                  next = Eigen::MatrixXd::Identity(n.rows(), n.cols());
  for (int i = 0; i < terms; ++i) {
    total += next;
    next *= n;
  }
  return total;
}

Eigen::MatrixXd released_series(const Eigen::MatrixXd& n, int terms) {
  const Eigen::MatrixXd unit = Eigen::MatrixXd::Identity(n.rows(), n.cols());
  const int block = static_cast<int>(std::ceil(std::sqrt(terms)));
  const int loops = std::max(0, std::min(terms, block) - 1);
  Eigen::MatrixXd total = unit + loops * n;
  if (terms > 1 && terms > block) {
    const Eigen::MatrixXd step = power(n, loops);
    Eigen::MatrixXd blocks = unit, next = step;
    const int rest = (terms + block - 1) / block;
    for (int i = 0; i < rest; ++i) {
      next *= step;
      blocks += next;
    }
    total *= blocks;
  }
  return total;
}

Finding check_precision(const NeumannSeries& series, const Context& context) {
  const auto found = sweep_by_size(2, context.pick(3u, 4u, 5u), truncated, [&](const Truncated& x) {
    return at_most(oracle::to_double(x.exact()), x.computed(series), {}, Relative{1e-9});
  });
  return conclude(found, [&](const Truncated& x) {
    return compared_numerically({{"graph", to_string(x.graph)},
                                 {"nodes", x.graph.nodes()},
                                 {"pair_sigma", oracle::to_string(x.pair)},
                                 {"precision", x.precision}},
                                {fmt::format("<= {}", x.computed(series)), oracle::to_string(x.exact())});
  });
}

void register_decor_tables(run::Registry& registry) {
  registry.add("decor.tables", [](const Context& c) { return check_tables(released_conversion, c); });
  registry.add("decor.tables.curious", tables_curious);
  registry.add("decor.precision", [](const Context& c) { return check_precision(released_series, c); });
  registry.add("decor.precision.repaired", [](const Context& c) { return check_precision(neumann_series, c); });
}

}  // namespace hearsay::props
