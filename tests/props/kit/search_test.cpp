// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>

#include "props/gen/scenario.hpp"
#include "props/kit/search.hpp"

namespace hearsay::props {
namespace {

/// Instances 0 .. 99; `rare` of them carry the tag "rare".
Search<int> numbers(int rare, const SearchPlan& plan, std::uint64_t seed) {
  const auto property = [=](int x) {
    return Outcome{.margin = 1.0, .tags = x < rare ? std::vector<std::string>{"rare"} : std::vector<std::string>{}};
  };
  return search(rc::gen::resize(100, rc::gen::inRange(0, 100)), property, plan,
                {.claim = "test.numbers", .seed = {seed}});
}

// A quota of five per cent that five per cent of the draws meet: a search that stopped after its 100 cases would miss
// it for about every second seed.
TEST(Quotas, AreFilledWhateverTheSeed) {
  std::uint64_t longest = 0;
  for (std::uint64_t seed = 1; seed <= 500; ++seed) {
    const auto found = numbers(5, {.cases = 100, .max_size = 100, .coverage = {{"rare", 5.0}}}, seed);
    EXPECT_EQ(found.verdict(), Verdict::holds) << seed << ": " << found.missed;
    EXPECT_GE(found.seen.at("rare"), 5u);
    longest = std::max(longest, found.instances);
  }
  EXPECT_GT(longest, 150u);
}

TEST(Quotas, EndTheSearchAsSoonAsTheyAreFilled) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const auto found = numbers(5, {.cases = 100, .max_size = 100, .coverage = {{"rare", 5.0}}}, seed);
    if (found.instances > 100) EXPECT_EQ(found.seen.at("rare"), 5u) << seed;
  }
  EXPECT_EQ(numbers(100, {.cases = 100, .coverage = {{"rare", 100.0}}}, 1).instances, 100u);
}

TEST(Quotas, OutOfTheGeneratorsReachEndInconclusive) {
  const auto found = numbers(0, {.cases = 100, .coverage = {{"rare", 1.0}}}, 1);
  EXPECT_EQ(found.verdict(), Verdict::inconclusive);
  EXPECT_EQ(found.instances, 100 * patience);
  EXPECT_EQ(found.missed, "only 0 cases were 'rare', but 1 are required");
}

TEST(Quotas, RoundUp) {
  EXPECT_NE(missed_quota({.cases = 30, .coverage = {{"rare", 5.0}}}, {{"rare", 1}}), "");
  EXPECT_EQ(missed_quota({.cases = 30, .coverage = {{"rare", 5.0}}}, {{"rare", 2}}), "");
}

TEST(HiddenScenarios, AlwaysHaveANodeOutOfTheObserversSight) {
  rc::Random random(7);
  const auto generator = gen::scenarios({.max_nodes = 9, .coalitions = true, .hidden = true});
  for (int i = 0; i < 2000; ++i) {
    const auto s = generator(random.split(), i % 80).value();
    const auto distances = gen::distances(s.graph, s.observers);
    EXPECT_GE(std::ranges::max(distances), 2u) << s;
    EXPECT_LE(s.graph.nodes(), 10u);
  }
}

}  // namespace
}  // namespace hearsay::props
