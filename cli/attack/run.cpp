// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/attack/run.hpp"

#include <fmt/format.h>

#include <utility>

#include "api/network/graph_source.hpp"
#include "api/render/result.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

/// Prints what was read and what was found. @return what the result begins with.
nlohmann::ordered_json begin_result(const AttackRun& run, const report::TerminalText& text) {
  if (run.common.wants_table()) put("{}{}", run.read.text(), text);
  auto result = envelope(run.command, run.parameters, run.common.origin());
  if (!run.read.json.is_null()) result["read"] = run.read.json;
  return result;
}

int run_fixed(const AttackRun& run, const FixedAttack& attack) {
  print_notes(run.notes);
  auto outcome = attack();
  auto result = begin_result(run, outcome.text);
  result.update(outcome.fields);
  const int code = write_runs(run.common, std::move(result), outcome.runs, run.runs);
  return outcome.refuted ? 1 : code;
}

/// What a run must share with the one that it resumes.
nlohmann::ordered_json question(const AttackRun& run) {
  auto parameters = run.parameters;
  parameters.erase("runs");
  return {{"command", run.command}, {"parameters", std::move(parameters)}, {"seed", run.common.seed}};
}

int run_anytime(const AttackRun& run, const AnytimeAttack& attack) {
  const auto asked = question(run);
  auto from = resumed_state(run.anytime, asked, run.events, run.unit);
  print_notes(run.notes);
  const auto outcome = attack(std::move(from), state_keeper(run.anytime, asked));
  store_state(run.anytime, asked, outcome.state);
  auto result = begin_result(run, outcome.text);
  result.update(outcome.fields);
  result["anytime"] = anytime_json(outcome.stop, outcome.state);
  write_json(run.common, result);
  return exit_code(outcome.stop);
}

}  // namespace

int run_attack(const AttackRun& run, const FixedAttack& fixed, const AnytimeAttack& anytime) {
  return run.anytime.on ? run_anytime(run, anytime) : run_fixed(run, fixed);
}

}  // namespace hearsay::cli
