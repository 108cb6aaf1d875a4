// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/rounded_view.hpp>

#include <hearsay/core/decompositions.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/row_combinations.hpp>
#include <hearsay/report/certificate/statements.hpp>
#include <hearsay/report/certificate/work.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using graph::GossipMatrix;
using graph::Node;

constexpr int grid = 60;  ///< weights are multiples of 2^-60

/// The view in double precision.
struct View {
  explicit View(const GossipInstance& x) : instance(x) {
    const bool fixed = x.json.contains("steps");
    std::vector<GossipMatrix> rounds;
    for (std::size_t t = 0; t < (fixed ? 1 : x.rounds.size()); ++t) rounds.push_back(matrix(x.rounds[t]));
    for (std::size_t t = 0; t < x.rounds.size(); ++t) {
      for (const auto sender : accounting::senders(rounds[fixed ? 0 : t], x.observers)) places.emplace_back(t, sender);
    }
    rows = fixed ? accounting::gossip_view(rounds.front(), x.observers, static_cast<int>(x.rounds.size()))
                 : accounting::gossip_view(rounds, x.observers);
    if (x.own_noise) rows = accounting::without_columns(rows, x.observers);
  }

  static GossipMatrix matrix(const linalg::RationalMatrix& exact) {
    std::vector<Eigen::Triplet<double, std::int64_t>> entries;
    for (Node u = 0; u < exact.size(); ++u) {
      for (const auto& [v, value] : exact.rows[u]) entries.emplace_back(u, v, exact::to_double(value));
    }
    GossipMatrix w(exact.size(), exact.size());
    w.setFromTriplets(entries.begin(), entries.end());
    return w;
  }

  /// nine tenths of the smallest eigenvalue of B B^T, where a checker can bound it.
  [[nodiscard]] std::optional<Rational> gram_lower() const {
    if (!instance.json.contains("edges") || rows.rows() > limits::gram_messages || rows.rows() > rows.cols())
      return std::nullopt;
    const Eigen::VectorXd values = Eigen::BDCSVD<Eigen::MatrixXd>(rows).singularValues();
    const double least = values.minCoeff(), safe = 1e-9 * values.maxCoeff();
    return least > safe ? std::optional(Rational(0.9 * least * least)) : std::nullopt;
  }

  const GossipInstance& instance;
  std::vector<std::pair<std::size_t, Node>> places;  ///< (t, sender) of each row
  Eigen::MatrixXd rows;
};

using Weights = std::vector<Rational>;

/// Whether the target's first message, which is its noisy value itself, reaches the observers: then it is the test, and
/// the loss is the local one.
bool sends_its_value(const View& view, Node target) {
  return std::ranges::count(view.places, std::pair(std::size_t{0}, target)) > 0;
}

Real real(const Rational& x) { return Real(numerator(x)) / Real(denominator(x)); }

/// Products with the matrices of the rounds to 50 digits.
class Passes {
 public:
  explicit Passes(const View& view) : view_(view) {
    const auto& x = view.instance;
    for (std::size_t t = 0; t < (x.json.contains("steps") ? 1 : x.rounds.size()); ++t) {
      auto& matrix = matrices_.emplace_back();
      for (const auto& row : x.rounds[t].rows) {
        auto& entries = matrix.emplace_back();
        for (const auto& [v, value] : row) entries.emplace_back(v, real(value));
      }
    }
  }

  /// B^T c, backwards.
  [[nodiscard]] std::vector<Real> combined(const Weights& weights) const {
    std::vector<Real> sum(n(), Real(0));
    for (std::size_t t = view_.instance.rounds.size(), i = weights.size(); t-- > 0;) {
      sum = back(t, sum);
      for (; i > 0 && view_.places[i - 1].first == t; --i) sum[view_.places[i - 1].second] += real(weights[i - 1]);
    }
    forget(sum);
    return sum;
  }
  /// |B x|^2, forwards.
  [[nodiscard]] Real shown(std::vector<Real> x) const {
    forget(x);
    Real sum = 0;
    for (std::size_t t = 0, i = 0; t < view_.instance.rounds.size(); ++t) {
      for (; i < view_.places.size() && view_.places[i].first == t; ++i)
        sum += x[view_.places[i].second] * x[view_.places[i].second];
      x = times(t, x);
    }
    return sum;
  }

 private:
  [[nodiscard]] std::size_t n() const { return view_.instance.rounds.front().size(); }
  void forget(std::vector<Real>& x) const {
    for (const auto o : view_.instance.observers) {
      if (view_.instance.own_noise) x[o] = 0;
    }
  }
  [[nodiscard]] std::vector<Real> times(std::size_t t, const std::vector<Real>& x) const {
    const auto& w = matrices_[std::min(t, matrices_.size() - 1)];
    std::vector<Real> next(n(), Real(0));
    for (std::size_t u = 0; u < n(); ++u) {
      for (const auto& [v, value] : w[u]) {
        if (x[v] != 0) next[u] += value * x[v];
      }
    }
    return next;
  }

