// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <boost/math/special_functions/gamma.hpp>

#include <hearsay/random/poisson_tails.hpp>

namespace hearsay::random {
namespace {

// P(X >= k) is the regularized incomplete gamma function P(k, mean).
TEST(PoissonTails, AreQuotientsOfIncompleteGammaFunctions) {
  for (const double mean : {1e-6, 0.2, 0.9, 1.0}) {
    const auto tail = poisson_tails(mean);
    for (std::size_t k = 0; k < 30; ++k) {
      const double above = boost::math::gamma_p(static_cast<double>(k + 1), mean),
                   from = k == 0 ? 1.0 : boost::math::gamma_p(static_cast<double>(k), mean);
      EXPECT_NEAR(tail[k] / (above / from), 1.0, 1e-12) << mean << ' ' << k;
    }
  }
  EXPECT_EQ(poisson_tails(0.0)[0], 0.0);
}

}  // namespace
}  // namespace hearsay::random
