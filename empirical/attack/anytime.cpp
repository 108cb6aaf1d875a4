// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/anytime.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>

namespace hearsay::empirical {

AnytimeStop run_anytime(AnytimeState& state, std::uint64_t most_runs, const AnytimeChunk& chunk,
                        const AnytimeJudge& judge, const AnytimeWatch& watch, const Stop& stop) {
  constexpr std::uint64_t largest = 1u << 29;
  if (state.runs % anytime_chunk != 0)
    throw Error(Errc::domain, "run_anytime",
                fmt::format("runs = {} must be a multiple of {}", state.runs, anytime_chunk));
  if (most_runs > largest || state.runs > largest) {
    throw Error(Errc::domain, "run_anytime",
                fmt::format("runs = {} must be at most {}", std::max(most_runs, state.runs), largest));
  }
  while (true) {
    if (const auto clear = judge(state)) return *clear;
    if (state.runs >= most_runs) return AnytimeStop::runs;
    if (stop && stop()) return AnytimeStop::asked;
    const auto hits = chunk(state.runs);
    state.hits.resize(hits.size(), 0);
    for (std::size_t i = 0; i < hits.size(); ++i) state.hits[i] += hits[i];
    state.runs += anytime_chunk;
    if (watch) watch(state);
  }
}

}  // namespace hearsay::empirical
