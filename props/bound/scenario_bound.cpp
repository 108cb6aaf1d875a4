// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/scenario_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>

#include "props/bound/compare.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"

namespace hearsay::props::bound {

using gen::Scenario;
using oracle::Rational;

namespace {

/// Both sides of a comparison in one scenario.
template <class Value>
struct Sides {
  Value left, right;
};

/// Whether rounding alone could turn the comparison: then doubles do not decide it.
bool needs_fractions(const formula::Expression& statement) {
  return std::ranges::any_of(statement.parts,
                             [](const formula::Expression& c) { return c.name == "<" || c.name == ">"; }) ||
         mentions(statement, "floor") || mentions(statement, "ceil");
}

template <class Value>
Sides<Value> sides_of(const formula::Expression& comparison, formula::Evaluator<Value>& evaluate) {
  return {evaluate(comparison.parts[0]), evaluate(comparison.parts[1])};
}

/// The statement in one scenario, in fractions where they are, else to a hundred digits.
Outcome exactly(const formula::Expression& statement, const Subject& subject, const Scenario& s) {
  formula::Evaluator<Rational> fractions(subject.fractions(s));
  formula::Evaluator<formula::Range> ranges(subject.ranges(s), subject.fractions(s));
  Outcome outcome{.tags = gen::tags(s)};
  for (const auto& comparison : statement.parts) {
    try {
      const auto [left, right] = sides_of(comparison, fractions);
      outcome = worse(std::move(outcome), compared(comparison.name, left, right));
    } catch (const formula::NotRational&) {
      const auto [left, right] = sides_of(comparison, ranges);
      outcome = worse(std::move(outcome), compared(comparison.name, left, right));
    }
  }
  return outcome;
}

/// The statement in one scenario, to 1e-9; exactly where rounding does not tell whether there is a value.
Outcome in_doubles(const formula::Expression& statement, const Subject& subject, const Scenario& s) {
  formula::Evaluator<double> evaluate(subject.doubles(s));
  Outcome outcome{.tags = gen::tags(s)};
  try {
    for (const auto& comparison : statement.parts) {
      const auto [left, right] = sides_of(comparison, evaluate);
      outcome = worse(std::move(outcome), compared(comparison.name, left, right));
    }
  } catch (const formula::NoValue&) {
    return exactly(statement, subject, s);
  }
  return outcome;
}

/// The first comparison that is violated in fractions, or beyond doubt to a hundred digits; none if there is none.
std::optional<run::Witness> witness_of(const formula::Expression& statement, const Subject& subject,
                                       const Scenario& s) {
  formula::Evaluator<Rational> fractions(subject.fractions(s));
  formula::Evaluator<formula::Range> ranges(subject.ranges(s), subject.fractions(s));
  for (const auto& comparison : statement.parts) {
    try {
      const auto [left, right] = sides_of(comparison, fractions);
      if (!compared(comparison.name, left, right).violated) continue;
      return compared_exactly(subject.describe(s),
                              {.claimed = oracle::to_string(right), .actual = oracle::to_string(left)});
    } catch (const formula::NotRational&) {
      const auto [left, right] = sides_of(comparison, ranges);
      if (!compared(comparison.name, left, right).violated) continue;
      return compared_numerically(subject.describe(s), {.claimed = words(right), .actual = words(left)});
    }
  }
  return std::nullopt;
}

/// What `body` says of a scenario. @throws Error(Errc::domain) naming it where the statement has no value.
template <class Body>
auto in_scenario(const Subject& subject, const Scenario& s, const Body& body) {
  try {
    return body();
  } catch (const formula::NoValue& none) {
    throw Error(Errc::domain, "bound", fmt::format("{}, where {}", none.what(), subject.describe(s).dump()));
  }
}

/// The same subject, of the same scenarios with other weights.
Subject with_weights(const Subject& subject, graph::Weights weights) {
  const auto of = [weights](const auto& function) {
    return [weights, function](Scenario s) {
      s.weights = weights;
      return function(s);
    };
  };
  return {.vocabulary = subject.vocabulary,
          .doubles = of(subject.doubles),
          .fractions = of(subject.fractions),
          .ranges = of(subject.ranges),
          .describe = of(subject.describe)};
}

/// The small scenarios of the domain, fewest nodes first.
std::vector<Scenario> small_ones(const ScenarioDomain& domain) {
  std::vector<Scenario> small;
  if (domain.all_nodes == 0) return small;
  std::ranges::copy_if(
      small_scenarios({.max_nodes = domain.all_nodes, .max_steps = domain.most_steps, .coalitions = domain.coalitions}),
      std::back_inserter(small), [&](const Scenario& s) { return domain.contains(s); });
  return small;
}

}  // namespace

bool ScenarioDomain::contains(const Scenario& s) const {
  return s.graph.nodes() >= least_nodes && s.steps >= least_steps && s.steps <= most_steps;
}

run::Finding refute_scenarios(const formula::Expression& statement, const Subject& about, const ScenarioDomain& domain,
                              const run::Context& context, const Watch& watch) {
  const auto subject = with_weights(about, domain.weights);
  require_known(statement, subject.vocabulary);
  require_values(statement);
  const bool fractions = needs_fractions(statement);
  const std::string outside = "outside the domain";
  const auto small = small_ones(domain);
  const auto cases = domain.random_nodes > 0 ? context.pick<std::uint64_t>(100, 400, 4000) : 0;
  Watched watched(watch, small.size() + cases);
  const auto property = [&](const Scenario& s) {
    return in_scenario(subject, s,
                       [&] { return fractions ? exactly(statement, subject, s) : in_doubles(statement, subject, s); });
  };
  const auto drawn = [&](const Scenario& s) -> Outcome {
    if (!domain.contains(s) || !watched.next()) return {.tags = {outside}};
    return property(s);
  };
  auto found = sweep(small | std::views::take_while([&](const Scenario&) { return watched.next(); }), property);
  if (cases > 0) {
    found = then(std::move(found), [&] {
      const auto generator = gen::scenarios({.max_nodes = domain.random_nodes,
                                             .min_nodes = std::min(domain.least_nodes, domain.random_nodes),
                                             .max_steps = domain.most_steps,
                                             .coalitions = domain.coalitions});
      return search(generator, drawn, {.cases = cases}, context);
    });
  }
  found.instances -= found.seen[outside];
  auto finding = to_finding(found);
  watched.conclude(finding);
  if (!found.counterexample) return finding;
  finding.witness = in_scenario(subject, *found.counterexample,
                                [&] { return witness_of(statement, subject, *found.counterexample); });
  if (finding.witness) return finding;
  finding.verdict = Verdict::inconclusive;
  finding.note =
      "the violation is not certified and may be due to rounding: " + subject.describe(*found.counterexample).dump();
  return finding;
}

}  // namespace hearsay::props::bound
