// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/ring_bound.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/formula/expression.hpp>

#include "tests/error_message.hpp"

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;
using props::oracle::Rational;

run::Finding ring_refuted(const std::string& statement, const RingDomain& domain = {.all_users = 4, .most_rounds = 3}) {
  return refute_ring(formula::parse(statement), domain, {.claim = "test", .effort = run::Effort::quick});
}

formula::Range ring_value(const std::string& name, const RingSetting& setting) {
  formula::Evaluator<formula::Range> evaluate(ring_ranges(setting), ring_fractions(setting));
  return evaluate(formula::parse(name + " <= 0").parts[0].parts[0]);
}

void expect_near(const formula::Range& range, double number) {
  EXPECT_NEAR(static_cast<double>(range.lower()), number, 1e-9 * std::max(1.0, number));
  EXPECT_NEAR(static_cast<double>(range.upper()), number, 1e-9 * std::max(1.0, number));
  EXPECT_LE(range.lower(), range.upper());
}

// Every window between two visits holds one noise and one contribution of the user before: K windows.
TEST(RingFacts, OfThreeUsersAndFourRounds) {
  const RingSetting ring{
      .users = 3, .rounds = 4, .noise = {.epsilon = {1, 2}, .delta = {1, 1000}, .delta_prime = {1, 100}}};
  EXPECT_EQ(static_cast<double>(ring_value("exact", ring).lower()), 4.0);
  const double sigma = std::sqrt(2.0 * std::log(1250.0)) / 0.5, mu = 2.0 / sigma;
  expect_near(ring_value("sigma", ring), sigma);
  expect_near(ring_value("mu", ring), mu);
  expect_near(ring_value("renyi(3)", ring), 1.5 * mu * mu);
  expect_near(ring_value("published", ring),
              std::sqrt(8.0 * std::log(100.0)) * 0.5 + 4.0 * 0.5 * (std::exp(0.5) - 1.0));
  expect_near(ring_value("published_delta", ring), 0.014);
  const double delta = std::erf(mu / (2.0 * std::sqrt(2.0)));  // 2 Phi(mu/2) - 1
  expect_near(ring_value("delta(0)", ring), delta);
  expect_near(ring_value("epsilon(delta(0.3))", ring), 0.3);
  expect_near(ring_value("100*n + 10*rounds + local_epsilon + local_delta + delta_prime", ring), 340.511);
}

TEST(RingBound, TrueOnesHold) {
  EXPECT_EQ(ring_refuted("exact == rounds").verdict, Verdict::holds);
  const auto found = ring_refuted("epsilon(published_delta) <= published");
  EXPECT_EQ(found.verdict, Verdict::holds);
  EXPECT_EQ(found.instances, 18u);  // 2 to 4 users, 1 to 3 rounds, two noises
}

TEST(RingBound, AFalseOneOnAShareIsRefutedInFractions) {
  const auto found = ring_refuted("exact <= 3/2");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.dump(),
            R"({"users":2,"rounds":2,"local_epsilon":0.1,"local_delta":1e-05,"delta_prime":1e-05})");
  EXPECT_EQ(found.witness->claimed + " " + found.witness->actual, "3/2 2");
  EXPECT_EQ(found.witness->certificate, run::Certificate::exact);
}

TEST(RingBound, AFalseOneOnEpsilonIsRefutedByDigits) {
  const auto found = ring_refuted("epsilon(published_delta) <= published/10 and n >= 2");
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->certificate, run::Certificate::interval);
  EXPECT_EQ(ring_refuted("renyi(2) < rounds/sigma^2").verdict, Verdict::inconclusive);  // equal, and irrational
}

TEST(RingBound, AGeneratedOneIsShrunk) {
  const auto found = ring_refuted("n <= 6", {.all_users = 0, .random_users = 20});
  ASSERT_TRUE(found.witness);
  EXPECT_EQ(found.witness->instance.at("users"), 7);
  EXPECT_EQ(found.witness->instance.at("rounds"), 1);
  EXPECT_EQ(found.witness->instance.at("local_epsilon"), 0.1);
}

TEST(RingBound, TheoremOneIsNotAskedBeyondItsRange) {
  RingDomain domain;
  domain.noises.epsilon = {2};
  EXPECT_EQ(tests::message_of([&] { static_cast<void>(ring_refuted("epsilon(0.1) <= published", domain)); }),
            "HS-203 bound: `published` is for `epsilon` < 1, as the classical calibration is");
}

}  // namespace
