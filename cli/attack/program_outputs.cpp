// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/attack/program_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/markup.hpp>

namespace hearsay::cli {

using empirical::EventSubject;
using empirical::FailureLog;
using empirical::JudgedEvent;
using empirical::ProgramResult;
using empirical::ProgramState;
using nlohmann::ordered_json;

namespace {

constexpr std::string_view subject_names[] = {"values", "representation"};

std::string_view name_of(EventSubject subject) { return subject_names[static_cast<std::size_t>(subject)]; }

ordered_json rate(const Bracket& b) { return {{"lower", b.lower()}, {"estimate", b.estimate()}, {"upper", b.upper()}}; }

ordered_json counts(const empirical::Tally& tally) {
  return {tally.true_alarms, tally.positives, tally.false_alarms, tally.negatives};
}

ordered_json kinds(const FailureLog& log) {
  auto list = ordered_json::array();
  for (const auto& kind : log.kinds())
    list.push_back({{"how", kind.how}, {"trials", kind.trials}, {"first", kind.first}, {"said", kind.said}});
  return list;
}

/// An event as the result has it: what it looks at, and how often it happened.
ordered_json rates_json(const JudgedEvent& event) {
  auto never = ordered_json::array();
  if (event.tally.false_alarms == 0) never.push_back(0);
  if (event.tally.true_alarms == 0) never.push_back(1);
  return {{"features", event.name.looks_at},
          {"threshold", event.name.threshold},
          {"true_positive_rate", rate(event.rates.true_positive)},
          {"false_positive_rate", rate(event.rates.false_positive)},
          {"never_happened_in_worlds", std::move(never)}};
}

ordered_json event_json(const JudgedEvent& event) {
  ordered_json json = {{"subject", name_of(event.name.subject)}};
  json.update(rates_json(event));
  json.update({{"counts", counts(event.tally)},
               {"error", event.alpha},
               {"epsilon_lower", event.epsilon_lower},
               {"mu_lower", event.mu_lower}});
  return json;
}

ordered_json representation_json(const ProgramResult& found) {
  if (!found.looked_at_representation) return nullptr;
  ordered_json json = {{"verdict", verdict_on_representation(found)},
                       {"epsilon_lower", found.representation.epsilon},
                       {"mu_lower", found.representation.mu}};
  if (const auto* best = found.best(EventSubject::representation)) json.update(rates_json(*best));
  return json;
}

ordered_json bounds(const empirical::ProgramBounds& bounds) { return {bounds.epsilon, bounds.mu}; }

ordered_json to_json(const ordered_json& question, const ProgramState& state) {
  auto events = ordered_json::array(), tallies = ordered_json::array();
  for (const auto& [subject, looks_at, threshold] : state.events)
    events.push_back({{"subject", name_of(subject)}, {"features", looks_at}, {"threshold", threshold}});
  for (const auto& tally : state.tallies) tallies.push_back(counts(tally));
  return {{"attack", question},
          {"training_size", state.training_size},
          {"training", state.training},
          {"certified", state.certified},
          {"failures", state.failures},
          {"failed_in_a_row", state.log.in_a_row()},
          {"kinds", kinds(state.log)},
          {"events", std::move(events)},
          {"tallies", std::move(tallies)},
          {"bounds", {{"values", bounds(state.values)}, {"representation", bounds(state.representation)}}}};
}

void require_sound(bool sound) {
  if (!sound) throw Error(Errc::syntax, "--resume", "");
}

std::uint64_t natural(const ordered_json& number) {
  require_sound(number.is_number_unsigned());
  return number.get<std::uint64_t>();
}

/// A threshold; nlohmann::json writes one that is not finite as null, and the only such one is that of views without
/// numbers.
double threshold_of(const ordered_json& number) {
  return number.is_null() ? -std::numeric_limits<double>::infinity() : number.get<double>();
}

empirical::Tally tally_of(const ordered_json& stored, std::uint64_t certified) {
  require_sound(stored.size() == 4);
  const empirical::Tally tally = {natural(stored[0]), natural(stored[1]), natural(stored[2]), natural(stored[3])};
  require_sound(tally.positives <= certified && tally.negatives == certified - tally.positives &&
                tally.true_alarms <= tally.positives && tally.false_alarms <= tally.negatives);
  return tally;
}

empirical::ProgramBounds bounds_of(const ordered_json& stored) {
  require_sound(stored.size() == 2);
  const empirical::ProgramBounds bounds{.epsilon = stored[0].get<double>(), .mu = stored[1].get<double>()};
  require_sound(bounds.epsilon >= 0.0 && bounds.mu >= 0.0);
  return bounds;
}

void restore_events(const ordered_json& stored, ProgramState& state) {
  for (const auto& event : stored.at("events")) {
    const auto subject = event.at("subject").get<std::string>();
    require_sound(std::ranges::find(subject_names, subject) != std::end(subject_names));
    state.events.push_back(
        {.subject = subject == subject_names[0] ? EventSubject::values : EventSubject::representation,
         .looks_at = event.at("features").get<std::string>(),
         .threshold = threshold_of(event.at("threshold"))});
  }
  for (const auto& tally : stored.at("tallies")) state.tallies.push_back(tally_of(tally, state.certified));
  require_sound(state.events.size() == state.tallies.size());
  state.values = bounds_of(stored.at("bounds").at("values"));
  state.representation = bounds_of(stored.at("bounds").at("representation"));
}

void restore_log(const ordered_json& stored, ProgramState& state) {
  std::vector<empirical::FailureKind> known;
  for (const auto& kind : stored.at("kinds")) {
    known.push_back({.how = kind.at("how").get<std::string>(),
                     .trials = natural(kind.at("trials")),
                     .first = static_cast<std::uint32_t>(natural(kind.at("first"))),
                     .said = kind.at("said").get<std::string>()});
  }
  state.log = FailureLog::restored(std::move(known), natural(stored.at("failed_in_a_row")));
  require_sound(state.log.kinds().size() <= FailureLog::most_kinds && state.failures <= state.log.total() &&
                state.log.in_a_row() <= state.log.total());
}

/// A stored state. @throws Error(Errc::syntax) or nlohmann::json::exception if its parts contradict each other.
ProgramState from_json(const ordered_json& stored) {
  ProgramState state{.training_size = natural(stored.at("training_size")),
                     .training = stored.at("training").get<std::vector<empirical::ProgramView>>(),
                     .certified = natural(stored.at("certified")),
                     .failures = natural(stored.at("failures"))};
  const bool trained = state.training.size() == state.training_size;
  require_sound(state.training_size > 0 && state.training.size() <= state.training_size &&
                (trained || state.certified == 0) && state.failures <= state.certified);
  restore_events(stored, state);
  restore_log(stored, state);
  const auto failed = std::ranges::count_if(state.training, &empirical::ProgramView::failed);
  require_sound(state.log.total() == state.failures + static_cast<std::uint64_t>(failed));
  return state;
}

}  // namespace

void add_program_files(CLI::App& command, ProgramFiles& files) {
  writes(command.add_option("--junit", files.junit, "write JUnit XML, red whenever the exit code is not 0")
             ->check(writable_file())
             ->type_name("FILE"));
  writes(command
             .add_option("--resume", files.state,
                         "go on from the state in FILE (made if missing), and leave the new state there")
             ->check(writable_file())
             ->type_name("FILE"));
}

ordered_json program_json(const ProgramQuestion& question, const ProgramResult& found) {
  const auto& state = found.state;
  const auto* best = found.best(EventSubject::values);
  const JudgedEvent none;
  auto events = ordered_json::array();
  for (const auto& event : found.events) events.push_back(event_json(event));
  ordered_json result = {
      {"promise",
       {{"text", promise_text(question)},
        {"quantity", "epsilon"},
        {"delta", question.delta},
        {"bound", question.epsilon}}},
      {"verdict", verdict_on_values(found)},
      {"epsilon_lower", found.values.epsilon},
      {"delta", question.delta},
      {"mu_lower", found.values.mu},
      {"confidence", question.confidence},
      {"representation", representation_json(found)},
      {"trials", {{"train", state.training.size()}, {"certify", state.certified}}},
      {"failures", {{"all", state.log.total()}, {"certify", state.failures}, {"kinds", kinds(state.log)}}}};
  result.update(rates_json(best == nullptr ? none : *best));
  result.update({{"events", std::move(events)}, {"assumption", "trials are independent of each other"}});
  if (!found.complete) result["partial"] = {{"trials", state.training.size() + state.certified}};
  return result;
}

ordered_json question_of(ordered_json parameters, const Common& common) {
  parameters.erase("runs");
  parameters.erase("to_the_end");
  return {{"command", "attack program"}, {"parameters", std::move(parameters)}, {"seed", common.seed}};
}

ProgramState resumed_program(const ProgramFiles& files, const ordered_json& question) {
  const auto& path = files.state;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return {};
  const auto stored = read_json<ordered_json>(path);
  try {
    if (stored.at("attack") != question)
      throw Error(Errc::conditions, path, "belongs to a run with another command, other parameters or another seed");
    return from_json(stored);
  } catch (const nlohmann::json::exception&) {
  } catch (const Error& error) {
    if (error.code() != Errc::syntax) throw;
  }
  throw Error(Errc::syntax, path, "is no state written by --resume");
}

void store_program(const ProgramFiles& files, const ordered_json& question, const ProgramState& state) {
  if (files.state.empty()) return;
  write_file(files.state, json_text(to_json(question, state), -1) + "\n");
}

std::function<void(const ProgramState&)> program_keeper(const ProgramFiles& files, const ordered_json& question,
                                                        std::uint64_t runs) {
  return [&files, &question, runs, progress = terminal_progress(),
          last = std::chrono::steady_clock::now()](const ProgramState& state) mutable {
    if (progress) progress(state.training.size() + state.certified, runs, "runs");
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::seconds(5)) return;
    last = now;
    store_program(files, question, state);
  };
}

