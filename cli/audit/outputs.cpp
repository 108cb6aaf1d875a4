// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/outputs.hpp"

#include "api/render/audit_outputs.hpp"
#include "cli/common/command_files.hpp"
#include "cli/common/output.hpp"

namespace hearsay::cli {

void add_report_outputs(CLI::App& command, AuditOutputs& outputs) {
  writes(
      command
          .add_option("--junit", outputs.junit, "write JUnit XML, with a failure or an error if the exit code is not 0")
          ->check(writable_file()));
  writes(
      command
          .add_option("--sarif", outputs.sarif, "write SARIF 2.1.0: one result for each node whose promise is refuted")
          ->check(writable_file()));
}

void add_matrix_outputs(CLI::App& command, AuditOutputs& outputs) {
  writes(command
             .add_option("--csv", outputs.csv,
                         "write the matrix of losses as CSV: observers by nodes, as shares of the local loss")
             ->check(writable_file()));
  writes(
      command
          .add_option("--matrix-market", outputs.matrix_market, "write the matrix of losses as a Matrix Market array")
          ->check(writable_file()));
}

void write_outputs(const AuditOutputs& outputs, const std::vector<AuditAnswer>& answers, const Origin& origin) {
  if (!outputs.junit.empty()) write_file(outputs.junit, audit_junit(answers, origin));
  if (!outputs.sarif.empty()) write_file(outputs.sarif, audit_sarif(answers, origin));
  if (!outputs.csv.empty()) write_file(outputs.csv, matrix_csv(answers.front()));
  if (!outputs.matrix_market.empty()) write_file(outputs.matrix_market, matrix_market(answers.front()));
}

}  // namespace hearsay::cli
