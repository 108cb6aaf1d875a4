// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_request.hpp"

#include <fmt/format.h>

#include <string_view>

#include <hearsay/core/error.hpp>
#include "api/audit_observers.hpp"
#include "api/promise_formula.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view audit_request_where = "audit gossip";

bool about_shares(const audit::PromisedBound& promise) {
  return promise.quantity == audit::Quantity::exact || promise.quantity == audit::Quantity::exact_own_noise;
}

/// Refuses what has no meaning where nodes differ.
void require_even_if_needed(const AuditRequest& request) {
  if (!request.uneven()) return;
  const std::string_view field = request.sigma.file.empty() ? "`sensitivity`" : "`sigma`";
  const auto promise = promise_of(request);
  if (promise.by_published() || names_published(promise))
    throw Error(Errc::conditions, field,
                "the published bound assumes one sigma and one sensitivity for all nodes; use a numeric promise");
  if (about_shares(promise))
    throw Error(
        Errc::conditions, field,
        "with a file, local losses differ; promise renyi, epsilon, mu or attack_tpr instead of a share of them");
  if (request.scheduled()) throw Error(Errc::conditions, field, "a schedule needs one number for all nodes");
  if (request.steps == "auto") throw Error(Errc::conditions, "`steps`", "auto needs one `sigma` for all nodes");
}

void require_shown(const AuditRequest& request, const AuditKeeps& keeps) {
  if (keeps.views) require_page(promise_of(request));
}

}  // namespace

void require_page(const audit::PromisedBound& promise) {
  if (names_published(promise))
    throw Error(
        Errc::conditions, "`report`",
        "the page cannot judge a formula with the published loss; promise `... <= published`, or leave `report` out");
}

audit::PromisedBound promise_of(const AuditRequest& request) {
  return audit::parse_promise(request.promise, "`promise`", audit::Bounds::formula);
}

bool knows_own_noise(const AuditRequest& request, const audit::PromisedBound& promise) {
  if (!about_shares(promise)) return request.trust.empty() || own_noise_known(request.trust);
  const bool own = promise.quantity == audit::Quantity::exact_own_noise;
  if (!request.trust.empty() && own_noise_known(request.trust) != own) {
    throw Error(Errc::conditions, "`trust`",
                fmt::format("contradicts the promise on {}; leave `trust` out, or promise {}",
                            to_string(promise.quantity), own ? "exact" : "exact_own_noise"));
  }
  return own;
}

void require_valid(const AuditRequest& request, const AuditKeeps& keeps) {
  const auto promise = promise_of(request);
  require_formula(promise);
  static_cast<void>(knows_own_noise(request, promise));
  require_positive(audit_request_where, "`sigma`", request.sigma.number);
  require_non_negative(audit_request_where, "`sensitivity`", request.sensitivity.number);
  const double ratio = request.sensitivity.number / request.sigma.number;
  if (ratio > 0.0) require_positive(audit_request_where, "sensitivity^2 / (2 sigma^2)", ratio * ratio / 2.0);
  if (request.scheduled() != (request.steps == schedule_steps))
    throw Error(Errc::conditions, "`steps`", "the steps are given by the schedule");
  require_message_noise(request.noise, request.steps);
  if (request.noise.given() && request.scheduled())
    throw Error(Errc::conditions, request.noise.noisy() ? "`message_noise`" : "`precision`",
                "needs one W for all steps; a schedule gives different matrices");
  require_even_if_needed(request);
  if (request.steps != "forever" && !request.scheduled()) require_steps(request.steps, "auto nor forever");
  static_cast<void>(named_observers(request.observers));
  require_shown(request, keeps);
}

}  // namespace hearsay::api
