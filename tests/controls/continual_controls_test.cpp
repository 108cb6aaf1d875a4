#include <gtest/gtest.h>

#include "controls/continual_controls.hpp"
#include "props/stream/losses.hpp"

namespace hearsay::controls {
namespace {

constexpr run::Context quick{.effort = run::Effort::quick};

TEST(StreamControl, ForgettingTheNoiseOfLaterRoundsIsExposed) {
  EXPECT_EQ(props::stream_loss_is_exact(quick, later_noise_forgotten).verdict, Verdict::refuted);
  EXPECT_EQ(props::stream_loss_is_a_projector(quick, later_noise_forgotten).verdict, Verdict::refuted);
  EXPECT_EQ(props::stream_loss_of_messages_is_exact(quick, later_noise_forgotten).verdict, Verdict::refuted);
}

TEST(StreamControl, KeepingTheObserversOwnNoiseIsExposed) {
  EXPECT_EQ(props::stream_loss_of_messages_is_exact(quick, own_noise_kept).verdict, Verdict::refuted);
  EXPECT_EQ(props::stream_loss_grows_by_the_leverage(quick, own_noise_kept).verdict, Verdict::refuted);
}

TEST(StreamControl, TheAccountantItselfPassesTheSameChecks) {
  EXPECT_EQ(props::stream_loss_is_exact(quick, props::exact_stream_loss).verdict, Verdict::holds);
  EXPECT_EQ(props::stream_loss_is_a_projector(quick, props::exact_stream_loss).verdict, Verdict::holds);
  EXPECT_EQ(props::stream_loss_of_messages_is_exact(quick, props::exact_stream_loss).verdict, Verdict::holds);
  EXPECT_EQ(props::stream_loss_grows_by_the_leverage(quick, props::exact_stream_loss).verdict, Verdict::holds);
}

}  // namespace
}  // namespace hearsay::controls
