// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/accounting/linear/loss.hpp>
#include <hearsay/accounting/linear/model.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::accounting {

/// How an account is computed.
enum class LinearRoad {
  choose,     ///< exact where it is cheap, else dense, else conjugate gradients
  exact,      ///< in fractions
  dense,      ///< B B^T as a matrix of doubles
  conjugate,  ///< no matrix at all
  repeated,   ///< RepeatedView, for rounds that are all alike: S from what one round's noises do to all rows
  shown,      ///< shown_injections(): round by round, by conjugate gradients
};

/// What is asked about a view.
struct LinearQuestion {
  std::vector<Subject> subjects;
  Participation participation;
  Contributions contributions = Contributions::vectors;  ///< whose losses decide; both are computed
  bool reconstruct = false;
  bool witness = false;  ///< needs the exact road
  LinearRoad road = LinearRoad::choose;
  Execution execution = {};
};

/// A loss proved by hand-checkable vectors: the change d (round by round, signs included), the least noise z with B z =
/// A d, and the test w, with loss = |z|^2 = (w^T A d)^2 / |B^T w|^2. If the loss is infinite, B^T w = 0 and w^T A d =
/// 1, and z is empty. Only what is not 0, named by its place.
struct LinearWitness {
  using Vector = std::vector<std::pair<std::size_t, exact::Rational>>;
  Vector change, noise, test;
};

/// The loss of a subject.
struct SubjectLoss {
  LinearLoss loss;
  std::optional<LinearWitness> witness;
};

/// What a view reveals.
struct LinearAccount {
  std::size_t nodes = 0, rounds = 0, rows = 0, noises = 0;
  /// Of rows and noises; without noises on the roads `repeated` and `shown`, without rows on `shown`.
  std::vector<RowName> row_names;
  std::vector<NoiseName> noise_names;
  std::optional<std::size_t> rank;  ///< of B; nothing if it was not computed
  bool rank_proved = false;
  std::vector<SubjectLoss> losses;  ///< of the subjects
  /// Asked for by `reconstruct`: the inputs (r * nodes + u) that are determined exactly without noise.
  std::optional<std::vector<std::size_t>> reconstructible;
  bool reconstructible_proved = false;
};

/// Exact losses of the subjects through one view; see docs/linear.md.
///
/// Exact, if rows * noises <= 10^4 or a witness is asked: one elimination in integers. Dense, up to most_dense_rows
/// rows: S = B B^T in doubles; if it is not safely positive definite, its rank and whether each A d is in range(B) are
/// decided modulo primes (or in fractions, up to 300 rows), and S is reduced to independent rows. Beyond: conjugate
/// gradients. Views of more than 64 MiB are not built where a shorter road has the same losses: `shown`, then
/// `repeated`.
/// @pre no subject is an observer.
/// @throws Error(Errc::too_large) if a witness is asked of a view of more than 400 rows, or if memory does not suffice,
/// before the work; Error(Errc::conditions) if a road is asked for that does not go through this view;
/// Error(Errc::not_converged) if conjugate gradients stop early.
[[nodiscard]] LinearAccount linear_account(const LinearModel& model, const LinearQuestion& question);

}  // namespace hearsay::accounting
