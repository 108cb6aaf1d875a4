// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "empirical/attack/epsilon_test.hpp"
#include "empirical/attack/token.hpp"

namespace hearsay::empirical {

/// What becomes of the token at the end.
enum class RingOutput {
  hidden,     ///< nobody sees it
  published,  ///< everybody sees it, as Algorithm 1 returns it
  perturbed,  ///< everybody sees it, after one more draw of noise
};

/// The likelihood-ratio attack of one curious user on a token that goes around a ring: another user's contribution
/// changes in every lap, everybody else's is known. Users are 0 .. users - 1.
struct RingAttack {
  std::int64_t users = 2;
  std::int64_t rounds = 1;
  double signal = 1.0;  ///< Delta of a sum in units of the noise: of sigma, or of the scale of Laplace noise
  bool laplace = false;
  RingOutput output = RingOutput::hidden;               ///< of a sum
  std::optional<RandomAnswers> answers = std::nullopt;  ///< of a histogram, whose other users hold of_others()
  EpsilonTerms terms = {};
};

/// Who attacks whom.
struct RingPair {
  std::int64_t observer = 1, target = 0;
};

/// The pair that the attack takes. Users 1 and 0: each window between two visits of user 1 holds one noise and one
/// contribution of user 0. If the published token has contributions after the last noise, the user who holds it when
/// that noise is added and the next one, whose last contribution is seen without noise.
/// @pre as attack_ring.
[[nodiscard]] RingPair ring_pair(const RingAttack& attack);

/// Part of the token's way between two looks of the observer.
struct RingPart {
  std::int64_t contributions = 0;  ///< of the target
  std::int64_t noises = 0;
};

/// The parts that the observer sees, with the published token at the end if it has it: sum. @pre as attack_ring.
[[nodiscard]] std::vector<RingPart> ring_parts(const RingAttack& attack, const RingPair& pair);

/// The log-likelihood ratio of one view of a sum: what the token grew by in each part, less what the observer knows, in
/// units of the noise. Infinite where a part has contributions and no noise.
/// @pre at most two noises in a part of Laplace noise.
[[nodiscard]] double ring_log_ratio(const RingAttack& attack, std::span<const RingPart> parts,
                                    std::span<const double> growths);

/// The log-likelihood ratio of the answers that one part of the token's way added: one of the target's, and others',
/// which have one law, `other`. It is ln of sum_l q(l | 1) counts[l] / other[l] over the same with q(l | 0).
/// @pre sum counts >= 1.
[[nodiscard]] double hidden_answer_log_ratio(const RandomAnswers& answers, std::span<const std::int64_t> counts,
                                             std::span<const double> other);

/// Simulates the protocol under both inputs and tests with the exact likelihood ratio of the view.
/// @throws Error(Errc::domain) on bad terms (require_terms), unless 2 <= users, 1 <= rounds, signal > 0 (sum),
/// 2 <= buckets and 0 < gamma < 1 (histogram); Error(Errc::conditions) for the output of a histogram; Interrupted if
/// the run was cut short before any view was there to certify.
/// @cite cyffers2022privacy (Algorithms 1 and 2)
[[nodiscard]] EpsilonResult attack_ring(const RingAttack& attack);

/// The same test on confidence sequences: test_epsilon_anytime. @throws as attack_ring; as run_anytime.
[[nodiscard]] EpsilonAnytimeResult attack_ring_anytime(const RingAttack& attack, double claimed_epsilon,
                                                       AnytimeState state = {}, const AnytimeWatch& watch = {});

}  // namespace hearsay::empirical