void write_program_junit(const ProgramFiles& files, const ProgramCase& words, const empirical::ProgramResult& found,
                         double seconds) {
  if (files.junit.empty()) return;
  const bool refuted = found.refuted || found.refuted_by_representation;
  const auto detail =
      report::xml_escape(fmt::format("{}epsilon >= {:.6g}, mu >= {:.6g} after {} trials", words.words.string(),
                                     found.values.epsilon, found.values.mu, found.state.certified));
  std::string content = fmt::format("<system-out>{}</system-out>", detail);
  if (refuted) {
    content = fmt::format("<failure message=\"promise '{}' is {}\">{}</failure>", report::xml_escape(words.promise),
                          found.refuted ? verdict_on_values(found) : verdict_on_representation(found), detail);
  } else if (!words.why_not.empty()) {
    content = fmt::format("<error message=\"{}\">{}</error>", report::xml_escape(words.why_not), detail);
  }
  write_file(
      files.junit,
      fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<testsuite name=\"hearsay attack program\" tests=\"1\" failures=\"{}\" errors=\"{}\" "
                  "skipped=\"0\" time=\"{:.3f}\">\n"
                  "  <properties>\n    <property name=\"version\" value=\"{}\"/>\n  </properties>\n"
                  "  <testcase classname=\"attack.program\" name=\"{}\">\n    {}\n  </testcase>\n"
                  "</testsuite>\n",
                  refuted ? 1 : 0, !refuted && !words.why_not.empty() ? 1 : 0, seconds, report::xml_escape(version),
                  report::xml_escape(fmt::format("{} of {}", words.promise, words.program)), content));
}

}  // namespace hearsay::cli
