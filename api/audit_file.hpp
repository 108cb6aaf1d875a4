// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/core/verdict.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/audit_network.hpp"
#include "api/audit_request.hpp"
#include "api/proofs.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// The audits of a file of the form schemas/audit.schema.json: "defaults", and for each of "audits" one request a
/// promise. Paths of graphs are relative to the file's folder.
/// @throws Error naming the file: Errc::file if it cannot be read, Errc::syntax, with the place, for what is not of the
/// form, Errc::unknown for a name that the form does not know.
[[nodiscard]] std::vector<AuditRequest> read_audits(const std::string& path);

/// A file of audits that runs as it is, with comments: what a user begins with.
[[nodiscard]] std::string audit_file_example();

/// Audits of one file.
struct AuditFileQuestion {
  std::string file;  ///< as results name it
  std::vector<AuditRequest> requests;
};

/// The audits of a file that can be asked about. @throws as read_audits; as require_valid, naming the file and the
/// audit.
[[nodiscard]] AuditFileQuestion audit_file_question(const std::string& path, const AuditKeeps& keeps = {});

/// What they found.
struct AuditFileAnswer {
  AuditFileQuestion question;
  std::vector<AuditAnswer> audits;  ///< fewer than were asked for if the run was cut short
  Verdict verdict = Verdict::holds;

  [[nodiscard]] bool partial() const { return audits.size() < question.requests.size(); }
};

/// Runs the audits, one after the other.
/// @param execution  once `stop` says true, no further audit starts.
/// @param finished   told each answer once it is there; may take away what it kept.
/// @throws Error naming the file and the audit; as audit_network.
[[nodiscard]] AuditFileAnswer audit_file(AuditFileQuestion question, const Execution& execution,
                                         const AuditKeeps& keeps = {},
                                         const std::function<void(AuditAnswer&)>& finished = {});

/// Proofs of all verdicts, each with the name of its audit. Each audit may take as much of the checker's work as the
/// others leave it.
[[nodiscard]] Proofs proofs_of(const AuditFileAnswer& answer);

// api/render/audit_file.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const AuditFileAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AuditFileAnswer& answer);

}  // namespace hearsay::api
