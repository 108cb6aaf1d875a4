// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/report/terminal_text.hpp>
#include <hearsay/system/execution.hpp>
#include "api/attack_end.hpp"
#include "api/attack_run.hpp"
#include "api/render/result.hpp"
#include "empirical/attack/program.hpp"
#include "empirical/attack/program_pool.hpp"

namespace hearsay::api {

/// A program of one's own against its promise of (epsilon, delta)-differential privacy between two worlds.
struct AttackProgramQuestion {
  std::vector<std::string> program;  ///< and its arguments
  double epsilon = 0.0, delta = 0.0;
  std::optional<empirical::ProgramPromise> promise = std::nullopt;  ///< in place of epsilon at delta
  std::uint64_t runs = 10'000;                                      ///< trials in all; a quarter of them train
  double confidence = 0.95;                                         ///< of the lower bounds
  empirical::ViewFeatures features = empirical::ViewFeatures::automatic;
  double timeout = 60.0;                       ///< seconds that an answer may take
  int workers = 0;                             ///< copies of the program at the same time; 0: as many as threads
  bool fresh = false;                          ///< a new copy for every trial
  bool to_the_end = false;                     ///< use all runs, though the promise is broken before
  std::optional<double> until = std::nullopt;  ///< go on until the bound on what is promised exceeds it
};

/// A run of which one event is counted again.
struct ReplayedRun {
  std::uint64_t seed = 0;
  std::uint64_t training = 0;  ///< trials that chose the event
};

/// What the trials of the program show of its promise.
struct AttackProgramAnswer {
  AttackProgramQuestion question;
  empirical::ProgramResult found = {};
  std::string trouble = {};  ///< why no further copy of the program can be started; empty: one can
  std::optional<ReplayedRun> replayed = std::nullopt;
};

/// Reads a promise: 'epsilon(DELTA) <= E', 'mu <= M' or 'renyi(ORDER) <= X', or as papers write them.
/// @throws Error as audit::parse_promise; Error(Errc::conditions) for another quantity or bound.
void set_promise(AttackProgramQuestion& question, std::string_view text);

/// @throws Error as empirical::attack_program, restored(); Error(Errc::file) if the program cannot be started; what
/// `keep` throws.
[[nodiscard]] AttackProgramAnswer attack_program(const AttackProgramQuestion& question, const Execution& execution,
                                                 const Continuation& continuation = {});

/// Counts the event that certified most in an earlier run on fresh trials, of a fixed number: nothing is chosen, so
/// its rates have exact limits (empirical::replay_program). The features are those of that run.
/// @param state  that an attack kept (Continuation::keep). @param name  of it, for errors.
/// @throws Error(Errc::syntax) if it is none; as empirical::replay_program, and as attack_program.
[[nodiscard]] AttackProgramAnswer replay_program(const AttackProgramQuestion& question, const Execution& execution,
                                                 const nlohmann::ordered_json& state, const std::string& name);

/// How the program is run, and the attack without what runs it.
[[nodiscard]] empirical::ProgramCommand command_of(const AttackProgramQuestion& question, const Execution& execution);
[[nodiscard]] empirical::ProgramAttack attack_of(const AttackProgramQuestion& question, random::Seed seed);

/// Partial unless the promise is refuted or all runs were used.
[[nodiscard]] AttackEnd end_of(const AttackProgramAnswer& answer);

/// "auto", "raw", "events". @throws Error(Errc::unknown) for other names.
[[nodiscard]] empirical::ViewFeatures features_named(std::string_view name);
[[nodiscard]] std::string_view name_of(empirical::ViewFeatures features);

// api/render/attack_program*.cpp
[[nodiscard]] nlohmann::ordered_json parameters_json(const AttackProgramQuestion& question);
[[nodiscard]] nlohmann::ordered_json to_json(const AttackProgramAnswer& answer, const Origin& origin);
/// Empty if training was not finished.
[[nodiscard]] report::TerminalText text(const AttackProgramAnswer& answer);
/// Why the run is not complete, in one line; empty: it is.
[[nodiscard]] std::string why_incomplete(const AttackProgramAnswer& answer);
/// JUnit XML: a test case that fails if the promise is refuted, is an error if the run was not completed, and else is
/// skipped, since nothing was shown; with `fail_inconclusive` it fails then, too.
/// @param seconds  that it took.
[[nodiscard]] std::string junit(const AttackProgramAnswer& answer, double seconds, bool fail_inconclusive = false);

}  // namespace hearsay::api
