// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/promise.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include <hearsay/divergence/gaussian.hpp>
#include "tests/error_message.hpp"

namespace hearsay::audit {
namespace {

TEST(Promise, IsReadWithItsUnit) {
  const auto renyi = parse_promise(" renyi( 2.5 )<= 0.1 ");
  EXPECT_EQ(renyi.text, "renyi( 2.5 )<= 0.1");
  EXPECT_EQ(renyi.quantity, Quantity::renyi);
  EXPECT_EQ(renyi.parameter, 2.5);
  EXPECT_EQ(renyi.bound, 0.1);
  EXPECT_EQ(parse_promise("epsilon(1e-5) <= 1.5").parameter, 1e-5);
  EXPECT_EQ(parse_promise("mu <= published").bound, std::nullopt);
  EXPECT_EQ(tests::message_of([] { (void)parse_promise("epsilon <= 1.5", "here"); }),
            "HS-103 here: 'epsilon' needs a number in parentheses: epsilon(1e-5) <= 1.5");
}

TEST(Promise, IsReadAsPapersWriteIt) {
  const std::pair<std::string, std::string> pairs[] = {{"(2, 1e-5)-DP", "epsilon(1e-5) <= 2"},
                                                       {" ( 2.5,1e-5 ) -dp ", "epsilon(1e-5) <= 2.5"},
                                                       {"(2, 0.1)-RDP", "renyi(2) <= 0.1"},
                                                       {"0.5-GDP", "mu <= 0.5"}};
  for (const auto& [written, usual] : pairs) {
    const auto promise = parse_promise(written), same = parse_promise(usual);
    EXPECT_EQ(promise.text, usual);
    EXPECT_EQ(promise.quantity, same.quantity);
    EXPECT_EQ(promise.parameter, same.parameter);
    EXPECT_EQ(promise.bound, same.bound);
  }
  EXPECT_EQ(tests::message_of([] { (void)parse_promise("2-DP", "here"); }),
            "HS-103 here: '2-DP' is not a promise; write (EPSILON, DELTA)-DP");
  EXPECT_EQ(tests::message_of([] { (void)parse_promise("(1e-5, 2)-DP", "here"); }),
            tests::message_of([] { (void)parse_promise("epsilon(2) <= 1e-5", "here"); }));
}

TEST(Promise, LossesOfOneMessage) {
  // mu = 3 / 2 sqrt(share).
  const NoiseScale scale{.sigma = 2.0, .sensitivity = 3.0};
  const auto at = [&](const char* text, double share) {
    return promised_loss(parse_promise(text), scale, share, share);
  };
  EXPECT_TRUE(at("renyi(2) <= 1", 0.25).contains(0.5625));
  EXPECT_TRUE(at("mu <= 1", 0.25).contains(0.75));
  EXPECT_EQ(at("mu <= 1", 0.25).width(), 0.0);
  // epsilon is where the profile of the Gaussian mechanism is delta.
  const auto epsilon = at("epsilon(1e-5) <= 1", 0.25);
  EXPECT_LE(divergence::gaussian_delta(0.75, epsilon.upper()).lower(), 1e-5);
  EXPECT_GE(divergence::gaussian_delta(0.75, epsilon.lower()).upper(), 1e-5);
  // Phi(0 + 0.75) at a false positive rate of one half.
  const double power = 0.5 * std::erfc(-0.75 / std::numbers::sqrt2);
  EXPECT_NEAR(at("attack_tpr(0.5) <= 1", 0.25).estimate(), power, 1e-14);
  EXPECT_LT(at("attack_tpr(0.5) <= 1", 0.25).width(), 1e-12);
  EXPECT_EQ(at("exact <= 1", 0.25).estimate(), 0.25);
}

TEST(Promise, ThresholdsAreTheSharesAtWhichTheLossIsTheBound) {
  const NoiseScale scale{.sigma = 2.0, .sensitivity = 3.0};
  for (const std::string text :
       {"renyi(3) <= 0.7", "epsilon(1e-6) <= 2", "mu <= 1", "attack_tpr(0.01) <= 0.05", "exact <= 0.3"}) {
    const auto promise = parse_promise(text);
    const auto [safe, broken] = thresholds(promise, scale);
    EXPECT_LE(promised_loss(promise, scale, safe, safe).upper(), *promise.bound) << text;
    EXPECT_GT(promised_loss(promise, scale, broken, broken).lower(), *promise.bound) << text;
    EXPECT_LT(safe, broken) << text;
    EXPECT_LT(broken - safe, 1e-8) << text;
  }
  EXPECT_EQ(thresholds(parse_promise("renyi(2) <= 2.25"), scale).safe, 1.0);
  EXPECT_EQ(thresholds(parse_promise("renyi(2) <= 2.25"), scale).broken, 2.0);
  EXPECT_EQ(thresholds(parse_promise("attack_tpr(0.01) <= 0.001"), scale).safe, -1.0);
  EXPECT_EQ(thresholds(parse_promise("mu <= 0"), scale).safe, 0.0);
}

TEST(Promise, SigmaThatWouldDoKeepsItAndLessDoesNot) {
  const NoiseScale scale{.sigma = 2.0, .sensitivity = 3.0};
  for (const std::string text :
       {"renyi(3) <= 0.7", "epsilon(1e-6) <= 2", "epsilon(1e-6) <= 0", "mu <= 1", "attack_tpr(0.01) <= 0.05"}) {
    const auto promise = parse_promise(text);
    const double sigma = sigma_that_would_do(promise, scale, 0.6).value();
    EXPECT_LE(promised_loss(promise, {sigma, 3.0}, 0.6, 0.6).upper(), *promise.bound) << text;
    EXPECT_GT(promised_loss(promise, {sigma * (1 - 2e-6), 3.0}, 0.6, 0.6).upper(), *promise.bound) << text;
  }
  EXPECT_EQ(sigma_that_would_do(parse_promise("mu <= 0"), scale, 0.6), std::nullopt);
  EXPECT_EQ(sigma_that_would_do(parse_promise("attack_tpr(0.01) <= 0.01"), scale, 0.6), std::nullopt);
  EXPECT_EQ(sigma_that_would_do(parse_promise("exact <= 1"), scale, 0.6), std::nullopt);
  EXPECT_EQ(sigma_that_would_do(parse_promise("attack_tpr(0.01) <= 1"), scale, 0.6), 0.0);
  EXPECT_EQ(sigma_that_would_do(parse_promise("mu <= 0"), scale, 0.0), 0.0);
}

// What is printed has five digits, and is judged again as it is printed.
TEST(Promise, AdvisedSigmaKeepsItAsPrinted) {
  for (const std::string text : {"renyi(3) <= 0.7", "epsilon(1e-6) <= 2", "mu <= 1", "mu <= 5", "mu <= 0.3333",
                                 "attack_tpr(0.01) <= 0.05", "attack_tpr(0.001) <= 0.7"}) {
    const auto promise = parse_promise(text);
    for (int i = 1; i <= 40; ++i) {
      const double share = i / 40.0;
      const NoiseScale scale{.sigma = 1.0, .sensitivity = 0.1 * i};
      const auto text_of_sigma = fmt::format("{}", advised_sigma(promise, scale, share).value());
      const double sigma = std::stod(text_of_sigma), precise = sigma_that_would_do(promise, scale, share).value();
      EXPECT_EQ(fmt::format("{:.5g}", sigma), text_of_sigma);
      const auto verdict = promised_loss(promise, {sigma, scale.sensitivity}, share, share).upper();
      EXPECT_LE(verdict, *promise.bound) << text << " " << text_of_sigma;
      EXPECT_LE(sigma, precise * (1.0 + 1.01e-4)) << text;
    }
  }
  EXPECT_EQ(advised_sigma(parse_promise("mu <= 5"), {}, 1.0), 0.2);
  EXPECT_EQ(advised_sigma(parse_promise("mu <= 0"), {}, 0.6), std::nullopt);
  EXPECT_EQ(advised_sigma(parse_promise("attack_tpr(0.01) <= 1"), {}, 0.6), 0.0);
}

TEST(Promise, NothingIsLostWhereNothingChanges) {
  const NoiseScale scale{.sigma = 1.0, .sensitivity = 0.0};
  for (const std::string text : {"renyi(2) <= 0", "epsilon(1e-5) <= 0", "mu <= 0", "attack_tpr(0.01) <= 0.02"}) {
    const auto promise = parse_promise(text);
    EXPECT_EQ(thresholds(promise, scale).safe, 1.0) << text;
    EXPECT_LE(promised_loss(promise, scale, 1.0, 1.0).upper(), *promise.bound) << text;
  }
}

}  // namespace
}  // namespace hearsay::audit
