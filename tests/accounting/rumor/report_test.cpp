// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/report.hpp>

namespace hearsay::accounting {
namespace {

using By = RumorSuccessCap::By;

TEST(RumorBounds, AreThoseOfTheTheorems) {
  const auto crowd = rumor_crowd(20, 2);
  const auto bounds = rumor_bounds(crowd, 0.5, 0.1);
  EXPECT_EQ(bounds.delta_limit, rumor_delta_limit(crowd, 0.1));
  EXPECT_EQ(bounds.delta_bound, rumor_delta_bound(crowd, 0.5, 0.1));
  EXPECT_EQ(bounds.uncertainty_limit, rumor_uncertainty_limit(crowd));
  EXPECT_EQ(bounds.uncertainty_bound, rumor_uncertainty_bound(crowd, 0.5));
}

// muting 0 attains Theorem 5 on the complete graph with self-sends: delta = f/n and uncertainty n/(f+1) - 1.
TEST(RumorExactReport, WithoutMutingAttainsTheLimits) {
  const auto crowd = rumor_crowd(4, 1);
  const auto found = rumor_exact_report(crowd, {.muting = 0.0}, RumorEnd::unending);
  EXPECT_NEAR(found.delta.estimate(), 0.25, 1e-9);
  EXPECT_NEAR(found.uncertainty.estimate(), 1.0, 1e-9);
}

TEST(RumorExactReport, NobodyCuriousSeesNothing) {
  const auto found = rumor_exact_report(rumor_crowd(5, 0), {.muting = 0.5, .delta = 0.1}, RumorEnd::unending);
  EXPECT_EQ(found.delta.upper(), 0.0);
  EXPECT_EQ(found.uncertainty.lower(), 4.0);
  EXPECT_EQ(found.epsilon->upper(), 0.0);
}

TEST(RumorSuccessCap, GrowsWithTheRumorsUpToCertainty) {
  const auto crowd = rumor_crowd(30, 3);
  const double delta = rumor_delta_bound(crowd, 0.5);
  const auto one = rumor_success_cap({.crowd = crowd, .muting = 0.5, .suspects = 4}),
             two = rumor_success_cap({.crowd = crowd, .muting = 0.5, .suspects = 4, .rumors = 2});
  EXPECT_EQ(one.by, By::privacy_bound);
  EXPECT_EQ(*one.success, rumor_attack_cap(delta, 4));
  EXPECT_EQ(*two.success, rumor_attack_cap(2.0 * delta, 4));
  EXPECT_EQ(*rumor_success_cap({.crowd = crowd, .muting = 0.5, .suspects = 4, .rumors = 1000}).success, 1.0);
}

TEST(RumorSuccessCap, OfTerminatedTranscriptsIsExactOrNone) {
  const auto cap = [](std::int64_t nodes, std::int64_t curious) {
    return rumor_success_cap(
        {.crowd = rumor_crowd(nodes, curious), .muting = 0.5, .suspects = 2, .end = RumorEnd::terminated});
  };
  EXPECT_EQ(cap(10, 0).by, By::nobody_curious);
  EXPECT_EQ(*cap(10, 0).success, 0.5);
  EXPECT_EQ(cap(4, 1).by, By::exact_delta);
  EXPECT_GT(*cap(4, 1).success, 0.5);
  EXPECT_EQ(cap(7, 1).by, By::nothing);
  EXPECT_FALSE(cap(7, 1).success);
}

TEST(RumorComputedSuccess, IsOfOneRumorAndUnendingTranscripts) {
  const auto crowd = rumor_crowd(30, 3);
  const auto found = rumor_computed_success({.crowd = crowd, .muting = 0.5, .suspects = 27});
  EXPECT_EQ(found.exact, rumor_map_success(crowd, 0.5, 27).estimate());
  EXPECT_FALSE(found.approximation);
  for (const auto& unknown :
       {rumor_computed_success({.crowd = crowd, .muting = 0.5, .suspects = 27, .rumors = 2}),
        rumor_computed_success({.crowd = crowd, .muting = 0.5, .suspects = 27, .end = RumorEnd::terminated})}) {
    EXPECT_FALSE(unknown.exact || unknown.approximation);
  }
}

}  // namespace
}  // namespace hearsay::accounting
