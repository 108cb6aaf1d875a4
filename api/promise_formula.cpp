// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/promise_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hearsay/audit/network_audit.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/graph/spectrum.hpp>

#include <hearsay/formula/evaluate.hpp>

namespace hearsay::api {

namespace {

using exact::Rational;

constexpr std::string_view formula_where = "`promise`";

const formula::Vocabulary& formula_names() {
  static const formula::Vocabulary names{.names = {"distance", "degree_target", "degree_observer", "observers", "n",
                                                   "edges", "diameter", "gap", "T", "local", "published"},
                                         .functions = {}};
  return names;
}

/// @throws Error named `promise`.
formula::Expression read_formula(const std::string& text) {
  try {
    auto formula = formula::parse_expression(text);
    formula::require_known(formula, formula_names());
    return formula;
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(error.code(), formula_where,
                fmt::format("the bound '{}' is not a number, published or a formula{}", text,
                            error.code() == Errc::unknown ? what.substr(what.find(": ")) : " such as 2^(1-distance)"));
  }
}

/// A double on the side asked for.
double rounded(const formula::Wide& value, bool upwards) {
  const auto nearest = static_cast<double>(value);
  if (upwards ? formula::Wide(nearest) >= value : formula::Wide(nearest) <= value) return nearest;
  return std::nextafter(nearest, upwards ? infinity : -infinity);
}

}  // namespace

void require_formula(const audit::PromisedBound& promise) {
  if (promise.formula.empty()) return;
  const auto formula = read_formula(promise.formula);
  try {
    formula::require_values(formula);
  } catch (const Error& error) {
    const std::string what = error.what();
    throw Error(error.code(), formula_where,
                fmt::format("the bound '{}' has no value: {}", promise.formula, what.substr(what.find(": ") + 2)));
  }
}

bool names_published(const audit::PromisedBound& promise) {
  return !promise.formula.empty() && mentions(read_formula(promise.formula), "published");
}

PromiseFormula::PromiseFormula(const audit::PromisedBound& promise, const audit::NoiseScale& scale,
                               const graph::Graph& graph, const graph::GossipMatrix& w, linalg::Steps steps)
    : promise_(promise), scale_(scale), graph_(graph), formula_(read_formula(promise.formula)) {
  const auto named = [&](std::string_view name) { return mentions(formula_, name); };
  names_published_ = named("published");
  names_distance_ = named("distance");
  constants_ = {{"n", graph.nodes()}, {"edges", static_cast<double>(graph.edges())}};
  if (named("diameter")) constants_["diameter"] = graph::diameter(graph);
  if (named("T")) {
    if (!steps)
      throw Error(Errc::conditions, formula_where, "T has no value, because the number of steps is not bounded");
    constants_["T"] = *steps;
  }
  if (named("gap")) {
    const double gap = graph::spectrum(w).gap;  // dense below 400 nodes; above, sure to 1e-5 of itself
    const double error = graph.nodes() < 400 ? 1e-12 : 1e-5 * gap;
    gap_.emplace(gap - error, gap, gap + error);
  }
}

Bracket PromiseFormula::value(const Place& place, double published) const {
  const auto known = [&](const std::string& name, std::span<const Rational>) -> Rational {
    if (const auto constant = constants_.find(name); constant != constants_.end()) return Rational(constant->second);
    const std::span places(formula_names().names.data(), place.size());  // the first names are the place
    const auto found = std::ranges::find(places, name);
    if (found == places.end()) throw formula::NotRational();
    return place[static_cast<std::size_t>(found - places.begin())];
  };
  const auto meaning = [&](const std::string& name, std::span<const formula::Range>) -> formula::Range {
    if (name == "gap") return formula::range_of(*gap_);
    if (name == "local") return formula::range_of(promised_loss(promise_, scale_, 1.0, 1.0));
    const double share = std::min(1.0, published * (1.0 + audit::published_tolerance));
    return formula::range_of(promised_loss(promise_, scale_, share, share));
  };
  const auto found = formula::Evaluator<formula::Range>(meaning, known)(formula_);
  const double lower = rounded(found.lower(), false), upper = rounded(found.upper(), true);
  if (!std::isfinite(upper) || !std::isfinite(lower))
    throw formula::NoValue(formula_, "a number outside the range of double precision", true);
  return {lower, std::midpoint(lower, upper), upper};
}

std::vector<Bracket> PromiseFormula::bounds(std::span<const graph::Node> observers,
                                            const Eigen::VectorXd& published) const {
  const auto far = graph::distances(graph_, observers);
  const auto degree = [&](graph::Node v) { return static_cast<graph::Node>(graph_.degree(v)); };
  const auto smallest = degree(std::ranges::min(observers, {}, degree));
  std::vector<Bracket> bounds;
  for (graph::Node u = 0; u < graph_.nodes(); ++u) {
    if (names_distance_ && (far[u] == graph::unreachable || far[u] == 0)) {
      bounds.push_back(Bracket::exact(infinity));
      continue;
    }
    const Place place{far[u], degree(u), smallest, static_cast<graph::Node>(observers.size())};
    const std::pair key{place, names_published_ ? published(u) : 0.0};
    const std::scoped_lock lock(keeping_);
    auto found = known_.find(key);
    if (found == known_.end()) {
      try {
        found = known_.emplace(key, value(place, key.second)).first;
      } catch (const formula::NoValue& none) {
        throw Error(Errc::domain, formula_where,
                    fmt::format("the bound '{}' has no value for node '{}' to observer '{}': {}", promise_.formula,
                                graph_.label(u), graph_.label(observers.front()), none.what()));
      }
    }
    bounds.push_back(found->second);
  }
  return bounds;
}

std::map<PromiseFormula::Place, Bracket> PromiseFormula::known() const {
  std::map<Place, Bracket> found;
  const std::scoped_lock lock(keeping_);
  for (const auto& [key, bound] : known_) found.emplace(key.first, bound);
  return found;
}

}  // namespace hearsay::api
