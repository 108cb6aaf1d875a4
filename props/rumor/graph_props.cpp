// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "props/gen/smallest_instances.hpp"
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"
#include "props/rumor/watched.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorLaw;
using graph::Graph;
using graph::Node;
using run::Context;
using run::Finding;

std::vector<Node> members(std::uint32_t mask) {
  std::vector<Node> result;
  for (Node v = 0; mask >> v != 0; ++v) {
    if ((mask >> v & 1) != 0) result.push_back(v);
  }
  return result;
}

/// delta(epsilon) at a muting.
struct Spread {
  Watched watched;
  double muting, epsilon;
  [[nodiscard]] Bracket delta() const {
    const RumorLaw<double> law(rumor_world(watched.graph, members(watched.curious)), muting);
    return rumor_delta(law, epsilon, {.width = 1e-7, .expansions = 2000});
  }
};

Finding worst(const Context& context) {
  std::vector<Spread> all;
  for (const auto& watched : watched_graphs(context.pick(4u, 5u, 5u))) {
    if (watched.honest_connected()) {  // then delta(0) is below 1
      all.push_back({watched, 0.0, 0.0});
      continue;
    }
    for (const double s : {0.0, 0.5, 1.0}) {
      for (const double epsilon : {0.0, 1.0, 5.0}) all.push_back({watched, s, epsilon});
    }
  }
  const auto result = sweep(all, [](const Spread& x) -> Outcome {
    const Bracket delta = x.delta();
    if (!x.watched.honest_connected()) return bracket_at_least(delta, 1.0);
    const bool one = delta.lower() >= 1.0 - 1e-9;
    return {.violated = one || x.watched.surrounds_a_node(), .undecided = !one && delta.upper() >= 1.0, .tags = {}};
  });
  return conclude(result, [](const Spread& x) {
    return compared_numerically({{"graph", to_string(x.watched.graph)},
                                 {"curious", members(x.watched.curious)},
                                 {"muting", x.muting},
                                 {"epsilon", x.epsilon}},
                                {x.watched.honest_connected() ? "delta < 1" : "delta = 1", between(x.delta())});
  });
}

/// max_{i,j} E_C[delta_ij(0)] over uniform C of size f without i and j, bracketed.
Bracket average_delta(const Graph& g, int f, double s, std::uint64_t expansions) {
  const Node n = g.nodes();
  std::map<std::uint32_t, RumorLaw<double>> laws;
  for (std::uint32_t c = 0; c < 1u << n; ++c) {
    if (std::popcount(c) == f) laws.emplace(c, RumorLaw<double>(rumor_world(g, members(c)), s));
  }
  double lower = 0.0, upper = 0.0;
  for (Node i = 0; i < n; ++i) {
    for (Node j = i + 1; j < n; ++j) {
      double pair_lower = 0.0, pair_upper = 0.0, count = 0.0;
      for (const auto& [c, law] : laws) {
        if ((c >> i & 1) != 0 || (c >> j & 1) != 0) continue;
        const Bracket delta =
            rumor_delta(law, static_cast<int>(i), static_cast<int>(j), 0.0, {.width = 1e-6, .expansions = expansions});
        pair_lower += delta.lower(), pair_upper += delta.upper(), count += 1.0;
      }
      lower = std::max(lower, pair_lower / count);
      upper = std::max(upper, pair_upper / count);
    }
  }
  return {lower, (lower + upper) / 2.0, upper};
}

/// E_C[sum over honest i of p_i(i is the first sender seen)], exactly.
Rational mean_trace(const Graph& g, int f) {
  Rational total = 0;
  int sets = 0;
  for (std::uint32_t c = 0; c < 1u << g.nodes(); ++c) {
    if (std::popcount(c) != f) continue;
    ++sets;
    const RumorLaw<Rational> law(rumor_world(g, members(c)), Rational(0));
    for (const int i : law.world().suspects()) {
      const auto visits = law.visits(law.start(i));
      for (std::size_t o = 0; o < law.labels().size(); ++o) {
        if (law.labels()[o].sender != i) continue;
        for (const auto& p : law.observe(visits, o)) total += p;
      }
    }
  }
  return total / sets;
}

/// A graph and how many of its nodes are curious.
struct Average {
  Graph graph;
  int curious;
  [[nodiscard]] bool complete() const { return graph.edges() == std::size_t{graph.nodes()} * (graph.nodes() - 1) / 2; }
};

