// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/audit_network.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// Rows are sets of observers, columns nodes, entries the share of the local loss that is judged; an observer's own and
/// what was not audited are empty. Where a share is in doubt its upper end stands, and a last column says so.
[[nodiscard]] std::string matrix_csv(const AuditAnswer& answer);
/// The same numbers, in the same order, as a Matrix Market array; 0 where the CSV is empty; comments say which rows are
/// in doubt.
[[nodiscard]] std::string matrix_market(const AuditAnswer& answer);
/// An audit as a test case: `failure` with the message if it is refuted, `error` if it is inconclusive.
/// @param verb  what follows `audit`.
[[nodiscard]] std::string junit_case(const std::string& name, Verdict verdict, const std::string& message,
                                     const std::string& detail, std::string_view verb);

/// Test cases, how many of them there are, and properties besides the version.
struct JunitSuite {
  std::size_t tests = 0;
  int failures = 0, errors = 0;
  std::string cases, properties = {};
};
[[nodiscard]] std::string junit_suite(const JunitSuite& suite, double seconds);

/// A test case an audit: `failure` if it is refuted, `error` if it is inconclusive. Properties are version, date,
/// command line, parameters and the SHA-256 of every input file.
[[nodiscard]] std::string audit_junit(const std::vector<AuditAnswer>& answers, const Origin& origin);
/// SARIF 2.1.0: a result for each node to whose loss a broken or undecided promise applies; command line and date as
/// the invocation, input files with their SHA-256 as artifacts, parameters as properties.
[[nodiscard]] std::string audit_sarif(const std::vector<AuditAnswer>& answers, const Origin& origin);

}  // namespace hearsay::api
