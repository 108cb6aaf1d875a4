// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "api/audit_network.hpp"
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Files that audits write besides --json; empty: none.
struct AuditOutputs {
  std::string junit, sarif;        ///< of any number of audits
  std::string csv, matrix_market;  ///< the matrix of one audit
  [[nodiscard]] bool wants_matrix() const { return !csv.empty() || !matrix_market.empty(); }
};

/// Adds --junit and --sarif.
void add_report_outputs(CLI::App& command, AuditOutputs& outputs);
/// Adds --csv and --matrix-market.
void add_matrix_outputs(CLI::App& command, AuditOutputs& outputs);

/// Writes --junit, --sarif, and of a single audit --csv and --matrix-market. @throws as write_file().
void write_outputs(const AuditOutputs& outputs, const std::vector<AuditAnswer>& answers, const Origin& origin);

}  // namespace hearsay::cli
