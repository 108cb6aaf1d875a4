// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_program_dry_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include <hearsay/core/printable.hpp>
#include "api/render/attack_program_words.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using empirical::ProgramView;
using empirical::ViewFeatures;

std::string_view kind_name(const ProgramView& view) {
  constexpr std::string_view names[] = {"numbers", "events", "failure"};
  return names[static_cast<std::size_t>(view.kind)];
}

std::size_t length_of(const ProgramView& view) {
  return view.kind == ProgramView::Kind::numbers ? view.numbers.size() : view.events.size();
}

/// The first parts of a view: "0.25, 1.5, ...".
std::string parts_of(const ProgramView& view) {
  constexpr std::size_t most = 6;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < std::min(most, length_of(view)); ++i)
    parts.push_back(view.kind == ProgramView::Kind::numbers ? view.text(i) : view.events[i]);
  if (length_of(view) > most) parts.emplace_back("...");
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "2 numbers: 0.25, 1.5", "1 event: yes" or "no view: ended without an answer: exit code 1".
std::string understood(const DryTrial& trial) {
  const auto& view = trial.outcome.view;
  if (view.failed()) {
    const auto& said = trial.outcome.said;
    return fmt::format("no view: {}{}", view.events.front(), said.empty() ? "" : ": " + echoed(printable(said)));
  }
  const auto length = length_of(view);
  const auto kind = kind_name(view);
  return fmt::format("{} {}: {}", length, length == 1 ? kind.substr(0, kind.size() - 1) : kind,
                     echoed(printable(parts_of(view))));
}

/// What the attack would look at; empty: no view was read.
std::string looked_at(const ProgramDryRun& answer) {
  if (!answer.answered()) return {};
  if (answer.question.features == ViewFeatures::events) return "the views as lists of events";
  const bool raw = answer.question.features == ViewFeatures::raw;
  const bool numbers = std::ranges::any_of(
      answer.trials, [](const DryTrial& trial) { return trial.outcome.view.kind == ProgramView::Kind::numbers; });
  if (numbers) return raw ? "the values of the numbers" : "the values of the numbers, and how they are written";
  return raw ? "the lists of events as wholes" : "the lists of events, their beginnings, single events and pairs";
}

/// What is odd; empty: nothing.
std::string warning(const ProgramDryRun& answer) {
  const auto& trials = answer.trials;
  if (trials.size() < 2 || !answer.answered()) return {};
  const auto same = [&](const DryTrial& other) { return other.outcome.view == trials.front().outcome.view; };
  if (std::ranges::all_of(trials, same)) return "all answers are the same: are world and seed used?";
  for (std::size_t i = 0; i < trials.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (trials[i].trial.world == trials[j].trial.world && trials[i].outcome.view != trials[j].outcome.view) return {};
    }
  }
  return "all answers of one world are the same: is the seed used?";
}

std::string time_words(double seconds) {
  if (seconds < 1.0) return fmt::format("{:.3g} ms", 1000.0 * seconds);
  return seconds < 120.0 ? fmt::format("{:.3g} s", seconds) : fmt::format("{:.3g} min", seconds / 60.0);
}

double seconds_in_all(const ProgramDryRun& answer) {
  return answer.seconds_per_trial() * static_cast<double>(answer.question.runs) / answer.workers;
}

}  // namespace

nlohmann::ordered_json to_json(const ProgramDryRun& answer, const Origin& origin) {
  const auto& question = answer.question;
  auto result = envelope("attack program", parameters_json(question), origin);
  auto trials = nlohmann::ordered_json::array();
  for (const auto& [trial, outcome, seconds] : answer.trials) {
    trials.push_back({{"trial", trial.number},
                      {"world", trial.world},
                      {"seed", trial.seed},
                      {"understood", kind_name(outcome.view)},
                      {"length", length_of(outcome.view)},
                      {"view", parts_of(outcome.view)},
                      {"said", outcome.said}});
  }
  result.update({{"promise", promise_json(question)},
                 {"dry_run",
                  {{"trials", std::move(trials)},
                   {"looks_at", text_or_null(looked_at(answer))},
                   {"train", answer.training()},
                   {"certify", question.runs - answer.training()},
                   {"warning", text_or_null(warning(answer))}}},
                 {"timing",
                  {{"seconds_per_trial", answer.seconds_per_trial()},
                   {"seconds_in_all", seconds_in_all(answer)},
                   {"workers", answer.workers}}}});
  return result;
}

report::TerminalText text(const ProgramDryRun& answer) {
  const auto& question = answer.question;
  auto words = paragraph("program: {}", question.program.front());
  for (std::size_t i = 1; i < question.program.size(); ++i)
    words += paragraph("argument {}: {}", i, question.program[i]);
  words +=
      paragraph("promise: {}, between world 0 and world 1. The program is told the world of each trial, and its seed",
                promise_text(question));
  for (const auto& trial : answer.trials) {
    words += paragraph("trial {}, world {}: {} ({})", trial.trial.number, trial.trial.world, understood(trial),
                       time_words(trial.seconds));
  }
  if (answer.answered()) words += paragraph("the attack would look at {}", looked_at(answer));
  words += paragraph("it would choose events on the first {} trials and count them on {} others", answer.training(),
                     question.runs - answer.training());
  words += paragraph("time: {} per trial, about {} for {} trials and {} {} of the program",
                     time_words(answer.seconds_per_trial()), time_words(seconds_in_all(answer)), question.runs,
                     answer.workers, answer.workers == 1 ? "copy" : "copies");
  if (const auto odd = warning(answer); !odd.empty()) words += paragraph("{}", odd);
  if (!answer.trouble.empty()) words += paragraph("{}", answer.trouble);
  return words;
}

}  // namespace hearsay::api
