// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/accounting/rumor/exact.hpp>

namespace hearsay::accounting {

/// "0>2 2>2 end" as indices into law.labels(). @throws Error(Errc::unknown) for a word that is no label.
[[nodiscard]] std::vector<std::size_t> read_transcript(const RumorLaw<Rational>& law, const std::string& text);

/// Bounds on delta = max_S p_i(S) - factor p_j(S) of two sources by a tree of prefixes, in fractions.
struct TranscriptTree {
  std::vector<std::string> expanded;  ///< its inner nodes, the empty prefix "" first
  std::vector<std::string> event;     ///< leaves where p_i > factor p_j: an S; none begins another
  Rational lower = 0;                 ///< what the event gains
  Rational upper = 0;  ///< the gain if the hidden state were revealed at every leaf, the active nodes too
};

/// Expands, best first, the leaf whose two shares of the bounds are furthest apart, until they agree or
/// `expansions` leaves have been expanded. @pre factor >= 1, expansions >= 1; two different suspects.
/// @complexity expansions (states^2 + labels x states) operations on fractions whose digits grow with the depth.
[[nodiscard]] TranscriptTree transcript_tree(const RumorLaw<Rational>& law, int i, int j, const Rational& factor,
                                             std::size_t expansions);

}  // namespace hearsay::accounting
