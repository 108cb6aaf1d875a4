// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/graph/families/generators.hpp>
#include "api/account_rumor.hpp"
#include "api/attack_rumor_on_graph.hpp"
#include "api/network/curious_nodes.hpp"
#include "tests/error_message.hpp"

namespace hearsay::api {
namespace {

using tests::message_of;

std::optional<Bracket> first_seen(std::int64_t nodes, std::int64_t curious,
                                  const accounting::RumorQuestion& adversary) {
  return account_rumor(
             {.nodes = nodes, .curious = curious, .network = std::nullopt, .curious_set = {}, .adversary = adversary},
             {})
      .first_seen;
}

TEST(AccountRumor, GivesTheFirstSeenOfOrderedMessagesWithoutAnEnd) {
  EXPECT_NEAR(first_seen(1000, 100, {.muting = 0.9}).value().estimate(), 0.40727554632872, 1e-10);
  EXPECT_EQ(first_seen(3, 2, {.muting = 0.9}).value().upper(), 0.0);
  EXPECT_FALSE(first_seen(1'000'001, 100, {.muting = 0.9}));
  EXPECT_FALSE(first_seen(10, 1, {.muting = 0.9, .end = accounting::RumorEnd::terminated}));
  EXPECT_FALSE(first_seen(10, 1, {.muting = 0.9, .sight = accounting::RumorSight::involved}));
}

AttackRumorOnGraphQuestion on_path(std::vector<graph::Node> curious) {
  Network network{.made = {.loaded = {.graph = graph::path(5)}, .weights = {}}, .w = {}, .source = {.spec = "path:5"}};
  return {
      .network = std::move(network), .curious = {.set = std::move(curious)}, .source = 0, .against = 3, .runs = 200};
}

// By hand: node 2 of the path is curious and between the two sources, so the first sender tells them apart: delta is 1.
TEST(AttackRumorOnGraph, MeetsTheExactValueAndNamesTheCompleteGraphs) {
  auto question = on_path({2});
  question.muting = 0.0;
  const auto answer = attack_rumor_on_graph(question, {});
  EXPECT_NEAR(answer.exact.value().estimate(), 1.0, 1e-9);
  EXPECT_GT(answer.found.delta.found.value, 0.9);
  EXPECT_LE(answer.found.delta.found.value, 1.0);
  EXPECT_DOUBLE_EQ(answer.complete_graph_bound, 0.2);
  EXPECT_FALSE(end_of(answer).refuted);
  EXPECT_FALSE(end_of(answer).partial);
}

TEST(AttackRumorOnGraph, RefusesWhatItCannotAttack) {
  const auto refusal = [](AttackRumorOnGraphQuestion question) {
    return message_of([&] { (void)attack_rumor_on_graph(question, {}); });
  };
  EXPECT_THAT(refusal(on_path({})), testing::HasSubstr("`graph` needs either `curious_set`"));
  EXPECT_THAT(refusal(on_path({3})), testing::HasSubstr("`against` 3 must be honest"));
  auto same = on_path({2});
  same.against = 0;
  EXPECT_THAT(refusal(same), testing::HasSubstr("`source` and `against` are both 0"));
}

TEST(RandomCuriousNodes, AreASetThatDependsOnTheSeedAlone) {
  const auto graph = graph::ring(30);
  const auto nodes = random_curious_nodes(graph, 7, {5});
  EXPECT_EQ(nodes, random_curious_nodes(graph, 7, {5}));
  EXPECT_NE(nodes, random_curious_nodes(graph, 7, {6}));
  EXPECT_EQ(nodes.size(), 7u);
  EXPECT_TRUE(std::ranges::is_sorted(nodes));
  EXPECT_EQ(std::ranges::adjacent_find(nodes), nodes.end());
  EXPECT_THROW((void)random_curious_nodes(graph, 30, {5}), Error);
}

}  // namespace
}  // namespace hearsay::api
