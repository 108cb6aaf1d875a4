// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::empirical {

namespace {

ProgramView view_of(const LineAnswer& answer, const ProgramCommand& command, std::uint32_t trial) {
  switch (answer.kind) {
    case LineAnswer::Kind::line:
      return read_view(answer.text, trial);
    case LineAnswer::Kind::ended:
      return failed_view("ended without an answer: " + answer.text);
    case LineAnswer::Kind::timed_out:
      return failed_view(fmt::format("no answer within {:g} s", command.timeout.count()));
    case LineAnswer::Kind::too_long:
      break;
  }
  return failed_view("garbage: a line of more than 64 MiB");
}

}  // namespace

ProgramPool::ProgramPool(ProgramCommand command, Stop stop) : command_(std::move(command)), stop_(std::move(stop)) {
  idle_.push_back(std::make_unique<LineProcess>(command_.words));
}

std::unique_ptr<LineProcess> ProgramPool::idle_copy() {
  {
    const std::scoped_lock lock(access_);
    if (!idle_.empty()) {
      auto copy = std::move(idle_.back());
      idle_.pop_back();
      return copy;
    }
  }
  return std::make_unique<LineProcess>(command_.words);
}

ProgramOutcome ProgramPool::outcome(const ProgramTrial& trial) {
  constexpr std::chrono::seconds patience(1);
  auto copy = idle_copy();
  const auto asked =
      fmt::format(R"({{"trial": {}, "world": {}, "seed": "{}"}})", trial.number, trial.world, trial.seed);
  ProgramOutcome outcome{.view = view_of(copy->ask(asked, command_.timeout), command_, trial.number), .errors = {}};
  if (copy->spoke_unasked() && !outcome.view.failed()) outcome.view = failed_view("garbage: more than one line");
  if (outcome.view.failed()) {
    outcome.errors = copy->last_errors();
  } else if (command_.fresh) {
    copy->let_end(patience);
  } else {
    const std::scoped_lock lock(access_);
    idle_.push_back(std::move(copy));
  }
  return outcome;
}

std::vector<ProgramOutcome> ProgramPool::run(std::span<const ProgramTrial> trials) {
  std::vector<ProgramOutcome> outcomes(trials.size());
  std::vector<char> finished(trials.size(), 0);
  parallel_for(trials.size(), {.jobs = command_.workers}, [&](std::size_t i) {
    if (stop_ && stop_()) return;
    try {
      outcomes[i] = outcome(trials[i]);
      finished[i] = 1;
    } catch (const Error&) {  // no copy can be started any more: this trial is missing
    }
  });
  outcomes.resize(static_cast<std::size_t>(std::ranges::find(finished, 0) - finished.begin()));
  return outcomes;
}

}  // namespace hearsay::empirical
