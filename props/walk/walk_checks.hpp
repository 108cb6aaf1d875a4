// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/run/registry.hpp>

#include "props/oracle/walk_oracle.hpp"

namespace hearsay::props {

// Checks of token walks that take the rule or formula they judge: the registered ones pass what the claim says,
// tests/power what is wrong on purpose.

// ---- Appendix G

/// A walk whose observer knows the sender before it and the receiver after it.
struct SpottedWalk {
  double users, steps;
  double delta;  ///< delta~, delta^, delta and delta'

  /// N_u = T/n + sqrt(3 T/n ln(1/delta^)).
  [[nodiscard]] double contributions() const;
};
/// How many spotted contributions are allowed for.
using SpottedCount = double (*)(const SpottedWalk&);
/// Lemma 2: 2N_u/n + sqrt(6N_u/n ln(1/delta~)).
[[nodiscard]] double spotted_count(const SpottedWalk& walk);
/// walk.spotted.order
[[nodiscard]] run::Finding check_spotted_order(SpottedCount count, const run::Context& context);
/// walk.spotted.negligible.repaired
[[nodiscard]] run::Finding check_spotted_share(SpottedCount count, const run::Context& context);

/// Which steps of a walk are noise only if an edge may be used that often.
using FakeRule = std::vector<bool> (*)(const std::vector<int>& walk, int most);
/// The step of a user over whose incoming or outgoing edge the token went `most` times before.
[[nodiscard]] std::vector<bool> fake_contributions(const std::vector<int>& walk, int most);
/// walk.spotted.cap
[[nodiscard]] run::Finding check_spotted_cap(FakeRule rule, const run::Context& context);
/// walk.spotted.fake
[[nodiscard]] run::Finding check_fake_share(FakeRule rule, const run::Context& context);

// ---- SGD

/// Loss to the user d places after u on a ring, over the local one: 1/d. walk.ring.next
using RingLoss = oracle::Rational (*)(int distance);
[[nodiscard]] run::Finding check_ring_distance(RingLoss loss, const run::Context& context);

/// Up to which epsilon' the order of Appendix F is at least 2: 2 ln(1/delta). walk.thm4.alpha.repaired
using OrderLimit = double (*)(double delta);
[[nodiscard]] run::Finding check_order_limit(OrderLimit limit, const run::Context& context);

/// A bound on what v = 0 learns of u = 1 on a walk. walk.lemma1.composition.repaired
using WalkBound = oracle::Rational (*)(const std::vector<int>& walk);
/// Sum of 1/g over u's contributions, g steps up to u's next one or v's next visit.
[[nodiscard]] oracle::Rational up_to_next(const std::vector<int>& walk);
/// Sum of 1/t over u's contributions, t steps up to v's next visit.
[[nodiscard]] oracle::Rational snapshots(const std::vector<int>& walk);
[[nodiscard]] run::Finding check_composition(WalkBound bound, const run::Context& context);

/// What a contribution adds to q: accounting::sgd_contribution. walk.thm4.repaired
using DescentShare = double (*)(std::int64_t users, std::int64_t colluders);
[[nodiscard]] run::Finding check_descent(DescentShare share, const run::Context& context);

/// Remark 5's epsilon: accounting::sgd_epsilon, published. walk.remark5
using NumericalEpsilon = double (*)(double users, double contributions, double sigma, double delta, bool published);
[[nodiscard]] run::Finding check_numerical(NumericalEpsilon epsilon, const run::Context& context);

// ---- sums and histograms

/// Algorithm 1's noise: oracle::ring_steps. walk.thm1.central
using RingNoise = std::vector<oracle::NoisyStep> (*)(int users, int rounds);
[[nodiscard]] run::Finding check_central(RingNoise noise, const run::Context& context);

/// Theorem 1 with Laplace noise that has `factor` times the local epsilon. walk.thm1.laplace
[[nodiscard]] run::Finding check_laplace(double factor, const run::Context& context);

/// Number of fictive observations on a walk of v's visits. walk.thm3.fictive
using FictiveCount = int (*)(int users, const std::vector<int>& walk);
[[nodiscard]] int fictive_observations(int users, const std::vector<int>& walk);
[[nodiscard]] run::Finding check_fictive(FictiveCount count, const run::Context& context);

/// The constant of a cycle, 21. walk.thm6.gain
[[nodiscard]] run::Finding check_histogram_gain(double constant, const run::Context& context);
/// The same constant. walk.thm6.crossover
[[nodiscard]] run::Finding check_crossover(int constant, const run::Context& context);

/// The steps that are composed, for T: walk.thm6.final.repaired
using ComposedSteps = std::int64_t (*)(std::int64_t steps);
[[nodiscard]] run::Finding check_composed_histogram(ComposedSteps steps, const run::Context& context);

/// k spotted contributions, each epsilon-DP, at slack delta': walk.lemma2.advanced.repaired
using ComposedEpsilon = double (*)(double count, double epsilon, double slack);
[[nodiscard]] double composed_epsilon(double count, double epsilon, double slack);
[[nodiscard]] run::Finding check_composed(ComposedEpsilon epsilon, const run::Context& context);

}  // namespace hearsay::props
