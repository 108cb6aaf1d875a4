// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include <hearsay/accounting/linear/loss.hpp>
#include <hearsay/linalg/vector_quadratic.hpp>

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
using run::Context;
using run::Finding;

/// Gossip with fresh noise in every round, one step a round, messages to the observer.
struct Streamed {
  Graph graph;
  bool lazy;  ///< (I + W)/2 for the Metropolis matrix W
  bool own_noise;
  Node observer, target;
  int rounds;

  /// M: the loss of the changes s of the target is s^T M s.
  [[nodiscard]] Matrix form() const {
    auto w = oracle::rational_matrix(graph);
    for (std::size_t i = 0; lazy && i < w.size(); ++i) {
      for (auto& entry : w[i]) entry /= 2;
      w[i][i] += Rational(1, 2);
    }
    const auto neighbors = graph.neighbors(observer);
    oracle::StreamSight sight{.observed = {neighbors.begin(), neighbors.end()}};
    if (own_noise) sight.known = {observer};
    return oracle::stream_loss_matrix(w, sight, rounds, target);
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(graph)}, {"weights", lazy ? "lazy metropolis" : "metropolis"},
            {"observer", observer},      {"own_noise_known", own_noise},
            {"target", target},          {"rounds", rounds}};
  }
};

/// On every connected graph on n nodes, every observer and target, `first` to `last` rounds.
std::vector<Streamed> streamed(Node n, const std::vector<bool>& lazy, const std::vector<bool>& own_noise, int first,
                               int last) {
  std::vector<Streamed> all;
  gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
    for (int rounds = first; rounds <= last; ++rounds) {
      for (const bool slow : lazy) {
        for (const bool own : own_noise) {
          for (Node v = 0; v < n; ++v) {
            for (Node u = 0; u < n; ++u) {
              if (u != v) all.push_back({g, slow, own, v, u, rounds});
            }
          }
        }
      }
    }
  });
  return all;
}

Eigen::MatrixXd to_doubles(const Matrix& m) {
  const auto size = static_cast<Eigen::Index>(m.size());
  Eigen::MatrixXd result(size, size);
  for (Eigen::Index s = 0; s < size; ++s) {
    for (Eigen::Index t = 0; t < size; ++t)
      result(s, t) = oracle::to_double(m[static_cast<std::size_t>(s)][static_cast<std::size_t>(t)]);
  }
  return result;
}

// ---- unit vectors in the plane, by enumeration

struct Plane {
  Rational x, y;
};

/// The fractions on the circle with denominators up to 13.
const std::vector<Plane>& plane_directions() {
  static const auto all = [] {
    std::vector<Plane> found = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    for (const auto& [a, b, c] : {std::array{3, 4, 5}, std::array{5, 12, 13}}) {
      for (const int sign : {1, -1}) {
        for (const int other : {1, -1}) {
          found.push_back({Rational(sign * a, c), Rational(other * b, c)});
          found.push_back({Rational(sign * b, c), Rational(other * a, c)});
        }
      }
    }
    return found;
  }();
  return all;
}

/// sum_st M_st <v_s, v_t>.
Rational plane_loss(const Matrix& m, const std::vector<Plane>& vectors) {
  Rational sum = 0;
  for (std::size_t s = 0; s < m.size(); ++s) {
    for (std::size_t t = 0; t < m.size(); ++t)
      sum += m[s][t] * (vectors[s].x * vectors[t].x + vectors[s].y * vectors[t].y);
  }
  return sum;
}

/// The first of the best choices among `plane_directions`, its first vector (1, 0): doubles choose, ties to the
/// earlier.
std::vector<Plane> best_plane_vectors(const Matrix& m) {
  const auto& all = plane_directions();
  const auto form = to_doubles(m);
  Eigen::Matrix2Xd plane(2, static_cast<Eigen::Index>(all.size()));
  for (Eigen::Index k = 0; k < plane.cols(); ++k) {
    const auto& [x, y] = all[static_cast<std::size_t>(k)];
    plane.col(k) << oracle::to_double(x), oracle::to_double(y);
  }
  const Eigen::MatrixXd cosines = plane.transpose() * plane;
  std::vector<Eigen::Index> at(m.size()), best;
  double most = -1.0;
  for (std::size_t digit = 1; digit > 0;) {
    double sum = 0.0;
    for (std::size_t s = 0; s < at.size(); ++s) {
      for (std::size_t t = 0; t < at.size(); ++t)
        sum += form(static_cast<Eigen::Index>(s), static_cast<Eigen::Index>(t)) * cosines(at[s], at[t]);
    }
    if (sum > most + 1e-12) most = sum, best = at;
    digit = at.size() - 1;
    while (digit > 0 && ++at[digit] == plane.cols()) at[digit--] = 0;
  }
  std::vector<Plane> vectors;
  for (const auto k : best) vectors.push_back(all[static_cast<std::size_t>(k)]);
  return vectors;
}

