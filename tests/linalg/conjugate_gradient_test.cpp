// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/linalg/conjugate_gradient.hpp>

#include "tests/error_message.hpp"

namespace hearsay::linalg {
namespace {

// Eigenvalues from 1 down to 1e-15: rounding keeps the iteration from ever getting there.
TEST(ConjugateGradient, GivesUpAfterTheDocumentedNumberOfIterations) {
  constexpr Eigen::Index n = 60;
  Eigen::VectorXd eigenvalues(n);
  for (Eigen::Index i = 0; i < n; ++i) eigenvalues(i) = std::pow(10.0, -15.0 * static_cast<double>(i) / (n - 1));
  int products = 0;
  const LinearMap map = [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) {
    ++products;
    y = eigenvalues.cwiseProduct(x);
  };
  const auto said = tests::message_of([&] { (void)conjugate_gradient("here", map, {}, Eigen::VectorXd::Ones(n)); });
  EXPECT_THAT(said, ::testing::StartsWith("HS-301 here: conjugate gradients stopped at the relative residual "));
  EXPECT_EQ(products, 20 * n + 1000 + 1) << "and one product for the true residual";
}

}  // namespace
}  // namespace hearsay::linalg
