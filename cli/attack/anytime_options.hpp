// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/common/cli11.hpp"
#include "empirical/attack/anytime.hpp"

namespace hearsay::cli {

/// Options of an attack that may stop at any time.
struct AnytimeOptions {
  bool on = false;
  std::string state;  ///< file that holds where the run stands; empty: none
};

/// Adds --anytime and --resume to a command.
void add_anytime(CLI::App& command, AnytimeOptions& options);

/// The state in the file of --resume, or the beginning if there is no such file.
/// @param question  what identifies the run: command, parameters (without runs and jobs), seed.
/// @param events    length of the state's `hits`.
/// @param unit      of which its `runs` are a multiple.
/// @throws Error(Errc::file) if the file cannot be read; Error(Errc::syntax) if it holds no state;
///         Error(Errc::conditions) if it belongs to another question.
[[nodiscard]] empirical::AnytimeState resumed_state(const AnytimeOptions& options,
                                                    const nlohmann::ordered_json& question, std::size_t events,
                                                    std::uint64_t unit);

/// Writes the file of --resume, if there is one. @throws Error(Errc::file).
void store_state(const AnytimeOptions& options, const nlohmann::ordered_json& question,
                 const empirical::AnytimeState& state);

/// Writes that file during an attack too, once a second has passed since it was written, so that a run which is ended
/// from outside can be resumed. Empty without --resume. @pre both arguments outlive it.
[[nodiscard]] empirical::AnytimeWatch state_keeper(const AnytimeOptions& options,
                                                   const nlohmann::ordered_json& question);

/// "anytime": {"stopped", "runs", "verdict"}. The verdict is refuted or inconclusive: an attack that fails proves
/// nothing.
[[nodiscard]] nlohmann::ordered_json anytime_json(empirical::AnytimeStop stop, const empirical::AnytimeState& state);

/// 1: refuted; 3: stopped on request; else 0.
[[nodiscard]] constexpr int exit_code(empirical::AnytimeStop stop) {
  return stop == empirical::AnytimeStop::refuted ? 1 : stop == empirical::AnytimeStop::asked ? 3 : 0;
}

/// One line for people: why the run ended.
[[nodiscard]] std::string anytime_line(empirical::AnytimeStop stop, const empirical::AnytimeState& state);

}  // namespace hearsay::cli
