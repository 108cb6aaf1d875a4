// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/scenario_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <ranges>

#include "props/gen/small_world_sets.hpp"
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
bool needs_fractions(const Expression& statement) {
  return std::ranges::any_of(statement.parts, [](const Expression& c) { return c.name == "<" || c.name == ">"; }) ||
         mentions(statement, "floor") || mentions(statement, "ceil");
}

Outcome compared(const std::string& sign, const Sides<double>& sides, const Subject& subject, const Scenario& s) {
  const bool less = sign == "<=" || sign == "<";
  const double small = less ? sides.left : sides.right, large = less ? sides.right : sides.left;
  if (std::isnan(small) || std::isnan(large))
    throw Error(Errc::domain, "bound", fmt::format("it is not a number where {}", subject.describe(s).dump()));
  if (sign == "==") return small == large ? Outcome{} : equals(sides.left, sides.right);
  if (large == HUGE_VAL || small == -HUGE_VAL) return {};
  return at_most(small, large);
}

Outcome compared(const std::string& sign, const Sides<Rational>& sides) {
  if (sign == "==") return decided(sides.left == sides.right);
  const bool less = sign == "<=" || sign == "<";
  auto outcome = less ? at_most(sides.left, sides.right) : at_most(sides.right, sides.left);
  outcome.violated = outcome.violated || ((sign == "<" || sign == ">") && sides.left == sides.right);
  return outcome;
}

template <class Value>
Sides<Value> sides_of(const Expression& comparison, Evaluator<Value>& evaluate) {
  return {evaluate(comparison.parts[0]), evaluate(comparison.parts[1])};
}

/// The statement in one scenario, to 1e-9.
Outcome in_doubles(const Expression& statement, const Subject& subject, const Scenario& s) {
  Evaluator<double> evaluate(subject.doubles(s));
  Outcome outcome{.tags = gen::tags(s)};
  for (const auto& comparison : statement.parts)
    outcome = worse(std::move(outcome), compared(comparison.name, sides_of(comparison, evaluate), subject, s));
  return outcome;
}

/// The statement in one scenario in fractions; to a tie that doubles cannot decide, undecided if there are none.
Outcome in_fractions(const Expression& statement, const Subject& subject, const Scenario& s) {
  Evaluator<Rational> evaluate(subject.fractions(s));
  Outcome outcome{.tags = gen::tags(s)};
  try {
    for (const auto& comparison : statement.parts)
      outcome = worse(std::move(outcome), compared(comparison.name, sides_of(comparison, evaluate)));
  } catch (const NotRational&) {
    outcome = in_doubles(statement, subject, s);
    outcome.undecided = !outcome.violated && std::abs(outcome.margin) <= 1e-9;
  }
  return outcome;
}

bool violated(const std::string& sign, const Sides<Wide>& sides, const Wide& tolerance) {
  const Wide margin = tolerance * std::max<Wide>(1, std::max<Wide>(abs(sides.left), abs(sides.right)));
  if (sign == "==") return abs(sides.left - sides.right) > margin;
  return (sign == "<=" || sign == "<") ? sides.left - sides.right > margin : sides.right - sides.left > margin;
}

/// The first comparison that is violated in fractions, or beyond doubt to a hundred digits; none if there is none.
std::optional<run::Witness> witness_of(const Expression& statement, const Subject& subject, const Scenario& s) {
  Evaluator<Rational> exactly(subject.fractions(s));
  Evaluator<Wide> widely(subject.wide(s));
  for (const auto& comparison : statement.parts) {
    try {
      const auto sides = sides_of(comparison, exactly);
      if (!compared(comparison.name, sides).violated) continue;
      return compared_exactly(subject.describe(s),
                              {.claimed = oracle::to_string(sides.right), .actual = oracle::to_string(sides.left)});
    } catch (const NotRational&) {
    }
    try {
      const auto sides = sides_of(comparison, widely);
      const Wide tolerance = mentions(comparison, "gap") ? 1e-9 : 1e-60;
      if (!violated(comparison.name, sides, tolerance)) continue;
      return compared_numerically(subject.describe(s), {.claimed = sides.right.str(12), .actual = sides.left.str(12)});
    } catch (const NotRational&) {
      const auto sides = [&] {
        Evaluator<double> doubles(subject.doubles(s));
        return sides_of(comparison, doubles);
      }();
      if (!std::isinf(sides.left) && !std::isinf(sides.right)) continue;
      if (!compared(comparison.name, sides, subject, s).violated) continue;
      return compared_numerically(subject.describe(s),
                                  {.claimed = fmt::format("{}", sides.right), .actual = fmt::format("{}", sides.left)});
    }
  }
  return std::nullopt;
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

run::Finding refute_scenarios(const Expression& statement, const Subject& subject, const ScenarioDomain& domain,
                              const run::Context& context, const Watch& watch) {
  require_known(statement, subject.vocabulary);
  const bool fractions = needs_fractions(statement);
  const std::string outside = "outside the domain";
  const auto small = small_ones(domain);
  const auto cases = domain.random_nodes > 0 ? context.pick<std::uint64_t>(100, 400, 4000) : 0;
  Watched watched(watch, small.size() + cases);
  const auto property = [&](const Scenario& s) {
    return fractions ? in_fractions(statement, subject, s) : in_doubles(statement, subject, s);
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
  finding.witness = witness_of(statement, subject, *found.counterexample);
  if (finding.witness) return finding;
  finding.verdict = Verdict::inconclusive;
  finding.note = "violated by rounding only: " + subject.describe(*found.counterexample).dump();
  return finding;
}

}  // namespace hearsay::props::bound
