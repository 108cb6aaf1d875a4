// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numeric>
#include <optional>

#include "props/checks.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/oracle/rumor_oracle.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorEnd;
using accounting::RumorLabel;
using accounting::RumorLaw;
using oracle::RumorModel;
using run::Context;
using run::Finding;

double number(const Rational& x) { return static_cast<double>(x); }

/// "0>2 0>2 end".
std::string text(const RumorModel::Transcript& transcript) {
  std::string result;
  for (const auto& [sender, receiver] : transcript.messages)
    result += fmt::format("{}{}>{}", result.empty() ? "" : " ", sender, receiver);
  if (transcript.ended) result += result.empty() ? "end" : " end";
  return result;
}

/// The transcripts, at most `depth` observations long, that speak for source 0 against source 1 by the factor.
void collect_event(const RumorLaw<double>& law, const std::vector<double>& mu, const std::vector<double>& nu,
                   double factor, int depth, const RumorModel::Transcript& so_far,
                   std::vector<std::pair<double, RumorModel::Transcript>>& found) {
  double net = 0.0, genie = 0.0;
  for (std::size_t x = 0; x < mu.size(); ++x) {
    net += mu[x] - factor * nu[x];
    genie += std::max(0.0, mu[x] - factor * nu[x]);
  }
  if (genie < 1e-12) return;
  if (depth == 0 || genie - net < 1e-12) {
    if (net > 0.0) found.emplace_back(net, so_far);
    return;
  }
  const auto mu_visits = law.visits(mu), nu_visits = law.visits(nu);
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    auto next = so_far;
    if (law.labels()[o].kind == accounting::RumorLabel::Kind::end) {
      next.ended = true;
    } else {
      next.messages.push_back({law.labels()[o].sender, law.labels()[o].receiver});
    }
    collect_event(law, law.observe(mu_visits, o), law.observe(nu_visits, o), factor, depth - 1, next, found);
  }
}

/// Looks for a set of transcripts of the protocol as printed with p_0 - factor p_1 > claimed: the depth grows until the
/// largest gains suffice; then they are recomputed in exact arithmetic by the oracle.
std::optional<run::Witness> refute_delta(const RumorSize& size, const Rational& muting, const Rational& factor,
                                         const Rational& claimed, int most_depth) {
  const RumorLaw<double> law(rumor_world(size.nodes, size.curious, RumorEnd::terminated), number(muting));
  for (int depth = 1; depth <= most_depth; ++depth) {
    std::vector<std::pair<double, RumorModel::Transcript>> found;
    collect_event(law, law.start(0), law.start(1), number(factor), depth, {}, found);
    std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
    double gain = 0.0;
    std::size_t needed = 0;
    while (needed < found.size() && gain <= number(claimed) + 1e-6) gain += found[needed++].first;
    if (gain <= number(claimed) + 1e-6) continue;
    const RumorModel model{size.nodes, size.curious, muting, true};
    Rational p0 = 0, p1 = 0;
    auto event = nlohmann::ordered_json::array();
    for (std::size_t k = 0; k < needed; ++k) {
      p0 += model.probability(0, found[k].second);
      p1 += model.probability(1, found[k].second);
      event.push_back(text(found[k].second));
    }
    if (p0 - factor * p1 <= claimed) continue;
    auto instance = rumor_instance(size, muting.str());
    instance["exp_epsilon"] = factor.str();
    instance["event"] = event;
    instance["p_0"] = p0.str();
    instance["p_1"] = p1.str();
    const Rational gained = p0 - factor * p1;
    return exceeds_exactly(instance, claimed, gained,
                           {"delta = " + claimed.str(), "p_0 - e^epsilon p_1 = " + gained.str()});
  }
  return std::nullopt;
}

/// The shortest transcript of the protocol as printed whose odds against the source are below `claimed`; the first in
/// order of labels among those of its length.
std::optional<run::Witness> refute_uncertainty(const RumorSize& size, const Rational& muting, const Rational& claimed,
                                               int most_length) {
  const RumorModel model{size.nodes, size.curious, muting, true};
  std::vector<RumorModel::Transcript> prefixes{{}};
  for (int length = 1; length <= most_length; ++length) {
    std::vector<RumorModel::Transcript> longer;
    for (const auto& prefix : prefixes) {
      for (int sender = 0; sender < size.nodes; ++sender) {
        for (int receiver = size.honest(); receiver < size.nodes; ++receiver) {
          auto next = prefix;
          next.messages.push_back({sender, receiver});
          const Rational mine = model.probability(0, next);
          if (mine == 0) continue;
          Rational others = 0;
          std::vector<std::string> shown{mine.str()};
          for (int i = 1; i < size.honest(); ++i) {
            const Rational p = model.probability(i, next);
            shown.push_back(p.str());
            others += p;
          }
          if (others < claimed * mine) {
            auto instance = rumor_instance(size, muting.str());
            instance["transcript_begins"] = text(next);
            instance["probability_by_source"] = shown;
            const Rational odds = others / mine;
            return falls_short_exactly(instance, claimed, odds,
                                       {"c = " + claimed.str(), "sum_{j != 0} p_j / p_0 = " + odds.str()});
          }
          longer.push_back(next);
        }
      }
    }
    prefixes.swap(longer);
  }
  return std::nullopt;
}

