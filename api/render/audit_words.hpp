// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include "api/audit_network.hpp"

namespace hearsay::api {

/// "each node alone, own noise known".
[[nodiscard]] std::string adversary_words(const AuditAnswer& answer);

/// Of what each node loses to its worst observers: with the protocol's noise on messages, or as resolved at the
/// precision.
[[nodiscard]] ShareSummary summary_of(const AuditAnswer& answer, bool resolved);
/// The same in sentences; none unless message noise or a precision is given.
[[nodiscard]] std::vector<std::string> summary_words(const AuditAnswer& answer);

/// Why a loss is an interval.
[[nodiscard]] std::string_view interval_words(const AuditAnswer& answer);

/// Why losses of the answer are in doubt; empty if none is.
[[nodiscard]] std::string doubt_words(const AuditAnswer& answer);

/// "promise 'renyi(2) <= 0.1': refuted; 24 of 30 pairs break it"; and the same for a terminal, the verdict emphasized.
[[nodiscard]] std::string verdict_words(const AuditAnswer& answer);
[[nodiscard]] report::TerminalText verdict_text(const AuditAnswer& answer);

/// Whether every pair loses what it would lose without gossip, and the worst pair of each node also with own noise
/// unknown: all rows of a table would be equal.
[[nodiscard]] bool all_at_local_level(const AuditAnswer& answer);
/// That in a sentence. @pre all_at_local_level().
[[nodiscard]] std::string local_level_words(const AuditAnswer& answer);

/// The nodes whose worst observers learn as much as in the worst pair, its target among them.
[[nodiscard]] std::size_t nodes_with_worst_loss(const AuditAnswer& answer);

/// The worst pair in plain words, how many nodes lose as much, and the sigma that would keep the promise.
[[nodiscard]] std::string worst_words(const AuditAnswer& answer);

}  // namespace hearsay::api
