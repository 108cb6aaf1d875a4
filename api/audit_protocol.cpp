// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_protocol.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <hearsay/audit/coalitions.hpp>
#include <hearsay/core/error.hpp>
#include "api/render/linear_result.hpp"

namespace hearsay::api {

namespace {

audit::PromisedBound number_promise(const std::string& text) {
  auto promise = audit::parse_promise(text, "`promise`", audit::Bounds::formula);
  if (!promise.bound || promise.quantity == audit::Quantity::exact ||
      promise.quantity == audit::Quantity::exact_own_noise)
    throw Error(Errc::conditions, "`promise`",
                "a protocol file has no published and no local loss; promise that renyi, epsilon, mu or attack_tpr is "
                "at most a number");
  return promise;
}

AuditedObservers protocol_observers(const ProtocolAuditRequest& request, const LinearNames& names,
                                    const std::vector<graph::Node>& targets) {
  auto chosen = named_sets(request.observers, possible_observers(names.nodes(), targets));
  if (chosen.greedy)
    throw Error(
        Errc::too_large, "`observer`",
        fmt::format(
            "for a protocol file at most {} coalitions are tried; give the observers by label, or use a smaller K",
            audit::most_coalitions));
  if (chosen.kind != AuditedObservers::Kind::nodes) return chosen;
  const auto& set = chosen.sets.emplace_back(names.nodes("`observer`", request.observers));
  chosen.size = set.size();
  if (std::ranges::all_of(targets, [&](graph::Node u) { return std::ranges::count(set, u) > 0; }))
    throw Error(Errc::domain, "`observer`", "every target is an observer, so no target is left");
  return chosen;
}

}  // namespace

ProtocolAuditQuestion question_of(const ProtocolAuditRequest& request, accounting::Protocol protocol) {
  ProtocolAuditQuestion question{.source = request.protocol,
                                 .protocol = std::move(protocol),
                                 .promise = number_promise(request.promise),
                                 .observers = {},
                                 .target = request.target,
                                 .targets = {},
                                 .contributions = contributions_of(request.contributions)};
  const LinearNames names{accounting::LinearModel(question.protocol)};
  if (request.target == "all") {
    question.targets = nodes_up_to(names.nodes());
  } else {
    question.targets = {names.node("`target`", request.target)};
  }
  question.observers = protocol_observers(request, names, question.targets);
  return question;
}

ProtocolAuditQuestion question_of(const ProtocolAuditRequest& request) {
  static_cast<void>(number_promise(request.promise));
  return question_of(request, accounting::read_protocol(request.protocol));
}

ProtocolAuditAnswer audit_protocol(ProtocolAuditQuestion question, const Execution& execution) {
  auto result = audit::audit_protocol(question.protocol, question.promise, question.observers.sets, question.targets,
                                      question.contributions, execution);
  return {.question = std::move(question), .result = std::move(result)};
}

}  // namespace hearsay::api
