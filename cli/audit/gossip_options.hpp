// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "api/audit_network.hpp"
#include "cli/audit/outputs.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// Options of `audit gossip`.
struct AuditGossipOptions {
  Common common;
  AuditRequest request;
  AuditOutputs outputs;
  std::string sort = "loss";
  std::size_t top = AuditRows().most;
  bool all = false;
  std::string schedule, protocol, contributions, certificate, report;
  std::optional<double> epsilon, delta;  ///< of a promise of (epsilon, delta)-DP
};

/// Adds them to the command.
void add_audit_gossip_options(CLI::App& command, AuditGossipOptions& options);

/// Takes over --epsilon and --schedule, or requires the options that they replace. @throws CLI::RequiredError.
void complete(AuditGossipOptions& options);

/// Which rows the table has.
[[nodiscard]] AuditRows rows_of(const AuditGossipOptions& options);

}  // namespace hearsay::cli