  /// W^T x.
  [[nodiscard]] std::vector<Real> back(std::size_t t, const std::vector<Real>& x) const {
    const auto& w = matrices_[std::min(t, matrices_.size() - 1)];
    std::vector<Real> next(n(), Real(0));
    for (std::size_t u = 0; u < n(); ++u) {
      if (x[u] == 0) continue;
      for (const auto& [v, value] : w[u]) next[v] += value * x[u];
    }
    return next;
  }

  const View& view_;
  std::vector<std::vector<std::vector<std::pair<Node, Real>>>> matrices_;  ///< one, if it is fixed
};

/// The weights that come closest to a unit vector, g = B^T c to P e_u: messages of many rounds are nearly dependent, so
/// that the decomposition is done to 50 digits where that takes seconds.
class BestWeights {
 public:
  explicit BestWeights(const View& view, const Passes& passes) {
    const auto messages = view.rows.rows(), n = view.rows.cols();
    if (static_cast<double>(messages * messages) * static_cast<double>(n) > most_precise) {
      fast_.emplace(view.rows.transpose());
      return;
    }
    std::vector<std::vector<Real>> rows;
    for (Eigen::Index i = 0; i < messages; ++i) {
      Weights unit(static_cast<std::size_t>(messages), Rational(0));
      unit[static_cast<std::size_t>(i)] = 1;
      rows.push_back(passes.combined(unit));
    }
    precise_.emplace(rows);
  }

  [[nodiscard]] Weights of(Node target) const {
    if (!fast_) return precise_->closest_to_unit(target, grid);
    Weights weights;
    for (const double c : Eigen::VectorXd(fast_->solve(Eigen::VectorXd::Unit(fast_->rows(), target))))
      weights.push_back(on_grid(c));
    return weights;
  }

 private:
  static constexpr double most_precise = 2e6;

  static Rational on_grid(double c) {
    using exact::Integer;
    return {static_cast<Integer>(round(ldexp(Real(c), grid))), Integer(1) << grid};
  }

  std::optional<Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>> fast_;
  std::optional<linalg::RowCombinations> precise_;
};

}  // namespace

Rational long_weight() {
  const auto unit = exact::Integer(1) << grid;
  return Rational(16 * unit + 1, unit);
}

std::vector<Certificate> rounded_loss_bounds(const GossipInstance& instance, std::span<const Node> targets,
                                             std::size_t upper_ends) {
  const View view(instance);
  const Passes passes(view);
  const auto gram = upper_ends > 0 ? view.gram_lower() : std::nullopt;
  const bool by_rule = !instance.json.contains("entries");
  std::optional<BestWeights> best;
  std::vector<Certificate> all;
  for (const auto target : targets) {
    if (!by_rule && sends_its_value(view, target)) {
      auto& certificate = all.emplace_back(Certificate{.kind = "view", .quantity = "loss"});
      certificate.instance = instance.json;
      certificate.instance["target"] = target;
      auto terms = nlohmann::ordered_json::array();
      terms.push_back({0, target, "1"});
      certificate.evidence["combinations"] = {{{"target", target}, {"terms", std::move(terms)}}};
      certificate.proves = {.lower = "1", .upper = "1"};
      continue;
    }
    if (!best) best.emplace(view, passes);
    const auto weights = best->of(target);
    const auto g = passes.combined(weights);
    Real square = 0;
    for (const auto& entry : g) square += entry * entry;
    auto terms = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      if (weights[i] != 0) terms.push_back({view.places[i].first, view.places[i].second, exact::to_string(weights[i])});
    }
    auto& certificate = all.emplace_back(Certificate{.kind = "view", .quantity = "loss"});
    certificate.instance = instance.json;
    certificate.instance["target"] = target;
    if (by_rule) certificate.evidence["bits"] = rounded_bits;
    certificate.evidence["combinations"] = {{{"target", target}, {"terms", std::move(terms)}}};
    const Real lower = square == 0 ? Real(0) : Real(g[target] * g[target] / square);
    const Real room = ldexp(Real(1), -39);
    certificate.proves.lower = lower > room ? below_with_room(lower, 1) : "0";
    if (!gram || all.size() > upper_ends) continue;
    auto rest = g;
    for (auto& entry : rest) entry = -entry;
    rest[target] += 1;
    const Real side = sqrt(square) + sqrt(Real(passes.shown(std::move(rest)) / real(*gram)));
    certificate.evidence["gram_lower"] = exact::to_string(*gram);
    certificate.proves.upper = side * side < 1 - room ? above_with_room(side * side, 1) : "1";
  }
  return all;
}

}  // namespace hearsay::report
