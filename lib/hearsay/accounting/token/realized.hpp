// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hearsay::accounting {

/// How the cycles of a walk that did happen are charged.
enum class CycleRule {
  published,  ///< equation (10) for a hidden contributor, epsilon/sqrt(m) a time it is spotted, delta a cycle; as the
              ///< paper's Figure 1(b)
  repaired,   ///< the hybrid bound of cycle_promise_repaired, with the others' number n - 1
  shuffled,  ///< a histogram, hidden neighbors: equation (10) with the loss of shuffled answers for epsilon/sqrt(m), as
             ///< the paper's Figure 3; like equation (10) it counts a contributor once
};

/// The loss of every pair of users in one walk on the complete graph: Gaussian noise, or randomized response for
/// CycleRule::shuffled.
struct RealizedQuestion {
  std::int64_t users = 2;
  double epsilon = 0.1;       ///< of one contribution
  double delta = 1e-7;        ///< of one contribution
  double delta_prime = 1e-7;  ///< slack of heterogeneous composition
  CycleRule rule = CycleRule::repaired;
  bool known_neighbors = true;  ///< the first and the last contributor of a cycle are known to v
  std::int64_t buckets = 2;     ///< of a histogram
};

/// Loss at `delta` of one of `answers` shuffled answers of epsilon-DP randomized response: the better of the two
/// numerical bounds of shuffling_blanket_delta, at most epsilon.
/// @pre answers >= 1, epsilon > 0, buckets >= 2, 0 < delta < 1. @throws Error(Errc::domain) otherwise.
/// @cite balle2019privacy
[[nodiscard]] double shuffled_answers_epsilon(std::uint64_t answers, double epsilon, std::int64_t buckets,
                                              double delta);

/// Row u, column v: what v learned about u. The diagonal is 0.
struct RealizedLosses {
  std::int64_t users = 0;
  std::vector<double> epsilon;  ///< users x users, row by row
  std::vector<double> delta;    ///< the same shape
  std::vector<double> local;  ///< epsilon that a user's k contributions cost if all are seen, at k delta + delta_prime,
                              ///< by the same composition
  std::vector<double> local_gaussian;  ///< the same for Gaussian noise of the classical calibration, exactly; empty for
                                       ///< CycleRule::shuffled
  [[nodiscard]] double at(std::int64_t u, std::int64_t v) const {
    return epsilon[static_cast<std::size_t>(u * users + v)];
  }
};

/// Losses of all pairs in `walk` (who holds the token at each step). A cycle of v is what lies between two of its
/// visits, or before the first; what follows the last visit is never seen. `length` of a cycle is the number of the
/// others' contributions in it; a visit that directly follows another one has none and costs nothing.
/// @pre 2 <= users <= 20000, entries of `walk` < users; epsilon > 0, deltas in (0, 1), buckets >= 2. @throws
/// Error(Errc::domain) otherwise; Error(Errc::conditions) for known neighbors of a histogram.
/// @complexity O(steps + users^2): each observer's cycles are charged once, and only spotted contributors are
/// corrected.
[[nodiscard]] RealizedLosses realized_losses(std::span<const std::uint32_t> walk, const RealizedQuestion& question);

/// Signal to noise ratio of v's view about u when the whole path is known, all pairs: square root of the sum over v's
/// cycles of (contributions of u)^2 / length, times Delta/sigma. Exact for Gaussian noise, and at least the loss when
/// the path is hidden.
/// @return users x users, row u, column v.
/// @pre as realized_losses; mu >= 0. @throws Error(Errc::domain) otherwise.
/// @complexity O(users steps).
[[nodiscard]] std::vector<double> realized_path_mu(std::span<const std::uint32_t> walk, std::int64_t users, double mu);

}  // namespace hearsay::accounting
