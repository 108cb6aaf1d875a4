// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "controls/learning_controls.hpp"
#include "props/learning/learning_checks.hpp"
#include "tests/controls/quick.hpp"

namespace hearsay::controls {
namespace {

TEST(LearningControls, AGradientWithoutLabelsIsRefuted) {
  EXPECT_EQ(props::check_gradient(props::library_gradient, quick("learn.gradient")).verdict, Verdict::holds);
  EXPECT_EQ(props::check_gradient(unlabelled_gradient, quick("learn.gradient")).verdict, Verdict::refuted);
}

TEST(LearningControls, GossipWithOtherNoiseThanTheServerIsRefuted) {
  EXPECT_EQ(props::check_central_equivalence(learning::descend, quick("learn.central_equivalence")).verdict,
            Verdict::holds);
  EXPECT_EQ(props::check_central_equivalence(descend_with_other_noise, quick("learn.central_equivalence")).verdict,
            Verdict::refuted);
}

}  // namespace
}  // namespace hearsay::controls
