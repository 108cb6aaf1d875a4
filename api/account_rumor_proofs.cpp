// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/report/certificate/rumor.hpp>
#include <hearsay/report/certificate/rumor_work.hpp>
#include <hearsay/report/certificate/work.hpp>
#include "api/account_rumor.hpp"
#include "api/account_rumor_on_graph.hpp"

namespace hearsay::api {

namespace {

/// e^epsilon as a fraction: not below and not above it, at most 2^-40 away, so that delta(epsilon) is not below what is
/// proved at the first nor above what is proved at the second.
struct Factors {
  exact::Rational above = 1, below = 1;
};

Factors factors(double epsilon) {
  if (epsilon == 0.0) return {};
  const double e = std::exp(epsilon), away = std::ldexp(1.0, -40);
  return {.above = exact::fraction_of(e * (1.0 + away)), .below = exact::fraction_of(std::max(1.0, e * (1.0 - away)))};
}

/// Proves by as many prefixes as the checker judges with `share` of its work, `most` at most. @return how many.
template <class Prove>
std::size_t smaller(report::Certificate& certificate, std::size_t most, double share, const Prove& prove) {
  for (auto count = most;; count = count * 2 / 3) {
    certificate.evidence = nlohmann::ordered_json::object();
    certificate.proves = {};
    prove(count);
    if (count <= 1 || report::rumor_work(certificate, share) <= share) return count;
  }
}

/// What is missing of a number between `lower` and `upper`, which `count` prefixes prove.
void compare_ends(std::vector<std::string>& missing, std::string_view name, const std::string& lower,
                  const std::string& upper, std::size_t count) {
  if (lower.empty() || upper.empty()) {
    missing.push_back(fmt::format("{} has a bound from one side only, by {} prefixes", name, count));
    return;
  }
  const auto gap = exact::to_double(*exact::parse_fraction(upper) - *exact::parse_fraction(lower));
  if (gap > 1e-9) missing.push_back(fmt::format("{} is proved only up to {:.2g}, by {} prefixes", name, gap, count));
}

/// The pair of largest delta among those that were compared, as nodes.
std::pair<graph::Node, graph::Node> worst_sources(const RumorOnGraphAnswer& answer) {
  const auto node = [&](linalg::Index number) { return answer.part.nodes[static_cast<std::size_t>(number)]; };
  const auto less = [](const auto& a, const auto& b) { return a.delta.upper < b.delta.upper; };
  if (!answer.survey) {
    const auto& worst = *std::ranges::max_element(answer.pairs, less);
    return {node(worst.source), node(worst.against)};
  }
  const auto& worst = *std::ranges::max_element(answer.survey->nodes, less);
  return {node(worst.source), node(worst.against)};
}

/// The graph with the pair of sources as nodes 0 and 1, and the curious nodes last.
report::RumorInstance relabelled(const RumorOnGraphAnswer& answer, std::pair<graph::Node, graph::Node> sources) {
  std::vector<graph::Node> order = {sources.first, sources.second};
  for (const auto v : answer.part.nodes) {
    if (v != sources.first && v != sources.second) order.push_back(v);
  }
  order.insert(order.end(), answer.curious.begin(), answer.curious.end());
  std::vector<graph::Node> place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<graph::Node>(i);
  report::RumorInstance instance{
      .nodes = static_cast<int>(order.size()), .curious = static_cast<int>(answer.curious.size()), .self_sends = false};
  for (const auto& [u, v] : answer.graph().edge_list())
    instance.edges.emplace_back(std::min(place[u], place[v]), std::max(place[u], place[v]));
  std::ranges::sort(instance.edges);
  return instance;
}

}  // namespace

Proofs proofs_of(const RumorOnGraphAnswer& answer) {
  const auto& graph = answer.graph();
  const auto honest = answer.part.nodes.size();
  if (graph.nodes() < 3 || graph.nodes() > 6 || honest < 2 || graph::components(graph).sizes.size() > 1)
    return {.certificates = {}, .missing = {"only connected graphs of 3 to 6 nodes, two honest, have certificates"}};
  const auto sources = worst_sources(answer);
  const auto instance = relabelled(answer, sources);
  const auto [above, below] = factors(answer.question.at.epsilon);
  std::vector<report::Certificate> all(above == below ? 1 : 2, {.kind = "rumor", .quantity = "delta"});
  const auto note = fmt::format("source {} against {}", graph.label(sources.first), graph.label(sources.second));
  prove_rumor_delta(all.front(), instance, above, 1);
  if (above != below) {
    prove_rumor_delta(all.back(), instance, below, 1);
    all.front().proves.upper.clear(), all.back().proves.lower.clear();
  }
  for (auto& certificate : all) certificate.note = note;
  return {.certificates = std::move(all), .missing = {}};
}

Proofs proofs_of(const RumorAnswer& answer) {
  const auto& q = answer.question.adversary;
  const bool terminated = q.end == accounting::RumorEnd::terminated;
  const std::int64_t most_nodes = terminated ? 4 : 5;  // larger laws in fractions take minutes
  const std::size_t expansions = answer.nodes <= 4 ? 60 : 40;
  if (q.sight != accounting::RumorSight::ordered || q.delayed || answer.question.network || answer.nodes < 3 ||
      answer.nodes > most_nodes || answer.curious < 1 || answer.nodes - answer.curious < 2) {
    return {.certificates = {},
            .missing = {fmt::format("only messages on the complete graph of 3 to {} nodes, with at least two honest "
                                    "nodes and one curious node, have certificates",
                                    most_nodes)}};
  }
  const report::RumorInstance instance{.nodes = static_cast<int>(answer.nodes),
                                       .curious = static_cast<int>(answer.curious),
                                       .muting = exact::fraction_of(q.muting),
                                       .terminated = terminated};
  const auto [above, below] = factors(q.epsilon);
  std::vector<report::Certificate> all(above == below ? 2 : 3, {.kind = "rumor", .quantity = "delta"});
  const double share = report::limits::work / static_cast<double>(all.size());
  const auto delta = [&](report::Certificate& certificate, const exact::Rational& factor) {
    return smaller(certificate, expansions, share,
                   [&](std::size_t count) { prove_rumor_delta(certificate, instance, factor, count); });
  };
  auto prefixes = delta(all.front(), above);
  if (above != below) {
    prefixes = std::min(prefixes, delta(all[1], below));
    all.front().proves.upper.clear(), all[1].proves.lower.clear();
  }
  auto& odds = all.back();
  odds.quantity = "uncertainty";
  const auto odds_prefixes =
      smaller(odds, expansions, share, [&](std::size_t count) { prove_rumor_uncertainty(odds, instance, count); });
  std::vector<std::string> missing;
  compare_ends(missing, "delta", all.front().proves.lower, all[all.size() - 2].proves.upper, prefixes);
  compare_ends(missing, "the prediction uncertainty", odds.proves.lower, odds.proves.upper, odds_prefixes);
  return {.certificates = std::move(all), .missing = std::move(missing)};
}

}  // namespace hearsay::api
