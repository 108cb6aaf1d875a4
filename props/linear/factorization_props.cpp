// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <Eigen/Core>

#include <vector>

#include <hearsay/core/decompositions.hpp>

#include "props/checks.hpp"
#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/linear/view.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {

namespace {

using graph::Graph;
using graph::Node;
using oracle::Matrix;
using oracle::Rational;
using oracle::Row;
using run::Context;
using run::Finding;

// ---- the loss of a factorization A = B C

/// B, C and a change d of the inputs.
struct Factorization {
  Matrix decoder, encoder;
  Row change;
  [[nodiscard]] LinearView view() const { return {oracle::multiply(decoder, encoder), decoder, change}; }
  /// |B^+ B C d|^2, B^+ B the projector on the row space of B.
  [[nodiscard]] Rational projected() const {
    Row encoded;
    for (const auto& row : encoder) encoded.push_back(oracle::dot(row, change));
    const auto rows = oracle::independent_rows(decoder);
    if (rows.empty()) return 0;
    Matrix gram(rows.size(), Row(rows.size()));
    Row seen;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      seen.push_back(oracle::dot(rows[i], encoded));
      for (std::size_t j = 0; j < rows.size(); ++j) gram[i][j] = oracle::dot(rows[i], rows[j]);
    }
    return oracle::dot(seen, oracle::solve(gram, seen));
  }
};

rc::Gen<Factorization> factorizations() {
  const auto size = [] { return rc::gen::inRange<std::size_t>(1, 6); };
  return rc::gen::mapcat(
      rc::gen::tuple(size(), size(), size()), [](const std::tuple<std::size_t, std::size_t, std::size_t>& shape) {
        const auto [rows, inner, inputs] = shape;
        return rc::gen::map(rc::gen::tuple(matrices(rows, inner), matrices(inner, inputs), matrices(1, inputs)),
                            [](const std::tuple<Matrix, Matrix, Matrix>& parts) {
                              return Factorization{std::get<0>(parts), std::get<1>(parts), std::get<2>(parts)[0]};
                            });
      });
}

Finding factorization_identity(const Context& context) {
  const auto found = search(
      factorizations(),
      [](const Factorization& x) {
        const auto loss = library_loss(x.view());
        auto outcome = decided(loss == x.projected());
        if (loss && *loss > 0) outcome.tags.emplace_back("seen");
        if (oracle::rank(x.decoder) < std::min(x.decoder.size(), x.decoder.front().size()))
          outcome.tags.emplace_back("B of low rank");
        return outcome;
      },
      {.cases = context.pick(150u, 1000u, 20000u), .coverage = {{"seen", 30}, {"B of low rank", 20}}}, context);
  return conclude(found, [](const Factorization& x) {
    const auto loss = library_loss(x.view());
    return compared_exactly(instance_of(x.view()),
                            {oracle::to_string(x.projected()), loss ? oracle::to_string(*loss) : "infinite"});
  });
}

// ---- the projector in double precision, with rows for what the attacker knows

/// Fresh noise in every round; the attacker sees messages and its own noise.
struct Attacked {
  Graph graph;
  Node attacker;
  int rounds;
};

std::vector<Attacked> attacked(Node n, int last) {
  std::vector<Attacked> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (Node v = 0; v < n; ++v) {
      for (int rounds = 1; rounds <= last; ++rounds) all.push_back({g, v, rounds});
    }
  });
  return all;
}

/// pinv(B) B as numpy computes it: singular values up to 1e-15 of the largest count as 0.
Eigen::MatrixXd numerical_projector(const Eigen::MatrixXd& b) {
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(b, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const auto& values = svd.singularValues();
  Eigen::MatrixXd projector = Eigen::MatrixXd::Zero(b.cols(), b.cols());
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    if (values(k) > 1e-15 * values(0)) projector += svd.matrixV().col(k) * svd.matrixV().col(k).transpose();
  }
  return projector;
}