// The printed statements.

/// A crowd, s and e^epsilon.
struct Printed {
  RumorSize size;
  Rational muting, factor;
  int depth;
};

/// Sweeps `cases` for the first that `refute(case)` finds a witness for.
template <class Case, class Refute>
Finding first_refuted(const std::vector<Case>& cases, Refute refute) {
  std::optional<run::Witness> witness;
  const auto result = sweep(cases, [&](const Case& c) {
    witness = refute(c);
    return decided(!witness);
  });
  return conclude(result, [&](const Case&) { return *witness; });
}

Finding thm5_dp_terminated(const Context&) {
  std::vector<Printed> cases;
  for (const auto& size : rumor_sizes(4)) {
    for (const Rational& factor : {Rational(1), Rational(3, 2), Rational(2)}) cases.push_back({size, 0, factor, 4});
  }
  return first_refuted(cases, [](const Printed& c) {
    return refute_delta(c.size, c.muting, c.factor, rumor_limit(c.size, c.factor), c.depth);
  });
}

/// Theorem 7's delta.
Rational series(const RumorSize& size, const Rational& muting) {
  const Rational b(size.curious, size.nodes);
  return b / (1 - muting * (1 - b));
}

Finding thm7_terminated(const Context&) {
  std::vector<Printed> cases;
  for (const auto& size : rumor_sizes(4)) {
    for (const Rational& muting : {Rational(1, 2), Rational(1, 4), Rational(1, 10)})
      cases.push_back({size, muting, 1, size.nodes == 3 ? 4 : 6});
  }
  return first_refuted(cases, [](const Printed& c) {
    return refute_delta(c.size, c.muting, c.factor, series(c.size, c.muting), c.depth);
  });
}

/// Theorem 5's c.
Rational silent_limit(const RumorSize& size) { return Rational(size.nodes, size.curious + 1) - 1; }

Finding thm5_uncertainty_terminated(const Context&) {
  return first_refuted(rumor_sizes(4),
                       [](const RumorSize& size) { return refute_uncertainty(size, 0, silent_limit(size), 3); });
}

Finding thm8_terminated(const Context&) {
  return first_refuted(rumor_sizes(4), [](const RumorSize& size) {
    return refute_uncertainty(size, 0, 1 - Rational(size.curious + 1, size.nodes), 3);
  });
}

// The repairs (docs/maths/rumor.md): one more node in Theorems 5 and 8, two last nodes in Theorem 7.

/// delta of the protocol with the end in sight: b/(1 - s(1-b)) + 2 (1-b)/(n-1), at most 1.
double terminated_delta(const RumorSize& size, double muting) {
  const double b = size.crowd().fraction();
  return std::min(1.0, b / (1.0 - muting * (1.0 - b)) + 2.0 * (1.0 - b) / (size.nodes - 1));
}

/// A crowd and s.
struct MutedWorld {
  RumorSize size;
  double muting;
  [[nodiscard]] RumorLaw<double> law() const {
    return {rumor_world(size.nodes, size.curious, RumorEnd::terminated), muting};
  }
};

