// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "controls/continual_controls.hpp"
#include "props/stream/losses.hpp"
#include "tests/controls/quick.hpp"

namespace hearsay::controls {
namespace {

TEST(StreamControl, ForgettingTheNoiseOfLaterRoundsIsExposed) {
  EXPECT_EQ(props::stream_loss_is_exact(quick("stream.thm12"), later_noise_forgotten).verdict, Verdict::refuted);
  EXPECT_EQ(props::stream_loss_is_a_projector(quick("stream.projector"), later_noise_forgotten).verdict,
            Verdict::refuted);
  EXPECT_EQ(props::stream_loss_of_messages_is_exact(quick("muffliato.thm6.repaired"), later_noise_forgotten).verdict,
            Verdict::refuted);
}

TEST(StreamControl, KeepingTheObserversOwnNoiseIsExposed) {
  EXPECT_EQ(props::stream_loss_of_messages_is_exact(quick("muffliato.thm6.repaired"), own_noise_kept).verdict,
            Verdict::refuted);
  EXPECT_EQ(props::stream_loss_grows_by_the_leverage(quick("stream.thm16.repaired"), own_noise_kept).verdict,
            Verdict::refuted);
}

TEST(StreamControl, TheAccountantItselfPassesTheSameChecks) {
  EXPECT_EQ(props::stream_loss_is_exact(quick("stream.thm12"), props::exact_stream_loss).verdict, Verdict::holds);
  EXPECT_EQ(props::stream_loss_is_a_projector(quick("stream.projector"), props::exact_stream_loss).verdict,
            Verdict::holds);
  EXPECT_EQ(props::stream_loss_of_messages_is_exact(quick("muffliato.thm6.repaired"), props::exact_stream_loss).verdict,
            Verdict::holds);
  EXPECT_EQ(props::stream_loss_grows_by_the_leverage(quick("stream.thm16.repaired"), props::exact_stream_loss).verdict,
            Verdict::holds);
}

}  // namespace
}  // namespace hearsay::controls
