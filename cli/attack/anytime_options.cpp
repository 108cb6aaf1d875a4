// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/attack/anytime_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include "cli/common/verb.hpp"

namespace hearsay::cli {

using nlohmann::ordered_json;

void add_anytime(CLI::App& command, AnytimeOptions& options) {
  auto* anytime = command.add_flag(
      "--anytime", options.on,
      "judge after every 1024 runs by confidence sequences, and stop when the verdict is clear or at --runs");
  writes(
      command
          .add_option("--resume", options.state,
                      "with --anytime: go on from the state in FILE (made if missing), and leave the new state there")
          ->check(writable_file())
          ->type_name("FILE")
          ->needs(anytime));
}

empirical::AnytimeState resumed_state(const AnytimeOptions& options, const ordered_json& question, std::size_t events,
                                      std::uint64_t unit) {
  empirical::AnytimeState state{.runs = 0, .hits = std::vector<std::uint64_t>(events, 0)};
  const auto& path = options.state;
  std::error_code ignored;
  if (path.empty() || !std::filesystem::exists(path, ignored)) return state;
  const auto stored = read_json<ordered_json>(path);
  bool sound = true;
  try {
    if (stored.at("attack") != question)
      throw Error(Errc::conditions, path, "belongs to a run with another command, other parameters or another seed");
    const auto natural = [&sound](const ordered_json& number) {
      sound = sound && number.is_number_unsigned();
      return sound ? number.get<std::uint64_t>() : 0;
    };
    state.runs = natural(stored.at("runs"));
    sound = sound && stored.at("hits").is_array() && stored.at("hits").size() == events;
    for (std::size_t i = 0; sound && i < events; ++i) state.hits[i] = natural(stored.at("hits")[i]);
    const auto& pairs = stored.at("pairs");
    state.pairs.pairs = natural(pairs.at("count"));
    const auto deviations = {std::pair{&state.pairs.mean_difference, "mean_difference"},
                             {&state.pairs.squares_of_differences, "squares_of_differences"},
                             {&state.pairs.mean_sum, "mean_sum"},
                             {&state.pairs.squares_of_sums, "squares_of_sums"}};
    for (const auto& [number, name] : deviations) *number = pairs.at(name).get<double>();
  } catch (const nlohmann::json::exception&) {
    sound = false;
  }
  sound = sound && state.runs % unit == 0 && (state.pairs.pairs == 0 || state.pairs.pairs == state.runs) &&
          state.pairs.squares_of_differences >= 0.0 && state.pairs.squares_of_sums >= 0.0 &&
          std::ranges::all_of(state.hits, [&](std::uint64_t hits) { return hits <= state.runs; });
  if (!sound) throw Error(Errc::syntax, path, "is no state written by --resume");
  return state;
}

void store_state(const AnytimeOptions& options, const ordered_json& question, const empirical::AnytimeState& state) {
  if (options.state.empty()) return;
  const auto& pairs = state.pairs;
  const ordered_json stored = {{"attack", question},
                               {"runs", state.runs},
                               {"hits", state.hits},
                               {"pairs",
                                {{"count", pairs.pairs},
                                 {"mean_difference", pairs.mean_difference},
                                 {"squares_of_differences", pairs.squares_of_differences},
                                 {"mean_sum", pairs.mean_sum},
                                 {"squares_of_sums", pairs.squares_of_sums}}}};
  write_file(options.state, json_text(stored) + "\n");
}

empirical::AnytimeWatch state_keeper(const AnytimeOptions& options, const ordered_json& question) {
  if (options.state.empty()) return {};
  return [&options, &question, last = std::chrono::steady_clock::now()](const empirical::AnytimeState& state) mutable {
    const auto now = std::chrono::steady_clock::now();
    if (now - last < std::chrono::seconds(1)) return;
    last = now;
    store_state(options, question, state);
  };
}

ordered_json anytime_json(empirical::AnytimeStop stop, const empirical::AnytimeState& state) {
  return {{"stopped", empirical::to_string(stop)},
          {"runs", state.runs},
          {"verdict", stop == empirical::AnytimeStop::refuted ? "refuted" : "inconclusive"}};
}

std::string anytime_line(empirical::AnytimeStop stop, const empirical::AnytimeState& state) {
  switch (stop) {
    case empirical::AnytimeStop::refuted:
      return fmt::format("refuted after {} runs", state.runs);
    case empirical::AnytimeStop::hopeless:
      return fmt::format(
          "inconclusive: after {} runs it is clear that this attack will not refute it; that is no evidence of privacy",
          state.runs);
    case empirical::AnytimeStop::asked:
      return fmt::format("inconclusive: stopped on request after {} runs", state.runs);
    case empirical::AnytimeStop::runs:
      break;
  }
  return fmt::format("inconclusive after {} runs; that is no evidence of privacy", state.runs);
}

}  // namespace hearsay::cli
