// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/protocol/gossip/averaging.hpp>

#include "controls/gossip_controls.hpp"
#include "props/view/view_checks.hpp"
#include "tests/controls/quick.hpp"
#include "tests/graphs.hpp"

// Implementations that are wrong on purpose, each before the check that must expose it; the same check passes the
// library.

namespace hearsay::controls {
namespace {

TEST(GossipControls, TheLibraryPassesTheChecksThatTheyFail) {
  const auto view = [](const auto& w, auto observers, int steps) {
    return accounting::gossip_view(w, observers, steps);
  };
  const auto losses = [](const auto& w, auto observers, int steps) {
    return accounting::gossip_losses(w, observers, steps);
  };
  EXPECT_EQ(props::matrix_matches_transcript(quick("view.matrix_matches_transcript"), view).verdict, Verdict::holds);
  EXPECT_EQ(props::losses_match_definition(quick("view.losses_match_definition"), losses).verdict, Verdict::holds);
  EXPECT_EQ(props::view_is_monotone(quick("view.monotone"), losses).verdict, Verdict::holds);
}

// Powers of W forget all but the slowest directions, so their singular values understate the leak.
TEST(GossipControls, PowersOfWUnderstateTheRank) {
  const auto w = graph::gossip_matrix(testing::grid(8, 8), graph::Weights::metropolis);
  const std::vector<graph::Node> observer{0};
  const auto wrong = powers_of_w(w, observer, 60), right = accounting::gossip_losses(w, observer, 60);
  EXPECT_EQ(right.rank, 64);  // exact rank: tests/accounting/gossip/exact_test.cpp
  EXPECT_LT(wrong.rank, 50);
  EXPECT_LT(wrong.exact.minCoeff(), right.exact.minCoeff() - 0.1);
  EXPECT_GT(right.exact.minCoeff(), 1.0 - 1e-9);
}

TEST(GossipControls, AViewThatStartsOneRoundLateIsExposedByTheTranscript) {
  const auto finding = props::matrix_matches_transcript(quick("view.matrix_matches_transcript"), late_view);
  EXPECT_EQ(finding.verdict, Verdict::refuted);
  ASSERT_TRUE(finding.witness);
  EXPECT_EQ(finding.witness->instance.at("steps"), 1);  // shrinks to the first message
}

TEST(GossipControls, ANormThatIsNotSquaredIsExposedByTheDefinition) {
  const auto finding = props::losses_match_definition(quick("view.losses_match_definition"), norm_not_squared);
  EXPECT_EQ(finding.verdict, Verdict::refuted);
  ASSERT_TRUE(finding.witness);
  EXPECT_EQ(finding.witness->claimed.rfind("published", 0), 0u) << finding.witness->claimed;
}

TEST(GossipControls, OwnNoiseOfTheWrongNodeIsExposedByTheDefinition) {
  const auto finding =
      props::losses_match_definition(quick("view.losses_match_definition"), own_noise_of_the_wrong_node);
  EXPECT_EQ(finding.verdict, Verdict::refuted);
  ASSERT_TRUE(finding.witness);
  EXPECT_EQ(finding.witness->claimed.rfind("exact with own noise", 0), 0u) << finding.witness->claimed;
}

TEST(GossipControls, ReusedNoiseIsExposedByItsCovariance) {
  EXPECT_EQ(props::noise_is_independent(quick("view.noise_is_independent"), reused_noise).verdict, Verdict::refuted);
  EXPECT_EQ(props::noise_is_independent(quick("view.noise_is_independent"), protocol::with_noise).verdict,
            Verdict::holds);
}

TEST(GossipControls, NoiseRepeatedInEveryRunIsExposedByItsCovariance) {
  const auto same_every_run = [](Eigen::MatrixXd inputs, double sigma, random::Seed seed, std::uint32_t) {
    return protocol::with_noise(std::move(inputs), sigma, seed, 0);
  };
  EXPECT_EQ(props::noise_is_independent(quick("view.noise_is_independent"), same_every_run).verdict, Verdict::refuted);
}

// What the control understates: the wrong columns leave the observer's own noise in its view, and more steps cannot
// mend it.
TEST(GossipControls, OwnNoiseOfTheWrongNodeIsNotMonotone) {
  EXPECT_EQ(props::view_is_monotone(quick("view.monotone"), own_noise_of_the_wrong_node).verdict, Verdict::refuted);
}

}  // namespace
}  // namespace hearsay::controls
