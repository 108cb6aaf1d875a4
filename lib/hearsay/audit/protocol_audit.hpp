// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/core/bracket.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::audit {

/// What one set of observers of a linear protocol learns about one target.
struct ProtocolLoss {
  std::vector<graph::Node> observers;
  graph::Node target = 0;
  accounting::LinearLoss loss;  ///< mu^2, for contributions that change by at most 1 in every round
  Bracket promised = Bracket::exact(0.0);
  Verdict verdict = Verdict::inconclusive;
};

/// What the audit of all sets of observers comes to.
struct ProtocolResult {
  std::uint64_t views = 0, pairs = 0, violations = 0, undecided = 0;
  std::optional<ProtocolLoss> worst;    ///< nothing without a pair
  std::vector<ProtocolLoss> by_target;  ///< the worst observers of each target, in the order of the targets
  [[nodiscard]] Verdict verdict() const;
};

/// The promised quantity of a loss mu^2: rounded outwards; infinite, or 1 for a true positive rate, if the loss is.
/// @pre the quantity is no share of the local loss. @throws as promised_loss.
[[nodiscard]] Bracket promised_of(const PromisedBound& promise, const accounting::LinearLoss& loss,
                                  accounting::Contributions contributions);

/// Audits a promise about every set of observers, in place of the protocol's own, and every target that is none of
/// them, for such contributions. A loss that is only an estimate decides nothing.
/// @pre the promise has a bound and is about no share: a protocol has no local loss.
/// @throws as accounting::linear_account; Interrupted once `execution.stop` says true.
[[nodiscard]] ProtocolResult audit_protocol(const accounting::Protocol& protocol, const PromisedBound& promise,
                                            std::span<const std::vector<graph::Node>> observers,
                                            std::span<const graph::Node> targets,
                                            accounting::Contributions contributions, const Execution& execution);

}  // namespace hearsay::audit
