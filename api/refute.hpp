// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <hearsay/report/terminal_text.hpp>
#include <hearsay/run/finding.hpp>
#include "api/bound_question.hpp"
#include "api/proofs.hpp"
#include "api/render/reading.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// Is there a counterexample to a bound?
struct RefuteQuestion {
  BoundQuestion bound;
  run::Effort effort = run::Effort::standard;
};

struct RefuteAnswer {
  RefuteQuestion question;
  run::Finding finding;
  ReadGraph read = {};   ///< of a network of one's own
  bool partial = false;  ///< cut short before all instances were tried
};

/// Tries the bound on all small instances and on generated ones. @throws as trial_of() and BoundSearch.
[[nodiscard]] RefuteAnswer refute(const RefuteQuestion& question, const BoundSearch& bounds,
                                  const Execution& execution);

/// The certificate of the counterexample. @param seed  that of the answer.
[[nodiscard]] Proofs proofs_of(const RefuteAnswer& answer, const BoundSearch& bounds, random::Seed seed);

// api/render/refute.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const RefuteAnswer& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const RefuteAnswer& answer);

}  // namespace hearsay::api
