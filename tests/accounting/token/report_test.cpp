// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/accounting/token/report.hpp>

namespace hearsay::accounting {
namespace {

TokenQuestion walk(TokenTask task = TokenTask::sum) {
  return {
      .users = 40, .steps = 200, .epsilon = 0.5, .delta = 1e-6, .delta_prime = 1e-6, .delta_hat = 1e-6, .task = task};
}

TEST(TokenTightest, TakesTheSmallerOfTwoUpperBounds) {
  const double delta = 1e-4;
  const auto found = token_tightest(walk(), delta, {.jobs = 1});
  ASSERT_TRUE(found.bracket);
  EXPECT_TRUE(found.guarantee.valid);
  EXPECT_EQ(found.guarantee.value.delta, delta);
  EXPECT_LE(found.guarantee.value.epsilon, walk_tight(walk(), delta).value.epsilon);
  EXPECT_EQ(found.guarantee.value.epsilon, found.bracket->upper());
  EXPECT_TRUE(found.no_bracket.empty());
}

TEST(TokenTightest, OfAHistogramWithHiddenNeighborsIsTheBracket) {
  const auto found = token_tightest(walk(TokenTask::histogram), 0.01, {.jobs = 1});
  ASSERT_TRUE(found.bracket);
  EXPECT_EQ(found.guarantee.value.epsilon, found.bracket->upper());
}

TEST(TokenTightest, SaysWhyThereIsNoBracket) {
  auto question = walk(TokenTask::histogram);
  question.known_neighbors = true;
  const auto found = token_tightest(question, 0.01, {.jobs = 1});
  EXPECT_FALSE(found.bracket);
  EXPECT_FALSE(found.guarantee.valid);
  EXPECT_FALSE(found.no_bracket.empty());
}

TEST(TokenTightest, PromisesNothingFromDeltaOneOn) {
  const auto found = token_tightest(walk(), 1.0, {.jobs = 1});
  EXPECT_FALSE(found.guarantee.valid);
  EXPECT_FALSE(found.bracket);
  EXPECT_EQ(found.no_bracket, "delta >= 1 gives no guarantee");
}

TEST(TokenReport, IsTheMethodsSideBySide) {
  const auto q = walk();
  const auto report = token_report(q, {.jobs = 1});
  EXPECT_EQ(report.published.value.epsilon, token_published(q).value.epsilon);
  EXPECT_EQ(report.repaired.value.epsilon, token_repaired(q).value.epsilon);
  EXPECT_EQ(report.tight.guarantee.value.delta, report.repaired.value.delta);
  EXPECT_EQ(report.local.best().value.epsilon, token_local(q).best().value.epsilon);
  EXPECT_EQ(report.visits.mean, 5.0);
  EXPECT_EQ(report.visits.exact, visits_exact(200, 1.0 / 40.0, 1e-6));
  EXPECT_GE(report.visits.bernstein, static_cast<double>(report.visits.exact));
}

// 30 contributions, a noise event after each 9 others: 1 + floor(29 / 9) = 4, printed as floor(30 / 9) = 3.
TEST(RingReport, OfASumCountsNoise) {
  RingQuestion q{.users = 10, .rounds = 3, .epsilon = 0.5, .delta = 1e-6, .delta_prime = 1e-6};
  const auto gaussian = ring_report(q);
  ASSERT_TRUE(gaussian.noise_events);
  EXPECT_EQ(gaussian.noise_events->published, 3);
  EXPECT_EQ(gaussian.noise_events->repaired, 4);
  EXPECT_EQ(gaussian.mu, ring_mu(q));
  EXPECT_FALSE(gaussian.scale);
  EXPECT_FALSE(gaussian.gamma);
  q.noise = Noise::laplace;
  const auto laplace = ring_report(q);
  EXPECT_EQ(laplace.scale, 2.0);
  EXPECT_FALSE(laplace.mu);
}

TEST(RingReport, OfAHistogramHasBothGammas) {
  const RingQuestion q{.users = 20,
                       .rounds = 2,
                       .epsilon = 0.5,
                       .delta = 1e-6,
                       .delta_prime = 1e-6,
                       .task = TokenTask::histogram,
                       .buckets = 3};
  const auto report = ring_report(q);
  ASSERT_TRUE(report.gamma);
  EXPECT_EQ(report.gamma->published, ring_response_published(q).value.gamma);
  EXPECT_EQ(report.gamma->repaired, ring_response_repaired(q).value.gamma);
  EXPECT_FALSE(report.noise_events);
}

}  // namespace
}  // namespace hearsay::accounting
