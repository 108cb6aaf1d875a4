// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/learning/gossip_descent.hpp>
#include <hearsay/run/registry.hpp>

#include "props/checks.hpp"
#include "props/oracle/descent_oracle.hpp"

namespace hearsay::props {
namespace {

/// Two users with the same part (a/2)(theta - 1)^2 who average exactly.
oracle::QuadraticDescent twins(double a, double step, double sigma, int rounds) {
  return {.curvature = Eigen::MatrixXd::Constant(2, 1, a),
          .center = Eigen::MatrixXd::Ones(2, 1),
          .mixing = Eigen::MatrixXd::Constant(2, 2, 0.5),
          .step = step,
          .sigma = sigma,
          .rounds = rounds};
}

// The mean model is an autoregression: bias (1 - nu a)^t, variance nu^2 sigma^2 / 2 times the geometric sum of (1 - nu
// a)^2.
TEST(DescentOracle, TwoUsersWhoAverageExactlyAreAnAutoregression) {
  const double a = 0.8, step = 0.3, sigma = 1.5, decay = (1.0 - step * a) * (1.0 - step * a);
  const auto excess = oracle::expected_excess(twins(a, step, sigma, 12));
  ASSERT_EQ(excess.size(), 12u);
  for (std::size_t t = 0; t < excess.size(); ++t) {
    const double left = std::pow(decay, static_cast<double>(t));
    const double variance = step * step * sigma * sigma / 2.0 * (1.0 - left) / (1.0 - decay);
    EXPECT_NEAR(excess[t], a / 2.0 * (left + variance), 1e-12) << t;
  }
}

// Without noise it is the library's own descent, accelerated gossip included.
TEST(DescentOracle, WithoutNoiseIsTheLibrarysDescent) {
  oracle::QuadraticDescent d{.step = 0.2, .rounds = 9};
  d.curvature.resize(4, 2);
  d.curvature << 1.0, 0.0, 0.3, 0.5, 0.0, 0.9, 0.7, 0.2;
  d.center.resize(4, 2);
  d.center << 1.0, -2.0, 0.5, 3.0, -1.0, 0.0, 2.0, 1.0;
  const auto w = graph::gossip_matrix(graph::ring(4), graph::Weights::metropolis);
  d.mixing = oracle::accelerated_steps(Eigen::MatrixXd(w), graph::acceleration(graph::positive_spectral_gap(w)), 3);
  const learning::QuadraticProblem problem(d.curvature, d.center);
  const double least = problem.objective(problem.optimum());
  const auto excess = oracle::expected_excess(d);
  EXPECT_NEAR(excess[0], problem.objective(Eigen::VectorXd::Zero(2)) - least, 1e-12);
  learning::descend(problem, learning::fixed_gossip(w, 3, true), {.rounds = 8, .step = 0.2, .noise = 0.0}, {1}, 0,
                    [&](int round, const learning::RowMatrix& models) {
                      EXPECT_NEAR(excess[static_cast<std::size_t>(round)],
                                  problem.objective(models.colwise().mean().transpose()) - least, 1e-12)
                          << round;
                    });
}

// The error is more than a tenth of what the theorem allows: a bound ten times smaller would be refuted.
TEST(DescentTheorem, HoldsWithLessThanATenfoldToSpare) {
  run::Registry registry;
  register_muffliato_descent(registry);
  for (const auto* id : {"muffliato.thm5.repaired", "muffliato.thm5.steps"}) {
    const auto finding = (*registry.find(id))({.effort = run::Effort::quick, .seed = {1}});
    EXPECT_EQ(finding.verdict, Verdict::holds) << id;
    ASSERT_TRUE(finding.tightness.has_value()) << id;
    EXPECT_LT(*finding.tightness, 0.9) << id;
  }
}

}  // namespace
}  // namespace hearsay::props
