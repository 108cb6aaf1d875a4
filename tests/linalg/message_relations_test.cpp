// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hearsay/linalg/exact_rank.hpp>
#include <hearsay/linalg/linking_bound.hpp>
#include <hearsay/linalg/message_relations.hpp>

#include "tests/connected_graphs.hpp"
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"
#include "tests/rational_views.hpp"

namespace hearsay::linalg {
namespace {

using Starts = std::vector<Index>;
using Found = std::vector<std::size_t>;

const std::vector<std::uint64_t> two_primes = {1152921504606847009, 1152921504606847067};

using testing::exact_metropolis;

/// How many messages of `steps` steps count once those that are combinations of earlier ones are left out.
std::int64_t independent(const RationalMatrix& w, const Starts& starts, int steps) {
  std::vector<int> sent(starts.size(), steps);
  for (int t = 0; t < steps; ++t) {
    for (const auto i : repeated_messages(w, starts, sent, t, two_primes)) sent[i] = t;
  }
  std::int64_t sum = 0;
  for (const auto count : sent) sum += count;
  return sum;
}

TEST(RepeatedMessages, LeaveAsManyAsTheRank) {
  for (const graph::Node n : {2u, 3u, 4u, 5u}) {
    for (const auto& graph : testing::connected_graphs(n)) {
      const auto w = exact_metropolis(graph);
      for (const auto& starts : {Starts{0}, Starts{n - 1, 0}}) {
        if (starts.size() == 2 && n < 3) continue;
        for (const int steps : {1, 2, 4})
          EXPECT_EQ(independent(w, starts, steps), testing::rational_rank(testing::dense(w), starts, steps));
      }
    }
  }
}

// Leaves 1 and 2 of a star send (1 - w) e_i + w e_0: the second message of the second is the first's, less own values.
TEST(RepeatedMessages, OfLeavesOfAStarIsTheSecondOfTheSecond) {
  const auto w = exact_metropolis(testing::star(4));
  const Starts starts = {1, 2};
  EXPECT_EQ(repeated_messages(w, starts, std::vector{3, 3}, 0, two_primes), Found{});
  EXPECT_EQ(repeated_messages(w, starts, std::vector{3, 3}, 1, two_primes), Found{1});
  EXPECT_EQ(repeated_messages(w, starts, std::vector{3, 1}, 1, two_primes), Found{});
  EXPECT_EQ(repeated_messages(w, starts, std::vector{3, 3}, 1, {}), Found{});
}

// Nodes 1 and 2 send the same to 3 and 4, by walks that share no node: what cancels in numbers no walk shows.
TEST(RepeatedMessages, LowerWhatWalksAllow) {
  const std::vector<graph::Edge> edges = {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {2, 3}, {2, 4}};
  const auto w = exact_metropolis(graph::Graph(5, edges));
  const Starts starts = {1, 2};
  const auto rank = testing::rational_rank(testing::dense(w), starts, 2);
  EXPECT_EQ(linking_bounds(w, starts, {}, 2).by_step.back(), 4);
  EXPECT_EQ(repeated_messages(w, starts, std::vector{2, 2}, 1, two_primes), Found{1});
  EXPECT_EQ(linking_bounds(w, starts, std::vector{2, 1}, {}, 2).by_step.back(), rank);
  EXPECT_EQ(rank, 3);
}

TEST(RepeatedMessages, AreNotFoundWithPrimesTooFewForTheirFractions) {
  RationalMatrix w;  // 1 and 2 send the same but for a factor of 40 digits
  const Rational large("1000000000000000000000000000057/1000000000000000000000000000099");
  w.rows = {{{0, 1}}, {{0, 1}, {1, 1}}, {{0, large}, {2, 1}}};
  const Starts starts = {1, 2};
  EXPECT_EQ(repeated_messages(w, starts, std::vector{2, 2}, 1, two_primes), Found{});
  auto more = two_primes;
  more.insert(more.end(), {1152921504606847081, 1152921504606847123});
  EXPECT_EQ(repeated_messages(w, starts, std::vector{2, 2}, 1, more), Found{1});
}

// Nodes 1 and 2 send the same modulo every prime that is given: over the rationals only node 2 sends of node 3.
TEST(RepeatedMessages, HoldOverTheRationals) {
  Rational product = 1;
  std::vector<std::uint64_t> primes;
  for (const auto prime : two_primes) {
    primes.push_back(prime);
    product *= prime;
    RationalMatrix w;
    w.rows = {{{0, 1}}, {{0, 1}, {1, 1}}, {{0, 1}, {2, 1}, {3, product}}, {{3, 1}}};
    const Starts starts = {1, 2};
    EXPECT_EQ(repeated_messages(w, starts, std::vector{2, 2}, 1, primes), Found{});
    w.rows[2].pop_back();
    EXPECT_EQ(repeated_messages(w, starts, std::vector{2, 2}, 1, primes), Found{1});
  }
}

TEST(RepeatedMessages, NeedNodesAndPrimes) {
  const auto w = exact_metropolis(testing::path(3));
  const auto of = [&](const Starts& starts, std::uint64_t prime) {
    return tests::message_of(
        [&] { (void)repeated_messages(w, starts, std::vector<int>(starts.size(), 2), 1, std::vector{prime}); });
  };
  EXPECT_NE(of({3}, two_primes[0]).find("node 3"), std::string::npos);
  EXPECT_NE(of({0}, 15).find("prime"), std::string::npos);
  EXPECT_NE(
      tests::message_of([&] { (void)linking_bounds(w, Starts{0}, std::vector<int>{}, {}, 2); }).find("every start"),
      std::string::npos);
}

}  // namespace
}  // namespace hearsay::linalg
