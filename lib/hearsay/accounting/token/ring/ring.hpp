// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/core/conditional.hpp>

namespace hearsay::accounting {

/// A token that goes `rounds` times around a ring of `users`, every contribution randomized to local (epsilon, delta).
struct RingQuestion {
  std::int64_t users = 2;
  std::int64_t rounds = 1;
  double epsilon = 0.5;
  double delta = 1e-6;
  double delta_prime = 1e-6;  ///< slack of advanced composition
  TokenTask task = TokenTask::sum;
  std::int64_t buckets = 2;  ///< of a histogram
  Calibration calibration = Calibration::classical;
  Noise noise = Noise::gaussian;  ///< of a sum
  std::int64_t colluders = 1;     ///< who pool what they see: see ring_coalition; one is an ordinary curious user
};

/// @throws Error(Errc::domain) unless users >= 2, rounds >= 1, epsilon > 0 finite, both deltas in (0, 1), buckets >= 2,
/// 1 <= colluders < users and the task is sum or histogram; Error(Errc::conditions) for a histogram with Laplace noise.
/// Every function below throws the same.
void require_ring(const RingQuestion& question);

/// Noise events of the ring sum: steps 1 + k(users - 1) <= rounds users, so ceil(rounds users / (users - 1)).
/// @pre users >= 2, rounds >= 1. @throws Error(Errc::domain) otherwise.
/// @claims walk.thm1.utility.repaired
[[nodiscard]] std::int64_t ring_noise_events(std::int64_t users, std::int64_t rounds);

/// The printed count floor(rounds users / (users - 1)). @throws as ring_noise_events.
/// @cite cyffers2022privacy (Theorem 1)
/// @claims walk.thm1.utility
[[nodiscard]] std::int64_t ring_noise_events_published(std::int64_t users, std::int64_t rounds);

/// Share gamma of random answers of L-ary randomized response that is epsilon-locally DP: L / (e^epsilon + L - 1).
/// @pre epsilon >= 0, buckets >= 2. @throws Error(Errc::domain) otherwise.
[[nodiscard]] double response_randomness(double epsilon, std::int64_t buckets);

/// Randomized response of the ring histogram.
struct ResponseChoice {
  double gamma;
  double local_epsilon;  ///< of one answer
};
/// The printed gamma = L / (e^(12 epsilon sqrt(ln(1/delta)/n)) + L - 1).
/// @cite cyffers2022privacy (Theorem 2)
/// @claims walk.thm2.gamma
[[nodiscard]] Conditional<ResponseChoice> ring_response_published(const RingQuestion& question);
/// The shuffling bound inverted: gamma = L / (e^epsilon0 + L - 1), epsilon0 = epsilon sqrt(n-1) / (12
/// sqrt(ln(1/delta))), for epsilon0 < 1/2, n - 1 >= 1000, delta < 1/100. docs/maths/walk.md, section 3.
/// @claims walk.thm2.gamma.repaired
[[nodiscard]] Conditional<ResponseChoice> ring_response_repaired(const RingQuestion& question);

/// Every contribution randomized and seen, composed over the rounds.
[[nodiscard]] LocalGuarantees ring_local(const RingQuestion& question);

/// Theorem 1 (sum) or Theorem 2 (histogram) as printed. Not valid for colluders, whom Section 3.3 excepts.
/// @cite cyffers2022privacy (Theorems 1 and 2)
/// @claims walk.thm1.privacy, walk.thm2.privacy, walk.thm2.privacy.repaired
[[nodiscard]] Guarantee ring_published(const RingQuestion& question);

/// The same numbers where they hold: the sum with one more Perturb if the token is published, the histogram with the
/// repaired gamma.
/// @claims walk.thm1.publish.repaired, walk.thm2.gamma.repaired
[[nodiscard]] Guarantee ring_repaired(const RingQuestion& question);

/// Signal to noise ratio of the whole view for the worst pair of users: sqrt(rounds) Delta / sigma. Exact.
/// @throws Error(Errc::conditions) for Laplace noise.
[[nodiscard]] double ring_mu(const RingQuestion& question);

/// Accountant of the whole view with Laplace noise, for the worst pair of users: every window holds exactly one noise,
/// so it is the `rounds`-fold composition of the Laplace mechanism.
class RingLaplace {
 public:
  /// @throws as require_ring; Error(Errc::conditions) for Gaussian noise; Error(Errc::domain) for epsilon > 700.
  explicit RingLaplace(const RingQuestion& question);

  /// @throws as divergence::Composition::delta.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// @pre 0 < delta < 1. @throws Error(Errc::domain) otherwise; as divergence::Composition::epsilon.
  /// @accuracy exact for one round; for 10^4 the ends differ by less than 1e-4 relative, for few by less than 1/500
  /// (tests/accounting/token/ring/ring_test.cpp).
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  double one_;  // the epsilon of one round
  std::int64_t rounds_;
};

/// Epsilon at the published delta, for the worst pair of users. Sum: exact, Gaussian DP of ring_mu, or
/// RingLaplace. Histogram: upper end of RingHistogram::epsilon with the repaired gamma and ceil(gamma n)
/// random elements at the start; `valid` is false where that is refused.
[[nodiscard]] Guarantee ring_tight(const RingQuestion& question);

/// Exact hockey-stick divergence between the two histograms (two buckets) of one randomized answer, whose input changes
/// from 0 to 1, and independent other elements whose number of ones has law `others`.
/// @return worse of the two directions, by direct summation.
/// @pre `others` sums to 1, 0 <= gamma <= 1, epsilon >= 0. @throws Error(Errc::domain) otherwise.
/// @complexity O(others).
[[nodiscard]] double hidden_answer_delta(std::span<const double> others, double gamma, double epsilon);

/// Law of the number of ones among truthful-or-random answers: `ones` users hold 1 and `zeros` hold 0.
/// @pre ones, zeros >= 0 with sum <= 100000, 0 <= gamma <= 1. @throws Error(Errc::domain) otherwise.
/// @complexity O((ones + 1)(zeros + 1)).
[[nodiscard]] std::vector<double> answers_law(std::int64_t ones, std::int64_t zeros, double gamma);

}  // namespace hearsay::accounting
