// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/core/bracket.hpp>

namespace hearsay::accounting {

/// The largest complete graph of rumor_first_seen.
inline constexpr std::uint64_t rumor_first_seen_most_nodes = 1'000'000;

/// D = P_0(E) - P_1(E) of asynchronous gossip (unending transcript, self-sends), where E is "the curious nodes see node
/// 0 send before they see node 1 send", P_i is the law from source i, and 0 and 1 are honest. So delta(0) >= D, and
/// delta(epsilon) >= ((1 + D) - e^epsilon (1 - D))/2. By Theorem 10, delta(0) = D (docs/maths/rumor.md).
///
/// D = x(0, 0), where x(a, c) is the same difference when 0 is active, 1 is not, and a other honest nodes and c curious
/// nodes are active. It solves a linear system in a and c. For each number k = 1 + a + c of active nodes, x is replaced
/// by a polynomial in c that solves the equations at `degree` + 1 points.
///
/// @param muting  s in [0, 1]. @param degree  0 .. 4; the width falls about as f^-(degree + 1).
/// @return rigorous bracket: every row of the system is an M-matrix's with row sum at least f + k (per k n messages),
///         so the error is at most max |residual| / row sum; the residual is a polynomial in c of degree + 1, bounded
///         by its values at degree + 2 points, rounding included.
/// @pre crowd is that of rumor_crowd.
/// @throws Error(Errc::domain) unless two nodes are honest and 0 <= s <= 1; Error(Errc::too_large) above
///         rumor_first_seen_most_nodes.
/// @accuracy width below 1e-9 for n >= 100 and f >= n/10 at degree 4; rounding adds about 1e-14 n.
/// @complexity O(nodes (degree + 1)^3) time, O(nodes (degree + 1)^2) memory: 280 MB for a million nodes.
/// @cite bellet2020started (Theorem 10)
[[nodiscard]] Bracket rumor_first_seen(const RumorCrowd& crowd, double muting, int degree = 4);

/// f/(n - s (n - f - 1)): at least the D of rumor_first_seen, with equality at s = 0, and below Theorem 7's
/// f/(n - s (n - f)) for s > 0. It is the constant that solves every row of that system with `<=` in place of `=`.
/// @return 0 without curious nodes. @pre 0 <= muting <= 1.
[[nodiscard]] double rumor_first_seen_cap(const RumorCrowd& crowd, double muting);

}  // namespace hearsay::accounting
