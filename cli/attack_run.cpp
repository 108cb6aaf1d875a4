// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/attack_run.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/graph_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/result.hpp"

namespace hearsay::cli {

namespace {

int run_fixed(const AttackRun& run, const FixedAttack& attack) {
  print_notes(run.notes);
  auto outcome = attack();
  if (run.common.wants_table()) fmt::print("{}", outcome.text);
  auto result = envelope(run.command, run.parameters, run.common);
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
  if (run.common.wants_table()) fmt::print("{}", outcome.text);
  auto result = envelope(run.command, run.parameters, run.common);
  result.update(outcome.fields);
  result["anytime"] = anytime_json(outcome.stop, outcome.state);
  write_json(run.common, result);
  return exit_code(outcome.stop);
}

}  // namespace

void require_distinct_outputs(const Common& common, const AnytimeOptions& anytime) {
  require_distinct({{"--json", common.json}, {"--resume", anytime.state}});
}

int run_attack(const AttackRun& run, const FixedAttack& fixed, const AnytimeAttack& anytime) {
  return run.anytime.on ? run_anytime(run, anytime) : run_fixed(run, fixed);
}

}  // namespace hearsay::cli
