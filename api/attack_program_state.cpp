// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_program_state.hpp"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include "api/attack_run.hpp"

namespace hearsay::api {

using empirical::EventSubject;
using empirical::FailureLog;
using empirical::ProgramState;
using nlohmann::ordered_json;

namespace {

constexpr std::string_view subject_names[] = {"values", "representation"};

ordered_json bounds(const empirical::ProgramBounds& bounds) { return {bounds.epsilon, bounds.mu, bounds.renyi}; }

/// A threshold; nlohmann::json writes one that is not finite as null, and the only such one is that of views without
/// numbers.
double threshold_of(const ordered_json& number) {
  return number.is_null() ? -std::numeric_limits<double>::infinity() : number.get<double>();
}

empirical::Tally tally_of(const ordered_json& stored, std::uint64_t certified) {
  require_sound(stored.size() == 4);
  const empirical::Tally tally = {whole_number(stored[0]), whole_number(stored[1]), whole_number(stored[2]),
                                  whole_number(stored[3])};
  require_sound(tally.positives <= certified && tally.negatives == certified - tally.positives &&
                tally.true_alarms <= tally.positives && tally.false_alarms <= tally.negatives);
  return tally;
}

empirical::ProgramBounds bounds_of(const ordered_json& stored) {
  require_sound(stored.size() == 3);
  const empirical::ProgramBounds bounds{
      .epsilon = stored[0].get<double>(), .mu = stored[1].get<double>(), .renyi = stored[2].get<double>()};
  require_sound(bounds.epsilon >= 0.0 && bounds.mu >= 0.0 && bounds.renyi >= 0.0);
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
                     .trials = whole_number(kind.at("trials")),
                     .first = static_cast<std::uint32_t>(whole_number(kind.at("first"))),
                     .said = kind.at("said").get<std::string>()});
  }
  state.log = FailureLog::restored(std::move(known), whole_number(stored.at("failed_in_a_row")));
  require_sound(state.log.kinds().size() <= FailureLog::most_kinds && state.failures <= state.log.total() &&
                state.log.in_a_row() <= state.log.total());
}

}  // namespace

std::string_view name_of(EventSubject subject) { return subject_names[static_cast<std::size_t>(subject)]; }

ordered_json to_json(const empirical::Tally& tally) {
  return {tally.true_alarms, tally.positives, tally.false_alarms, tally.negatives};
}

ordered_json to_json(const FailureLog& log) {
  auto list = ordered_json::array();
  for (const auto& kind : log.kinds())
    list.push_back({{"how", kind.how}, {"trials", kind.trials}, {"first", kind.first}, {"said", kind.said}});
  return list;
}

ordered_json to_json(const ordered_json& identity, const ProgramState& state) {
  auto events = ordered_json::array(), tallies = ordered_json::array();
  for (const auto& [subject, looks_at, threshold] : state.events)
    events.push_back({{"subject", name_of(subject)}, {"features", looks_at}, {"threshold", threshold}});
  for (const auto& tally : state.tallies) tallies.push_back(to_json(tally));
  return {{"attack", identity},
          {"training_size", state.training_size},
          {"training", state.training},
          {"certified", state.certified},
          {"failures", state.failures},
          {"failed_in_a_row", state.log.in_a_row()},
          {"kinds", to_json(state.log)},
          {"events", std::move(events)},
          {"tallies", std::move(tallies)},
          {"bounds", {{"values", bounds(state.values)}, {"representation", bounds(state.representation)}}}};
}

ProgramState read_program_state(const ordered_json& stored) {
  ProgramState state{.training_size = whole_number(stored.at("training_size")),
                     .training = stored.at("training").get<std::vector<empirical::ProgramView>>(),
                     .certified = whole_number(stored.at("certified")),
                     .failures = whole_number(stored.at("failures"))};
  const bool trained = state.training.size() == state.training_size;
  require_sound(state.training_size > 0 && state.training.size() <= state.training_size &&
                (trained || state.certified == 0) && state.failures <= state.certified);
  restore_events(stored, state);
  restore_log(stored, state);
  const auto failed = std::ranges::count_if(state.training, &empirical::ProgramView::failed);
  require_sound(state.log.total() == state.failures + static_cast<std::uint64_t>(failed));
  return state;
}

}  // namespace hearsay::api
