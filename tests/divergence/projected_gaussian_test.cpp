// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <functional>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/projected_gaussian.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

#include <hearsay/random/stream.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;

// One observed sum of two coordinates: half of a squared difference in one of them is seen; their difference is
// invisible.
TEST(ProjectedSensitivity, OfASumIsTheHandComputedProjection) {
  const Eigen::MatrixXd sum = Eigen::RowVector2d(1.0, 1.0);
  EXPECT_NEAR(projected_sensitivity(sum, Eigen::Vector2d(1.0, 0.0)), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(projected_sensitivity(sum, Eigen::Vector2d(3.0, 3.0)), std::sqrt(18.0), 1e-14);  // in the row space
  EXPECT_NEAR(projected_sensitivity(sum, Eigen::Vector2d(1.0, -1.0)), 0.0, 1e-15);             // in the kernel
}

TEST(ProjectedSensitivity, IgnoresRepeatedAndScaledRows) {
  Eigen::MatrixXd a(3, 3);
  a << 1, 2, 0, 2, 4, 0, -7, -14, 0;
  const Eigen::Vector3d d(1.0, 1.0, 5.0);
  EXPECT_NEAR(projected_sensitivity(a, d), 3.0 / std::sqrt(5.0), 1e-14);
  EXPECT_EQ(projected_sensitivity(Eigen::MatrixXd(0, 3), d), 0.0);
  EXPECT_EQ(projected_sensitivity(Eigen::MatrixXd::Zero(2, 3), d), 0.0);
}

TEST(ProjectedSensitivity, AgreesWithThePseudoInverse) {
  for (int rank = 1; rank <= 5; ++rank) {
    random::Stream stream(random::Seed{7}, random::Purpose::input, static_cast<std::uint32_t>(rank));
    const auto normals = [&](int rows, int columns) {
      return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return stream.normal(); }));
    };
    const Eigen::MatrixXd a = normals(6, rank) * normals(rank, 8);
    const Eigen::VectorXd d = normals(8, 1);
    const Eigen::VectorXd projected = a.completeOrthogonalDecomposition().pseudoInverse() * (a * d);
    EXPECT_NEAR(projected_sensitivity(a, d), projected.norm(), 1e-12);
  }
}

// Monte Carlo of the definition: the likelihood-ratio event of A(x+z), found by the regularized covariance, has
// probabilities p under x + d and q under x with p - e^epsilon q = delta(||A+ A d|| / sigma, epsilon). Level 1e-9 a
// limit, seed fixed.
TEST(ProjectedSensitivity, GivesTheHockeyStickDivergenceOfSimulatedReleases) {
  Eigen::MatrixXd a(3, 4);
  a << 1, 1, 0, 0, 0, 1, 1, 0, 1, 2, 1, 0;  // rank 2
  const Eigen::Vector4d d(1.0, 0.5, -0.25, 2.0);
  constexpr double sigma = 0.7, epsilon = 0.5;
  constexpr std::uint64_t trials = 400000;
  const Eigen::MatrixXd covariance = sigma * sigma * a * a.transpose();
  const Eigen::VectorXd direction = (covariance + 1e-9 * Eigen::MatrixXd::Identity(3, 3)).ldlt().solve(a * d);
  const double threshold = epsilon + 0.5 * direction.dot(a * d);
  std::uint64_t under_p = 0, under_q = 0;
  random::Stream stream(random::Seed{5}, random::Purpose::noise, 0);
  for (std::uint64_t i = 0; i < trials; ++i) {
    Eigen::Vector4d z;
    for (auto& x : z) x = sigma * stream.normal();
    const double score = direction.dot(a * z);
    under_q += score > threshold;
    under_p += score + direction.dot(a * d) > threshold;
  }
  const Bracket p = stats::clopper_pearson(under_p, trials, 2e-9), q = stats::clopper_pearson(under_q, trials, 2e-9);
  const double delta = gaussian_delta(projected_sensitivity(a, d) / sigma, epsilon).estimate();
  EXPECT_LE(p.lower() - std::exp(epsilon) * q.upper(), delta);
  EXPECT_GE(p.upper() - std::exp(epsilon) * q.lower(), delta);
  // and the unprojected sensitivity would be excluded
  EXPECT_LT(p.upper() - std::exp(epsilon) * q.lower(), gaussian_delta(d.norm() / sigma, epsilon).estimate());
}

TEST(ProjectedSensitivity, RefusesSizesThatDisagreeAndNumbersThatAreNone) {
  EXPECT_EQ(message_of([] { (void)projected_sensitivity(Eigen::MatrixXd::Ones(2, 3), Eigen::VectorXd::Ones(2)); }),
            "HS-102 projected_sensitivity: a has 3 columns and difference has 2 entries: they must be equally many");
  EXPECT_EQ(
      message_of([] { (void)projected_sensitivity(Eigen::MatrixXd::Constant(1, 1, NAN), Eigen::VectorXd::Ones(1)); }),
      "HS-101 projected_sensitivity: every entry must be finite");
}

}  // namespace
}  // namespace hearsay::divergence
