// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

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

// Against 4,000 orders; by Mironov's conversion it would be more.
TEST(WalkComplete, SgdIsProvedForSeveralContributionsByTheBestOrder) {
  const TokenQuestion q{
      .users = 2000, .steps = 20'000, .epsilon = 0.9, .delta = 1e-6, .delta_hat = 1e-6, .task = TokenTask::sgd};
  const auto found = token_repaired(q);
  EXPECT_TRUE(found.valid) << found.why;
  EXPECT_NEAR(found.value.delta, 2e-6, 1e-18);
  const auto count = static_cast<double>(visits_exact(20'000, 1.0 / 2000, 1e-6));
  const double square = 0.81 / (2.0 * std::log(1.25e6)), hidden = 2.0 * std::log(1000.0) / 1998.0;
  double best = 1e9;
  for (double order = 1e-3; order < 100.0; order *= 1.005) {
    const double moment = count * std::log1p(hidden * std::expm1(0.5 * (1.0 + order) * order * square));
    best = std::min(best, (moment + std::log(1e6) - std::log1p(order)) / order + std::log(order / (1.0 + order)));
  }
  EXPECT_NEAR(found.value.epsilon, best, 1e-4 * best);
  EXPECT_NEAR(best, 0.9677, 1e-4);
}

// The mean of 1/t for a geometric t of parameter p, term by term.
TEST(WalkComplete, AContributionToSgdIsHiddenUpToTheNextEvent) {
  for (const auto& [users, colluders] : {std::pair{2, 1}, {3, 1}, {10, 1}, {10, 3}, {1000, 1}}) {
    const double p = (colluders + 1.0) / users;
    double mean = 0.0, chance = p;
    for (int t = 1; chance > 1e-18; ++t) mean += chance / t, chance *= 1.0 - p;
    EXPECT_NEAR(sgd_contribution(users, colluders), (std::exp(1.0) - 1.0) * mean, 1e-12) << users;
  }
}

// By hand: n = 3, L = 2 and e^epsilon = 3 give gamma = 1/2, y = ln 2, w = 3/4; T = 8, delta = e^(-3/4) give s = 1/(2y).
TEST(WalkComplete, HistogramIsTheCompositionOfItsSteps) {
  const TokenQuestion q{.users = 3, .steps = 8, .epsilon = std::log(3.0), .task = TokenTask::histogram};
  const double y = std::log(2.0), moment = 8.0 * std::log(0.25 + 0.75 * std::exp(0.125 + 0.25 * y));
  EXPECT_NEAR(histogram_walk_epsilon(q, std::exp(-0.75)), 2.0 * y * (moment + 0.75), 1e-12);
  EXPECT_NEAR(histogram_walk_epsilon(q, 1e-30), 8.0 * y, 1e-12);
}

TEST(WalkComplete, SgdIsTheoremFour) {
  const TokenQuestion q{
      .users = 2, .steps = 66, .epsilon = 0.9999, .delta = 0.4999, .delta_hat = 0.01, .task = TokenTask::sgd};
  EXPECT_NEAR(token_published(q).value.epsilon, 7.54924935,
              1e-8);  // by hand: q = 2 N ln(2)/2, N = 33 + sqrt(99 ln 100)
  EXPECT_NEAR(token_published(q).value.delta, 0.5099, 1e-12);
  EXPECT_TRUE(token_repaired(q).valid);  // for two users every contribution is seen under its own noise alone
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
