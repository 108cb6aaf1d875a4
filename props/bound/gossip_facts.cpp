// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/gossip_facts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/linalg/rational_matrix.hpp>

#include "props/bound/gaussian_range.hpp"
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

/// Shares where nodes differ in noise, sigma its diagonal matrix: in units of their noise the rows e_v^T W^t sigma of a
/// view span what those of gossip with sigma^-1 W sigma do.
accounting::GossipLosses scaled_losses(const Instance& instance) {
  const auto& s = instance.scenario;
  auto w = matrix_of(instance);
  auto entries = linalg::exact_entries(w);
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    for (auto& entry : entries.rows[static_cast<std::size_t>(u)]) {
      entry.value *= sigma_of(instance, static_cast<Node>(entry.column)) / sigma_of(instance, static_cast<Node>(u));
      w.coeffRef(u, entry.column) = exact::to_double(entry.value);
    }
  }
  accounting::StepRanks ranks;
  ranks.entries = &entries;
  return accounting::gossip_losses(w, s.observers, s.steps, std::move(ranks), {.jobs = 1});
}

accounting::GossipLosses losses_of(const Instance& instance) {
  const auto& s = instance.scenario;
  if (noise_by_node(instance)) return scaled_losses(instance);
  return accounting::gossip_losses(matrix_of(instance), s.observers, s.steps, {.jobs = 1});
}

/// Facts in fractions, each computed when it is asked for.
class Fractions {
 public:
  explicit Fractions(Instance instance)
      : instance_(std::move(instance)),
        w_(fractions_of(instance_)),
        powers_(oracle::identity(scenario().graph.nodes()), w_, &oracle::multiply) {}

  Rational operator()(const std::string& name, std::span<const Rational> a) {
    const auto& s = scenario();
    if (const auto whole = whole_number(name, s)) return *whole;
    if (name == "exact") return exact();
    if (name == "renyi") return exact() * mu_squared() * a[0] / 2;
    if (name == "exact_own_noise") return oracle::loss(oracle::own_noise_known(view(), s.observers), s.target);
    if (name == "published") return std::min(Rational(1), oracle::published(view(), s.target));
    if (name == "messages") return view().size();
    if (name == "rank") return oracle::rank(view());
    const auto n = static_cast<std::size_t>(s.graph.nodes());
    if (name == "sigma") return sigma_of(instance_, node(a[0], "sigma(i)"));
    if (name == "sensitivity") return sensitivity_of(instance_, node(a[0], "sensitivity(i)"));
    if (name != "w") throw formula::NotRational();
    const auto entry = power_entry(a, n);
    return powers_[entry.power][entry.row][entry.column];
  }

  /// (sensitivity / sigma)^2 of the target.
  [[nodiscard]] Rational mu_squared() const {
    const Rational ratio = sensitivity_of(instance_, scenario().target) / sigma_of(instance_, scenario().target);
    return ratio * ratio;
  }

 private:
  [[nodiscard]] const Scenario& scenario() const { return instance_.scenario; }
  [[nodiscard]] Node node(const Rational& value, std::string_view function) const {
    return static_cast<Node>(index_below(exact::to_double(value), function, "i", scenario().graph.nodes()));
  }
  /// A column for each node, in units of its noise.
  const oracle::Matrix& view() {
    if (view_) return *view_;
    view_ = oracle::view(w_, scenario().observers, scenario().steps);
    if (!noise_by_node(instance_)) return *view_;
    for (auto& row : *view_)
      for (Node u = 0; u < scenario().graph.nodes(); ++u) row[u] *= sigma_of(instance_, u);
    return *view_;
  }
  const Rational& exact() {
    if (!exact_) exact_ = oracle::loss(view(), scenario().target);
    return *exact_;
  }

  Instance instance_;
  oracle::Matrix w_;
  Powers<oracle::Matrix> powers_;
  std::optional<oracle::Matrix> view_;
  std::optional<Rational> exact_;
};

/// The same in doubles, by the library.
class Doubles {
 public:
  Doubles(Instance instance, std::shared_ptr<LastLosses> last)
      : instance_(std::move(instance)), last_(last ? std::move(last) : std::make_shared<LastLosses>()) {}

