// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <vector>

#include <hearsay/accounting/gossip/forever.hpp>
#include <hearsay/accounting/gossip/spectral_view.hpp>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using testing::metropolis;
using Starts = std::vector<Node>;

TEST(SpectralLosses, SayThatTheyCannotTell) {
  const auto pairs = eigenpairs(metropolis(testing::path(6)));
  EXPECT_LE(spectral_losses(pairs, Starts{0}, 6).accuracy, 1e-9);
  EXPECT_GE(spectral_losses(pairs, Starts{0}, 5).accuracy, 1e-3);  // a rank that is not this matrix's
  EXPECT_EQ(tests::message_of([&] { (void)spectral_losses(pairs, Starts{0}, 7); }),
            "HS-102 spectral_losses: rank 7 of 6 nodes");
}

TEST(SpectralView, OfNoNodeIsKnownToBeNothing) {
  const auto view = spectral_view(spectrum_of(metropolis(testing::path(6))), Starts{});
  EXPECT_EQ(view.share, Eigen::VectorXd::Zero(6));
  EXPECT_EQ(view.accuracy, 0.0);
  EXPECT_EQ(view.at_least, 0);
}

}  // namespace
}  // namespace hearsay::accounting
