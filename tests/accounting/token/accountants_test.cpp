// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/token/complete/detail/binomial_gaussian.hpp>
#include <hearsay/accounting/token/complete/histogram.hpp>
#include <hearsay/accounting/token/complete/loss.hpp>
#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/accounting/token/ring/ring_histogram.hpp>

#include "tests/accountant_laws.hpp"

// What every accountant of the token obeys.

namespace hearsay::accounting {
namespace {

using divergence::Accountant;

static_assert(Accountant<BinomialGaussian> && Accountant<RingHistogram> && Accountant<RingLaplace> &&
              Accountant<TokenHistogram> && Accountant<TokenLoss>);

RingLaplace laplace(std::int64_t rounds) {
  return RingLaplace({.users = 5, .rounds = rounds, .epsilon = 0.5, .noise = Noise::laplace});
}

TEST(TokenAccountants, LawsHoldForABinomialNumberOfContributions) {
  tests::expect_accountant_laws(BinomialGaussian({.trials = 20, .chance = 0.2, .mu = 0.5}, 1e-14), {1e-2, 1e-4, 1e-6});
}

TEST(TokenAccountants, LawsHoldForLaplaceNoiseOnARing) {
  tests::expect_accountant_laws(laplace(1), {1e-2, 1e-4, 1e-6});
  tests::expect_accountant_laws(laplace(3), {1e-2, 1e-4, 1e-6});
}

TEST(TokenAccountants, LawsHoldForAHistogramOnARing) {
  tests::expect_accountant_laws(RingHistogram{.users = 4, .rounds = 2, .buckets = 2, .gamma = 0.5, .initial = 2},
                                {1e-1, 1e-2});
}

TEST(TokenAccountants, LawsHoldForAHistogramOnTheCompleteGraph) {
  tests::expect_accountant_laws(
      TokenHistogram({.users = 6, .steps = 20, .epsilon = 0.5, .task = TokenTask::histogram, .buckets = 3}),
      {1e-2, 1e-4, 1e-6});
}

TEST(TokenAccountants, LawsHoldForAWalkOnTheCompleteGraph) {
  tests::expect_accountant_laws(TokenLoss({.users = 4, .steps = 10}, 0.3, 1e-12, {.jobs = 1}), {1e-2, 1e-4});
}

// 1 - e^((epsilon - c)/2), the Laplace mechanism's own.
TEST(RingLaplace, OfOneLapIsTheLaplaceMechanism) {
  EXPECT_NEAR(laplace(1).delta(0.25).estimate(), -std::expm1(-0.125), 1e-15);
  EXPECT_EQ(laplace(1).delta(0.6).upper(), 0.0);
}

}  // namespace
}  // namespace hearsay::accounting
