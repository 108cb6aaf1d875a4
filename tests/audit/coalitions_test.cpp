// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/coalitions.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include <hearsay/audit/network_audit.hpp>
#include "tests/audit/networks.hpp"

namespace hearsay::audit {
namespace {

TEST(Coalitions, AreAllSetsOfTheirSize) {
  const std::vector<graph::Node> nodes = {1, 3, 4, 7};
  EXPECT_EQ(coalitions(nodes, 2),
            (std::vector<std::vector<graph::Node>>{{1, 3}, {1, 4}, {1, 7}, {3, 4}, {3, 7}, {4, 7}}));
  EXPECT_EQ(coalitions(nodes, 4).size(), 1u);
  EXPECT_TRUE(coalitions(nodes, 5).empty());
  EXPECT_EQ(coalition_count(20, 8), 125970.0);
  EXPECT_EQ(coalition_count(3, 4), 0.0);
}

// On a ring of 7 in two rounds two observers learn most of node 0 as its two neighbors: greedy growth finds them.
TEST(Coalitions, AreAsManyAsCountedAllDifferentAndInOrder) {
  for (graph::Node n = 1; n <= 8; ++n) {
    std::vector<graph::Node> nodes;
    for (graph::Node v = 0; v < n; ++v) nodes.push_back(2 * v + 1);
    for (std::size_t k = 1; k <= n; ++k) {
      const auto sets = coalitions(nodes, k);
      EXPECT_EQ(static_cast<double>(sets.size()), coalition_count(n, k));
      EXPECT_TRUE(std::ranges::is_sorted(sets));
      EXPECT_EQ(std::set(sets.begin(), sets.end()).size(), sets.size());
      for (const auto& set : sets) EXPECT_EQ(std::set(set.begin(), set.end()).size(), k);
    }
  }
}

TEST(Coalitions, GreedyFindsTheWorstOfASmallRing) {
  const NetworkViews views(matrix("ring:7"), 2, primes);
  const NetworkQuestion question{
      .promise = parse_promise("exact <= 0.9"), .scale = {}, .own_noise_known = false, .targets = {0}};
  const std::vector<graph::Node> others = {1, 2, 3, 4, 5, 6};
  NetworkAudit every(views, question), greedy(views, question), smaller(views, question);
  EXPECT_EQ(audit_views(views, every, coalitions(others, 2), nullptr, {.jobs = 2}), 15u);
  EXPECT_EQ(greedy_coalitions(others, 2, greedy, smaller, {.jobs = 2}), 6u);
  EXPECT_EQ(greedy.result().worst->exact.value, every.result().worst->exact.value);
  EXPECT_LE(static_cast<double>(greedy.result().views + smaller.result().views), greedy_count(6, 2));
}

// Of 6 nodes each start tries 5 pairs, then 4 triples.
TEST(Coalitions, OnlySetsOfTheFullSizeCount) {
  const NetworkViews views(matrix("ring:7"), 2, primes);
  const NetworkQuestion question{
      .promise = parse_promise("exact <= 0.9"), .scale = {}, .own_noise_known = false, .targets = {0}};
  const std::vector<graph::Node> others = {1, 2, 3, 4, 5, 6};
  NetworkAudit triples(views, question), pairs(views, question);
  EXPECT_EQ(greedy_coalitions(others, 3, triples, pairs, {.jobs = 1}), 6u);
  EXPECT_EQ(triples.result().views, 6u * 4u);
  EXPECT_EQ(pairs.result().views, 6u * 5u);
  EXPECT_EQ(triples.result().worst->observers.size(), 3u);
}

TEST(Coalitions, ASearchThatIsStoppedFinishesNoStart) {
  const NetworkViews views(matrix("ring:7"), 2, primes);
  const NetworkQuestion question{.promise = parse_promise("exact <= 0.9"), .scale = {}, .targets = {0}};
  NetworkAudit audit(views, question), smaller(views, question);
  const std::vector<graph::Node> others = {1, 2, 3};
  EXPECT_EQ(greedy_coalitions(others, 2, audit, smaller, {.jobs = 1, .stop = [] { return true; }}), 0u);
  EXPECT_EQ(audit.result().views, 0u);
}

// Of 6 nodes each start tries 5 pairs, then 4 triples.
TEST(Coalitions, ASearchTellsOfEverySetAndStopsBetweenThem) {
  const NetworkViews views(matrix("ring:7"), 2, primes);
  const NetworkQuestion question{.promise = parse_promise("exact <= 0.9"), .scale = {}, .targets = {0}};
  const std::vector<graph::Node> others = {1, 2, 3, 4, 5, 6};
  std::size_t told = 0;
  const auto progress = [&](std::size_t done, std::size_t total, std::string_view what) {
    EXPECT_EQ(done, ++told);
    EXPECT_EQ(total, 54u);
    EXPECT_EQ(what, "coalitions");
  };
  NetworkAudit triples(views, question), pairs(views, question);
  EXPECT_EQ(greedy_coalitions(others, 3, triples, pairs, {.jobs = 2, .progress = progress}), 6u);
  EXPECT_EQ(told, 54u);

  told = 0;
  NetworkAudit some(views, question), some_pairs(views, question);
  const auto stop = [&] { return told == 16; };  // within the second start
  EXPECT_EQ(greedy_coalitions(others, 3, some, some_pairs, {.jobs = 1, .progress = progress, .stop = stop}), 1u);
  EXPECT_EQ(told, 16u);
  EXPECT_EQ(some.result().views + some_pairs.result().views, 16u);
}

}  // namespace
}  // namespace hearsay::audit
