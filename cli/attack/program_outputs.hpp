// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/common/cli11.hpp"

#include "cli/attack/program_words.hpp"
#include "cli/common/verb.hpp"
#include "empirical/attack/program.hpp"

namespace hearsay::cli {

/// Files of `attack program` besides --json; empty: none.
struct ProgramFiles {
  std::string junit;
  std::string state;  ///< of --resume
};

/// Adds --junit and --resume.
void add_program_files(CLI::App& command, ProgramFiles& files);

/// The fields of the result after its envelope.
[[nodiscard]] nlohmann::ordered_json program_json(const ProgramQuestion& question,
                                                  const empirical::ProgramResult& found);

/// What a run must share with the one that it resumes: everything but the number of runs and whether all are used.
[[nodiscard]] nlohmann::ordered_json question_of(nlohmann::ordered_json parameters, const Common& common);

/// The state in the file of --resume, or the beginning if there is no such file.
/// @throws Error(Errc::file) if it cannot be read, Error(Errc::syntax) if it holds no state, Error(Errc::conditions) if
/// it belongs to another question.
[[nodiscard]] empirical::ProgramState resumed_program(const ProgramFiles& files,
                                                      const nlohmann::ordered_json& question);

/// Writes the file of --resume, if there is one. @throws Error(Errc::file).
void store_program(const ProgramFiles& files, const nlohmann::ordered_json& question,
                   const empirical::ProgramState& state);

/// Shows progress and writes the file of --resume, once five seconds have passed since it was written. @pre files and
/// question outlive it.
[[nodiscard]] std::function<void(const empirical::ProgramState&)> program_keeper(const ProgramFiles& files,
                                                                                 const nlohmann::ordered_json& question,
                                                                                 std::uint64_t runs);

/// What a JUnit file says of an attack.
struct ProgramCase {
  std::string promise, program;
  report::TerminalText words;  ///< the result for people
  std::string why_not;         ///< why the run is not complete; empty: it is
};

/// Writes --junit: a test case that fails if the promise is refuted, and is an error if the run was not completed.
/// @throws Error(Errc::file).
void write_program_junit(const ProgramFiles& files, const ProgramCase& words, const empirical::ProgramResult& found,
                         double seconds);

}  // namespace hearsay::cli
