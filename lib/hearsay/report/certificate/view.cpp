// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/view.hpp>

#include <algorithm>
#include <string>

#include <hearsay/accounting/gossip/rational_view.hpp>
#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using accounting::Fractions;
using accounting::RationalView;
using exact::Rational;
using graph::Node;
using nlohmann::ordered_json;

/// A change of the inputs: how much each node moves.
using Change = std::vector<std::pair<Node, Rational>>;

/// What is proved of one change.
struct Proof {
  Rational loss;
  ordered_json terms;  ///< [[round, sender, weight], ...]
};

/// The projection of each change on the row space, as the combination of messages that is the best test.
std::vector<Proof> proofs(const RationalView& view, const std::vector<Change>& changes) {
  std::vector<Fractions> shown;
  for (const auto& change : changes) {
    auto& b = shown.emplace_back(view.rows.size(), Rational(0));
    for (std::size_t i = 0; i < b.size(); ++i) {
      for (const auto& [node, size] : change) b[i] += view.rows[i][node] * size;
    }
  }
  const auto solved = accounting::solve_exactly(view.rows, shown);
  std::vector<Proof> found;
  for (std::size_t k = 0; k < changes.size(); ++k) {
    const auto& test = *solved.solutions[k].test;  // a change outside the observers is in the range
    auto& proof = found.emplace_back(Proof{accounting::dot(test, shown[k]), ordered_json::array()});
    for (std::size_t i = 0; i < test.size(); ++i) {
      const auto& [round, sender] = view.messages[i];
      if (test[i] != 0) proof.terms.push_back({round, sender, exact::to_string(test[i])});
    }
  }
  return found;
}

RationalView view_of(const GossipInstance& x) { return accounting::rational_view(x.rounds, x.observers, x.own_noise); }

std::vector<Node> outside(const GossipInstance& x) {
  std::vector<Node> nodes;
  for (Node v = 0; v < x.rounds.front().size(); ++v) {
    if (!std::ranges::binary_search(x.observers, v)) nodes.push_back(v);
  }
  return nodes;
}

std::vector<Change> single_changes(std::span<const Node> nodes) {
  std::vector<Change> changes;
  for (const auto node : nodes) changes.push_back({{node, Rational(1)}});
  return changes;
}

void set_both_ends(Certificate& certificate, const Rational& value) {
  certificate.proves = {.lower = exact::to_string(value), .upper = exact::to_string(value)};
}

GossipInstance instance_of(ordered_json json, std::vector<linalg::RationalMatrix> rounds, std::vector<Node> observers,
                           bool own_noise) {
  std::ranges::sort(observers);
  json["observers"] = observers;
  json["own_noise"] = own_noise;
  return {
      .json = std::move(json), .rounds = std::move(rounds), .observers = std::move(observers), .own_noise = own_noise};
}

linalg::RationalMatrix exact_matrix(const graph::Graph& graph, graph::Weights weights) {
  return linalg::exact_entries(graph::gossip_matrix(graph, weights));
}

std::vector<linalg::RationalMatrix> repeated(const linalg::RationalMatrix& w, int steps) {
  return std::vector<linalg::RationalMatrix>(static_cast<std::size_t>(steps), w);
}

}  // namespace

GossipInstance gossip_instance(const graph::Graph& graph, graph::Weights weights, int steps,
                               std::vector<Node> observers, bool own_noise) {
  return instance_of({{"nodes", graph.nodes()},
                      {"weights", graph::to_string(weights)},
                      {"edges", edges_json(graph.edge_list())},
                      {"steps", steps}},
                     repeated(exact_matrix(graph, weights), steps), std::move(observers), own_noise);
}

GossipInstance gossip_instance(std::span<const graph::Graph> rounds, std::vector<Node> observers, bool own_noise) {
  auto edges = ordered_json::array();
  std::vector<linalg::RationalMatrix> matrices;
  for (const auto& graph : rounds) {
    edges.push_back(edges_json(graph.edge_list()));
    matrices.push_back(exact_matrix(graph, graph::Weights::metropolis));
  }
  return instance_of({{"nodes", rounds.front().nodes()}, {"weights", "metropolis"}, {"rounds", std::move(edges)}},
                     std::move(matrices), std::move(observers), own_noise);
}

