// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include <hearsay/core/verdict.hpp>
#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/account_rumor_on_graph.hpp"
#include "api/rumor_promise.hpp"

namespace hearsay::api {

/// A promise about the source of a rumor with muting 0, whichever honest node it is, against any other.
struct AuditRumorQuestion {
  Network network;
  CuriousNodes curious;
  ComparedSources sources;  ///< all or drawn, not one pair
  std::string promise;      ///< as rumor_promise reads it
};

struct AuditRumorAnswer {
  RumorPromise promise;
  RumorOnGraphAnswer found;  ///< at the promise's epsilon
  Verdict verdict = Verdict::inconclusive;
};

/// Refuted if delta of some pair is certainly above the promise; holds if that of every pair is certainly not. Of drawn
/// pairs none that breaks it shows nothing: inconclusive.
/// @throws as rumor_promise and account_rumor_on_graph.
[[nodiscard]] AuditRumorAnswer audit_rumor(const AuditRumorQuestion& question, const Execution& execution);

// api/render/audit_rumor.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const AuditRumorAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const AuditRumorAnswer& answer);
/// As audit_junit(). @param seconds  that the audit took.
[[nodiscard]] std::string junit(const AuditRumorAnswer& answer, double seconds);

}  // namespace hearsay::api
