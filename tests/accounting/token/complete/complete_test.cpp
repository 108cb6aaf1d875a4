// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/protocol/token/token.hpp>

namespace hearsay::accounting {
namespace {

using testing::HasSubstr;

TEST(WalkComplete, PublishedIsPrintedAndRepairedRestoresTheFactor) {
  const TokenQuestion q{
      .users = 100, .steps = 10'000, .epsilon = 0.5, .delta = 1e-6, .delta_prime = 1e-6, .delta_hat = 1e-6};
  const double level = std::log(1e6), cycles = 200.0 + std::sqrt(300.0 * level), each = 0.15;
  EXPECT_NEAR(token_published(q).value.epsilon,
              std::sqrt(2.0 * cycles * level) * each + cycles * 0.5 * std::expm1(each), 1e-9);
  EXPECT_NEAR(token_published(q).value.delta, cycles * 1e-6 + 2e-6, 1e-15);
  const double exact = 100.0 + static_cast<double>(visits_exact(10'000, 0.01, 1e-6));
  EXPECT_NEAR(token_repaired(q).value.epsilon, std::sqrt(2.0 * exact * level) * each + exact * each * std::expm1(each),
              1e-9);
  EXPECT_TRUE(token_published(q).valid && token_repaired(q).valid);
  auto few = q;
  few.steps = 1000;
  EXPECT_FALSE(token_published(few).valid);
  EXPECT_THAT(token_published(few).why, HasSubstr("Chernoff"));
  EXPECT_TRUE(token_repaired(few).valid);
}

TEST(WalkComplete, SgdIsProvedForOneContributionOnly) {
  TokenQuestion q{.users = 1000, .steps = 1, .epsilon = 0.5, .delta = 1e-6, .task = TokenTask::sgd};
  EXPECT_TRUE(token_repaired(q).valid) << token_repaired(q).why;
  q.steps = 10'000;
  EXPECT_FALSE(token_repaired(q).valid);
  EXPECT_THAT(token_repaired(q).why, HasSubstr("several contributions"));
}

TEST(WalkComplete, SgdIsTheoremFour) {
  const TokenQuestion q{
      .users = 2, .steps = 66, .epsilon = 0.9999, .delta = 0.4999, .delta_hat = 0.01, .task = TokenTask::sgd};
  EXPECT_NEAR(token_published(q).value.epsilon, 7.54924935,
              1e-8);  // by hand: q = 2 N ln(2)/2, N = 33 + sqrt(99 ln 100)
  EXPECT_NEAR(token_published(q).value.delta, 0.5099, 1e-12);
  EXPECT_FALSE(token_repaired(q).valid);
  const double sigma = sgd_sigma(2000.0, 12.0, 1.0, 1e-6, false);
  EXPECT_NEAR(sgd_epsilon(2000.0, 12.0, sigma, 1e-6, false), 1.0, 1e-9);
  EXPECT_LT(sgd_sigma(2000.0, 12.0, 1.0, 1e-6, true), sigma);
}

TEST(WalkComplete, TheBestLocalGuaranteeIsTheSmallestValidOne) {
  Guarantee good{{2.0, 1e-5}, true, ""}, better{{1.0, 1e-5}, true, ""}, void_one{{0.0, 1.0}, false, ""};
  EXPECT_EQ((LocalGuarantees{.plain = better, .advanced = good, .optimal = void_one, .gaussian = void_one}
                 .best()
                 .value.epsilon),
            1.0);
  EXPECT_EQ(
      (LocalGuarantees{.plain = good, .advanced = void_one, .optimal = good, .gaussian = better}.best().value.epsilon),
      1.0);
  EXPECT_FALSE((LocalGuarantees{.plain = void_one, .advanced = void_one, .optimal = void_one, .gaussian = void_one}
                    .best()
                    .valid));
}

}  // namespace
}  // namespace hearsay::accounting
