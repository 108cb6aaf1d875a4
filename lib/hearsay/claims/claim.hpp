// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include <hearsay/core/verdict.hpp>

namespace hearsay::claims {

/// What a verdict on a claim is worth.
enum class Evidence {
  exact,        ///< rational or integer arithmetic from instance to verdict
  interval,     ///< floating-point arithmetic with directed rounding or a proved bound on its error
  property,     ///< a search of generated instances, with shrinking and coverage demands
  statistical,  ///< simulation, with a stated error level
};

/// What kind of statement a claim is, and so what its refutation means. Only a theorem, a step of a proof or a table
/// that fails is a published claim refuted.
enum class Level {
  unset,       ///< a claim with it does not compile
  theorem,     ///< numbered statement of the paper
  step,        ///< step of its proof
  definition,  ///< numbered definition
  table,       ///< entry of a table
  figure,      ///< figure, with its caption
  prose,       ///< unnumbered sentence
  code,        ///< what the released program computes
  misprint,    ///< the intended statement is obvious and true, and checked in its own row
  ours,        ///< a repair, a warning, a generalization: no paper says it
};

/// One published statement, or its repair, as plain data. A privacy number without its adversary means nothing,
/// so a claim with an empty text field does not compile (see `complete`).
struct Claim {
  std::string_view id;      ///< stable, dotted, lower case: `paper.statement`; never reused
  std::string_view source;  ///< key in docs/references.bib and the place in it, or `hearsay`
  std::string_view paper_version =
      {};                      ///< venue, arXiv number and version that says so, and what corrects it; empty for `ours`
  Level level = Level::unset;  ///< what kind of statement it is
  std::string_view quote =
      {};  ///< the sentence as printed, verbatim; ` [...] ` stands for what is left out; empty for `ours`
  std::string_view quote_where = {};  ///< where it is printed; begins with `absent_text` if there is no text to quote
                                      ///< from, with `reconstructed_text` if its formulas are lost
  std::string_view formula =
      {};  ///< what is tested as it is printed, in plain notation: `delta(eps) <= f/n`; of a sentence without a formula
           ///< the sentence in symbols, after "in words:"; empty for `ours`
  std::string_view reading =
      {};  ///< which reading of an ambiguous sentence is tested, and what the others give; empty if there is one
  std::string_view statement;    ///< one sentence a domain reader can dispute
  std::string_view conditions;   ///< what the statement assumes
  std::string_view adversary;    ///< what the observer sees and knows, or `none` for pure mathematics
  std::string_view domain;       ///< the inputs the check tries; its generator must match
  Evidence evidence;             ///< what a verdict is worth
  Verdict expected;              ///< a surprise is expected != found, in either direction
  std::string_view repaired_by;  ///< id of the repaired statement, or empty
  std::string_view root = {};  ///< id of the error that a refuted row follows from, its own if it stands alone: rows of
                               ///< one root are one error
  std::string_view witness;    ///< the counterexample in words a reader can follow by hand; empty if it holds
  std::string_view realistic = {};  ///< a counterexample at a size that the paper itself uses, with both numbers, where
                                    ///< the smallest one is far from it; empty if it holds
  std::string_view controls;  ///< ids of implementations that are wrong on purpose (tests/power/zoo.cpp) and must be
                              ///< exposed, comma separated, or empty
  std::string_view note;      ///< what else a reader should know, or empty
};

/// How `quote_where` begins if the quote is empty because the text of the paper is not at hand.
constexpr std::string_view absent_text = "none, the text was not at hand";

/// How `quote_where` begins if the text at hand has lost its formulas, so that the statement is rebuilt from words,
/// definitions and proofs.
constexpr std::string_view reconstructed_text = "reconstructed";

constexpr int longest_quote = 60;  ///< words

[[nodiscard]] constexpr int word_count(std::string_view text) {
  int words = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != ' ' && (i == 0 || text[i - 1] == ' ')) ++words;
  }
  return words;
}

/// True if the claim says what kind of statement it is and, unless it is the project's own, quotes it or says why it
/// cannot, and has its formula.
consteval bool quoted(const Claim& c) {
  if (c.level == Level::unset) return false;
  if (c.level == Level::ours)
    return c.quote.empty() && c.quote_where.empty() && c.formula.empty() && c.paper_version.empty();
  if (c.formula.empty()) return false;
  if (c.quote.empty() && !c.quote_where.starts_with(absent_text)) return false;
  if (c.id.starts_with("stream.") && !c.quote_where.starts_with(reconstructed_text)) return false;
  return !c.quote_where.empty() && !c.paper_version.empty() && word_count(c.quote) <= longest_quote;
}

/// True if every claim has its required texts, and a refuted one says why and from which error it follows.
consteval bool complete(std::span<const Claim> claims) {
  for (const auto& c : claims) {
    if (c.id.empty() || c.source.empty() || c.statement.empty() || c.conditions.empty() || c.adversary.empty() ||
        c.domain.empty()) {
      return false;
    }
    if (c.expected == Verdict::broken) return false;
    if (c.expected == Verdict::refuted && c.witness.empty()) return false;
    if (c.expected == Verdict::holds && !c.realistic.empty()) return false;
    if ((c.expected == Verdict::refuted) == c.root.empty()) return false;
    if (!quoted(c)) return false;
  }
  return true;
}

[[nodiscard]] constexpr std::string_view to_string(Evidence evidence) {
  switch (evidence) {
    case Evidence::exact:
      return "exact";
    case Evidence::interval:
      return "interval";
    case Evidence::property:
      return "property";
    case Evidence::statistical:
      return "statistical";
  }
  return "property";
}

[[nodiscard]] constexpr std::string_view to_string(Level level) {
  switch (level) {
    case Level::unset:
      return "unset";
    case Level::theorem:
      return "theorem";
    case Level::step:
      return "step";
    case Level::definition:
      return "definition";
    case Level::table:
      return "table";
    case Level::figure:
      return "figure";
    case Level::prose:
      return "prose";
    case Level::code:
      return "code";
    case Level::misprint:
      return "misprint";
    case Level::ours:
      return "ours";
  }
  return "unset";
}

}  // namespace hearsay::claims