std::vector<Average> averages(Node most_nodes) {
  std::vector<Average> all;
  for (Node n = 3; n <= most_nodes; ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (int f = 1; f <= static_cast<int>(n) - 2; ++f) all.push_back({g, f});
    });
  }
  return all;
}

Finding average(const Context& context) {
  const auto floor = [](const Average& a) { return static_cast<double>(a.curious) / a.graph.nodes(); };
  const auto least_trace = [](const Average& a) -> Rational {
    const int n = static_cast<int>(a.graph.nodes());
    return Rational(n - a.curious) * (a.curious + 1) / n;
  };
  const auto delta = [](const Average& a) { return average_delta(a.graph, a.curious, 0.0, 2000); };
  const auto result = sweep(averages(context.pick(4u, 5u, 5u)), [&](const Average& a) {
    const Bracket found = delta(a);
    const Rational trace = mean_trace(a.graph, a.curious), least = least_trace(a);
    auto outcome = worse(bracket_at_least(found, floor(a)), at_most(least, trace));
    if (a.curious == 1 || a.complete()) outcome = worse(outcome, decided(trace == least));
    return a.complete() ? worse(outcome, bracket_at_most(found, floor(a), 1e-6)) : outcome;
  });
  return conclude(result, [&](const Average& a) {
    return compared_numerically({{"graph", to_string(a.graph)}, {"curious_nodes", a.curious}},
                                {fmt::format("at least {}, trace {}", floor(a), least_trace(a).str()),
                                 fmt::format("{}, trace {}", between(delta(a)), mean_trace(a.graph, a.curious).str())});
  });
}

/// Two possible sources on a graph, and a muting that is compared with 0.
struct Rival {
  const Watched* watched;
  std::pair<int, int> sources;
  double epsilon, muting;
  Bracket silent;  ///< at s = 0
};

