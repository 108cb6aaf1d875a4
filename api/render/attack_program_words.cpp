// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/attack_program_words.hpp"

#include <fmt/format.h>

#include <hearsay/core/printable.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/words.hpp"

namespace hearsay::api {

using empirical::EventSubject;
using empirical::JudgedEvent;
using empirical::ProgramFailure;
using empirical::ProgramResult;
using report::number_text_below;
using report::probability_text;
using report::share_text;

namespace {

constexpr std::string_view no_evidence = "inconclusive; that is no evidence of privacy";

/// What a program said, or what is named after that: one line that no terminal obeys.
std::string shown(std::string_view text) { return echoed(printable(text)); }

/// Where an event never happened, and what that says of its rate.
report::TerminalText never_words(const JudgedEvent& event) {
  std::string words;
  const auto add = [&](int world, std::uint64_t happened, std::uint64_t of, const Bracket& rate) {
    if (happened > 0 || of == 0) return;
    words += fmt::format("{} occurred in 0 of the {} runs in world {}, so its rate there is at most {}",
                         words.empty() ? "it" : "; it", of, world, probability_text(rate.upper(), 4));
  };
  add(1, event.tally.true_alarms, event.tally.positives, event.rates.true_positive);
  add(0, event.tally.false_alarms, event.tally.negatives, event.rates.false_positive);
  return words.empty() ? report::TerminalText() : paragraph("{}", words);
}

/// How often an event happened.
report::TerminalText frequency_words(const JudgedEvent& event) {
  return paragraph("it occurred in {} of the runs in world 1 and in {} of the runs in world 0",
                   share_text(event.rates.true_positive.estimate(), 4),
                   share_text(event.rates.false_positive.estimate(), 4)) +
         never_words(event);
}

/// What is counted again, of which run.
report::TerminalText replay_words(const AttackProgramAnswer& answer) {
  const auto& event = answer.found.events.front();
  return paragraph("the event of seed {}, chosen on {} trials, was counted on {} fresh trials; it is on {}",
                   answer.replayed->seed, answer.replayed->training, answer.found.state.certified,
                   shown(event.name.looks_at)) +
         frequency_words(event);
}

report::TerminalText event_words(const AttackProgramAnswer& answer) {
  const auto& found = answer.found;
  if (answer.replayed) return replay_words(answer);
  const auto* best = found.best(EventSubject::values);
  if (best == nullptr) {
    return paragraph(
        "trained on {} trials, in which no event distinguished the worlds; so no event was counted in the {} others",
        found.state.training.size(), found.state.certified);
  }
  const auto events = found.events.size();
  const auto which =
      events == 1
          ? std::string("the selected event")
          : fmt::format(
                "{} events were selected and share the error probability; the one on values that certifies most",
                events);
  return paragraph("trained on {} trials, certified on {}; {} is on {}", found.state.training.size(),
                   found.state.certified, which, shown(best->name.looks_at)) +
         frequency_words(*best);
}

/// ", Renyi divergence of order 2 >= 0.1"; empty if no order is asked for.
std::string renyi_words(const AttackProgramQuestion& question, const empirical::ProgramBounds& bounds) {
  if (!question.promise || !question.promise->order) return {};
  return fmt::format(", Renyi divergence of order {} >= {}", *question.promise->order,
                     number_text_below(bounds.renyi, 6));
}

/// What to do about a way to fail; empty: no more is known.
/// @param fresh_copies  what a program that answers once needs; empty: it has that.
std::string advice(const empirical::FailureKind& kind, std::string_view fresh_copies) {
  if (kind.how.ends_with("not JSON") || kind.how.ends_with("more than one line"))
    return "print only answers on standard output, and everything else on standard error";
  if (kind.how.ends_with("is not a JSON number"))
    return "Python's json.dumps writes it; answer with a text instead, such as \"nan\"";
  if (kind.how.starts_with("ended") && !fresh_copies.empty() && kind.first > 0)
    return fmt::format("a program that answers once needs {}", fresh_copies);
  return {};
}

/// The last three lines that say something.
std::string last_lines(std::string_view text) {
  constexpr std::string_view blank = " \n\r\t";
  constexpr int most = 3;
  std::string lines;
  for (int i = 0; i < most; ++i) {
    const auto end = text.find_last_not_of(blank);
    if (end == text.npos) break;
    text = text.substr(0, end + 1);
    const auto begin = text.find_last_of('\n') + 1;
    const auto line = text.substr(text.find_first_not_of(blank, begin));
    lines = fmt::format("{}{}{}", line, lines.empty() ? "" : " | ", lines);
    text = text.substr(0, begin);
  }
  return lines;
}

/// ": what it said (what to do)", of the first trial that failed so.
std::string said_and_advice(const empirical::FailureKind& kind, std::string_view fresh_copies) {
  const auto said = shown(last_lines(kind.said)), help = advice(kind, fresh_copies);
  return (said.empty() ? "" : ": " + said) + (help.empty() ? "" : fmt::format(" ({})", help));
}

report::TerminalText failure_words(const AttackProgramQuestion& question, const ProgramResult& found) {
  const auto& log = found.state.log;
  if (log.total() == 0) return {};
  auto words = paragraph("{} trials failed, {} of them among those that certify; a failure counts as an outcome",
                         log.total(), found.state.failures);
  for (const auto& kind : log.kinds()) {
    words += paragraph("  {} of them: {}; first in trial {}{}", kind.trials, kind.how, kind.first,
                       said_and_advice(kind, question.fresh ? "" : "a fresh copy for every trial"));
  }
  return words;
}

report::TerminalText representation_words(const AttackProgramQuestion& question, const ProgramResult& found) {
  const auto verdict = verdict_on_representation(found);
  if (!found.refuted_by_representation)
    return paragraph("promise '{}', by the representation of numbers: {}", promise_text(question), verdict);
  const auto* best = found.best(EventSubject::representation);
  return paragraph("promise '{}', by the representation of numbers: {}, epsilon >= {}, by {}", promise_text(question),
                   verdict, number_text_below(found.representation.epsilon, 6), shown(best->name.looks_at)) +
         paragraph(
             "digits far below the spread of the numbers distinguish the worlds. Noise that is added in floating point "
             "leaks the value in these digits. Round the views to a fixed grid. The raw features use only the values");
}

}  // namespace

std::string promise_text(const AttackProgramQuestion& question) {
  const auto& promise = question.promise;
  if (!promise) return fmt::format("epsilon({:g}) <= {:g}", question.delta, question.epsilon);
  return promise->order ? fmt::format("renyi({}) <= {}", *promise->order, promise->bound)
                        : fmt::format("mu <= {}", promise->bound);
}

std::string_view verdict_on_values(const ProgramResult& found) { return found.refuted ? "refuted" : "inconclusive"; }

std::string_view verdict_on_representation(const ProgramResult& found) {
  return found.refuted_by_representation ? "refuted by the representation of numbers" : "inconclusive";
}

report::TerminalText text(const AttackProgramAnswer& answer) {
  const auto& question = answer.question;
  const auto& found = answer.found;
  if (!found.trained) return {};
  auto words = event_words(answer) + failure_words(question, found);
  words += paragraph(
      "epsilon >= {} at delta = {:g}, mu >= {}{}, with confidence {}, if trials are independent of "
      "each other",
      number_text_below(found.values.epsilon, 6), question.delta, number_text_below(found.values.mu, 6),
      renyi_words(question, found.values), probability_text(question.confidence));
  words += paragraph("promise '{}'{}: {}", promise_text(question),
                     found.looked_at_representation ? ", by the values of numbers" : "",
                     found.refuted ? "refuted" : no_evidence);
  return found.looked_at_representation ? words + representation_words(question, found) : words;
}

std::string why_incomplete(const AttackProgramAnswer& answer) {
  const auto& question = answer.question;
  const auto& found = answer.found;
  const auto& trouble = answer.trouble;
  if (!found.failure) {
    if (found.complete) return {};
    return fmt::format("cut short: the result is partial and covers the first {} of {} runs{}",
                       found.state.training.size() + found.state.certified, question.runs,
                       trouble.empty() ? "" : "; " + shown(trouble));
  }
  const auto& first = found.failure->first;
  std::string what;
  switch (found.failure->why) {
    case ProgramFailure::Why::too_often:
      what = "more than a tenth of the training trials failed";
      break;
    case ProgramFailure::Why::in_a_row:
      what = fmt::format("the last {} trials failed", found.state.log.in_a_row());
      break;
    case ProgramFailure::Why::silent:
      what = "the first two trials were not answered before the timeout";
      break;
  }
  return fmt::format("attack program: {}, trial {} first: {}{}", what, first.first, first.how,
                     said_and_advice(first, answer.question.fresh ? "" : "`fresh`"));
}

}  // namespace hearsay::api
