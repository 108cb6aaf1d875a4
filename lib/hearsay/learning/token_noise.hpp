// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace hearsay::learning {

/// What a walk of SGD must promise in total.
struct TokenGuarantee {
  std::int64_t users = 2000;         ///< n
  std::int64_t iterations = 20'000;  ///< T
  double epsilon = 1.0, delta = 1e-6;
  double clip = 1.0;    ///< L: gradients have norm at most L, so sensitivity 2L
  double slack = 1.25;  ///< c: a user may contribute ceil(c T / n) times
};

/// ceil(c T / n).
[[nodiscard]] std::int64_t contribution_budget(const TokenGuarantee& guarantee);

// Noise of one gradient, as a standard deviation a coordinate, for the whole walk to be (epsilon, delta)-DP.
// All throw Error(Errc::domain) for users < 2, iterations < 1, or other parameters outside their range.

/// Local DP: all users see every contribution. The N contributions of a user together are one Gaussian mechanism of
/// sensitivity sqrt(N) 2L, so the noise is the smallest exact one.
/// @cite balle2018improving (Theorem 8)
[[nodiscard]] double local_noise(const TokenGuarantee& guarantee);

/// Network DP, each user seeing the token only when it receives it and neither sender nor next receiver: Rényi loss
/// 4 N alpha L^2 ln(n) / (sigma^2 (n-1)) of the N contributions at every order alpha with sigma >= L sqrt(2 alpha
/// (alpha-1)), converted by epsilon = loss + ln(1/delta) / (alpha - 1) at the best order; the smallest sigma. Needs
/// steps eta <= 2 / smoothness. The printed constant has n for n - 1, which is too small (claim walk.lemma1).
/// @cite cyffers2022privacy (Lemma 1 and Remark 5, repaired)
[[nodiscard]] double network_noise(const TokenGuarantee& guarantee);

/// Central DP: a trusted curator hides who contributed. sigma = 16 L sqrt(T ln(2/delta) ln(1.25 max(T/n, 1) / delta)) /
/// (n epsilon).
/// @cite bassily2014private (Theorem 2.1), in the form behind cyffers2022privacy (Figure 2)
[[nodiscard]] double central_noise(const TokenGuarantee& guarantee);

/// Is that formula's proof valid? Amplification by subsampling is linear only while the loss of one step before
/// sampling, n epsilon / (2 sqrt(2 T ln(2/delta))), is at most 1.
[[nodiscard]] bool central_noise_proved(const TokenGuarantee& guarantee);

}  // namespace hearsay::learning