/// B of the messages, and a row for each noise of the attacker.
Eigen::MatrixXd known_rows(const Attacked& x) {
  const auto neighbors = x.graph.neighbors(x.attacker);
  const auto system = oracle::stream_system(oracle::rational_matrix(x.graph),
                                            {.observed = {neighbors.begin(), neighbors.end()}}, x.rounds);
  const auto rows = static_cast<Eigen::Index>(system.size()), nodes = static_cast<Eigen::Index>(x.graph.nodes());
  Eigen::MatrixXd b = Eigen::MatrixXd::Zero(rows + x.rounds, nodes * x.rounds);
  for (Eigen::Index i = 0; i < rows; ++i) {
    for (Eigen::Index j = 0; j < b.cols(); ++j)
      b(i, j) = oracle::to_double(system[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)]);
  }
  for (Eigen::Index t = 0; t < x.rounds; ++t) b(rows + t, t * nodes + static_cast<Eigen::Index>(x.attacker)) = 1.0;
  return b;
}

Finding projector(const Context& context) {
  const auto found = sweep_by_size(
      2, context.pick(3u, 4u, 5u), [&](Node n) { return attacked(n, context.pick(3, 4, 4)); },
      [](const Attacked& x) {
        const auto p = numerical_projector(known_rows(x));
        const auto neighbors = x.graph.neighbors(x.attacker);
        auto outcome = decided(true);
        for (Node u = 0; u < x.graph.nodes(); ++u) {
          if (u == x.attacker) continue;
          const auto m = oracle::stream_loss_matrix(
              oracle::rational_matrix(x.graph),
              {.observed = {neighbors.begin(), neighbors.end()}, .known = {x.attacker}}, x.rounds, u);
          for (int s = 0; s < x.rounds; ++s) {
            for (int t = 0; t < x.rounds; ++t) {
              const auto place = [&](int round) { return round * static_cast<Eigen::Index>(x.graph.nodes()) + u; };
              outcome =
                  worse(outcome, equals(p(place(s), place(t)),
                                        oracle::to_double(m[static_cast<std::size_t>(s)][static_cast<std::size_t>(t)]),
                                        {}, Absolute{1e-9}));
            }
          }
        }
        return outcome;
      });
  return conclude(found, [](const Attacked& x) {
    return compared_numerically({{"graph", to_string(x.graph)}, {"attacker", x.attacker}, {"rounds", x.rounds}},
                                {"pinv(B) B within 1e-9 of the exact loss", "a larger difference"});
  });
}

// ---- the square root of prefix sums

/// binom(2k, k) / 4^k for k = 0, ..., rounds - 1: the coefficients of (1 - x)^(-1/2).
std::vector<Rational> root_coefficients(int rounds) {
  std::vector<Rational> c = {1};
  for (int k = 1; k < rounds; ++k) c.push_back(c.back() * Rational(2 * k - 1, 2 * k));
  return c;
}

/// An entry of the square of the matrix with c_|i-j|, or, lower triangular, c_(i-j) and 0 above.
struct RootEntry {
  int rounds, row, column;
  bool lower;
  [[nodiscard]] Rational squared() const {
    const auto c = root_coefficients(rounds);
    const auto entry = [&](int i, int j) {
      return lower && j > i ? Rational(0) : c[static_cast<std::size_t>(std::abs(i - j))];
    };
    Rational sum = 0;
    for (int k = 0; k < rounds; ++k) sum += entry(row, k) * entry(k, column);
    return sum;
  }
  [[nodiscard]] Rational wanted() const { return row >= column ? 1 : 0; }
};

Finding square_root(int last, bool lower) {
  std::vector<RootEntry> all;
  for (int rounds = 1; rounds <= last; ++rounds) {
    for (int i = 0; i < rounds; ++i) {
      for (int j = 0; j < rounds; ++j) all.push_back({rounds, i, j, lower});
    }
  }
  const auto found = sweep(all, [](const RootEntry& x) { return decided(x.squared() == x.wanted()); });
  return conclude(found, [](const RootEntry& x) {
    return differs_exactly({{"rounds", x.rounds}, {"row", x.row}, {"column", x.column}}, x.wanted(), x.squared());
  });
}

}  // namespace

void register_factorizations(run::Registry& registry) {
  registry.add("mfdl.identity", factorization_identity);
  registry.add("mfdl.projector", projector);
  registry.add("mfdl.square_root", [](const Context& c) { return square_root(c.pick(6, 10, 20), false); });
  registry.add("mfdl.square_root.repaired", [](const Context& c) { return square_root(c.pick(6, 10, 20), true); });
}

}  // namespace hearsay::props
