// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/graphwalk_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/spectrum.hpp>

#include "props/bound/gaussian_range.hpp"
#include "props/bound/gossip_facts.hpp"
#include "props/oracle/graph_walk_oracle.hpp"

namespace hearsay::props::bound {

using formula::Range;
using formula::Wide;
using oracle::Rational;

namespace {

const Rational& noise_of(const Instance& instance) {
  static const Rational one = 1;
  return instance.sigma.empty() ? one : instance.sigma.front();
}

std::optional<std::int64_t> walk_whole_number(const std::string& name, const gen::Scenario& s) {
  return name == "T" ? s.steps : place_fact(name, s);
}

/// Facts in fractions, each computed when it is asked for.
class WalkFractions {
 public:
  explicit WalkFractions(Instance instance)
      : instance_(std::move(instance)),
        w_(fractions_of(instance_)),
        powers_(oracle::identity(instance_.scenario.graph.nodes()), w_, &oracle::multiply) {}

  Rational operator()(const std::string& name, std::span<const Rational> a) {
    const auto& s = instance_.scenario;
    if (const auto whole = walk_whole_number(name, s)) return *whole;
    if (name == "sigma") return noise_of(instance_);
    if (name == "limit")
      return oracle::walk_limit({.w = w_, .observer = s.observers.front(), .target = s.target, .steps = s.steps});
    if (name != "w") throw formula::NotRational();
    const auto entry = power_entry(a, s.graph.nodes());
    return powers_[entry.power][entry.row][entry.column];
  }

 private:
  Instance instance_;
  oracle::Matrix w_;
  Powers<oracle::Matrix> powers_;
};

accounting::WalkGaps gaps_of(const Instance& instance, const graph::GossipMatrix& w) {
  const auto& s = instance.scenario;
  return accounting::walk_gaps({.w = w, .observer = s.observers.front(), .target = s.target, .steps = s.steps});
}

/// What the library's accountant brackets at the instance's noise.
class WalkBrackets {
 public:
  explicit WalkBrackets(const Instance& instance)
      : gaps_(gaps_of(instance, matrix_of(instance))), mu_(formula::range_of(Rational(1 / noise_of(instance)))) {}

  [[nodiscard]] Range renyi(const Range& alpha) const {
    if (!(alpha.lower() == 2 && alpha.upper() == 2))
      throw Error(Errc::domain, "bound",
                  fmt::format("renyi({}): of a walk only renyi(2) is computed", static_cast<double>(alpha.lower())));
    const auto [least, most] = double_ends(mu_);
    const double off = error();
    return {Wide(std::max(0.0, accounting::graph_walk_renyi2(gaps_, least) - off)),
            Wide(accounting::graph_walk_renyi2(gaps_, most) + off)};
  }

  Range epsilon(const Range& delta) {
    require_delta(delta);
    return growing_falling([&](double mu, double d) { return loss(mu).epsilon(d); }, mu_, delta);
  }

  Range delta(const Range& epsilon) {
    require_epsilon(epsilon);
    return growing_falling([&](double mu, double e) { return loss(mu).delta(std::max(0.0, e)); }, mu_, epsilon);
  }

 private:
  /// Of a logarithm of a sum of terms of the relative error of a product of two gaps.
  [[nodiscard]] double error() const { return 2.0 * gaps_.accuracy + 0x1p-50; }
  const accounting::GraphWalkLoss& loss(double mu) {
    const auto found = losses_.find(mu);
    return found == losses_.end() ? losses_.emplace(mu, accounting::GraphWalkLoss(gaps_, mu)).first->second
                                  : found->second;
  }

  accounting::WalkGaps gaps_;
  Range mu_;
  std::map<double, accounting::GraphWalkLoss> losses_;
};

}  // namespace

const formula::Vocabulary& graphwalk_vocabulary() {
  static const formula::Vocabulary known{.names = {"limit", "sigma", "T", "n", "edges", "gap", "diameter", "distance",
                                                   "degree_target", "degree_observer", "observer", "target"},
                                         .functions = {{"w", 3}, {"renyi", 1}, {"epsilon", 1}, {"delta", 1}}};
  return known;
}

formula::Meaning<double> graphwalk_doubles(const Instance& instance) {
  struct Facts {
    explicit Facts(const Instance& asked) : instance(asked), w(matrix_of(asked)) {}
    Instance instance;
    graph::GossipMatrix w;
    std::optional<Powers<Eigen::MatrixXd>> powers = std::nullopt;
  };
  return [facts = std::make_shared<Facts>(instance)](const std::string& name, std::span<const double> a) -> double {
    const auto& s = facts->instance.scenario;
    if (const auto whole = walk_whole_number(name, s)) return static_cast<double>(*whole);
    if (name == "sigma") return exact::to_double(noise_of(facts->instance));
    if (name == "limit") return accounting::graph_walk_limit(gaps_of(facts->instance, facts->w));
    if (name == "gap") return graph::spectrum(facts->w).gap;
    if (name != "w") throw std::logic_error(name + " is known between ends only");
    const auto entry = power_entry(a, s.graph.nodes());
    if (!facts->powers) facts->powers = double_powers(facts->instance);
    return (*facts->powers)[entry.power](static_cast<Eigen::Index>(entry.row), static_cast<Eigen::Index>(entry.column));
  };
}

formula::Meaning<Rational> graphwalk_fractions(const Instance& instance) {
  return [facts = std::make_shared<WalkFractions>(instance)](
             const std::string& name, std::span<const Rational> arguments) { return (*facts)(name, arguments); };
}

formula::Meaning<Range> graphwalk_ranges(const Instance& instance) {
  struct Facts {
    explicit Facts(const Instance& asked) : instance(asked), fractions(asked) {}
    WalkBrackets& brackets() {
      if (!known) known.emplace(instance);
      return *known;
    }
    Instance instance;
    WalkFractions fractions;
    std::optional<WalkBrackets> known = std::nullopt;
  };
  return [facts = std::make_shared<Facts>(instance)](const std::string& name, std::span<const Range> a) -> Range {
    if (name == "gap") return gap_range(graph::spectrum(matrix_of(facts->instance)).gap);
    if (name == "renyi") return facts->brackets().renyi(a[0]);
    if (name == "epsilon") return facts->brackets().epsilon(a[0]);
    if (name == "delta") return facts->brackets().delta(a[0]);
    return formula::range_of(facts->fractions(name, known_arguments(name + "()", a)));
  };
}

run::Finding refute_graphwalk(const formula::Expression& statement, const ScenarioDomain& domain,
                              const run::Context& context, const Watch& watch) {
  const Subject walk{.vocabulary = graphwalk_vocabulary(),
                     .doubles = graphwalk_doubles,
                     .fractions = graphwalk_fractions,
                     .ranges = graphwalk_ranges,
                     .describe = [](const Instance& s) { return to_json(s); },
                     .brackets = {"renyi", "epsilon", "delta"}};
  return refute_scenarios(statement, walk, domain, context, watch);
}

}  // namespace hearsay::props::bound
