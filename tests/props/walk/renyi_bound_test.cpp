// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/walk/renyi_bound.hpp"

#include <gtest/gtest.h>

namespace hearsay::props {
namespace {

// One bound asked about walks that differ in one quantity each says of each what a new one says.
TEST(WalkRenyiBound, TheKeptCurveIsThatOfTheWalk) {
  using Question = accounting::TokenQuestion;
  const Question first{.users = 20, .steps = 60};
  std::vector<Question> walks(8, first);
  walks[1].delta_hat = 1e-3;
  walks[2].delta = 1e-3;
  walks[3].epsilon = 0.9;
  walks[4].steps = 61;
  walks[5].users = 21;
  walks[6].task = accounting::TokenTask::sgd;
  walks[7].known_neighbors = true;
  WalkRenyiBound kept;
  for (const auto& walk : walks) {
    for (const double delta : {1e-5, 1e-2}) EXPECT_EQ(kept(walk, delta), WalkRenyiBound()(walk, delta));
  }
  EXPECT_NE(kept(walks[2], 1e-2), kept(walks[0], 1e-2));
}

}  // namespace
}  // namespace hearsay::props
