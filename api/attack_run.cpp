// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/attack_run.hpp"

#include <algorithm>
#include <vector>

namespace hearsay::api {

using empirical::AnytimeState;
using nlohmann::ordered_json;

namespace {

AnytimeState read_anytime_state(const ordered_json& stored, const AnytimeRun& run) {
  AnytimeState state{.runs = whole_number(stored.at("runs")), .hits = {}};
  const auto& hits = stored.at("hits");
  require_sound(hits.is_array() && hits.size() == run.events);
  for (const auto& number : hits) state.hits.push_back(whole_number(number));
  const auto& pairs = stored.at("pairs");
  state.pairs.pairs = whole_number(pairs.at("count"));
  const auto deviations = {std::pair{&state.pairs.mean_difference, "mean_difference"},
                           {&state.pairs.squares_of_differences, "squares_of_differences"},
                           {&state.pairs.mean_sum, "mean_sum"},
                           {&state.pairs.squares_of_sums, "squares_of_sums"}};
  for (const auto& [number, name] : deviations) *number = pairs.at(name).get<double>();
  require_sound(state.runs % run.unit == 0 && (state.pairs.pairs == 0 || state.pairs.pairs == state.runs) &&
                state.pairs.squares_of_differences >= 0.0 && state.pairs.squares_of_sums >= 0.0 &&
                std::ranges::all_of(state.hits, [&](std::uint64_t count) { return count <= state.runs; }));
  return state;
}

}  // namespace

ordered_json run_identity(std::string_view command, ordered_json parameters, random::Seed seed) {
  return {{"command", command}, {"parameters", std::move(parameters)}, {"seed", seed.value}};
}

std::uint64_t whole_number(const ordered_json& number) {
  require_sound(number.is_number_unsigned());
  return number.get<std::uint64_t>();
}

AnytimeState anytime_state(const Continuation& from, const AnytimeRun& run) {
  if (!from.state) return {.runs = 0, .hits = std::vector<std::uint64_t>(run.events, 0)};
  return restored(from, run.identity, [&](const ordered_json& stored) { return read_anytime_state(stored, run); });
}

ordered_json to_json(const ordered_json& identity, const AnytimeState& state) {
  const auto& pairs = state.pairs;
  return {{"attack", identity},
          {"runs", state.runs},
          {"hits", state.hits},
          {"pairs",
           {{"count", pairs.pairs},
            {"mean_difference", pairs.mean_difference},
            {"squares_of_differences", pairs.squares_of_differences},
            {"mean_sum", pairs.mean_sum},
            {"squares_of_sums", pairs.squares_of_sums}}}};
}

empirical::AnytimeWatch anytime_watch(const Continuation& continuation, const AnytimeRun& run,
                                      const Progress& progress) {
  if (!continuation.keep && !progress) return {};
  return
      [&continuation, &run, progress, second = Interval(std::chrono::seconds(1))](const AnytimeState& state) mutable {
        if (progress) progress(std::min(state.runs, run.runs), run.runs, "runs");
        if (continuation.keep && second.passed()) continuation.keep(to_json(run.identity, state));
      };
}

}  // namespace hearsay::api
