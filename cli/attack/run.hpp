// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "api/render/reading.hpp"
#include "cli/attack/anytime_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// What one attack command asks for.
struct AttackRun {
  std::string_view command;
  const Common& common;
  const AnytimeOptions& anytime;
  nlohmann::ordered_json parameters;    ///< of the result; a resumed run must share all but "runs"
  std::uint64_t runs = 0;               ///< asked for
  std::size_t events = 1;               ///< that the attack counts: the length of an AnytimeState's hits
  std::uint64_t unit = 1;               ///< replicates that are drawn together: a state's runs are a multiple of it
  std::vector<std::string> notes = {};  ///< on the graph: said once nothing can be refused any more
  ReadGraph read = {};                  ///< the graph, if the command has one
};

/// Where an attack of a fixed number of runs ended.
struct FixedOutcome {
  nlohmann::ordered_json fields;  ///< of the result, after the envelope
  report::TerminalText text;      ///< for people
  bool refuted = false;
  std::uint64_t runs = 0;  ///< that are finished
};

/// Where an attack that may stop at any time ended.
struct AnytimeOutcome {
  nlohmann::ordered_json fields;
  report::TerminalText text;
  empirical::AnytimeStop stop = empirical::AnytimeStop::runs;
  empirical::AnytimeState state;
};

using FixedAttack = std::function<FixedOutcome()>;
using AnytimeAttack = std::function<AnytimeOutcome(empirical::AnytimeState from, const empirical::AnytimeWatch& watch)>;

/// Makes the attack that the options ask for, the one with --anytime from the state of --resume, prints its text and
/// writes its result.
/// @return the exit code: 1 if a bound is refuted, 3 if the run was cut short and refutes nothing, else 0.
/// @throws as resumed_state, store_state, write_json, and the attack.
[[nodiscard]] int run_attack(const AttackRun& run, const FixedAttack& fixed, const AnytimeAttack& anytime);

}  // namespace hearsay::cli
