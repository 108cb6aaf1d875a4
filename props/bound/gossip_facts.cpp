// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/gossip_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/oracle/rational_gossip.hpp"

namespace hearsay::props::bound {

using gen::Scenario;
using graph::Node;
using oracle::Rational;

std::optional<std::int64_t> place_fact(const std::string& name, const Scenario& s) {
  const auto& g = s.graph;
  if (name == "n") return g.nodes();
  if (name == "edges") return static_cast<std::int64_t>(g.edges());
  if (name == "target") return s.target;
  if (name == "observer") return s.observers.front();
  if (name == "observers") return static_cast<std::int64_t>(s.observers.size());
  if (name == "degree_target") return static_cast<std::int64_t>(g.degree(s.target));
  if (name == "distance") return gen::distances(g, s.observers)[s.target];
  if (name == "degree_observer") {
    const auto degrees = [&](Node v) { return g.degree(v); };
    return static_cast<std::int64_t>(g.degree(std::ranges::min(s.observers, {}, degrees)));
  }
  if (name == "diameter") {
    Node farthest = 0;
    for (Node v = 0; v < g.nodes(); ++v) farthest = std::max(farthest, std::ranges::max(gen::distances(g, {v})));
    return farthest;
  }
  return std::nullopt;
}

namespace {

/// The names that stand for whole numbers.
std::optional<std::int64_t> whole_number(const std::string& name, const Scenario& s) {
  if (name == "local") return 1;
  if (name == "T") return s.steps;
  return place_fact(name, s);
}

/// Powers of a matrix, each computed once.
template <class Matrix>
class Powers {
 public:
  using Multiply = std::function<Matrix(const Matrix&, const Matrix&)>;
  Powers(Matrix identity, Matrix w, Multiply multiply)
      : powers_{std::move(identity)}, w_(std::move(w)), multiply_(std::move(multiply)) {}

  /// W^t. @pre t >= 0.
  const Matrix& operator[](std::size_t t) {
    while (powers_.size() <= t) powers_.push_back(multiply_(powers_.back(), w_));
    return powers_[t];
  }

 private:
  std::vector<Matrix> powers_;
  Matrix w_;
  Multiply multiply_;
};

/// The argument of w as an index below `limit`.
template <class Value>
std::size_t index_of(const Value& value, std::string_view name, std::size_t limit) {
  const auto number = static_cast<double>(value);
  if (!(number >= 0.0 && number < static_cast<double>(limit)) || std::nearbyint(number) != number)
    throw Error(Errc::domain, "bound",
                fmt::format("w(t, i, j): {} = {} must be a whole number from 0 to {}", name, number, limit - 1));
  return static_cast<std::size_t>(number);
}
constexpr std::size_t most_powers = 1001;

accounting::GossipLosses losses_of(const Scenario& s) {
  return accounting::gossip_losses(graph::gossip_matrix(s.graph, s.weights), s.observers, s.steps, {.jobs = 1});
}

/// Facts in fractions, each computed when it is asked for.
class Fractions {
 public:
  explicit Fractions(const Scenario& scenario)
      : s_(scenario),
        w_(oracle::rational_matrix(s_.graph, s_.weights)),
        powers_(oracle::identity(s_.graph.nodes()), w_, &oracle::multiply) {}

  Rational operator()(const std::string& name, std::span<const Rational> a) {
    if (const auto whole = whole_number(name, s_)) return *whole;
    if (name == "exact") return exact();
    if (name == "renyi") return exact() * a[0] / 2;
    if (name == "exact_own_noise") return oracle::loss(oracle::own_noise_known(view(), s_.observers), s_.target);
    if (name == "published") return std::min(Rational(1), oracle::published(view(), s_.target));
    if (name == "messages") return view().size();
    if (name == "rank") return oracle::rank(view());
    if (name != "w") throw formula::NotRational();
    const auto n = static_cast<std::size_t>(s_.graph.nodes());
    return powers_[index_of(a[0], "t", most_powers)][index_of(a[1], "i", n)][index_of(a[2], "j", n)];
  }

 private:
  const oracle::Matrix& view() {
    if (!view_) view_ = oracle::view(w_, s_.observers, s_.steps);
    return *view_;
  }
  const Rational& exact() {
    if (!exact_) exact_ = oracle::loss(view(), s_.target);
    return *exact_;
  }

