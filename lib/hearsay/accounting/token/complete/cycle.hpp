// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/promise.hpp>

namespace hearsay::accounting {

/// What v sees of one cycle of the complete walk: the sum of `length` noisy contributions of the others, in units of
/// one noise's standard deviation. With the protected user's input the law is
///
///     P = sum_k weight[k] N(k mu, length)   against   Q = N(0, length),      mu = Delta / sigma,
///
/// k being the number of its contributions in the cycle: Bin(length, 1/(n-1)) on the complete graph.
struct CycleMixture {
  double length = 1.0;         ///< >= 1
  double mu = 0.0;             ///< >= 0
  std::vector<double> weight;  ///< sums to 1 up to `missing`
  std::size_t first = 0;       ///< weight[i] belongs to k = first + i
  double missing = 0.0;        ///< mass of k left out, at most most_missing

  static constexpr double most_missing = 1e-30;

  /// Binomial mixture. @pre length >= 1, 0 <= inclusion <= 1, mu >= 0 finite. @throws Error(Errc::domain) otherwise.
  [[nodiscard]] static CycleMixture binomial(std::int64_t length, double inclusion, double mu);

  /// ln(P(x) / Q(x)): increasing in x (unless all weight is at 0, then 0).
  [[nodiscard]] double loss(double x) const;
  /// The x at which the loss is `value`; -/+infinity where the loss never comes down/up to it.
  [[nodiscard]] double position(double value) const;
  /// P(X > x) under P, and under Q.
  [[nodiscard]] double above_p(double x) const;
  [[nodiscard]] double above_q(double x) const;
  /// P(X <= x) under P, and under Q: the lower tails, without cancellation.
  [[nodiscard]] double below_p(double x) const;
  [[nodiscard]] double below_q(double x) const;
};

/// Hockey-stick divergence of P against Q and of Q against P at e^epsilon.
struct CycleDelta {
  Bracket forward;
  Bracket backward;
  [[nodiscard]] double upper() const { return forward.upper() > backward.upper() ? forward.upper() : backward.upper(); }
  [[nodiscard]] double lower() const { return forward.lower() > backward.lower() ? forward.lower() : backward.lower(); }
};

/// Exact delta of one cycle, both directions: the set where P exceeds e^epsilon Q is a half line because the loss is
/// increasing.
/// @pre epsilon >= 0 finite. @throws Error(Errc::domain) otherwise.
/// @accuracy brackets hold rounding: 1e-13 of the two tails that are subtracted
/// (tests/accounting/token/complete/cycle_test.cpp).
/// @claims walk.thm3.cycle10, walk.thm3.cycle
[[nodiscard]] CycleDelta cycle_delta(const CycleMixture& cycle, double epsilon);

/// Equation (10) as printed: ln(1 + (1 - (1 - 1/n)^m)(e^(epsilon/sqrt(m)) - 1)), said to come with delta.
/// @pre users >= 2, length >= 1, epsilon > 0. @throws Error(Errc::domain) otherwise.
/// @cite cyffers2022privacy (equation 10)
/// @claims walk.thm3.cycle10
[[nodiscard]] double cycle_epsilon_published(double users, double length, double epsilon);

/// (epsilon, delta) of one cycle when a user may occur several times: m ln(1 + p y) and delta ((1 + p y)^m - 1) / y,
/// y = e^(epsilon/sqrt(m)) - 1, p the chance that one step is the protected user's. docs/maths/walk.md, section 5.
/// @claims walk.thm3.cycle10.repaired
[[nodiscard]] divergence::Promise cycle_promise_repaired(double inclusion, double length, double epsilon, double delta);

}  // namespace hearsay::accounting
