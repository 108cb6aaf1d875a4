// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <hearsay/accounting/rumor/first_sender.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// Of delta(epsilon): beyond it e^epsilon leaves double.
inline constexpr double largest_sender_epsilon = 700.0;

/// delta(epsilon) where it depends on no law: 0 of a source and itself and of two that are never heard, 1 of different
/// components of the honest nodes; nothing otherwise.
[[nodiscard]] std::optional<double> delta_without_laws(const HonestPart& part, linalg::Index i, linalg::Index j);

/// delta(epsilon) = sum_v max(0, P_i(v) - e^epsilon P_j(v)) of two sources, what is never observed being an outcome
/// of its own: 1 between different components of the honest nodes, and 0 if neither source is ever heard.
/// @param i, j  laws of FirstSender, of the same network as `part`.
/// @return a bracket that holds, within [0, 1].
/// @throws Error(Errc::domain) unless 0 <= epsilon <= 700. @complexity O(tellers).
[[nodiscard]] Bracket sender_delta(const HonestPart& part, const SenderLaw& i, const SenderLaw& j, double epsilon);

/// The smallest epsilon with delta(epsilon) = 0: max_v ln P_i(v) / P_j(v), +infinity between different components.
/// @return a bracket that holds; its upper end is +infinity where nothing better is known. @complexity O(tellers).
[[nodiscard]] Bracket sender_pure_epsilon(const HonestPart& part, const SenderLaw& i, const SenderLaw& j);

/// The smallest epsilon >= 0 with delta(epsilon) <= delta. At `upper` the upper end of sender_delta is at most `delta`,
/// at `lower` its lower end exceeds it. Each is found to 1e-12 of itself.
/// @return +infinity where no epsilon up to 700 is known to do. @throws Error(Errc::domain) unless 0 < delta < 1.
/// @complexity some hundred of sender_delta.
[[nodiscard]] Bracket sender_epsilon(const HonestPart& part, const SenderLaw& i, const SenderLaw& j, double delta);

}  // namespace hearsay::accounting
