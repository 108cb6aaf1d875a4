// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/other_data.hpp>

namespace hearsay::accounting {

/// A token that makes `steps` uniform steps among `users`, every contribution randomized to local (epsilon, delta). The
/// observers are `colluders` users who pool what they see; one is the ordinary curious user v.
struct TokenQuestion {
  std::int64_t users = 2;
  std::int64_t steps = 1;
  double epsilon = 0.5;
  double delta = 1e-6;
  double delta_prime = 1e-6;  ///< slack of advanced composition
  double delta_hat = 1e-6;    ///< chance that a bound on numbers of visits fails
  TokenTask task = TokenTask::sum;
  std::int64_t buckets = 2;  ///< of a histogram
  std::int64_t colluders = 1;
  bool known_neighbors = false;         ///< v knows who sent it the token and who receives it
  OtherData others = OtherData::known;  ///< of a sum or SGD
  Calibration calibration = Calibration::classical;

  [[nodiscard]] bool operator==(const TokenQuestion&) const = default;
  /// n/c, the number of users of which one is an observer: the printed formulas' n.
  [[nodiscard]] double effective_users() const { return static_cast<double>(users) / static_cast<double>(colluders); }
  /// Chance that a step of a cycle (which avoids the observers) is the protected user's: 1/(n - c).
  [[nodiscard]] double inclusion() const { return 1.0 / static_cast<double>(users - colluders); }
  /// Chance that a step is an observer's: c/n.
  [[nodiscard]] double observed() const { return static_cast<double>(colluders) / static_cast<double>(users); }
};

/// @throws Error(Errc::domain) unless users >= 2, steps >= 1, 1 <= colluders < users - 1 or colluders = 1, epsilon > 0
/// finite, all deltas in (0, 1), buckets >= 2. Every function below throws the same.
void require_token(const TokenQuestion& question);

/// Every contribution seen: the number of contributions by its exact quantile, composed.
[[nodiscard]] LocalGuarantees token_local(const TokenQuestion& question);

/// Appendix D (sum), Theorem 6 (histogram), Theorem 4 (SGD) as printed, with n/c for n; Lemma 2 added for known
/// neighbors.
/// @cite cyffers2022privacy (Theorems 3, 4, 6, Lemma 2)
/// @claims walk.thm3.final, walk.thm6.final, walk.thm4
[[nodiscard]] Guarantee token_published(const TokenQuestion& question);

/// What one contribution of a user to SGD with convex losses adds to the q of the repaired Theorem 4: (e - 1) p
/// ln(1/p)/(1 - p), p = (colluders + 1)/users the chance that a step is the user's or an observer's; e - 1 for p = 1.
/// docs/maths/walk.md, section 8.
/// @pre 1 <= colluders < users. @throws Error(Errc::domain) otherwise.
/// @claims walk.thm4.repaired
[[nodiscard]] double sgd_contribution(std::int64_t users, std::int64_t colluders);

/// Epsilon at `delta` of what the observers of a histogram walk see of one user's value, if all values stay the same:
/// (T ln(1 + w (e^(s (s + 1) y^2/2) - 1)) + ln(1/delta))/s, at most T y, with y = ln(1 + p (e^epsilon - 1)), p =
/// 1/(n - c), w = 2 gamma/L + (1 - gamma) p, s = sqrt(2 ln(1/delta)/(w T))/y. docs/maths/walk.md, section 7.
/// @pre 0 < delta < 1. @throws Error(Errc::domain) otherwise.
/// @claims walk.thm6.final.repaired
[[nodiscard]] double histogram_walk_epsilon(const TokenQuestion& question, double delta);

/// Sum: as printed with the factor 3/sqrt(n) of the second term restored and the exact number of visits. Histogram:
/// histogram_walk_epsilon at delta'. SGD: the best order with sgd_contribution and the exact number of contributions.
/// With the exact number of spotted contributions if neighbors are known. docs/maths/walk.md, sections 6 to 8.
/// @claims walk.thm3.final.repaired, walk.thm6.final.repaired, walk.thm4.repaired
[[nodiscard]] Guarantee token_repaired(const TokenQuestion& question);

/// Smallest noise sigma (for gradients of norm <= 1, sensitivity 2) that gives (epsilon, delta) after at most
/// `contributions` of a user by Renyi DP: 4 T_u alpha c_n / sigma^2 + ln(1/delta)/(alpha - 1), alpha (alpha - 1) <=
/// sigma^2 / 2, c_n = ln n/(n-1) (Lemma 1 repaired: proved for one contribution) or ln n/n (published).
/// @pre users > 1, contributions >= 1, epsilon > 0, 0 < delta < 1. @throws Error(Errc::domain) otherwise.
/// @cite cyffers2022privacy (Remark 5)
[[nodiscard]] double sgd_sigma(double users, double contributions, double epsilon, double delta, bool published);
/// The epsilon that this sigma gives.
[[nodiscard]] double sgd_epsilon(double users, double contributions, double sigma, double delta, bool published);

}  // namespace hearsay::accounting
