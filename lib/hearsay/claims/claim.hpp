// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include <hearsay/core/verdict.hpp>

namespace hearsay::claims {

/// What a verdict on a claim is worth.
enum class Evidence {
  exact,        ///< every instance of a stated finite domain, or a computation with rigorous bounds
  property,     ///< a search of generated instances, with shrinking and coverage demands
  statistical,  ///< simulation, with a stated error level
};

/// One published statement, or its repair, as plain data. A privacy number without its adversary means nothing,
/// so a claim with an empty text field does not compile (see `complete`).
struct Claim {
  std::string_view id;           ///< stable, dotted, lower case: `paper.statement`; never reused
  std::string_view source;       ///< key in docs/references.bib and the place in it, or `hearsay`
  std::string_view statement;    ///< one sentence a domain reader can dispute
  std::string_view conditions;   ///< what the statement assumes
  std::string_view adversary;    ///< what the observer sees and knows, or `none` for pure mathematics
  std::string_view domain;       ///< the inputs the check tries; its generator must match
  Evidence evidence;             ///< what a verdict is worth
  Verdict expected;              ///< a surprise is expected != found, in either direction
  std::string_view repaired_by;  ///< id of the repaired statement, or empty
  std::string_view witness;      ///< the counterexample in words a reader can follow by hand; empty if it holds
  std::string_view controls;     ///< ids of implementations that are wrong on purpose (tests/power/zoo.cpp) and must be exposed, comma separated, or empty
  std::string_view note;         ///< what else a reader should know, or empty
};

/// True if every claim has its required texts, and a refuted one says why.
consteval bool complete(std::span<const Claim> claims) {
  for (const auto& c : claims) {
    if (c.id.empty() || c.source.empty() || c.statement.empty() || c.conditions.empty() || c.adversary.empty() ||
        c.domain.empty()) {
      return false;
    }
    if (c.expected == Verdict::broken) return false;
    if (c.expected == Verdict::refuted && c.witness.empty()) return false;
  }
  return true;
}

[[nodiscard]] constexpr std::string_view to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::exact: return "exact";
    case Evidence::property: return "property";
    case Evidence::statistical: return "statistical";
  }
  return "property";
}

}  // namespace hearsay::claims
