// SPDX-License-Identifier: GPL-3.0-or-later
// The accountants of single families are special cases: a builder and a solver of the same view.
#include <gtest/gtest.h>

#include <array>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/gossip_protocol.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using hearsay::testing::gossip_protocol;

struct Setting {
  std::string name;
  graph::Graph graph;
};

const std::vector<Setting>& settings() {
  static const std::vector<Setting> all = {{"path", hearsay::testing::path(5)},
                                           {"ring", hearsay::testing::ring(6)},
                                           {"star", hearsay::testing::star(4)},
                                           {"grid", hearsay::testing::grid(2, 3)},
                                           {"petersen", hearsay::testing::petersen()}};
  return all;
}

/// Losses of nodes 1, 2, ...
std::vector<double> losses_of(const Protocol& protocol) {
  LinearQuestion question;
  for (Node u = 1; u < protocol.nodes; ++u) question.subjects.push_back(node_subject(u));
  std::vector<double> values;
  for (const auto& found : linear_account(protocol, question).losses) values.push_back(found.loss.loss.upper);
  return values;
}

const std::array<Node, 1> observer = {0};

TEST(SpecialCases, GossipLosses) {
  for (const auto& [name, graph] : settings()) {
    const auto expected = gossip_losses(gossip_matrix(graph, graph::Weights::metropolis), observer, 4);
    const auto unknown = losses_of(gossip_protocol(graph, 4, false)), own = losses_of(gossip_protocol(graph, 4, true));
    for (Node u = 1; u < graph.nodes(); ++u) {
      EXPECT_NEAR(unknown[u - 1], expected.exact(u), 1e-9) << name << u;
      EXPECT_NEAR(own[u - 1], expected.exact_own_noise(u), 1e-9) << name << u;
    }
  }
}

TEST(SpecialCases, PerturbedLosses) {
  for (const auto& [name, graph] : settings()) {
    auto protocol = gossip_protocol(graph, 3, false);
    NoiseKind link;
    link.kind = NoiseKind::Kind::link;
    link.sigma = exact::Rational(1, 4);
    protocol.noise.push_back(link);
    const auto found = losses_of(protocol);
    const auto expected =
        perturbed_losses(gossip_view(gossip_matrix(graph, graph::Weights::metropolis), observer, 3), 0.25);
    for (Node u = 1; u < graph.nodes(); ++u) EXPECT_NEAR(found[u - 1], expected(u), 1e-9) << name << u;
  }
}

TEST(SpecialCases, AcceleratedViews) {
  for (const auto& [name, graph] : settings()) {
    auto protocol = gossip_protocol(graph, 4, false);
    for (auto& round : protocol.rounds) round.gamma = exact::Rational(5, 4);
    const auto found = losses_of(protocol);
    const auto view = accelerated_view(gossip_matrix(graph, graph::Weights::metropolis), 1.25, observer, 4);
    const auto expected = view_losses(view, observer).exact;
    for (Node u = 1; u < graph.nodes(); ++u) EXPECT_NEAR(found[u - 1], expected(u), 1e-9) << name << u;
  }
}

TEST(SpecialCases, GroupLosses) {
  for (const auto& [name, graph] : settings()) {
    const std::vector<Node> group = {1, 3};
    const auto account = linear_account(gossip_protocol(graph, 3, false), {.subjects = {group_subject(group)}});
    const auto view = gossip_view(gossip_matrix(graph, graph::Weights::metropolis), observer, 3);
    EXPECT_NEAR(account.losses[0].loss.loss.upper, group_loss(view, group), 1e-9) << name;
  }
}

TEST(SpecialCases, ContinualLosses) {
  for (const auto& [name, graph] : settings()) {
    const auto w = gossip_matrix(graph, graph::Weights::metropolis);
    std::vector<Node> targets;
    for (Node u = 1; u < graph.nodes(); ++u) targets.push_back(u);
    for (const int steps : {1, 2}) {
      const ContinualAccountant accountant(
          w, {.observed = senders(w, observer), .known_noise = {0}, .steps_per_round = steps, .every_step = true}, 5,
          targets);
      const auto found = losses_of(gossip_protocol(graph, steps, true, 5));
      for (Node u = 1; u < graph.nodes(); ++u)
        EXPECT_NEAR(found[u - 1], *accountant.sensitivity(u).squared.exact, 1e-9 * (1.0 + found[u - 1])) << name << u;
    }
  }
}

}  // namespace
}  // namespace hearsay::accounting
