// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "api/attack_run.hpp"
#include "api/epsilon_attack.hpp"
#include "cli/common/command_line.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// Adds --anytime, and --resume, which needs it.
void add_anytime(CLI::App& command, bool& anytime, std::string& state);

/// Adds --anytime, --resume, --runs and --confidence of an attack that bounds epsilon.
void add_epsilon_attack(CLI::App& command, EpsilonAttackTerms& terms, std::string& state);

/// Adds --resume.
CLI::Option* add_resume(CLI::App& command, std::string& state, const std::string& description);

/// Goes on from the state in the file of --resume, if there is one, and writes it.
/// @param path    empty: no such file is asked for.
/// @param indent  as json_text() takes it.
/// @throws Error(Errc::file) if it cannot be read, Error(Errc::syntax) if it is not JSON; the result throws
/// Error(Errc::file) if it cannot be written.
[[nodiscard]] Continuation resume(const std::string& path, int indent = 1);

/// Shows the answer, and says why it is partial. @return the exit code: 1 if a bound is refuted, 3 if the run was cut
/// short and refutes nothing, else 0.
template <class Answer>
[[nodiscard]] int show_attack(const Common& common, const Answer& answer) {
  const auto end = end_of(answer);
  if (!end.why.empty()) say(with_options(end.why));
  show(common, answer);
  return end.refuted ? 1 : end.partial ? 3 : 0;
}

}  // namespace hearsay::cli