/// Vectors in the plane against the maximum over signs.
Finding vectors_as_signs(const Context&) {
  const auto found = sweep_by_size(
      2, 3,
      [](Node n) {
        return streamed(n, {false, true}, {false, true}, 2, 4);
      },
      [](const Streamed& x) {
        const auto m = x.form();
        return at_most(plane_loss(m, best_plane_vectors(m)), oracle::boolean_maximum(m));
      });
  return conclude(found, [](const Streamed& x) {
    const auto m = x.form();
    const auto vectors = best_plane_vectors(m);
    auto instance = x.instance();
    for (const auto& [a, b] : vectors) instance["vectors"].push_back({oracle::to_string(a), oracle::to_string(b)});
    return exceeds_exactly(std::move(instance), oracle::boolean_maximum(m), plane_loss(m, vectors));
  });
}

// ---- unit vectors in space, by ascent

using Space = std::array<Rational, 3>;

/// A unit vector of fractions near v: its stereographic projection, rounded to 2^-24.
Space rational_near(Eigen::Vector3d v) {
  v.normalize();
  const int side = v(2) > 0.0 ? -1 : 1;  // from the pole that is farther
  v *= side;
  const auto rounded = [](double x) { return Rational(static_cast<long>(std::lround(std::ldexp(x, 24))), 1L << 24); };
  const Rational p = rounded(v(0) / (1.0 - v(2))), q = rounded(v(1) / (1.0 - v(2)));
  const Rational square = p * p + q * q, scale = Rational(side) / (square + 1);
  return {2 * p * scale, 2 * q * scale, (square - 1) * scale};
}

/// The largest sum_st M_st <v_s, v_t> that an ascent, one vector at a time, finds from three starts; exact for the unit
/// vectors that it ends at.
Rational ascended_loss(const Matrix& m) {
  const auto form = to_doubles(m);
  Rational most = 0;
  for (const double start : {0.3, 1.7, 2.9}) {
    Eigen::Matrix3Xd v(3, form.rows());
    for (Eigen::Index t = 0; t < v.cols(); ++t) {
      const double x = start * static_cast<double>(t + 1);
      v.col(t) = Eigen::Vector3d(std::cos(x), std::sin(2.0 * x + 0.4), std::cos(3.0 * x + 1.0)).normalized();
    }
    for (int sweeps = 0; sweeps < 200; ++sweeps) {
      for (Eigen::Index t = 0; t < v.cols(); ++t) {
        const Eigen::Vector3d pull = v * form.col(t) - form(t, t) * v.col(t);
        if (pull.norm() > 1e-9) v.col(t) = pull.normalized();
      }
    }
    std::vector<Space> vectors;
    for (Eigen::Index t = 0; t < v.cols(); ++t) vectors.push_back(rational_near(v.col(t)));
    Rational sum = 0;
    for (std::size_t s = 0; s < m.size(); ++s) {
      for (std::size_t t = 0; t < m.size(); ++t) {
        for (std::size_t k = 0; k < 3; ++k) sum += m[s][t] * vectors[s][k] * vectors[t][k];
      }
    }
    most = std::max(most, sum);
  }
  return most;
}

/// G G^T.
Matrix squared(const Matrix& g) {
  Matrix m(g.size(), oracle::Row(g.size()));
  for (std::size_t s = 0; s < g.size(); ++s) {
    for (std::size_t t = 0; t < g.size(); ++t) m[s][t] = oracle::dot(g[s], g[t]);
  }
  return m;
}

/// G of up to `most` rounds.
rc::Gen<Matrix> square_roots(std::size_t most) {
  return rc::gen::mapcat(
      rc::gen::tuple(rc::gen::inRange<std::size_t>(1, most + 1), rc::gen::inRange<std::size_t>(1, most + 1)),
      [](const std::tuple<std::size_t, std::size_t>& shape) {
        return matrices(std::get<0>(shape), std::get<1>(shape));
      });
}

/// The library's y, rounded up by 2^-40.
std::vector<Rational> dual_of(const Matrix& m) {
  const Eigen::VectorXd y = linalg::vector_quadratic_bounds(to_doubles(m)).dual;
  std::vector<Rational> result;
  for (const double value : y) result.push_back(Rational(value) * (1 + Rational(1, std::int64_t{1} << 40)));
  return result;
}