  double operator()(const std::string& name, std::span<const double> a) {
    const auto& s = instance_.scenario;
    const auto target = static_cast<Eigen::Index>(s.target);
    const auto exact = [&] { return decided(losses().exact_of(s.target)); };
    const auto mu = [&] { return std::sqrt(exact()) * ratio(); };
    if (const auto whole = whole_number(name, s)) return static_cast<double>(*whole);
    if (name == "exact") return exact();
    if (name == "renyi") return mu() * mu() * a[0] / 2.0;
    if (name == "exact_own_noise") return decided(losses().exact_own_noise_of(s.target));
    if (name == "published") return std::min(1.0, losses().published[target]);
    if (name == "messages") return static_cast<double>(losses().messages);
    if (name == "rank") return static_cast<double>(losses().rank);
    if (name == "mu") return mu();
    if (name == "epsilon") return divergence::gaussian_epsilon(mu(), a[0]).upper();
    if (name == "gap") return graph::spectrum(matrix_of(instance_)).gap;
    const auto n = static_cast<std::size_t>(s.graph.nodes());
    if (name == "sigma")
      return exact::to_double(sigma_of(instance_, static_cast<Node>(index_below(a[0], "sigma(i)", "i", n))));
    if (name == "sensitivity")
      return exact::to_double(
          sensitivity_of(instance_, static_cast<Node>(index_below(a[0], "sensitivity(i)", "i", n))));
    const auto entry = power_entry(a, n);
    if (!powers_) powers_ = double_powers(instance_);
    return (*powers_)[entry.power](static_cast<Eigen::Index>(entry.row), static_cast<Eigen::Index>(entry.column));
  }

 private:
  const accounting::GossipLosses& losses() { return last_->of(instance_); }
  /// Of a loss in doubt the upper end: what may break a bound is looked at in fractions. Where the instances are few or
  /// nodes differ, fractions decide at once.
  [[nodiscard]] double decided(const Enclosure& share) const {
    if (share.in_doubt() && (instance_.own || noise_by_node(instance_))) throw Doubtful();
    return share.safe();
  }
  /// What the target's value changes by, over the standard deviation of its noise.
  [[nodiscard]] double ratio() const {
    const auto target = instance_.scenario.target;
    return exact::to_double(sensitivity_of(instance_, target) / sigma_of(instance_, target));
  }

  Instance instance_;
  std::optional<Powers<Eigen::MatrixXd>> powers_;
  std::shared_ptr<LastLosses> last_;
};

/// The square root of what is not negative.
formula::Range root_of(const Rational& square) { return sqrt(formula::range_of(square)); }

}  // namespace

const accounting::GossipLosses& LastLosses::of(const Instance& instance) {
  const auto& s = instance.scenario;
  if (!losses_ || s.observers != observers_ || s.steps != steps_ || instance.sigma != sigma_) {
    losses_.reset();
    losses_ = losses_of(instance);
    observers_ = s.observers, steps_ = s.steps, sigma_ = instance.sigma;
  }
  return *losses_;
}

formula::Meaning<double> gossip_doubles(const Instance& instance, const std::shared_ptr<LastLosses>& last) {
  return [facts = std::make_shared<Doubles>(instance, last)](
             const std::string& name, std::span<const double> arguments) { return (*facts)(name, arguments); };
}

formula::Meaning<Rational> gossip_fractions(const Instance& instance) {
  return [facts = std::make_shared<Fractions>(instance)](const std::string& name, std::span<const Rational> arguments) {
    return (*facts)(name, arguments);
  };
}

formula::Range gap_range(double gap) {
  const formula::Wide error(1e-12);
  return {formula::Wide(gap) - error, formula::Wide(gap) + error};
}

formula::Meaning<formula::Range> gossip_ranges(const Instance& instance) {
  return [facts = std::make_shared<Fractions>(instance), doubles = gossip_doubles(instance)](
             const std::string& name, std::span<const formula::Range> arguments) -> formula::Range {
    const auto mu_squared = [&] { return Rational((*facts)("exact", {}) * facts->mu_squared()); };
    if (name == "gap") return gap_range(doubles(name, {}));
    if (name == "renyi") return formula::range_of(mu_squared()) * arguments[0] / formula::Range(2);
    if (name == "mu") return root_of(mu_squared());
    if (name == "epsilon") return gaussian_epsilon_range(root_of(mu_squared()), arguments[0]);
    return formula::range_of((*facts)(name, known_arguments(name + "()", arguments)));
  };
}

}  // namespace hearsay::props::bound
