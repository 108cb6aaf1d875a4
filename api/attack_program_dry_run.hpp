// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_program.hpp"
#include "api/render/result.hpp"

namespace hearsay::api {

/// A trial, what was understood of its answer, and how long it took.
struct DryTrial {
  empirical::ProgramTrial trial;
  empirical::ProgramOutcome outcome;
  double seconds = 0.0;
};

/// What an attack on a program would do.
struct ProgramDryRun {
  AttackProgramQuestion question;
  int workers = 1;                    ///< copies that would run at the same time
  std::vector<DryTrial> trials = {};  ///< the first of the attack
  std::string trouble = {};           ///< why no further copy of the program can be started; empty: one can

  /// Trials of the attack that train.
  [[nodiscard]] std::uint64_t training() const { return question.runs / 4; }
  /// Median of a trial's time, without that of the first, which starts the program; 0 if there is none.
  [[nodiscard]] double seconds_per_trial() const;
  /// Whether a view was read in any trial.
  [[nodiscard]] bool answered() const;
};

/// Runs the first eight trials of the attack, and as many more (64 at most) until both worlds occurred, one at a time.
/// Nothing is learned or judged. @throws as attack_program().
[[nodiscard]] ProgramDryRun dry_run(const AttackProgramQuestion& question, const Execution& execution);

// api/render/attack_program_dry_run.cpp
[[nodiscard]] nlohmann::ordered_json to_json(const ProgramDryRun& answer, const Origin& origin);
[[nodiscard]] report::TerminalText text(const ProgramDryRun& answer);

}  // namespace hearsay::api
