// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <hearsay/report/terminal_text.hpp>

namespace hearsay::report {

/// Plain words.
struct Sentence {
  std::string text;
};

/// A table of fractions, decimals and short words.
struct NumberTable {
  struct Column {
    std::string title;
    bool words = false;  ///< its cells are words, not formulas
  };
  std::string caption;
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;  ///< one cell a column
  std::size_t totals = 0;                      ///< how many of the last rows are results of those above
};

/// `left = right = ...`, in the plain notation of formula_text().
struct Formula {
  struct Step {
    std::string relation, right;
  };
  std::string left;
  std::vector<Step> steps;
};

/// The inequality that decides: of two numbers, or "infinite".
struct Inequality {
  std::string left, relation, right;
  std::string conclusion;  ///< what follows: "the statement fails"
};

using Block = std::variant<Sentence, NumberTable, Formula, Inequality>;

/// A refutation that a reader can follow with a pencil.
struct Derivation {
  std::string claim;
  std::vector<Block> blocks;
};

/// The derivation of a certificate that refutes a claim: the instance, what is seen, the combination or the event that
/// the certificate has, what is left of it, the bound term by term, the inequality that fails. Every number is computed
/// from the file's instance and evidence.
///
/// Where a number is too long for a fraction, it is a decimal, cut off where dots follow. Where a table would be longer
/// than a page, its largest part is left out and the table says so.
/// @param certificate  as to_json(const Certificate&) writes it.
/// @throws Error(Errc::domain) if the kind is unknown or the certificate refutes no claim of the table;
/// Error(Errc::conditions) if the instance and the evidence do not show what the certificate says.
[[nodiscard]] Derivation derive(const nlohmann::ordered_json& certificate);

/// For a terminal.
[[nodiscard]] TerminalText text(const Derivation& derivation);
/// A document that plain LaTeX with amsmath compiles.
[[nodiscard]] std::string latex(const Derivation& derivation);
/// A part of a page.
[[nodiscard]] std::string html(const Derivation& derivation);
/// {"claim", "blocks": [{"kind": "sentence"|"table"|"formula"|"inequality", ...}]}.
[[nodiscard]] nlohmann::ordered_json to_json(const Derivation& derivation);

}  // namespace hearsay::report
