// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/token/complete/complete.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "props/oracle/walk_oracle.hpp"

namespace hearsay::accounting {
namespace {

TEST(WalkCycle, DeltaAgreesWithQuadrature) {
  for (const auto& [length, inclusion, mu, epsilon] : {std::tuple{1, 0.5, 0.3, 0.1},
                                                       {2, 0.5, 0.187, 0.44675797012},
                                                       {7, 0.2, 1.0, 0.5},
                                                       {30, 0.05, 0.4, 0.0},
                                                       {5, 1.0, 0.5, 0.7}}) {
    const auto exact = cycle_delta(CycleMixture::binomial(length, inclusion, mu), epsilon);
    const auto again = props::oracle::cycle_delta_by_quadrature(length, inclusion, mu, epsilon);
    EXPECT_NEAR(exact.forward.estimate(), again.forward, 1e-8 * again.forward) << length;
    EXPECT_NEAR(exact.backward.estimate(), again.backward, 1e-8 * again.backward + 1e-15) << length;
  }
}

TEST(WalkCycle, TheCounterexampleToEquationTen) {
  // scipy (brentq for the threshold, norm.sf for the tails): 5.2613486696836444e-05 at epsilon = 0.44675797012080104
  const double mu = 0.99 / std::sqrt(2.0 * std::log(1.25e6)), claimed = cycle_epsilon_published(3, 2, 0.99);
  EXPECT_NEAR(claimed, 0.44675797012080104, 1e-14);
  EXPECT_NEAR(cycle_delta(CycleMixture::binomial(2, 0.5, mu), claimed).forward.estimate(), 5.2613486696836444e-05,
              1e-12);
}

}  // namespace
}  // namespace hearsay::accounting
