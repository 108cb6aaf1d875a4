// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/system/ranks.hpp>

namespace hearsay {
namespace {

// Several processes are tests/cli/mpi_test.py.
TEST(Ranks, WithoutMpirunOneProcessIsAloneAndTheRoot) {
  EXPECT_EQ(ranks::rank(), 0);
  EXPECT_EQ(ranks::count(), 1);
  EXPECT_TRUE(ranks::is_root());
  EXPECT_TRUE(ranks::alone());
  EXPECT_FALSE(ranks::started_beside_another());
}

}  // namespace
}  // namespace hearsay
