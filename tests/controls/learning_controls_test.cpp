#include <gtest/gtest.h>

#include "controls/learning_controls.hpp"
#include "props/learning/learning_checks.hpp"

namespace hearsay::controls {
namespace {

const run::Context context{.effort = run::Effort::quick};

TEST(LearningControls, AGradientWithoutLabelsIsRefuted) {
  EXPECT_EQ(props::check_gradient(props::library_gradient, context).verdict, Verdict::holds);
  EXPECT_EQ(props::check_gradient(unlabelled_gradient, context).verdict, Verdict::refuted);
}

TEST(LearningControls, GossipWithOtherNoiseThanTheServerIsRefuted) {
  EXPECT_EQ(props::check_central_equivalence(learning::descend, context).verdict, Verdict::holds);
  EXPECT_EQ(props::check_central_equivalence(descend_with_other_noise, context).verdict, Verdict::refuted);
}

}  // namespace
}  // namespace hearsay::controls
