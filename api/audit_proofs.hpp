// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include <hearsay/report/certificate/work.hpp>
#include "api/audit_network.hpp"
#include "api/proofs.hpp"

namespace hearsay::api {

/// How much is proved of an audit.
struct AuditProof {
  double work = report::limits::work;  ///< that the checker may take
  double most_entries = 2e7;           ///< of a view that is solved in doubles
  std::size_t most_sets = 200;         ///< of observers
  bool every_pair = true;              ///< not of each target the worst observers only
};

/// Proofs of the verdict on a numeric promise, as a bound on the share of the information: of the worst pair if it is
/// refuted; if it holds, of the pairs that lose most first, as many as the checker judges. `missing` says which pairs
/// have no proof.
[[nodiscard]] Proofs proofs_of(const AuditAnswer& answer, const AuditProof& wanted = {});

}  // namespace hearsay::api
