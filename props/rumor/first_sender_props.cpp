// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/rumor/first_sender.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_sender_exact.hpp>
#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/graph/families/generators.hpp>
#include "props/kit/sweep.hpp"
#include "props/kit/witness.hpp"
#include "props/rumor/rumor_props.hpp"
#include "props/rumor/watched.hpp"

namespace hearsay::props {

namespace {

using exact::Rational;
using graph::Graph;
using graph::Node;
using run::Context;
using run::Finding;

nlohmann::ordered_json watched_instance(const Watched& watched) {
  return {{"graph", to_string(watched.graph)}, {"curious", watched.curious_nodes()}};
}

/// e^epsilon of the comparisons with the exact engine.
const std::array<Rational, 2>& factors() {
  static const std::array<Rational, 2> all{Rational(1), Rational(3, 2)};
  return all;
}

accounting::RumorLaw<double> transcripts(const Watched& watched, double muting) {
  return {accounting::rumor_world(watched.graph, watched.curious_nodes()), muting};
}

/// The pair of sources, by place among the honest nodes, and the factor, whose delta is not that of the laws.
struct Differing {
  std::size_t i = 0, j = 0;
  Rational factor, by_law;
  Bracket by_transcripts;
};

/// By the laws, by the exact engine for transcripts, and by the library's sparse solver: three computations.
std::optional<Differing> first_difference(const Watched& watched, const SenderLaws& laws) {
  constexpr double tolerance = 1e-9;
  const auto curious = watched.curious_nodes(), honest = watched.honest_nodes();
  const auto law = laws(watched.graph, curious);
  const accounting::FirstSender solver(watched.graph, curious);
  const auto engine = transcripts(watched, 0.0);
  std::vector<linalg::Index> sources(honest.size());
  for (std::size_t i = 0; i < sources.size(); ++i) sources[i] = static_cast<linalg::Index>(i);
  const auto solved = solver.laws(sources);
  for (std::size_t i = 0; i < honest.size(); ++i) {
    for (std::size_t j = 0; j < honest.size(); ++j) {
      if (i == j) continue;
      for (const auto& factor : factors()) {
        const double epsilon = std::log(oracle::to_double(factor));
        const auto by_law = accounting::exact_sender_delta(law[i], law[j], factor);
        const double value = oracle::to_double(by_law);
        const auto by_transcripts = rumor_delta(engine, static_cast<int>(honest[i]), static_cast<int>(honest[j]),
                                                epsilon, {.width = 1e-7, .expansions = 2000});
        const auto by_solver = sender_delta(solver.part(), solved[i], solved[j], epsilon);
        const auto misses = [&](const Bracket& b) {
          return value < b.lower() - tolerance || value > b.upper() + tolerance;
        };
        if (misses(by_transcripts) || misses(by_solver)) return Differing{i, j, factor, by_law, by_transcripts};
      }
    }
  }
  return std::nullopt;
}

/// A complete graph with curious nodes, and a factor e^epsilon.
struct CompleteCase {
  RumorSize size;
  Rational factor;

