// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/generic/subsampling.hpp>
#include <hearsay/accounting/token/complete/cycle.hpp>
#include <hearsay/divergence/composition.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include "controls/dp_controls.hpp"

namespace hearsay::controls {
namespace {

TEST(DpControls, SamplingWithReplacementNeedsGroupPrivacy) {
  // Two draws of two elements: one that is drawn twice shifts the sum by 2 mu. The pair is a mixture of Gaussians,
  // exactly.
  const double mu = 1.0;
  auto exact = accounting::CycleMixture::binomial(2, 0.5, mu);
  exact.length = 1.0;  // one noise for the whole sum
  const auto wrong = subsampling_without_groups(2, 2, mu, 3.0);
  EXPECT_GT(accounting::cycle_delta(exact, wrong.epsilon).lower(), 5.0 * wrong.delta);
  const auto right = accounting::subsampling_with_replacement(2, 2, 3.0, [&](std::uint64_t k, double epsilon) {
    return divergence::gaussian_delta(static_cast<double>(k) * mu, epsilon).upper();
  });
  EXPECT_LE(accounting::cycle_delta(exact, right.epsilon).upper(), right.delta);
}

TEST(DpControls, CompositionAddsDeltasToo) {
  const divergence::Promise each{0.1, 1e-3};
  const auto wrong = composition_with_one_delta(each, 100), right = divergence::basic_composition(each, 100);
  EXPECT_GT(divergence::OptimalComposition(each, 100).delta(wrong.epsilon).lower(), 50.0 * wrong.delta);
  EXPECT_LE(divergence::OptimalComposition(each, 100).delta(right.epsilon).upper(), right.delta);
}

}  // namespace
}  // namespace hearsay::controls
