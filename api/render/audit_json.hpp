// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>

#include <hearsay/audit/promise.hpp>
#include "api/audit_network.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// "promise" and "observers" of a result.
[[nodiscard]] nlohmann::ordered_json promise_json(const audit::PromisedBound& promise);
[[nodiscard]] nlohmann::ordered_json audited_json(const AuditedObservers& observers, std::uint64_t audited);

/// The question as the result repeats it.
[[nodiscard]] nlohmann::ordered_json audit_parameters(const AuditAnswer& answer);

/// "read", "promise", "verdict", "pairs", "worst", "nodes", ...
[[nodiscard]] nlohmann::ordered_json audit_findings(const AuditAnswer& answer);

/// "provenance". @throws as provenance_json.
[[nodiscard]] nlohmann::ordered_json audit_provenance(const AuditAnswer& answer, const Origin& origin);

/// The whole result of `audit gossip`, but its "timing".
[[nodiscard]] nlohmann::ordered_json audit_result(const AuditAnswer& answer, const Origin& origin);

}  // namespace hearsay::api
