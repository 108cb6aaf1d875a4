// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/accountant.hpp>

#include <gtest/gtest.h>

#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/divergence/renyi_dp.hpp>

#include "tests/accountant_laws.hpp"

namespace hearsay::divergence {
namespace {

static_assert(Accountant<Composition> && Accountant<GaussianDp> && Accountant<OptimalComposition> &&
              Accountant<RenyiDp>);
static_assert(!Accountant<Pld>);

const std::vector<double> deltas{1e-2, 1e-5, 1e-9};

TEST(Accountant, LawsHoldForACompositionOfPrivacyLosses) {
  const auto pld = Pld::gaussian(0.5, 1e-3);
  tests::expect_accountant_laws(Composition(pld, 4), deltas);
}

TEST(Accountant, LawsHoldForGaussianDp) { tests::expect_accountant_laws(GaussianDp(1.0), deltas); }

TEST(Accountant, LawsHoldForTheBestCompositionOfPromises) {
  tests::expect_accountant_laws(OptimalComposition({0.1, 1e-12}, 30), deltas);
}

TEST(Accountant, LawsHoldForRenyiDp) {
  tests::expect_accountant_laws(RenyiDp([](double alpha) { return 0.5 * alpha; }), deltas);
}

// What the bracket leaves open stays open.
TEST(Accountant, AClaimBetweenTheEndsIsInconclusive) {
  const GaussianDp accountant(Bracket(0.9, 1.0, 1.1));
  const double delta = 1e-5, least = GaussianDp(0.9).epsilon(delta).lower(),
               most = GaussianDp(1.1).epsilon(delta).upper();
  EXPECT_EQ(judge(accountant, {most, delta}), Verdict::holds);
  EXPECT_EQ(judge(accountant, {0.5 * (least + most), delta}), Verdict::inconclusive);
  EXPECT_EQ(judge(accountant, {least, delta}), Verdict::inconclusive);  // exactly `least` may be the truth
  EXPECT_EQ(judge(accountant, {0.999 * least, delta}), Verdict::refuted);
}

}  // namespace
}  // namespace hearsay::divergence
