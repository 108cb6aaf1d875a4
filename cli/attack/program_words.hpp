// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include <hearsay/report/terminal_text.hpp>
#include "empirical/attack/program.hpp"

namespace hearsay::cli {

/// What the words of `attack program` need besides its result.
struct ProgramQuestion {
  double epsilon = 0.0, delta = 0.0, confidence = 0.95;
  std::uint64_t runs = 0;
  bool fresh = false;
};

/// "epsilon(0) <= 1".
[[nodiscard]] std::string promise_text(const ProgramQuestion& question);

/// The verdict on what the views say: "refuted" or "inconclusive".
[[nodiscard]] std::string_view verdict_on_values(const empirical::ProgramResult& found);

/// The verdict on how the computer writes their numbers: "refuted by the representation of numbers" or "inconclusive".
[[nodiscard]] std::string_view verdict_on_representation(const empirical::ProgramResult& found);

/// The result for people; empty if training was not finished.
[[nodiscard]] report::TerminalText program_words(const ProgramQuestion& question,
                                                 const empirical::ProgramResult& found);

/// Why the run is not complete, in one line; empty: it is.
/// @param trouble  why no copy of the program can be started any more; empty: one can.
[[nodiscard]] std::string why_incomplete(const ProgramQuestion& question, const empirical::ProgramResult& found,
                                         const std::string& trouble);

}  // namespace hearsay::cli
