// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/scenario_bound.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>
#include <ranges>
#include <utility>

#include "props/bound/compare.hpp"
#include "props/gen/graphs.hpp"
#include "props/gen/smallest_instance_sets.hpp"
#include "props/kit/search.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"

namespace hearsay::props::bound {

using graph::Node;
using oracle::Rational;

namespace {

/// Both sides of a comparison in one instance.
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

/// The statement in one instance, in fractions where they are, else to a hundred digits.
Outcome exactly(const formula::Expression& statement, const Subject& subject, const Instance& s) {
  formula::Evaluator<Rational> fractions(subject.fractions(s));
  formula::Evaluator<formula::Range> ranges(subject.ranges(s), subject.fractions(s));
  Outcome outcome{.tags = gen::tags(s.scenario)};
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

/// The statement in one instance, to 1e-9; exactly where rounding does not tell whether there is a value.
Outcome in_doubles(const formula::Expression& statement, const Subject& subject, const Instance& s) {
  formula::Evaluator<double> evaluate(subject.doubles(s));
  Outcome outcome{.tags = gen::tags(s.scenario)};
  try {
    for (const auto& comparison : statement.parts) {
      const auto [left, right] = sides_of(comparison, evaluate);
      outcome = worse(std::move(outcome), compared(comparison.name, left, right));
    }
  } catch (const formula::NoValue&) {
    return exactly(statement, subject, s);
  } catch (const Doubtful&) {
    return exactly(statement, subject, s);
  }
  return outcome;
}

/// The first comparison that is violated in fractions, or beyond doubt to a hundred digits; none if there is none.
std::optional<run::Witness> witness_of(const formula::Expression& statement, const Subject& subject,
                                       const Instance& s) {
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

/// What `body` says of an instance. @throws Error(Errc::domain) naming it where the statement has no value.
template <class Body>
auto in_instance(const Subject& subject, const Instance& s, const Body& body) {
  try {
    return body();
  } catch (const formula::NoValue& none) {
    throw Error(Errc::domain, "bound", fmt::format("{}, where {}", none.what(), subject.describe(s).dump()));
  }
}

// ---- which instances there are

using Values = std::vector<Rational>;

bool alike(const ScaleDomain& scale) { return scale.by_node.empty() && !scale.between; }

/// Values of the nodes that every small scenario is tried with.
std::vector<Values> small_values(const ScaleDomain& scale, Node nodes, bool alone) {
  if (!scale.by_node.empty()) return {scale.by_node};
  std::vector<Values> all;
  if (!scale.between) {
    for (const auto& value : scale.each) all.push_back(value == 1 ? Values() : Values{value});
    return all;
  }
  const auto& [least, most] = *scale.between;
  for (const auto& [one, others] : {std::pair(most, least), std::pair(least, most)}) {
    all.emplace_back(nodes, others);
    for (Node u = 0; alone && u < nodes; ++u) {
      all.emplace_back(nodes, others);
      all.back()[u] = one;
    }
  }
  return all;
}

/// Noise and sensitivity of the nodes. What another node changes by does not matter to a target, so that no node needs
/// a sensitivity apart.
struct Scales {
  Values sigma, sensitivity;
};
std::vector<Scales> small_scales(const ScenarioDomain& domain, Node nodes) {
  std::vector<Scales> all;
  for (const auto& sigma : small_values(domain.sigma, nodes, true))
    for (const auto& sensitivity : small_values(domain.sensitivity, nodes, false)) all.push_back({sigma, sensitivity});
  return all;
}

Instance with_scales(gen::Scenario scenario, const ScenarioDomain& domain, const Scales& scales) {
  scenario.weights = domain.weights;
  Instance instance(std::move(scenario));
  instance.sigma = scales.sigma;
  instance.sensitivity = scales.sensitivity;
  return instance;
}

/// The small instances of the domain, fewest nodes first.
std::vector<Instance> small_ones(const ScenarioDomain& domain) {
  std::vector<Instance> small;
  if (domain.all_nodes == 0) return small;
  for (const auto& s : small_scenarios(
           {.max_nodes = domain.all_nodes, .max_steps = domain.most_steps, .coalitions = domain.coalitions})) {
    if (!domain.contains(s)) continue;
    for (const auto& scales : small_scales(domain, s.graph.nodes())) small.push_back(with_scales(s, domain, scales));
  }
  return small;
}

/// least + tenths/10 of the way to most.
Rational way(const std::pair<Rational, Rational>& between, int tenths) {
  return between.first + (between.second - between.first) * tenths / 10;
}

/// Values that are drawn for so many nodes.
Values drawn_values(const ScaleDomain& scale, Node nodes, gen::Raw& raw) {
  if (!scale.by_node.empty()) return scale.by_node;
  if (!scale.between) {
    const auto& value = scale.each[raw.below(scale.each.size())];
    return value == 1 ? Values() : Values{value};
  }
  Values values;
  for (Node u = 0; u < nodes; ++u) values.push_back(way(*scale.between, static_cast<int>(raw.below(11))));
  return values;
}

/// The values of the nodes of a smaller scenario: target and observers keep theirs where they can.
Values carried(Values values, const gen::Scenario& from, const gen::Scenario& to) {
  if (values.size() <= 1) return values;
  const auto before = values;
  values.resize(to.graph.nodes());
  values[to.target] = before[from.target];
  if (from.observers.size() == to.observers.size())
    for (std::size_t i = 0; i < to.observers.size(); ++i) values[to.observers[i]] = before[from.observers[i]];
  return values;
}

/// With the value of one node at the least, or a tenth lower; of values alike with the first one.
void add_lower(const ScaleDomain& scale, const Values& values, const std::function<void(Values)>& add) {
  if (!scale.between) {
    const auto first = scale.each.front() == 1 ? Values() : Values{scale.each.front()};
    if (values != first) add(first);
    return;
  }
  const Rational tenth = (scale.between->second - scale.between->first) / 10;
  for (std::size_t u = 0; u < values.size(); ++u) {
    if (values[u] == scale.between->first) continue;
    for (const Rational& lower : {scale.between->first, Rational(values[u] - tenth)}) {
      auto next = values;
      next[u] = lower;
      add(std::move(next));
    }
  }
}

std::vector<Instance> smaller_instances(const Instance& from, const ScenarioDomain& domain) {
  std::vector<Instance> smaller;
  auto scenario = from.scenario;
  scenario.weights = graph::Weights::metropolis;  // which no smaller scenario leaves
  for (auto& next : gen::smaller_scenarios(scenario)) {
    const Scales scales{.sigma = carried(from.sigma, scenario, next),
                        .sensitivity = carried(from.sensitivity, scenario, next)};
    smaller.push_back(with_scales(std::move(next), domain, scales));
  }
  add_lower(domain.sigma, from.sigma, [&](Values values) {
    smaller.push_back(from);
    smaller.back().sigma = std::move(values);
  });
  add_lower(domain.sensitivity, from.sensitivity, [&](Values values) {
    smaller.push_back(from);
    smaller.back().sensitivity = std::move(values);
  });
  return smaller;
}

rc::Gen<Instance> drawn_ones(const ScenarioDomain& domain) {
  const auto scenarios = gen::scenarios({.max_nodes = domain.random_nodes,
                                         .min_nodes = std::min(domain.least_nodes, domain.random_nodes),
                                         .max_steps = domain.most_steps,
                                         .coalitions = domain.coalitions});
  return rc::Gen<Instance>([scenarios, domain](const rc::Random& random, int size) {
    auto scenario = scenarios(random, size).value();
    auto source = random;  // of which the scenario has the first part
    for (int part = 0; part < 2; ++part) static_cast<void>(source.split());
    gen::Raw raw(source.split());
    const Node n = scenario.graph.nodes();
    auto sigma = drawn_values(domain.sigma, n, raw);
    const Scales scales{.sigma = std::move(sigma), .sensitivity = drawn_values(domain.sensitivity, n, raw)};
    return rc::shrinkable::shrinkRecur(
        with_scales(std::move(scenario), domain, scales),
        [domain](const Instance& from) { return rc::seq::fromContainer(smaller_instances(from, domain)); });
  });
}

/// The scenarios of a network of one's own.
class OwnInstances {
 public:
  OwnInstances(const ScenarioDomain& domain, const run::Context& context) : domain_(&domain) {
    const Node n = network().graph.nodes();
    if (n > most_own_nodes)
      throw Error(Errc::too_large, "`graph`",
                  fmt::format("{} nodes; a bound is tried on at most {}", n, most_own_nodes));
    list_observers(n);
    list_scales(n, context);
    std::size_t pairs = 0;
    for (const auto& set : observers_) pairs += n - set.size();
    const auto steps = static_cast<std::size_t>(domain.most_steps - domain.least_steps + 1);
    if (pairs * steps * scales_.size() > most_own_instances)
      throw Error(Errc::too_large, "`graph`",
                  fmt::format("{} instances; at most {} are tried, so give fewer steps, or no coalitions",
                              pairs * steps * scales_.size(), most_own_instances));
    list_instances(n);
  }

  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] Instance operator[](std::size_t i) const {
    const auto& [steps, set, target, scales] = all_[i];
    auto instance =
        with_scales({.graph = network().graph, .observers = observers_[set], .target = target, .steps = steps},
                    *domain_, scales_[scales]);
    instance.own = network().w;
    return instance;
  }

 private:
  struct Place {
    int steps;
    std::size_t observers;
    Node target;
    std::size_t scales;
  };

  [[nodiscard]] const OwnNetwork& network() const { return *domain_->own; }

  void list_observers(Node n) {
    for (Node v = 0; v < n; ++v) observers_.push_back({v});
    if (!domain_->coalitions) return;
    constexpr Node every_set = 6;
    if (n > every_set) {
      for (Node v = 0; v < n; ++v)
        for (Node w = v + 1; w < n; ++w) observers_.push_back({v, w});
      return;
    }
    for (std::uint32_t set = 1; set + 1 < (std::uint32_t{1} << n); ++set) {
      if (std::has_single_bit(set)) continue;
      observers_.emplace_back();
      for (Node v = 0; v < n; ++v)
        if (set >> v & 1u) observers_.back().push_back(v);
    }
    std::ranges::stable_sort(observers_, {}, [](const auto& members) { return members.size(); });
  }

  void list_scales(Node n, const run::Context& context) {
    scales_ = small_scales(*domain_, n);
    if (alike(domain_->sigma) && alike(domain_->sensitivity)) return;
    if (!domain_->sigma.between && !domain_->sensitivity.between) return;
    scales_.clear();
    auto source = search_random(context.seed, context.claim);
    gen::Raw raw(source);
    for (int i = 0; i < context.pick(4, 16, 64); ++i) {
      auto sigma = drawn_values(domain_->sigma, n, raw);
      scales_.push_back({.sigma = std::move(sigma), .sensitivity = drawn_values(domain_->sensitivity, n, raw)});
    }
  }

  void list_instances(Node n) {
    for (int steps = domain_->least_steps; steps <= domain_->most_steps; ++steps)
      for (std::size_t set = 0; set < observers_.size(); ++set)
        for (std::size_t scales = 0; scales < scales_.size(); ++scales)
          for (Node target = 0; target < n; ++target)
            if (!std::ranges::binary_search(observers_[set], target))
              all_.push_back({.steps = steps, .observers = set, .target = target, .scales = scales});
  }

  const ScenarioDomain* domain_;
  std::vector<std::vector<Node>> observers_;
  std::vector<Scales> scales_;
  std::vector<Place> all_;
};

/// Tries a property in all scenarios of a network of one's own.
template <class Property>
Search<Instance> sweep_own(const OwnInstances& instances, Watched& watched, Property property) {
  const auto indices = std::views::iota(std::size_t{0}, instances.size()) |
                       std::views::take_while([&](std::size_t) { return watched.next(); });
  const auto found = sweep(indices, [&](std::size_t i) { return property(instances[i]); });
  Search<Instance> result;
  result.instances = found.instances;
  result.smallest_margin = found.smallest_margin;
  result.smallest_slack = found.smallest_slack;
  result.undecided = found.undecided;
  if (found.counterexample) result.counterexample = instances[*found.counterexample];
  return result;
}

/// Tries it on the small instances, then on those that are drawn.
template <class Property>
Search<Instance> sweep_and_search(const ScenarioDomain& domain, const std::vector<Instance>& small, std::uint64_t cases,
                                  const run::Context& context, Watched& watched, Property property) {
  const std::string outside = "outside the domain";
  const auto drawn = [&](const Instance& s) -> Outcome {
    if (!domain.contains(s.scenario) || !watched.next()) return {.tags = {outside}};
    return property(s);
  };
  auto found = sweep(small | std::views::take_while([&](const Instance&) { return watched.next(); }), property);
  if (cases > 0)
    found = then(std::move(found), [&] { return search(drawn_ones(domain), drawn, {.cases = cases}, context); });
  found.instances -= found.seen[outside];
  return found;
}

}  // namespace

bool ScenarioDomain::contains(const gen::Scenario& s) const {
  return s.graph.nodes() >= least_nodes && s.steps >= least_steps && s.steps <= most_steps;
}

run::Finding refute_scenarios(const formula::Expression& statement, const Subject& subject,
                              const ScenarioDomain& domain, const run::Context& context, const Watch& watch) {
  require_known(statement, subject.vocabulary);
  require_values(statement);
  const bool fractions = needs_fractions(statement) || std::ranges::any_of(subject.brackets, [&](const auto& name) {
                           return mentions(statement, name);
                         });
  const auto property = [&](const Instance& s) {
    return in_instance(subject, s,
                       [&] { return fractions ? exactly(statement, subject, s) : in_doubles(statement, subject, s); });
  };
  Search<Instance> found;
  run::Finding finding;
  const auto conclude = [&](const Watched& watched) {
    finding = to_finding(found);
    watched.conclude(finding);
  };
  if (domain.own) {
    const OwnInstances own(domain, context);
    Watched watched(watch, own.size());
    found = sweep_own(own, watched, property);
    conclude(watched);
  } else {
    const auto small = small_ones(domain);
    const auto cases = domain.random_nodes > 0 ? context.pick<std::uint64_t>(100, 400, 4000) : 0;
    Watched watched(watch, small.size() + cases);
    found = sweep_and_search(domain, small, cases, context, watched, property);
    conclude(watched);
  }
  if (!found.counterexample) return finding;
  const auto& worst = *found.counterexample;
  finding.witness = in_instance(subject, worst, [&] { return witness_of(statement, subject, worst); });
  if (finding.witness) return finding;
  finding.verdict = Verdict::inconclusive;
  finding.note = "the violation is not certified and may be due to rounding: " + subject.describe(worst).dump();
  return finding;
}

}  // namespace hearsay::props::bound
