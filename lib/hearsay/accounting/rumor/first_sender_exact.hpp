// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <hearsay/accounting/rumor/honest_part.hpp>
#include <hearsay/exact/rational.hpp>

namespace hearsay::accounting {

/// The laws of FirstSender in fractions: by source and then by honest node, all zero for a source that is never heard.
/// @throws as honest_part; Error(Errc::domain) for more than 200 honest nodes.
/// @complexity O(n^3) operations on fractions: seconds for 60 nodes.
[[nodiscard]] std::vector<std::vector<exact::Rational>> exact_sender_laws(const graph::Graph& graph,
                                                                          std::span<const graph::Node> curious);

/// sum_v max(0, P_i(v) - factor P_j(v)), and 1 less the sum of P for what is never observed.
[[nodiscard]] exact::Rational exact_sender_delta(const std::vector<exact::Rational>& i,
                                                 const std::vector<exact::Rational>& j, const exact::Rational& factor);

}  // namespace hearsay::accounting
