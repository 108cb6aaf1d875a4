// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>

#include <hearsay/core/bracket.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/divergence/promise.hpp>

namespace hearsay::divergence {

/// What knows the privacy curve of a view, the worse direction: `delta(epsilon)` is the hockey-stick divergence at
/// e^epsilon, `epsilon(delta)` the smallest epsilon >= 0 whose delta is at most that. Of either, `upper` is safe to
/// promise and `lower` to attack with; `lower` is 0 where only an upper bound is known.
template <class T>
concept Accountant = requires(const T& accountant, double x) {
  { accountant.delta(x) } -> std::same_as<Bracket>;
  { accountant.epsilon(x) } -> std::same_as<Bracket>;
};

/// The best promise at `delta` that the accountant can vouch for. @throws as its epsilon().
template <Accountant A>
[[nodiscard]] Promise promise_at(const A& accountant, double delta) {
  return {accountant.epsilon(delta).upper(), delta};
}

/// Judges the claim that a loss is at most `bound`. holds: the upper end of the bracket is; refuted: its lower end
/// exceeds the bound; else inconclusive.
[[nodiscard]] inline Verdict judge(const Bracket& loss, double bound) {
  if (loss.upper() <= bound) return Verdict::holds;
  return loss.lower() > bound ? Verdict::refuted : Verdict::inconclusive;
}

/// Judges the claim that the view is (epsilon, delta)-DP. @throws as the accountant's epsilon().
template <Accountant A>
[[nodiscard]] Verdict judge(const A& accountant, const Promise& claimed) {
  return judge(accountant.epsilon(claimed.delta), claimed.epsilon);
}

}  // namespace hearsay::divergence
