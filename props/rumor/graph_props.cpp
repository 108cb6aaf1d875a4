// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>
#include <cmath>
#include <map>

#include "props/gen/small_worlds.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

namespace {

using accounting::Rational;
using accounting::rumor_world;
using accounting::RumorLaw;
using graph::Graph;
using graph::Node;
using run::Context;
using run::Finding;

constexpr double slack = 1e-9;

std::vector<Node> members(std::uint32_t mask) {
  std::vector<Node> result;
  for (Node v = 0; mask >> v != 0; ++v) {
    if ((mask >> v & 1) != 0) result.push_back(v);
  }
  return result;
}

Finding worst(const Context& context) {
  RumorTally tally;
  for (Node n = 3; n <= static_cast<Node>(context.pick(4, 5, 5)); ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (std::uint32_t curious = 1; curious < (1u << n) - 1; ++curious) {
        if (n - static_cast<Node>(std::popcount(curious)) < 2) continue;
        bool surrounded = false;
        for (Node v = 0; v < n; ++v) {
          std::uint32_t around = 0;
          for (const Node u : g.neighbours(v)) around |= 1u << u;
          if ((curious >> v & 1) == 0 && (around & ~curious) == 0) surrounded = true;
        }
        if (!surrounded) continue;
        for (const double s : {0.0, 0.5, 1.0}) {
          const RumorLaw<double> law(rumor_world(g, members(curious)), s);
          for (const double epsilon : {0.0, 1.0, 5.0}) {
            const Bracket delta = rumor_delta(law, epsilon, {.width = 1e-7, .expansions = 2000});
            if (tally.add(delta.upper() - 1.0, slack) || delta.lower() < 1.0 - 1e-6) {
              tally.witness = compared_numerically(
                  {{"graph", to_string(g)}, {"curious", members(curious)}, {"muting", s}, {"epsilon", epsilon}},
                  {"delta = 1", between(delta)});
            }
          }
        }
      }
    });
  }
  return tally.finding();
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

Finding average(const Context& context) {
  RumorTally tally;
  for (Node n = 3; n <= static_cast<Node>(context.pick(4, 5, 5)); ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (int f = 1; f <= static_cast<int>(n) - 2; ++f) {
        const Rational least = Rational(static_cast<int>(n) - f) * (f + 1) / static_cast<int>(n),
                       trace = mean_trace(g, f);
        const double floor = static_cast<double>(f) / n;
        const Bracket delta = average_delta(g, f, 0.0, 2000);
        const bool complete = g.edges() == static_cast<std::size_t>(n) * (n - 1) / 2;
        const bool wrong_trace = f == 1 || complete ? trace != least : trace < least;
        const bool attained = !complete || std::abs(delta.estimate() - floor) < 1e-6;
        if (tally.add((delta.upper() - floor) / floor, slack) || wrong_trace || !attained) {
          tally.witness = compared_numerically({{"graph", to_string(g)}, {"curious_nodes", f}},
                                               {fmt::format("at least {}, trace {}", floor, least.str()),
                                                fmt::format("{}, trace {}", between(delta), trace.str())});
        }
      }
    });
  }
  return tally.finding();
}

Finding conjecture(const Context& context) {
  RumorTally tally;
  const auto expansions = context.pick<std::uint64_t>(100, 200, 20'000);
  for (Node n = 3; n <= static_cast<Node>(context.pick(4, 5, 5)); ++n) {
    gen::for_each_connected_graph_up_to_isomorphism(n, [&](const Graph& g) {
      for (int f = 1; f <= static_cast<int>(n) - 2; ++f) {
        const Bracket silent = average_delta(g, f, 0.0, expansions);
        for (const double s : {0.25, 0.5, 0.75, 1.0}) {
          const Bracket delta = average_delta(g, f, s, expansions);
          if (tally.add((delta.upper() - silent.lower()) / silent.lower(), 1e-6)) {
            tally.witness = falls_short_between_brackets({{"graph", to_string(g)}, {"curious_nodes", f}, {"muting", s}},
                                                         silent.lower(), delta.upper(),
                                                         {fmt::format("at least {}", silent.lower()), between(delta)});
          }
          if (delta.lower() < silent.upper() - 1e-4 * silent.upper()) tally.inconclusive = true;
        }
      }
    });
  }
  return tally.finding(tally.inconclusive ? "some brackets are too wide to decide" : "");
}

}  // namespace

void register_rumor_graphs(run::Registry& registry) {
  registry.add("rumor.appendixD.worst", worst);
  registry.add("rumor.appendixD.average", average);
  registry.add("rumor.appendixD.conjecture", conjecture);
}

}  // namespace hearsay::props