/// For every curious set and pair of sources s = 0 has the least delta(epsilon): then so it has by every definition
/// that asks for some pairs only, or of a pair according to where it lies.
Finding conjecture(const Context& context) {
  const accounting::RumorEffort effort{.width = 1e-6, .expansions = context.pick<std::uint64_t>(300, 300, 20'000)};
  const auto all = watched_graphs(context.pick(4u, 5u, 5u));
  const auto law = [](const Watched& watched, double s) {
    return RumorLaw<double>(rumor_world(watched.graph, members(watched.curious)), s);
  };
  std::vector<Rival> rivals;
  for (const auto& watched : all) {
    const auto silent = law(watched, 0.0);
    for (const int i : silent.world().suspects()) {
      for (const int j : silent.world().suspects()) {
        if (i == j) continue;
        for (const double epsilon : {0.0, 0.5}) {
          if (epsilon == 0.0 && i > j) continue;  // delta(0) is symmetric
          const Bracket least = rumor_delta(silent, i, j, epsilon, effort);
          for (const double s : {0.25, 0.5, 0.75, 1.0}) rivals.push_back({&watched, {i, j}, epsilon, s, least});
        }
      }
    }
  }
  const auto delta = [&](const Rival& r) {
    return rumor_delta(law(*r.watched, r.muting), r.sources.first, r.sources.second, r.epsilon, effort);
  };
  const auto result = sweep(rivals, [&](const Rival& r) { return bracket_at_most(r.silent, delta(r), 1e-4); });
  return conclude(result, [&](const Rival& r) {
    const Bracket found = delta(r);
    return falls_short_between_brackets({{"graph", to_string(r.watched->graph)},
                                         {"curious", members(r.watched->curious)},
                                         {"sources", {r.sources.first, r.sources.second}},
                                         {"epsilon", r.epsilon},
                                         {"muting", r.muting}},
                                        r.silent.lower(), found.upper(),
                                        {fmt::format("at least {}", r.silent.lower()), between(found)});
  });
}

/// A graph, its curious nodes and a muting.
struct Muted {
  Watched watched;
  Rational muting;
  [[nodiscard]] RumorLaw<Rational> law() const {
    return {rumor_world(watched.graph, members(watched.curious)), muting};
  }
  [[nodiscard]] nlohmann::ordered_json instance() const {
    return {{"graph", to_string(watched.graph)}, {"curious", members(watched.curious)}, {"muting", muting.str()}};
  }
};

/// Whether the first sender seen is always one whom the rumor reaches without a curious node.
bool tells_the_part(const Muted& x) {
  const auto law = x.law();
  for (const int i : law.world().suspects()) {
    const auto part = x.watched.reached_honestly(static_cast<Node>(i));
    const auto visits = law.visits(law.start(i));
    for (std::size_t o = 0; o < law.labels().size(); ++o) {
      const auto seen = law.observe(visits, o);
      const bool possible = std::ranges::any_of(seen, [](const Rational& p) { return p > 0; });
      if (possible && (part >> law.labels()[o].sender & 1) == 0) return false;
    }
  }
  return true;
}

Finding cut(const Context& context) {
  std::vector<Muted> all;
  for (const auto& watched : watched_graphs(context.pick(4u, 5u, 6u))) {
    if (watched.honest_connected()) continue;
    for (const auto& s : {Rational(0), Rational(1, 2), Rational(1)}) all.push_back({watched, s});
  }
  const auto result = sweep(all, [](const Muted& x) { return decided(tells_the_part(x)); });
  return conclude(result, [](const Muted& x) {
    return compared_exactly(x.instance(),
                            {"the first sender seen is in the source's part", "it can be in another part"});
  });
}

/// Uncertain, and private at no epsilon: of two sources in different parts each sends what the other cannot.
Finding converse(const Context& context) {
  std::vector<Muted> all;
  for (const auto& watched : watched_graphs(context.pick(5u, 6u, 6u))) {
    if (!watched.honest_connected() && !watched.surrounds_a_node()) all.push_back({watched, 0});
  }
  const auto result = sweep(
      all, [](const Muted& x) { return decided(tells_the_part(x) && smallest_odds_of_first_message(x.law()) > 0); });
  return conclude(result, [](const Muted& x) {
    return compared_exactly(x.instance(), {"c > 0", "c = " + smallest_odds_of_first_message(x.law()).str()});
  });
}

/// A graph, a number of curious nodes, and the pair i, j that is never curious; i is the source.
struct FirstReceiver {
  Graph graph;
  int curious;
  Node i, j;

  /// P(the first receiver is curious), C uniform without i and j, the receiver uniform among the neighbors of i, or
  /// among these and i itself.
  [[nodiscard]] Rational probability(bool self_sends) const {
    int sets = 0, hits = 0;
    for (std::uint32_t c = 0; c < 1u << graph.nodes(); ++c) {
      if (std::popcount(c) != curious || (c >> i & 1) != 0 || (c >> j & 1) != 0) continue;
      ++sets;
      for (const Node v : graph.neighbors(i)) hits += static_cast<int>(c >> v & 1);
    }
    return Rational(hits, sets * (degree() + (self_sends ? 1 : 0)));
  }
  [[nodiscard]] int degree() const { return static_cast<int>(graph.neighbors(i).size()); }
  [[nodiscard]] bool adjacent() const { return std::ranges::find(graph.neighbors(i), j) != graph.neighbors(i).end(); }
};

/// Appendix D.1: it is f/n. Violated where it is not, with self-sends and without.
Finding first_receiver(const Context&) {
  std::vector<FirstReceiver> all;
  for (Node n = 3; n <= 4; ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (int f = 1; f + 2 <= static_cast<int>(n); ++f) {
        for (Node i = 0; i < n; ++i) {
          for (Node j = 0; j < n; ++j) {
            if (i != j) all.push_back({g, f, i, j});
          }
        }
      }
    });
  }
  const auto claimed = [](const FirstReceiver& x) { return Rational(x.curious, x.graph.nodes()); };
  const auto result = sweep(all, [&](const FirstReceiver& x) {
    return decided(x.probability(false) == claimed(x) || x.probability(true) == claimed(x));
  });
  return conclude(result, [&](const FirstReceiver& x) {
    return differs_exactly({{"graph", to_string(x.graph)},
                            {"nodes", x.graph.nodes()},
                            {"number_curious", x.curious},
                            {"pair", {x.i, x.j}},
                            {"degree", x.degree()},
                            {"adjacent", x.adjacent() ? 1 : 0}},
                           claimed(x), x.probability(false));
  });
}

}  // namespace

void register_rumor_graphs(run::Registry& registry) {
  registry.add("rumor.appendixD.first_receiver", first_receiver);
  registry.add("rumor.appendixD.worst", worst);
  registry.add("rumor.appendixD.average", average);
  registry.add("rumor.appendixD.conjecture", conjecture);
  registry.add("rumor.appendixD.cut", cut);
  registry.add("rumor.uncertainty.converse", converse);
}

}  // namespace hearsay::props
