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
  const auto found = rumor_exact_report(crowd, {.muting = 0.0});
  EXPECT_NEAR(found.delta.estimate(), 0.25, 1e-9);
  EXPECT_NEAR(found.uncertainty.estimate(), 1.0, 1e-9);
}

// Appendix A.2: an eavesdropper who sees each message with probability b is as good as b n curious nodes at s = 0.
TEST(RumorExactReport, AnEavesdropperNeedsNobodyCurious) {
  const auto found =
      rumor_exact_report(rumor_crowd(4, 0), {.muting = 0.0, .sight = RumorSight::eavesdropper, .seen = 0.25});
  EXPECT_NEAR(found.delta.estimate(), 0.25, 1e-9);
}

// Appendix A.3: the index of a message tells when it was sent, so delta is at least b; what curious nodes send adds
// nothing.
TEST(RumorExactReport, KnowsWhatTheAdversarySees) {
  const auto crowd = rumor_crowd(4, 1);
  const auto ordered = rumor_exact_report(crowd, {.muting = 0.5}),
             involved = rumor_exact_report(crowd, {.muting = 0.5, .sight = RumorSight::involved}),
             timed = rumor_exact_report(crowd, {.muting = 0.5, .sight = RumorSight::timed});
  EXPECT_GE(timed.delta.upper(), ordered.delta.lower());
  EXPECT_GE(timed.delta.upper(), rumor_timed_delta_limit(crowd));
  EXPECT_GE(involved.delta.upper(), ordered.delta.lower());
  EXPECT_LE(involved.delta.lower(), rumor_delta_bound(crowd, 0.5));
}

// Appendix B: the delayed start has delta(0) = f/n.
TEST(RumorExactReport, StartsLate) {
  const auto found = rumor_exact_report(rumor_crowd(5, 2), {.muting = 1.0, .delayed = true});
  EXPECT_NEAR(found.delta.estimate(), 0.4, 1e-9);
}

TEST(RumorExactReport, NobodyCuriousSeesNothing) {
  const auto found = rumor_exact_report(rumor_crowd(5, 0), {.muting = 0.5, .delta = 0.1});
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
