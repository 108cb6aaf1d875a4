// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/walk_bound.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

#include "tests/error_message.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;

run::Finding walk_refuted(const std::string& statement, const WalkDomain& domain = {.all_users = 3, .most_steps = 3}) {
  return refute_walk(formula::parse(statement), domain, {.claim = "test", .effort = run::Effort::quick});
}

formula::Range walk_value(const std::string& name, const WalkSetting& setting) {
  formula::Evaluator<formula::Range> evaluate(walk_ranges(setting), walk_fractions(setting));
  return evaluate(formula::parse(name + " <= 0").parts[0].parts[0]);
}

// Two users and two steps: the token is the other's and then the observer's with probability 1/4, and else tells
// nothing. delta(0) of a Gaussian is 2 Phi(mu/2) - 1.
TEST(WalkFacts, OfTwoUsers) {
  const WalkSetting walk{.users = 2, .steps = 2, .noise = {.epsilon = {1, 2}, .delta = {1, 1000}}};
  const double mu = 0.5 / std::sqrt(2.0 * std::log(1250.0));
  const double truth = std::erf(mu / (2.0 * std::sqrt(2.0))) / 4.0;
  const auto delta = walk_value("delta(0)", walk);
  EXPECT_LE(static_cast<double>(delta.lower()), truth);
  EXPECT_GE(static_cast<double>(delta.upper()), truth);
  EXPECT_LT(static_cast<double>(delta.upper() - delta.lower()), 0.01 * truth);
  EXPECT_NEAR(static_cast<double>(walk_value("1/sigma", walk).lower()), mu, 1e-12);
  EXPECT_EQ(static_cast<double>(walk_value("10*n + T", walk).lower()), 22.0);
}

TEST(WalkFacts, EpsilonAndDeltaAreInverse) {
  const WalkSetting walk{.users = 3, .steps = 5, .noise = {.epsilon = {9, 10}, .delta = {1, 100}}};
  const auto epsilon = walk_value("epsilon(0.01)", walk);
  const auto delta = walk_value("delta(" + std::to_string(static_cast<double>(epsilon.upper())) + ")", walk);
  EXPECT_GT(epsilon.lower(), 0);
  EXPECT_NEAR(static_cast<double>(delta.lower()), 0.01, 1e-4);
}

TEST(WalkBound, TrueAndFalseOnes) {
  // A token that is never read tells nothing: one step has nothing before it.
  EXPECT_EQ(walk_refuted("delta(0) <= T/(n*sigma)").verdict, Verdict::holds);
  const auto found = walk_refuted("delta(0) <= 0");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(),
            R"({"users":2,"steps":2,"local_epsilon":0.1,"local_delta":1e-05,"delta_prime":1e-05,"delta_hat":1e-05})");
  EXPECT_EQ(found.witness->certificate, run::Certificate::interval);
}

TEST(WalkBound, AGeneratedOneIsShrunk) {
  WalkDomain domain{.all_users = 0, .random_users = 40};
  domain.noises.delta_hat = {{1, 10}, {1, 100}};
  const auto found = walk_refuted("n <= 9 and delta_hat > 0", domain);
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.at("users"), 10);
  EXPECT_EQ(found.witness->instance.at("steps"), 1);
  EXPECT_EQ(found.witness->instance.at("delta_hat"), 0.1);
}

// Theorem 3 needs T/n >= 3 ln(1/delta_hat).
TEST(WalkBound, TheoremThreeIsNotAskedBeyondItsRange) {
  EXPECT_THAT(tests::message_of([] { static_cast<void>(walk_refuted("delta(published) <= published_delta")); }),
              testing::StartsWith("HS-203 bound: `published`: Chernoff's form requires a mean number of visits"));
  WalkDomain long_walk{.least_users = 2, .all_users = 2, .least_steps = 80, .most_steps = 80};
  long_walk.noises = {.epsilon = {{1, 2}}, .delta = {{1, 100'000}}, .delta_prime = {{1, 10}}, .delta_hat = {{1, 10}}};
  EXPECT_EQ(walk_refuted("delta(published) <= published_delta", long_walk).verdict, Verdict::holds);
}

}  // namespace