Matrix less_than_diagonal(const std::vector<Rational>& y, Matrix m) {
  for (std::size_t s = 0; s < m.size(); ++s) {
    for (auto& entry : m[s]) entry = -entry;
    m[s][s] += y[s];
  }
  return m;
}

Rational total(const std::vector<Rational>& values) {
  Rational sum = 0;
  for (const auto& value : values) sum += value;
  return sum;
}

/// The library's dual y has Diag(y) - M >= 0, and its sum is at least what signs and vectors lose.
Finding dual_bounds_vectors(const Context& context) {
  const auto found = search(
      square_roots(6),
      [](const Matrix& g) {
        const auto m = squared(g);
        const auto y = dual_of(m);
        const auto most = std::max(oracle::boolean_maximum(m), ascended_loss(m));
        auto outcome = worse(at_most(most, total(y)), decided(oracle::positive_semidefinite(less_than_diagonal(y, m))));
        if (ascended_loss(m) > oracle::boolean_maximum(m)) outcome.tags = {"vectors lose more"};
        return outcome;
      },
      {.cases = context.pick(150u, 1000u, 10000u), .coverage = {{"vectors lose more", 1}}}, context);
  return conclude(found, [](const Matrix& g) {
    const auto m = squared(g);
    return compared_exactly({{"root", printed(g)}},
                            {fmt::format("<= {}", oracle::to_string(total(dual_of(m)))),
                             oracle::to_string(std::max(oracle::boolean_maximum(m), ascended_loss(m)))});
  });
}

// ---- participation

struct Participating {
  Matrix root;
  accounting::Participation participation;

  [[nodiscard]] bool allowed(std::uint32_t set) const {
    using Kind = accounting::Participation::Kind;
    const auto& [kind, period, count, gap] = participation;
    if (kind == Kind::once || kind == Kind::at_most) {
      if (std::cmp_greater(std::popcount(set), kind == Kind::once ? 1 : count)) return false;
    }
    std::size_t last = root.size();
    for (std::size_t t = 0; t < root.size(); ++t) {
      if ((set >> t & 1U) == 0) continue;
      if (last < root.size()) {
        if (kind == Kind::period && (t - last) % period != 0) return false;
        if (kind == Kind::at_most && t - last < gap) return false;
      }
      last = t;
    }
    return true;
  }
  /// The largest of `value` over all sets of rounds that are allowed, those that could grow too.
  template <class Value>
  [[nodiscard]] Rational largest(Value value) const {
    Rational most = 0;
    for (std::uint32_t set = 1; set < (1U << root.size()); ++set) {
      if (allowed(set)) most = std::max<Rational>(most, value(set));
    }
    return most;
  }
};

Matrix restricted(const Matrix& m, std::uint32_t set) {
  Matrix result;
  for (std::size_t s = 0; s < m.size(); ++s) {
    if ((set >> s & 1U) == 0) continue;
    auto& row = result.emplace_back();
    for (std::size_t t = 0; t < m.size(); ++t) {
      if (set >> t & 1U) row.push_back(m[s][t]);
    }
  }
  return result;
}

rc::Gen<Participating> participating() {
  using Kind = accounting::Participation::Kind;
  const auto number = [] { return rc::gen::inRange<std::size_t>(1, 5); };
  return rc::gen::map(
      rc::gen::tuple(square_roots(6), rc::gen::element(Kind::every, Kind::once, Kind::period, Kind::at_most), number(),
                     number(), number()),
      [](const std::tuple<Matrix, Kind, std::size_t, std::size_t, std::size_t>& x) {
        const auto& [root, kind, period, count, gap] = x;
        return Participating{root, {.kind = kind, .period = period, .count = count, .gap = gap}};
      });
}