Finding thm7_terminated_repaired(const Context& context) {
  std::vector<MutedWorld> cases;
  const int steps = context.pick(4, 20, 20);
  for (const auto& size : rumor_sizes(context.pick(5, 5, 6))) {
    for (int i = 0; i < steps; ++i) cases.push_back({size, static_cast<double>(i) / steps});
  }
  const accounting::RumorEffort effort{.width = 1e-4, .expansions = context.pick<std::uint64_t>(200, 400, 20'000)};
  const auto delta = [&](const MutedWorld& c) { return rumor_delta(c.law(), 0.0, effort); };
  const auto result =
      sweep(cases, [&](const MutedWorld& c) { return bracket_at_most(delta(c), terminated_delta(c.size, c.muting)); });
  return conclude(result, [&](const MutedWorld& c) {
    return compared_numerically(rumor_instance(c.size, fmt::format("{}", c.muting)),
                                {fmt::format("delta <= {}", terminated_delta(c.size, c.muting)), between(delta(c))});
  });
}

/// A transcript of the protocol from its start to its end, with its probability from each source.
struct Ending {
  RumorSize size;
  Rational muting;
  std::string transcript;
  std::vector<Rational> by_source;

  [[nodiscard]] Rational others() const {
    Rational sum = 0;
    for (std::size_t i = 1; i < by_source.size(); ++i) sum += by_source[i];
    return sum;
  }
};

void add_endings(const RumorLaw<Rational>& law, const std::vector<std::vector<Rational>>& laws, int longest,
                 const Ending& so_far, std::vector<Ending>& found) {
  std::vector<std::vector<Rational>> visits;
  for (const auto& mu : laws) visits.push_back(law.visits(mu));
  for (std::size_t o = 0; o < law.labels().size(); ++o) {
    const bool end = law.labels()[o].kind == RumorLabel::Kind::end;
    if (!end && longest == 0) continue;
    Ending next{so_far.size,
                so_far.muting,
                so_far.transcript + (so_far.transcript.empty() ? "" : " ") + to_string(law.labels()[o]),
                {}};
    std::vector<std::vector<Rational>> after;
    for (const auto& v : visits) {
      const auto& mu = after.emplace_back(law.observe(v, o));
      next.by_source.push_back(std::accumulate(mu.begin(), mu.end(), Rational(0)));
    }
    if (next.by_source[0] == 0) continue;
    if (end) {
      found.push_back(std::move(next));
    } else {
      add_endings(law, after, longest - 1, next, found);
    }
  }
}

/// Every transcript with at most `longest` messages that source 0 can give.
std::vector<Ending> endings(const RumorSize& size, const Rational& muting, int longest) {
  const RumorLaw<Rational> law(rumor_world(size.nodes, size.curious, RumorEnd::terminated), muting);
  std::vector<std::vector<Rational>> laws;
  for (int i = 0; i < size.honest(); ++i) laws.push_back(law.start(i));
  std::vector<Ending> found;
  add_endings(law, laws, longest, {size, muting, "", {}}, found);
  return found;
}

/// Whether all these transcripts leave odds of at least claimed(size, s) that another node is the source.
template <class Claimed>
Finding odds_at_least(const std::vector<Ending>& all, Claimed claimed) {
  const auto result = sweep(
      all, [&](const Ending& e) { return at_most(Rational(claimed(e.size, e.muting) * e.by_source[0]), e.others()); });
  return conclude(result, [&](const Ending& e) {
    auto instance = rumor_instance(e.size, e.muting.str());
    instance["transcript"] = e.transcript;
    const Rational least = claimed(e.size, e.muting), odds = e.others() / e.by_source[0];
    return falls_short_exactly(instance, least, odds, {"odds >= " + least.str(), odds.str()});
  });
}

Finding thm5_uncertainty_terminated_repaired(const Context& context) {
  const auto claimed = [](const RumorSize& size, const Rational&) -> Rational {
    return Rational(size.nodes, size.curious + 2) - 1;
  };
  std::vector<Ending> all;
  for (const auto& [size, longest] : {std::pair(RumorSize{4, 1}, context.pick(4, 5, 6)),
                                      {RumorSize{5, 1}, context.pick(3, 4, 5)},
                                      {RumorSize{5, 2}, context.pick(2, 3, 3)}}) {
    for (auto& ending : endings(size, 0, longest)) all.push_back(std::move(ending));
  }
  const auto by_brackets = sweep(rumor_sizes(context.pick(4, 5, 6)), [&](const RumorSize& size) {
    const RumorLaw<double> law(rumor_world(size.nodes, size.curious, RumorEnd::terminated), 0.0);
    return bracket_at_least(rumor_uncertainty(law), number(claimed(size, 0)));
  });
  return both(odds_at_least(all, claimed), conclude(by_brackets, [&](const RumorSize& size) {
                return compared_numerically(rumor_instance(size, "0"),
                                            {"c >= " + claimed(size, 0).str(), "c is smaller, by its bracket"});
              }));
}

Finding thm8_terminated_repaired(const Context& context) {
  std::vector<Ending> all;
  for (const Rational& muting : {Rational(0), Rational(1, 4), Rational(1, 2), Rational(3, 4)}) {
    for (auto& ending : endings({4, 1}, muting, context.pick(3, 4, 5))) all.push_back(std::move(ending));
  }
  for (auto& ending : endings({5, 1}, 0, context.pick(3, 4, 4))) all.push_back(std::move(ending));
  for (auto& ending : endings({5, 2}, 0, context.pick(2, 3, 3))) all.push_back(std::move(ending));
  return odds_at_least(all, [](const RumorSize& size, const Rational& muting) -> Rational {
    return (1 - Rational(size.curious + 2, size.nodes)) * (1 - muting);
  });
}

}  // namespace

void register_rumor_terminated(run::Registry& registry) {
  registry.add("rumor.thm5.dp.terminated", thm5_dp_terminated);
  registry.add("rumor.thm5.uncertainty.terminated", thm5_uncertainty_terminated);
  registry.add("rumor.thm5.terminated.repaired", thm5_uncertainty_terminated_repaired);
  registry.add("rumor.thm7.terminated", thm7_terminated);
  registry.add("rumor.thm7.terminated.repaired", thm7_terminated_repaired);
  registry.add("rumor.thm8.terminated", thm8_terminated);
  registry.add("rumor.thm8.terminated.repaired", thm8_terminated_repaired);
}

}  // namespace hearsay::props
