// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_program_dry_run.hpp"

#include <algorithm>
#include <span>

#include <hearsay/system/parallel.hpp>
#include <hearsay/system/stopwatch.hpp>
#include "empirical/attack/program_judge.hpp"
#include "empirical/attack/program_pool.hpp"

namespace hearsay::api {

double ProgramDryRun::seconds_per_trial() const {
  std::vector<double> seconds;
  for (std::size_t i = 1; i < trials.size(); ++i) seconds.push_back(trials[i].seconds);
  if (seconds.empty()) return trials.empty() ? 0.0 : trials.front().seconds;
  std::ranges::nth_element(seconds, seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2));
  return seconds[seconds.size() / 2];
}

bool ProgramDryRun::answered() const {
  return std::ranges::any_of(trials, [](const DryTrial& trial) { return !trial.outcome.view.failed(); });
}

ProgramDryRun dry_run(const AttackProgramQuestion& question, const Execution& execution) {
  constexpr std::uint32_t few = 8, most = 64;
  empirical::require_legal(attack_of(question, execution.seed));
  const auto command = command_of(question, execution);
  ProgramDryRun answer{.question = question,
                       .workers = static_cast<int>(threads_for(question.runs, execution.part(command.workers)))};
  empirical::ProgramPool pool(command, execution.stop);
  bool worlds[2] = {false, false};
  for (std::uint32_t number = 0; number < most && (number < few || !worlds[0] || !worlds[1]); ++number) {
    const auto trial = empirical::program_trial(execution.seed, number);
    const Stopwatch watch;
    const auto before = answer.trials.size();
    pool.run(std::span(&trial, 1), [&](empirical::ProgramOutcome outcome) {
      answer.trials.push_back({.trial = trial, .outcome = std::move(outcome), .seconds = watch.seconds()});
      return true;
    });
    if (answer.trials.size() == before) break;  // stopped, or no copy can be started
    worlds[trial.world] = true;
  }
  answer.trouble = pool.trouble();
  return answer;
}

}  // namespace hearsay::api
