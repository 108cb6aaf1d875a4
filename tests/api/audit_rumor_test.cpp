// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_rumor.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/spec.hpp>

namespace hearsay::api {
namespace {

Network network_named(const std::string& spec) {
  return {
      .made = {.loaded = graph::from_spec(spec, random::Seed{1}), .weights = {}}, .w = {}, .source = {.spec = spec}};
}

Verdict verdict_of(const std::string& promise, const ComparedSources& sources = {}) {
  return audit_rumor(
             {.network = network_named("grid:2x3"), .curious = {.set = {5}}, .sources = sources, .promise = promise},
             {})
      .verdict;
}

TEST(RumorPromise, IsReadBothWays) {
  const auto delta = rumor_promise(" delta(0.5) <= 0.1 "), epsilon = rumor_promise("epsilon( 1e-2 )<=2");
  EXPECT_EQ(delta.text, "delta(0.5) <= 0.1");
  EXPECT_EQ(delta.epsilon, 0.5);
  EXPECT_EQ(delta.delta, 0.1);
  EXPECT_EQ(epsilon.epsilon, 2.0);
  EXPECT_EQ(epsilon.delta, 0.01);
  EXPECT_TRUE(epsilon.of_epsilon);
  EXPECT_FALSE(delta.of_epsilon);
}

TEST(RumorPromise, RefusesOtherTexts) {
  for (const auto* text :
       {"", "delta <= 0.1", "delta(0) < 0.1", "mu(0) <= 0.1", "delta(0)x <= 0.1", "delta(a) <= 0.1",
        "delta(0) <= ", "<= delta(0)", "delta)0( <= 1", "delta(0) <= 1.5", "delta(-1) <= 0.5", "delta(701) <= 0.5",
        "epsilon(0) <= 1", "epsilon(1) <= 1", "epsilon(0.1) <= -1", "delta(0) <= nan"})
    EXPECT_THROW((void)rumor_promise(text), Error) << text;
}

// Reference: shared specification (16-at-size.md): delta(0) = 7/15 and delta(0.7) = 0.196333 for node 5 of grid:2x3.
TEST(AuditRumor, JudgesThePromise) {
  EXPECT_EQ(verdict_of("delta(0) <= 0.4666"), Verdict::refuted);
  EXPECT_EQ(verdict_of("delta(0) <= 0.4667"), Verdict::holds);
  EXPECT_EQ(verdict_of("delta(0.7) <= 0.1963"), Verdict::refuted);
  EXPECT_EQ(verdict_of("delta(0.7) <= 0.1964"), Verdict::holds);
  EXPECT_EQ(verdict_of("epsilon(0.1964) <= 0.7"), Verdict::holds);
  EXPECT_EQ(verdict_of("epsilon(0.1963) <= 0.7"), Verdict::refuted);
}

TEST(AuditRumor, DrawnPairsShowNoPromise) {
  EXPECT_EQ(verdict_of("delta(0) <= 0.99", {.drawn = 50}), Verdict::inconclusive);
  EXPECT_EQ(verdict_of("delta(0) <= 0.1", {.drawn = 50}), Verdict::refuted);
}

// Between the ends of a bracket nothing is claimed: 7/15 is no double.
TEST(AuditRumor, ABoundWithinTheBracketIsUndecided) {
  const auto found = audit_rumor(
      {.network = network_named("grid:2x3"), .curious = {.set = {5}}, .sources = {}, .promise = "delta(0) <= 0"}, {});
  const auto delta = found.found.delta();
  ASSERT_LT(delta.lower, delta.upper);
  EXPECT_EQ(verdict_of(fmt::format("delta(0) <= {}", delta.estimate)), Verdict::inconclusive);
  EXPECT_EQ(verdict_of(fmt::format("delta(0) <= {}", delta.lower)), Verdict::inconclusive);
  EXPECT_EQ(verdict_of(fmt::format("delta(0) <= {}", delta.upper)), Verdict::holds);
}

TEST(AuditRumor, IsAboutAllSources) { EXPECT_THROW((void)verdict_of("delta(0) <= 0.1", {.pair = {{0, 1}}}), Error); }

TEST(AccountRumorOnGraph, DrawsByTheSeed) {
  const auto drawn = [](std::uint64_t seed) {
    return account_rumor_on_graph(
        {.network = network_named("torus:6x7"), .curious = {.drawn = 5}, .at = {}, .sources = {.drawn = 20}},
        {.seed = {seed}});
  };
  const auto one = drawn(1), again = drawn(1), two = drawn(2);
  EXPECT_EQ(one.curious, again.curious);
  EXPECT_NE(one.curious, two.curious);
  EXPECT_EQ(one.curious.size(), 5u);
  EXPECT_TRUE(std::ranges::is_sorted(one.curious));
  EXPECT_EQ(std::ranges::adjacent_find(one.curious), one.curious.end());
  ASSERT_EQ(one.pairs.size(), 20u);
  for (std::size_t k = 0; k < 20; ++k) {
    EXPECT_NE(one.pairs[k].source, one.pairs[k].against);
    EXPECT_EQ(one.pairs[k].delta.upper, again.pairs[k].delta.upper);
  }
}

TEST(AccountRumorOnGraph, RefusesContradictions) {
  const auto ask = [](const CuriousNodes& curious, const ComparedSources& sources, double epsilon = 0.0) {
    (void)account_rumor_on_graph(
        {.network = network_named("path:4"), .curious = curious, .at = {.epsilon = epsilon}, .sources = sources}, {});
  };
  EXPECT_NO_THROW(ask({.set = {0}}, {}));
  EXPECT_THROW(ask({}, {}), Error);
  EXPECT_THROW(ask({.set = {0}, .drawn = 1}, {}), Error);
  EXPECT_THROW(ask({.drawn = 0}, {}), Error);
  EXPECT_THROW(ask({.drawn = 4}, {}), Error);
  EXPECT_THROW(ask({.set = {0}}, {.worst = true, .drawn = 4}), Error);
  EXPECT_THROW(ask({.set = {0}}, {.drawn = 0}), Error);
  EXPECT_THROW(ask({.set = {0}}, {.pair = {{1, 1}}}), Error);
  EXPECT_THROW(ask({.set = {0}}, {.pair = {{0, 1}}}), Error);
  EXPECT_THROW(ask({.set = {0}}, {}, 701.0), Error);
  EXPECT_THROW(ask({.set = {0, 1, 2}}, {.drawn = 1}), Error);  // one source only
}

// With muting above 0, or another adversary, nothing exact is known of larger graphs.
TEST(AccountRumorOnGraph, SaysWhatIsKnownOtherwise) {
  EXPECT_NO_THROW(require_exact_rumor_graph(network_named("ring:6").graph()));
  try {
    require_exact_rumor_graph(network_named("ring:7").graph());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Errc::conditions);
    EXPECT_NE(std::string(error.what()).find("attack rumor"), std::string::npos);
  }
}

}  // namespace
}  // namespace hearsay::api
