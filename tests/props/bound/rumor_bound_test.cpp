// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/rumor_bound.hpp"

#include <gmock/gmock.h>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

#include "tests/error_message.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;

run::Finding rumor_refuted(const std::string& statement,
                           const RumorDomain& domain = {.least_nodes = 3, .most_nodes = 3}) {
  return refute_rumor(formula::parse(statement), domain, {.claim = "test", .effort = run::Effort::quick});
}

formula::Range rumor_value(const std::string& expression, const RumorSetting& setting) {
  formula::Evaluator<formula::Range> evaluate(rumor_ranges(setting, 5'000));
  return evaluate(formula::parse(expression + " <= 0").parts[0].parts[0]);
}

void expect_around(const formula::Range& range, double truth) {
  EXPECT_LE(static_cast<double>(range.lower()), truth + 1e-12);
  EXPECT_GE(static_cast<double>(range.upper()), truth - 1e-12);
  EXPECT_LT(static_cast<double>(range.upper() - range.lower()), 1e-6);
}

// One curious node of three, s = 0: the rumor walks. From its source it is first heard with probability 2/3, from the
// other honest node with 1/3, and what follows no longer depends on the source.
TEST(RumorFacts, OfAWalkOnThreeNodes) {
  const RumorSetting walk{.nodes = 3, .curious = 1, .muting = 0};
  expect_around(rumor_value("delta(0)", walk), 1.0 / 3.0);
  expect_around(rumor_value("delta(ln(2))", walk), 0.0);
  expect_around(rumor_value("delta(1/3)", walk), 2.0 / 3.0 - std::exp(1.0 / 3.0) / 3.0);
  expect_around(rumor_value("uncertainty", walk), 0.5);
  expect_around(rumor_value("100*n + 10*f + s", walk), 310.0);
  EXPECT_THROW(rumor_value("delta(-1)", walk), Error);
}

TEST(RumorBound, AFalseOneIsRefutedByBrackets) {
  const auto found = rumor_refuted("delta(0) <= 1/4");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(), R"({"nodes":3,"curious":1,"muting":"0"})");
  EXPECT_EQ(found.witness->claimed, "0.25");
  EXPECT_THAT(found.witness->actual, testing::StartsWith("[0.33333"));
  EXPECT_EQ(found.witness->certificate, run::Certificate::interval);
  EXPECT_EQ(rumor_refuted("uncertainty >= 3/4").verdict, Verdict::refuted);
  EXPECT_EQ(rumor_refuted("delta(0) == 0.2").verdict, Verdict::refuted);
}

TEST(RumorBound, ATrueOneHolds) {
  const auto found =
      rumor_refuted("delta(0) <= 1 and n - f == 2 and uncertainty >= 0", {.least_nodes = 3, .most_nodes = 3});
  EXPECT_EQ(found.verdict, Verdict::holds);
  EXPECT_EQ(found.instances, 5u);
  EXPECT_EQ(rumor_refuted("n - f >= 2", {.least_nodes = 3, .most_nodes = 5}).instances, 30u);  // 1 + 2 + 3 times 5
}

TEST(RumorBound, WhatBracketsDoNotDecideIsInconclusive) {
  EXPECT_EQ(rumor_refuted("1e9*(delta(1/3) - delta(1/3)) <= 0").verdict, Verdict::inconclusive);
  EXPECT_EQ(rumor_refuted("1/(delta(0) - delta(0)) <= 0").verdict, Verdict::inconclusive);
}

TEST(RumorBound, WhatHasNoValueIsAnErrorThatNamesTheSetting) {
  EXPECT_EQ(tests::message_of([] { static_cast<void>(rumor_refuted("delta(0) <= 1/s")); }),
            "HS-101 bound: column 14: a division by 0, where {\"nodes\":3,\"curious\":1,\"muting\":\"0\"}");
  EXPECT_THAT(tests::message_of([] { static_cast<void>(rumor_refuted("delta(0) <= ln(f - 1)")); }),
              testing::HasSubstr("a logarithm of 0"));
}

TEST(RumorBound, UnknownNamesListTheKnownOnes) {
  try {
    static_cast<void>(rumor_refuted("delta(0) <= q"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), testing::AllOf(testing::HasSubstr("'q'"), testing::HasSubstr("uncertainty")));
  }
}

}  // namespace
