// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::empirical {

namespace {

/// A line that is no answer, as it may be shown: at most 200 characters.
std::string shown(std::string_view line) {
  constexpr std::size_t most_bytes = 4096;  // a character has at most four
  return echoed(printable(line.substr(0, most_bytes)));
}

ProgramOutcome failure(std::string how, std::string said = {}) {
  return {.view = failed_view(std::move(how)), .said = std::move(said)};
}

/// What a line says, and the line itself if it is no answer.
ProgramOutcome read_answer(const std::string& line, std::uint32_t trial) {
  ProgramOutcome outcome{.view = read_view(line, trial)};
  if (outcome.view.failed()) outcome.said = shown(line);
  return outcome;
}

ProgramOutcome outcome_of(const LineAnswer& answer, const LineProcess& copy, const ProgramCommand& command,
                          std::uint32_t trial) {
  ProgramOutcome outcome;
  switch (answer.kind) {
    case LineAnswer::Kind::line:
      outcome = read_answer(answer.text, trial);
      if (copy.unread().empty() || outcome.view.failed()) return outcome;
      return failure("malformed answer: more than one line",
                     shown(std::string_view(copy.unread()).substr(0, copy.unread().find('\n'))));
    case LineAnswer::Kind::ended:
      return failure("ended without an answer: " + answer.text, copy.last_errors());
    case LineAnswer::Kind::timed_out:
      outcome = failure(fmt::format("no answer within {:g} s", command.timeout.count()), copy.last_errors());
      outcome.silent = true;
      return outcome;
    case LineAnswer::Kind::too_long:
    case LineAnswer::Kind::stopped:
      break;
  }
  return failure("malformed answer: a line of more than 64 MiB", copy.last_errors());
}

/// Outcomes that come in any order and are told of in theirs.
class InOrder {
 public:
  InOrder(std::size_t count, const TellOutcome& tell) : outcomes_(count), tell_(tell) {}

  void add(std::size_t i, ProgramOutcome outcome) {
    const std::scoped_lock lock(access_);
    outcomes_[i] = std::move(outcome);
    while (!over_ && told_ < outcomes_.size() && outcomes_[told_]) {
      if (!tell_(*std::exchange(outcomes_[told_++], std::nullopt))) over_ = true;
    }
  }
  [[nodiscard]] bool over() const { return over_; }

 private:
  std::mutex access_;
  std::vector<std::optional<ProgramOutcome>> outcomes_;
  const TellOutcome& tell_;
  std::size_t told_ = 0;
  std::atomic<bool> over_ = false;
};

}  // namespace

ProgramPool::ProgramPool(ProgramCommand command, Stop stop) : command_(std::move(command)), stop_(std::move(stop)) {
  idle_.push_back(std::make_unique<LineProcess>(command_.words));
}

ProgramPool::~ProgramPool() {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::seconds(1);
  for (const auto& copy : idle_) copy->close_input();
  for (const auto& copy : idle_) copy->let_end(std::max(Clock::duration::zero(), deadline - Clock::now()));
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

std::optional<ProgramOutcome> ProgramPool::outcome(const ProgramTrial& trial, const Stop& over) {
  constexpr std::chrono::seconds patience(1);
  auto copy = idle_copy();
  const auto asked =
      fmt::format(R"({{"trial": {}, "world": {}, "seed": "{}"}})", trial.number, trial.world, trial.seed);
  const auto answer = copy->ask(asked, command_.timeout, over);
  if (answer.kind == LineAnswer::Kind::stopped) return std::nullopt;
  auto outcome = outcome_of(answer, *copy, command_, trial.number);
  if (outcome.view.failed()) return outcome;
  if (command_.fresh) {
    copy->let_end(patience);
  } else {
    const std::scoped_lock lock(access_);
    idle_.push_back(std::move(copy));
  }
  return outcome;
}

void ProgramPool::run(std::span<const ProgramTrial> trials, const TellOutcome& tell) {
  InOrder outcomes(trials.size(), tell);
  const auto over = [&] { return outcomes.over() || (stop_ && stop_()); };
  parallel_for(trials.size(), {.jobs = command_.workers}, [&](std::size_t i) {
    if (over()) return;
    std::optional<ProgramOutcome> ended;
    try {
      ended = outcome(trials[i], over);
    } catch (const Error& error) {  // no copy can be started: this trial is missing
      const std::scoped_lock lock(access_);
      trouble_ = error.what();
    }
    if (ended) outcomes.add(i, std::move(*ended));
  });
}

}  // namespace hearsay::empirical