  Scenario s_;
  oracle::Matrix w_;
  Powers<oracle::Matrix> powers_;
  std::optional<oracle::Matrix> view_;
  std::optional<Rational> exact_;
};

/// The same in doubles, by the library.
class Doubles {
 public:
  explicit Doubles(const Scenario& scenario)
      : s_(scenario),
        powers_(Eigen::MatrixXd::Identity(scenario.graph.nodes(), scenario.graph.nodes()),
                Eigen::MatrixXd(graph::gossip_matrix(scenario.graph, scenario.weights)),
                [](const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) -> Eigen::MatrixXd { return a * b; }) {}

  double operator()(const std::string& name, std::span<const double> a) {
    const auto target = static_cast<Eigen::Index>(s_.target);
    // Of a loss in doubt the upper end: what may break a bound is looked at in fractions.
    const auto exact = [&] { return losses().exact_of(s_.target).safe(); };
    if (const auto whole = whole_number(name, s_)) return static_cast<double>(*whole);
    if (name == "exact") return exact();
    if (name == "renyi") return exact() * a[0] / 2.0;
    if (name == "exact_own_noise") return losses().exact_own_noise_of(s_.target).safe();
    if (name == "published") return std::min(1.0, losses().published[target]);
    if (name == "messages") return static_cast<double>(losses().messages);
    if (name == "rank") return static_cast<double>(losses().rank);
    if (name == "mu") return std::sqrt(exact());
    if (name == "epsilon") return divergence::gaussian_epsilon(std::sqrt(exact()), a[0]).upper();
    if (name == "gap") return graph::spectrum(graph::gossip_matrix(s_.graph, s_.weights)).gap;
    const auto n = static_cast<std::size_t>(s_.graph.nodes());
    const auto t = index_of(a[0], "t", most_powers), i = index_of(a[1], "i", n), j = index_of(a[2], "j", n);
    return powers_[t](static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
  }

 private:
  const accounting::GossipLosses& losses() {
    if (!losses_) losses_ = losses_of(s_);
    return *losses_;
  }

  Scenario s_;
  Powers<Eigen::MatrixXd> powers_;
  std::optional<accounting::GossipLosses> losses_;
};

/// epsilon at delta of Gaussian DP with mu^2 = `share`, which the range holds for certain: it grows with mu and falls
/// with delta, and both are moved by more than the rounding of doubles.
formula::Range epsilon_range(const Rational& share, const formula::Range& delta) {
  constexpr double error = 8.0 * std::numeric_limits<double>::epsilon();
  const double mu = std::sqrt(exact::to_double(share));
  const auto smallest = static_cast<double>(delta.lower()) * (1.0 - error);
  const auto largest = static_cast<double>(delta.upper()) * (1.0 + error);
  return {formula::Wide(divergence::gaussian_epsilon(mu * (1.0 - error), largest).lower()),
          formula::Wide(divergence::gaussian_epsilon(mu * (1.0 + error), smallest).upper())};
}

}  // namespace

formula::Meaning<double> gossip_doubles(const Scenario& scenario) {
  return [facts = std::make_shared<Doubles>(scenario)](const std::string& name, std::span<const double> arguments) {
    return (*facts)(name, arguments);
  };
}

formula::Meaning<Rational> gossip_fractions(const Scenario& scenario) {
  return [facts = std::make_shared<Fractions>(scenario)](const std::string& name, std::span<const Rational> arguments) {
    return (*facts)(name, arguments);
  };
}

formula::Range gap_range(double gap) {
  const formula::Wide error(1e-12);
  return {formula::Wide(gap) - error, formula::Wide(gap) + error};
}

formula::Meaning<formula::Range> gossip_ranges(const Scenario& scenario) {
  return [facts = std::make_shared<Fractions>(scenario), doubles = gossip_doubles(scenario)](
             const std::string& name, std::span<const formula::Range> arguments) -> formula::Range {
    if (name == "gap") return gap_range(doubles(name, {}));
    if (name == "renyi") return formula::range_of((*facts)("exact", {})) * arguments[0] / formula::Range(2);
    if (name == "mu") return sqrt(formula::range_of((*facts)("exact", {})));
    if (name == "epsilon") return epsilon_range((*facts)("exact", {}), arguments[0]);
    std::vector<Rational> places;  // of w
    for (const auto& argument : arguments) {
      if (!formula::is_known(argument))
        throw Error(Errc::domain, "bound", "w(t, i, j): each argument must be known exactly");
      places.emplace_back(argument.lower());
    }
    return formula::range_of((*facts)(name, places));
  };
}

}  // namespace hearsay::props::bound