GossipInstance gossip_instance(const graph::GossipMatrix& w, int steps, std::vector<Node> observers, bool own_noise) {
  const auto exact = linalg::exact_entries(w);
  auto entries = ordered_json::array();
  for (Node u = 0; u < exact.size(); ++u) {
    for (const auto& [v, value] : exact.rows[u]) entries.push_back({u, v, exact::to_string(value)});
  }
  return instance_of({{"nodes", exact.size()}, {"weights", "given"}, {"entries", std::move(entries)}, {"steps", steps}},
                     repeated(exact, steps), std::move(observers), own_noise);
}

void prove_loss(Certificate& certificate, const GossipInstance& instance, Node target, std::optional<Node> nearer) {
  std::vector<Node> asked = {target};
  if (nearer) asked.push_back(*nearer);
  std::ranges::sort(asked);
  const auto found = proofs(view_of(instance), single_changes(asked));
  certificate.instance = instance.json;
  certificate.instance["target"] = target;
  if (nearer) certificate.instance["nearer"] = *nearer;
  auto& list = certificate.evidence["combinations"] = ordered_json::array();
  for (std::size_t k = 0; k < asked.size(); ++k) {
    list.push_back({{"target", asked[k]}, {"terms", found[k].terms}});
    if (asked[k] == target) set_both_ends(certificate, found[k].loss);
  }
}

void prove_group_loss(Certificate& certificate, const GossipInstance& instance, std::vector<Node> group) {
  std::ranges::sort(group);
  std::vector<Change> changes;
  for (unsigned signs = 0; signs < 1u << (group.size() - 1); ++signs) {
    auto& change = changes.emplace_back();
    for (std::size_t k = 0; k < group.size(); ++k)
      change.emplace_back(group[k], k > 0 && (signs >> (k - 1) & 1) != 0 ? -1 : 1);
  }
  const auto found = proofs(view_of(instance), changes);
  certificate.instance = instance.json;
  certificate.instance["group"] = group;
  auto& list = certificate.evidence["combinations"] = ordered_json::array();
  Rational largest = 0;
  for (std::size_t k = 0; k < changes.size(); ++k) {
    auto direction = ordered_json::array();
    for (const auto& [node, size] : changes[k]) direction.push_back({node, exact::to_string(size)});
    list.push_back({{"direction", std::move(direction)}, {"terms", found[k].terms}});
    largest = std::max(largest, found[k].loss);
  }
  set_both_ends(certificate, largest);
}

void prove_loss_sum(Certificate& certificate, const GossipInstance& instance, Node divisor) {
  const auto nodes = outside(instance);
  const auto found = proofs(view_of(instance), single_changes(nodes));
  certificate.instance = instance.json;
  auto& list = certificate.evidence["combinations"] = ordered_json::array();
  Rational sum = 0;
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    list.push_back({{"target", nodes[k]}, {"terms", found[k].terms}});
    sum += found[k].loss;
  }
  set_both_ends(certificate, sum / divisor);
}

void prove_published_sum(Certificate& certificate, const GossipInstance& instance) {
  certificate.instance = instance.json;
  Rational sum = 0;
  for (const auto& row : view_of(instance).rows) {
    Rational theirs = 0;
    for (const auto u : outside(instance)) theirs += row[u] * row[u];
    if (theirs != 0) sum += theirs / accounting::dot(row, row);
  }
  set_both_ends(certificate, sum);
}

std::vector<Certificate> loss_bounds(const GossipInstance& instance, std::span<const Node> targets) {
  const auto found = proofs(view_of(instance), single_changes(targets));
  std::vector<Certificate> all;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    auto& certificate = all.emplace_back(Certificate{.kind = "view", .quantity = "loss"});
    certificate.instance = instance.json;
    certificate.instance["target"] = targets[k];
    certificate.evidence["combinations"] = {{{"target", targets[k]}, {"terms", found[k].terms}}};
    set_both_ends(certificate, found[k].loss);
  }
  return all;
}

}  // namespace hearsay::report
