// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>
#include <Eigen/Dense>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/graph/symmetry.hpp>

namespace hearsay::graph {
namespace {

GossipMatrix two_by_two(double a, double b, double c, double d) {
  Eigen::Matrix2d dense;
  dense << a, b, c, d;
  return GossipMatrix(Eigen::MatrixXd(dense).sparseView());
}

// A gap of such matrices would bound no stopping time.
TEST(Spectrum, RefusesWhatIsNoGossipMatrix) {
  const auto message = [](const GossipMatrix& w) -> std::string {
    try {
      (void)spectrum(w);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message(two_by_two(0.5, 0.5, 0.25, 0.75)), "HS-101 spectral gap: W must be symmetric");
  EXPECT_EQ(message(two_by_two(0.5, 0.25, 0.25, 0.5)),
            "HS-101 spectral gap: row 0 of W sums to 0.75, it must sum to 1");
  EXPECT_EQ(message(two_by_two(1.5, -0.5, -0.5, 1.5)), "HS-101 spectral gap: W(0, 1) = -0.5 must be >= 0");
}

}  // namespace
}  // namespace hearsay::graph
