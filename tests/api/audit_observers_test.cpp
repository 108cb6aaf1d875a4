// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_observers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hearsay/graph/spec.hpp>
#include "tests/error_message.hpp"

namespace hearsay::api {
namespace {

using graph::Node;
using testing::HasSubstr;
using tests::message_of;
using NodeSets = std::vector<std::vector<Node>>;
using Kind = AuditedObservers::Kind;

TEST(AuditObservers, EachIsEveryPossibleNodeAlone) {
  const auto chosen = named_sets({"each"}, {0, 2, 5});
  EXPECT_EQ(chosen.kind, Kind::each);
  EXPECT_EQ(chosen.sets, (NodeSets{{0}, {2}, {5}}));
  EXPECT_EQ(chosen.size, 1u);
  EXPECT_FALSE(chosen.greedy);
}

TEST(AuditObservers, CoalitionsAreAllSetsOfTheirSize) {
  const auto chosen = named_sets({"coalitions:2"}, {0, 2, 5});
  EXPECT_EQ(chosen.kind, Kind::coalitions);
  EXPECT_EQ(chosen.sets, (NodeSets{{0, 2}, {0, 5}, {2, 5}}));
  EXPECT_EQ(chosen.size, 2u);
  EXPECT_EQ(chosen.names, std::vector<std::string>{"coalitions:2"});
}

// C(59, 4) = 455,126 and C(58, 3) = 30,856 of at most 100,000.
TEST(AuditObservers, TooManyCoalitionsAreSearchedGreedily) {
  const auto greedy = named_sets({"coalitions:4"}, nodes_up_to(59));
  EXPECT_TRUE(greedy.greedy);
  EXPECT_TRUE(greedy.sets.empty());
  const auto all = named_sets({"coalitions:3"}, nodes_up_to(58));
  EXPECT_FALSE(all.greedy);
  EXPECT_EQ(all.sets.size(), 30'856u);
  const auto singles = named_sets({"coalitions:1"}, nodes_up_to(100'001));  // a greedy search would add to nothing
  EXPECT_FALSE(singles.greedy);
  EXPECT_EQ(singles.sets.size(), 100'001u);
}

TEST(AuditObservers, EachAndCoalitionsAreOneAudit) {
  for (const auto& names : {std::vector<std::string>{"each", "coalitions:2"}, {"coalitions:2", "each"}}) {
    const auto chosen = named_sets(names, {0, 2, 5});
    EXPECT_EQ(chosen.kind, Kind::coalitions);
    EXPECT_EQ(chosen.sets, (NodeSets{{0}, {2}, {5}, {0, 2}, {0, 5}, {2, 5}}));
    EXPECT_TRUE(chosen.singles);
    EXPECT_EQ(chosen.names, names);
  }
  EXPECT_EQ(named_sets({"each", "coalitions:1"}, {0, 2}).sets, (NodeSets{{0}, {2}}));
  const auto greedy = named_sets({"each", "coalitions:4"}, nodes_up_to(59));
  EXPECT_TRUE(greedy.greedy);
  EXPECT_EQ(greedy.sets.size(), 59u);
}

TEST(AuditObservers, LabelsAreNoSetYet) {
  for (const auto& names : {std::vector<std::string>{"0", "each"}, {"0"}, {"coalitions:2", "0"}}) {
    const auto chosen = named_sets(names, {0, 1});
    EXPECT_EQ(chosen.kind, Kind::nodes);
    EXPECT_TRUE(chosen.sets.empty());
    EXPECT_EQ(chosen.names, names);
  }
}

TEST(AuditObservers, CoalitionsTakeAWholeNumberOfNodesThatThereAre) {
  for (const std::string text : {"coalitions:", "coalitions:0", "coalitions:-1", "coalitions:1.5", "coalitions:two"}) {
    EXPECT_EQ(message_of([&] {
                (void)named_sets({text}, {0, 1});
              }),
              "HS-103 `observer`: '" + text + "' is not coalitions:K with a whole number K >= 1");
  }
  EXPECT_EQ(message_of([] {
              (void)named_sets({"coalitions:3"}, {0, 1});
            }),
            "HS-101 `observer`: 3 of 2 nodes cannot be observers; a coalition must leave a target");
  EXPECT_EQ(named_sets({"coalitions:2"}, {0, 1}).sets, (NodeSets{{0, 1}}));
}

TEST(AuditObservers, TheOnlyTargetDoesNotObserveItself) {
  EXPECT_EQ(possible_observers(4, {2}), (std::vector<Node>{0, 1, 3}));
  EXPECT_EQ(possible_observers(4, {2, 3}), (std::vector<Node>{0, 1, 2, 3}));
  const auto path = graph::from_spec("path:3", {}).graph;
  EXPECT_EQ(choose_observers({"each"}, "1", path, {1}).sets, (NodeSets{{0}, {2}}));
  EXPECT_EQ(choose_observers({"2", "0"}, "1", path, {1}).sets, (NodeSets{{2, 0}}));
  EXPECT_THAT(message_of([&] { (void)choose_observers({"1"}, "1", path, {1}); }),
              HasSubstr("`target`: node '1' is an"));
}

TEST(AuditObservers, SomebodyIsLeftOnBothSides) {
  const auto path = graph::from_spec("path:3", {}).graph;
  EXPECT_THAT(message_of([&] {
                (void)choose_observers({"coalitions:3"}, "all", path, {0, 1, 2});
              }),
              HasSubstr("`observer`: every node is an observer"));
  EXPECT_EQ(choose_observers({"coalitions:2"}, "all", path, {0, 1, 2}).sets.size(), 3u);
  EXPECT_THAT(message_of([&] { (void)choose_observers({"each"}, "0", graph::Graph(1, {}), {0}); }),
              HasSubstr("`observer`: no other node is left"));
  EXPECT_THAT(message_of([&] { (void)choose_observers({"9"}, "all", path, {0, 1, 2}); }), HasSubstr("`observer`"));
}

}  // namespace
}  // namespace hearsay::api