  [[nodiscard]] Rational by_law(const SenderLaws& laws) const {
    const auto nodes = static_cast<Node>(size.nodes);
    std::vector<Node> nodes_seen;
    for (auto v = static_cast<Node>(size.honest()); v < nodes; ++v) nodes_seen.push_back(v);
    const auto law = laws(graph::complete(nodes), nodes_seen);
    return accounting::exact_sender_delta(law[0], law[1], factor);
  }
};

/// A source of which another node is likelier to be seen first than of that node itself.
std::optional<std::pair<std::size_t, std::size_t>> misleading_sender(const Watched& watched, const SenderLaws& laws) {
  const auto law = laws(watched.graph, watched.curious_nodes());
  for (std::size_t i = 0; i < law.size(); ++i) {
    for (std::size_t v = 0; v < law.size(); ++v) {
      if (law[i][v] > law[v][v]) return std::pair(i, v);
    }
  }
  return std::nullopt;
}

/// The least number of nodes without which two others are parted; none for a complete graph.
std::optional<int> vertex_connectivity(const std::vector<Watched>& of_one_graph) {
  std::optional<int> least;
  for (const auto& watched : of_one_graph) {
    const int size = std::popcount(watched.curious);
    if (!watched.honest_connected() && (!least || size < *least)) least = size;
  }
  return least;
}

/// A graph with all its curious sets of a size, and whether some of that size part two honest nodes.
struct Cutting {
  std::vector<Watched> sets;
  bool may_part = false;
};

std::vector<Cutting> cuttings(Node most_nodes) {
  std::vector<Cutting> all;
  const auto watched = watched_graphs(most_nodes);
  for (std::size_t begin = 0; begin < watched.size();) {
    std::size_t end = begin;
    while (end < watched.size() && watched[end].graph.nodes() == watched[begin].graph.nodes() &&
           watched[end].graph.edge_list() == watched[begin].graph.edge_list())
      ++end;
    const std::vector<Watched> of_one(watched.begin() + static_cast<std::ptrdiff_t>(begin),
                                      watched.begin() + static_cast<std::ptrdiff_t>(end));
    const auto connectivity = vertex_connectivity(of_one);
    for (int f = 1; f + 2 <= static_cast<int>(of_one.front().graph.nodes()); ++f) {
      Cutting cutting{.sets = {}, .may_part = connectivity && f >= *connectivity};
      std::ranges::copy_if(of_one, std::back_inserter(cutting.sets),
                           [&](const Watched& w) { return std::popcount(w.curious) == f; });
      all.push_back(std::move(cutting));
    }
    begin = end;
  }
  return all;
}

/// With f >= the connectivity some set of f nodes has delta = 1 for each s; with fewer none has, at s = 0.
bool parts_as_told(const Cutting& cutting) {
  const auto parted = [](const Watched& watched, double s, double epsilon) {
    return rumor_delta(transcripts(watched, s), epsilon, {.width = 1e-7, .expansions = 2000}).lower() >= 1.0 - 1e-9;
  };
  if (!cutting.may_part)
    return std::ranges::none_of(cutting.sets, [&](const Watched& w) { return parted(w, 0.0, 0.0); });
  return std::ranges::any_of(cutting.sets, [&](const Watched& w) {
    return !w.honest_connected() && parted(w, 0.0, 5.0) && parted(w, 0.5, 5.0) && parted(w, 1.0, 5.0);
  });
}

Finding poor_connectivity(const Context& context) {
  const auto result =
      sweep(cuttings(context.pick(4u, 5u, 6u)), [](const Cutting& cutting) { return decided(parts_as_told(cutting)); });
  return conclude(result, [](const Cutting& cutting) {
    return compared_numerically({{"graph", to_string(cutting.sets.front().graph)},
                                 {"curious_nodes", std::popcount(cutting.sets.front().curious)}},
                                {cutting.may_part ? "some set has delta = 1" : "no set has delta = 1", "it does not"});
  });
}

}  // namespace

Finding sender_laws_are_exact(const Context& context, const SenderLaws& laws) {
  const auto result = sweep(watched_graphs(context.pick(4u, 5u, 6u)),
                            [&](const Watched& watched) { return decided(!first_difference(watched, laws)); });
  return conclude(result, [&](const Watched& watched) {
    const auto found = first_difference(watched, laws).value();
    const auto honest = watched.honest_nodes();
    auto instance = watched_instance(watched);
    instance["source"] = honest[found.i];
    instance["against"] = honest[found.j];
    instance["e_epsilon"] = found.factor.str();
    return compared_numerically(instance, {found.by_law.str(), between(found.by_transcripts)});
  });
}

Finding sender_laws_meet_theorem5(const Context& context, const SenderLaws& laws) {
  std::vector<CompleteCase> all;
  for (const auto& size : rumor_sizes(context.pick(6, 10, 16))) {
    for (int half = 2; half <= 2 * (size.curious + 2); ++half) all.push_back({size, Rational(half, 2)});
  }
  const auto result =
      sweep(all, [&](const CompleteCase& c) { return decided(c.by_law(laws) == rumor_limit(c.size, c.factor)); });
  return conclude(result, [&](const CompleteCase& c) {
    return differs_exactly({{"nodes", c.size.nodes}, {"curious_nodes", c.size.curious}, {"e_epsilon", c.factor.str()}},
                           rumor_limit(c.size, c.factor), c.by_law(laws));
  });
}

Finding first_sender_is_best_guess(const Context& context, const SenderLaws& laws) {
  const auto result = sweep(watched_graphs(context.pick(5u, 6u, 6u)),
                            [&](const Watched& watched) { return decided(!misleading_sender(watched, laws)); });
  return conclude(result, [&](const Watched& watched) {
    const auto [i, v] = misleading_sender(watched, laws).value();
    const auto law = laws(watched.graph, watched.curious_nodes());
    auto instance = watched_instance(watched);
    instance["source"] = watched.honest_nodes()[i];
    instance["sender"] = watched.honest_nodes()[v];
    return exceeds_exactly(instance, law[v][v], law[i][v]);
  });
}

void register_rumor_first_sender(run::Registry& registry) {
  registry.add("rumor.graph.exact",
               [](const Context& context) { return sender_laws_are_exact(context, accounting::exact_sender_laws); });
  registry.add("rumor.graph.complete", [](const Context& context) {
    return sender_laws_meet_theorem5(context, accounting::exact_sender_laws);
  });
  registry.add("rumor.graph.map", [](const Context& context) {
    return first_sender_is_best_guess(context, accounting::exact_sender_laws);
  });
  registry.add("rumor.graph.cut", poor_connectivity);
}

}  // namespace hearsay::props