/// What the library says of a participation, by its definition; and the dual of all rounds bounds each allowed set.
Finding participation(const Context& context) {
  const auto library = [](const Participating& x) {
    const auto m = squared(x.root);
    return accounting::largest_loss({.rounds = m.size(), .values = to_doubles(m), .exact = m}, x.participation)
        .exact.value();
  };
  const auto defined = [](const Participating& x) {
    const auto m = squared(x.root);
    return x.largest([&](std::uint32_t set) { return oracle::boolean_maximum(restricted(m, set)); });
  };
  const auto found = search(
      participating(),
      [&](const Participating& x) {
        const auto m = squared(x.root);
        const auto y = dual_of(m);
        const auto bound = x.largest([&](std::uint32_t set) {
          Rational sum = 0;
          for (std::size_t t = 0; t < y.size(); ++t) sum += set >> t & 1U ? y[t] : Rational(0);
          return sum;
        });
        Eigen::VectorXd weights(static_cast<Eigen::Index>(y.size()));
        for (std::size_t t = 0; t < y.size(); ++t) weights(static_cast<Eigen::Index>(t)) = oracle::to_double(y[t]);
        Rational heaviest = 0;
        for (const auto t : accounting::heaviest_pattern(x.participation, weights)) heaviest += y[t];
        const auto vectors = x.largest([&](std::uint32_t set) { return ascended_loss(restricted(m, set)); });
        const auto signs = defined(x);
        auto outcome = worse(at_most(std::max(signs, vectors), heaviest), decided(library(x) == signs));
        outcome = worse(outcome, decided(bound - heaviest <= bound / 1000000000));
        outcome.tags = {accounting::to_string(x.participation).substr(0, 4)};
        return outcome;
      },
      {.cases = context.pick(120u, 500u, 5000u), .coverage = {{"ever", 15}, {"once", 15}, {"peri", 15}, {"at-m", 15}}},
      context);
  return conclude(found, [&](const Participating& x) {
    return compared_exactly({{"root", printed(x.root)}, {"participation", accounting::to_string(x.participation)}},
                            {"the statement", fmt::format("library {}, by definition {}", oracle::to_string(library(x)),
                                                          oracle::to_string(defined(x)))});
  });
}

// ---- the sum of absolute values

/// The largest, over the rounds modulo `period`, of `value` of the form of these rounds.
template <class Value>
Rational largest_cycle(const Matrix& m, int period, Value value) {
  Rational most = 0;
  for (int r = 0; r < period; ++r) {
    std::uint32_t set = 0;
    for (std::size_t t = static_cast<std::size_t>(r); t < m.size(); t += static_cast<std::size_t>(period))
      set |= 1U << t;
    if (set != 0) most = std::max<Rational>(most, value(restricted(m, set)));
  }
  return most;
}

struct Cyclic {
  Streamed stream;
  int period;
  [[nodiscard]] Rational bound() const { return largest_cycle(stream.form(), period, oracle::absolute_sum); }
  [[nodiscard]] Rational loss() const {
    return largest_cycle(stream.form(), period,
                         [](const Matrix& m) { return std::max(oracle::boolean_maximum(m), ascended_loss(m)); });
  }
};

/// Signs and vectors, each period; and where no entry of M is negative it is what constant changes lose.
Finding absolute_sum_bounds(const Context& context) {
  const int last = context.pick(3, 4, 5);
  const auto instances = [&](Node n) {
    std::vector<Cyclic> all;
    for (const auto& x : streamed(n, {false, true}, {false, true}, 1, last)) {
      for (const int period : {1, 2}) all.push_back({x, period});
    }
    return all;
  };
  const auto found = sweep_by_size(2, context.pick(3u, 3u, 4u), instances, [](const Cyclic& x) {
    auto outcome = at_most(x.loss(), x.bound());
    const auto m = x.stream.form();
    const bool positive = std::ranges::all_of(
        m, [](const oracle::Row& row) { return std::ranges::all_of(row, [](const Rational& e) { return e >= 0; }); });
    if (positive) outcome = worse(outcome, decided(largest_cycle(m, x.period, oracle::sum) == x.bound()));
    return outcome;
  });
  return conclude(found, [](const Cyclic& x) {
    auto instance = x.stream.instance();
    instance["period"] = x.period;
    return exceeds_exactly(std::move(instance), x.bound(), x.loss());
  });
}

/// The sum of absolute values against what sending every value with its noise alone would lose.
Finding absolute_sum_is_local(const Context&) {
  const auto found = sweep_by_size(
      2, 3, [](Node n) { return streamed(n, {false}, {true}, 1, 5); },
      [](const Streamed& x) { return at_most(oracle::absolute_sum(x.form()), Rational(x.rounds)); });
  return conclude(found, [](const Streamed& x) {
    return exceeds_exactly(x.instance(), Rational(x.rounds), oracle::absolute_sum(x.form()));
  });
}

}  // namespace

void register_linear_vectors(run::Registry& registry) {
  registry.add("linear.vectors", vectors_as_signs);
  registry.add("linear.vectors.bound", dual_bounds_vectors);
  registry.add("linear.participation", participation);
  registry.add("mfdl.sum_abs", absolute_sum_bounds);
  registry.add("mfdl.sum_abs.local", absolute_sum_is_local);
}

}  // namespace hearsay::props
