// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/accounting/linear/protocol.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/audit/protocol_audit.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/audit_network.hpp"
#include "api/audit_observers.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// One promise about a linear protocol of the user's own, in texts. What is seen and known is said by the protocol's
/// view, its observers replaced.
struct ProtocolAuditRequest {
  std::string protocol;                ///< its file, or what results are to say instead
  std::vector<std::string> observers;  ///< labels, or one of: each, coalitions:K
  std::string target = "all";
  std::string promise;
  std::string contributions;  ///< as contributions_of() reads it
};

/// One promise about a linear protocol.
struct ProtocolAuditQuestion {
  std::string source;  ///< what results say of where the protocol comes from
  accounting::Protocol protocol;
  audit::PromisedBound promise;
  AuditedObservers observers;
  std::string target = "all";  ///< as it was asked for
  std::vector<graph::Node> targets;
  accounting::Contributions contributions = accounting::Contributions::vectors;
};

/// The request about a protocol that is there already.
/// @throws Error naming the field: Errc::conditions for promises of `published`, a formula or a share of the local
/// loss, which a protocol does not have; Errc::too_large for more than audit::most_coalitions coalitions.
[[nodiscard]] ProtocolAuditQuestion question_of(const ProtocolAuditRequest& request, accounting::Protocol protocol);

/// The same of the file that the request names. @throws as accounting::read_protocol and the other.
[[nodiscard]] ProtocolAuditQuestion question_of(const ProtocolAuditRequest& request);

/// What the audit of a protocol found.
struct ProtocolAuditAnswer {
  ProtocolAuditQuestion question;
  audit::ProtocolResult result;
};

/// @throws as audit::audit_protocol.
[[nodiscard]] ProtocolAuditAnswer audit_protocol(ProtocolAuditQuestion question, const Execution& execution);

// api/render/audit_protocol.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const ProtocolAuditAnswer& answer, const Origin& origin);
/// @param rows  how many, in the order of the nodes.
[[nodiscard]] report::TerminalText text(const ProtocolAuditAnswer& answer, const AuditRows& rows = {});
/// As audit_junit(). @param seconds  that the audit took.
[[nodiscard]] std::string junit(const ProtocolAuditAnswer& answer, double seconds);

}  // namespace hearsay::api
