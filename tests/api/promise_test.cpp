// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/promise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "tests/error_message.hpp"

namespace hearsay::api {
namespace {

using accounting::LossUnit;
using testing::HasSubstr;
using testing::StartsWith;
using tests::message_of;

TEST(StatedLoss, IsTheUnitWithItsParameterAndBound) {
  const auto epsilon = stated_loss("epsilon(1e-5) <= 2");
  EXPECT_EQ(epsilon.claim.unit, LossUnit::epsilon);
  EXPECT_EQ(epsilon.claim.bound, 2.0);
  EXPECT_EQ(epsilon.parameter, 1e-5);
  const auto renyi = stated_loss("renyi(3.5) <= 0.25");
  EXPECT_EQ(renyi.claim.unit, LossUnit::renyi);
  EXPECT_EQ(renyi.claim.bound, 0.25);
  EXPECT_EQ(renyi.parameter, 3.5);
}

TEST(StatedLoss, RefusesWhatIsNoNumberInOneOfTheTwoUnits) {
  for (const std::string text : {"mu <= 1", "exact <= 0.5", "attack_tpr(0.01) <= 0.1", "renyi(2) <= published"}) {
    EXPECT_THAT(message_of([&] { (void)stated_loss(text); }),
                StartsWith("HS-203 `promise`: must be 'epsilon(DELTA) <= E'"))
        << text;
  }
}

TEST(StatedLoss, RefusesWhatAuditsRefuse) {
  for (const std::string text : {"", "epsilon", "epsilon <= 2", "epsilon(1e-5) >= 2", "epsilon(1e-5) <= two",
                                 "epsilon(2) <= 1", "renyi(1) <= 1", "loss(2) <= 1"}) {
    const auto message = message_of([&] { (void)stated_loss(text); });
    EXPECT_THAT(message, HasSubstr("`promise`")) << text;
    EXPECT_THAT(message, testing::Not(StartsWith("HS-203"))) << text;
  }
}

TEST(PromisedLoss, OfEpsilonTakesADelta) {
  const PromisedLoss none, epsilon{.epsilon = 1.0, .renyi = {}}, renyi{.epsilon = {}, .renyi = 1.0};
  EXPECT_EQ(message_of([&] { require_claim("here", none, {}); }), "no error");
  EXPECT_EQ(message_of([&] { require_claim("here", renyi, {}); }), "no error");
  EXPECT_EQ(message_of([&] { require_claim("here", epsilon, 1e-5); }), "no error");
  EXPECT_THAT(message_of([&] { require_claim("here", epsilon, {}); }),
              testing::AllOf(StartsWith("HS-203 here: `claimed_epsilon`"), HasSubstr("so it needs `delta`")));
}

TEST(PromisedLoss, HasABoundThatIsFiniteAndNotNegative) {
  for (const double bound : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THAT(message_of([&] { require_claim("here", {.epsilon = bound, .renyi = {}}, 1e-5); }),
                StartsWith("HS-101 here: `claimed_epsilon` = "));
    EXPECT_THAT(message_of([&] { require_claim("here", {.epsilon = {}, .renyi = bound}, {}); }),
                StartsWith("HS-101 here: `claimed_renyi` = "));
  }
}

TEST(PromisedLoss, NamesWhomItsJsonIsAbout) {
  const accounting::GaussianLossScale scale{.alpha = 3.0, .delta = 1e-6};
  const auto epsilon = claim_json({.epsilon = 2.0, .renyi = {}}, scale);
  EXPECT_EQ(epsilon.at("delta"), 1e-6);
  EXPECT_EQ(epsilon.at("claimed"), 2.0);
  EXPECT_THAT(epsilon.at("adversary").get<std::string>(), HasSubstr("own noise known"));
  const auto renyi = claim_json({.epsilon = {}, .renyi = 0.5, .trust = "own-noise-unknown"}, scale);
  EXPECT_EQ(renyi.at("order"), 3.0);
  EXPECT_FALSE(renyi.contains("delta"));
  EXPECT_THAT(renyi.at("adversary").get<std::string>(), HasSubstr("all noise unknown"));
}

}  // namespace
}  // namespace hearsay::api
