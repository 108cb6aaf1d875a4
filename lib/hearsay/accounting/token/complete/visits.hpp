// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include <hearsay/core/conditional.hpp>

namespace hearsay::accounting {

/// Smallest N with P(X > N) <= delta_hat, X ~ Bin(trials, probability): a bound on the number of visits that fails with
/// probability at most delta_hat, and the best one of its kind (a tie within 1e-12 counts as above).
/// @throws Error(Errc::domain) unless 0 <= probability <= 1 and 0 < delta_hat < 1.
/// @claims walk.visits.exact
[[nodiscard]] std::uint64_t visits_exact(std::uint64_t trials, double probability, double delta_hat);

/// Chernoff's form Tp + sqrt(3 Tp ln(1/delta_hat)): proved only for relative deviations up to 1, Tp >= 3
/// ln(1/delta_hat).
/// @throws as visits_exact.
/// @cite cyffers2022privacy (Appendix D)
/// @claims walk.chernoff, walk.chernoff.repaired
[[nodiscard]] Conditional<double> visits_chernoff(double trials, double probability, double delta_hat);

/// Bernstein's form Tp + sqrt(2 Tp L) + 2L/3, L = ln(1/delta_hat): holds for every T.
/// @throws as visits_exact.
/// @claims walk.chernoff.bernstein
[[nodiscard]] double visits_bernstein(double trials, double probability, double delta_hat);

/// Law of the number of spotted contributions of u to v in `steps` steps of the uniform walk on `users` users: the
/// contributions of u directly before or after one of v. Entry k is P(k spotted), by a recursion over the last user;
/// mass beyond `cap` is in the last entry.
/// @pre users >= 2, steps >= 1, cap >= 1. @throws Error(Errc::domain) otherwise.
/// @complexity O(steps cap) time.
/// @claims walk.lemma2.repaired
[[nodiscard]] std::vector<double> spotted_law(std::int64_t users, std::int64_t steps, std::int64_t cap);

/// Smallest N with P(more than N spotted contributions) <= delta_hat, from spotted_law.
/// @throws Error(Errc::domain) unless 0 < delta_hat < 1.
[[nodiscard]] std::uint64_t spotted_exact(std::int64_t users, std::int64_t steps, double delta_hat);

}  // namespace hearsay::accounting
