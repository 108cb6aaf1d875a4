// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include "api/account_ring.hpp"
#include "tests/error_message.hpp"

namespace hearsay::api {
namespace {

using accounting::Noise;
using tests::message_of;

const RingQuestion question{
    .token = {.users = 5, .rounds = 2, .epsilon = 0.5, .delta_prime = 1e-5, .noise = Noise::gaussian}, .delta = 1e-5};

TEST(AccountRing, NoiseSaysWhetherThereIsADelta) {
  auto laplace = question;
  laplace.token.noise = Noise::laplace;
  EXPECT_EQ(message_of([&] { (void)account_ring(laplace); }),
            "HS-203 `delta`: must be left out for Laplace noise, whose delta is 0");
  laplace.delta.reset();
  EXPECT_TRUE(account_ring(laplace).report.scale);
  auto gaussian = question;
  gaussian.delta.reset();
  EXPECT_EQ(message_of([&] { (void)account_ring(gaussian); }),
            "HS-203 `delta`: is required, unless `noise` is laplace");
}

TEST(AccountRing, ResultRepeatsQuestionAndOrigin) {
  const auto result = to_json(account_ring(question), {.seed = 7, .jobs = 1, .seconds = 0.0, .command_line = {}});
  EXPECT_EQ(result.at("command"), "account ring");
  EXPECT_EQ(result.at("seed"), 7);
  EXPECT_EQ(result.at("parameters").at("delta"), 1e-5);
  EXPECT_EQ(result.at("parameters").at("noise"), "classical");
  EXPECT_EQ(result.at("noise_events").at("published").get<int>() + 1,
            result.at("noise_events").at("repaired").get<int>());
}

TEST(AccountRing, ProofsAreOfSumsWithGaussianNoiseAndFewSteps) {
  EXPECT_FALSE(proofs_of(account_ring(question)).certificates.empty());
  auto many = question;
  many.token.users = 100'000, many.token.rounds = 2;
  EXPECT_THAT(proofs_of(account_ring(many)).missing,
              testing::ElementsAre("more than 100000 steps have no certificate"));
}

}  // namespace
}  // namespace hearsay::api
