// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/run/registry.hpp>

namespace hearsay::props {

/// An accountant of P_0(E) - P_1(E), E = "node 0 is seen before node 1": of the library, or broken on purpose.
using FirstSeen = std::function<Bracket(const accounting::RumorCrowd& crowd, double muting)>;

/// accounting::rumor_first_seen.
[[nodiscard]] Bracket exact_first_seen(const accounting::RumorCrowd& crowd, double muting);

/// rumor.first_seen: the value is the exact delta(0) of small worlds.
[[nodiscard]] run::Finding first_seen_is_delta(const run::Context& context, const FirstSeen& accountant);

/// rumor.first_seen.bound: it lies between Theorem 5's limit and f/(n - s (n - f - 1)), which is at most Theorem 7's
/// bound.
[[nodiscard]] run::Finding first_seen_is_bounded(const run::Context& context, const FirstSeen& accountant);

}  // namespace hearsay::props
