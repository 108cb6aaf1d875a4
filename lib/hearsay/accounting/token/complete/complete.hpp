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

/// The same with the factor 3/sqrt(n) (21 sqrt(ln(4/delta)/n)) of the second term restored, ln n/(n-1), and exact
/// numbers of visits and of spotted contributions. SGD: valid for one contribution only, several being without proof.
/// docs/maths/walk.md, sections 6 to 8.
/// @claims walk.thm3.final.repaired, walk.thm6.final.repaired, walk.thm4.range
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
