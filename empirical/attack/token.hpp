// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "empirical/attack/epsilon_test.hpp"

namespace hearsay::empirical {

/// Answers of `buckets`-ary randomized response of which a share gamma is random.
struct RandomAnswers {
  std::int64_t buckets = 2;
  double gamma = 0.5;

  /// P(an answer of somebody who holds `value` is `answer`).
  [[nodiscard]] double chance(std::int64_t value, std::int64_t answer) const {
    return gamma / static_cast<double>(buckets) + (value == answer ? 1.0 - gamma : 0.0);
  }
  /// What the users that are not protected hold: a value that is neither 0 nor 1 if there is one.
  [[nodiscard]] std::int64_t of_others() const { return buckets > 2 ? 2 : 0; }
};

/// The likelihood-ratio attack of one curious user v on a walk: u's value changes, everybody else's is known. Of a sum
/// u holds 0 or Delta, the others 0; of a histogram u holds 0 or 1, the others answers.of_others().
struct WalkAttack {
  std::int64_t users = 2;
  std::int64_t steps = 1;
  double mu = 1.0;                                      ///< Delta / sigma of a sum
  std::optional<RandomAnswers> answers = std::nullopt;  ///< of a histogram, which has no mu
  EpsilonTerms terms = {};
};

/// Simulates the protocol under both inputs and tests with the exact likelihood ratio of v's view, whose neighbors are
/// hidden. Sum: the product over v's cycles of sum_k Bin(k; m, 1/(n-1)) exp((k mu x - k^2 mu^2/2)/m), x the increment
/// in units of sigma, m its length. Histogram: walk_answer_log_ratio.
/// @throws Error(Errc::domain) on bad terms (require_terms), unless 2 <= users, 1 <= steps, mu > 0 (sum), 2 <= buckets
/// and 0 < gamma < 1 (histogram); Interrupted if the run was cut short before any view was there to certify.
[[nodiscard]] EpsilonResult attack_walk(const WalkAttack& attack);

/// The same test on confidence sequences: test_epsilon_anytime. @throws as attack_walk; as run_anytime.
[[nodiscard]] EpsilonAnytimeResult attack_walk_anytime(const WalkAttack& attack, double claimed_epsilon,
                                                       AnytimeState state = {}, const AnytimeWatch& watch = {});

/// The log-likelihood ratio of one view of a sum: increments[i] collected over lengths[i] steps of others.
[[nodiscard]] double walk_log_ratio(const WalkAttack& attack, const std::vector<double>& increments,
                                    const std::vector<std::int64_t>& lengths);

/// The log-likelihood ratio of one view of a histogram: each answer of others that v saw, in whatever cycle, is that of
/// a uniform one of the n - 1 others, so the ratio is the product over buckets l of (P_1(l) / P_0(l))^counts[l],
/// P_x(l) = (q(l | x) + (n - 2) q(l | others)) / (n - 1), q the law of one answer.
/// @param counts  answers of others that v saw, bucket by bucket.
[[nodiscard]] double walk_answer_log_ratio(const WalkAttack& attack, std::span<const std::int64_t> counts);

}  // namespace hearsay::empirical
