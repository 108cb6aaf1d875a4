// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include <hearsay/audit/network_audit.hpp>
#include <hearsay/core/verdict.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/audit_question.hpp"
#include "api/promise_formula.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

struct AuditAdvice;

/// What an audit found.
struct AuditAnswer {
  AuditQuestion question;
  std::shared_ptr<const PromiseFormula> formula = {};  ///< of a promise that has one
  audit::NetworkResult result = {};
  Verdict verdict = Verdict::inconclusive;
  std::optional<double> sigma_needed = {};  ///< of all nodes, that would keep the promise
  bool complete = true;                     ///< not cut short
  std::vector<Enclosure> resolved = {};     ///< at the precision, as shares, in the order of result.by_target
  audit::ShareMatrix matrix = {};           ///< if it was asked for
  std::shared_ptr<const audit::NetworkViews> views = {};  ///< if they were asked for
  std::shared_ptr<const AuditAdvice> advice = {};         ///< if it was asked for

  [[nodiscard]] const graph::Graph& graph() const { return question.graph(); }
};

/// Audits one promise. Notes of the network's file are told.
/// @param execution  once `stop` says true, the answer is that of the views that are finished.
/// @throws Error(Errc::too_large); Interrupted if no view is finished; as audit::audit_views.
[[nodiscard]] AuditAnswer audit_network(AuditQuestion question, const Execution& execution,
                                        const AuditKeeps& keeps = {});

/// Whether the promise holds for whoever learns everything: each node's own noise is enough.
[[nodiscard]] bool settled_by_local_level(const AuditQuestion& question);

/// A share of the local loss in the promised quantity.
[[nodiscard]] double in_promised_unit(const AuditQuestion& question, double share);
[[nodiscard]] Enclosure in_promised_unit(const AuditQuestion& question, const Enclosure& share);

/// Which nodes a table has, and in which order.
struct AuditRows {
  enum class Order { loss, published, node } order = Order::loss;
  std::size_t most = 20;
};
inline constexpr std::size_t all_rows = std::numeric_limits<std::size_t>::max();

// api/render/audit_network.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const AuditAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AuditAnswer& answer, const AuditRows& rows = {});

}  // namespace hearsay::api
