// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/anytime.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include <hearsay/core/error.hpp>
#include <hearsay/system/ranks.hpp>

namespace hearsay::empirical {

namespace {

void require_sane(const AnytimeState& state, const AnytimeLimits& limits) {
  constexpr std::uint64_t largest = 1u << 29;
  if (limits.unit == 0 || anytime_chunk % limits.unit != 0)
    throw Error(Errc::domain, "run_anytime", fmt::format("unit = {} must divide {}", limits.unit, anytime_chunk));
  if (state.runs % limits.unit != 0)
    throw Error(Errc::domain, "run_anytime",
                fmt::format("runs = {} must be a multiple of {}", state.runs, limits.unit));
  if (limits.most_runs > largest || state.runs > largest) {
    throw Error(Errc::domain, "run_anytime",
                fmt::format("runs = {} must be at most {}", std::max(limits.most_runs, state.runs), largest));
  }
}

/// How many replicates are counted at a time, so that it takes about a second. What is counted does not depend on it.
class Pace {
 public:
  explicit Pace(std::uint64_t unit) : unit_(unit), part_(ranks::alone() ? unit : anytime_chunk) {}

  [[nodiscard]] std::uint64_t part(std::uint64_t left_of_chunk) const { return std::min(part_, left_of_chunk); }

  template <class Count>
  void time(Count count) {
    const auto start = std::chrono::steady_clock::now();
    count();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    if (!ranks::alone()) return;  // all processes must take the same parts
    if (took < std::chrono::milliseconds(500)) part_ = std::min(2 * part_, anytime_chunk);
    if (took > std::chrono::seconds(2)) part_ = std::max(part_ / 2 / unit_ * unit_, unit_);
  }

 private:
  std::uint64_t unit_, part_;
};

}  // namespace

AnytimeStop run_anytime(AnytimeState& state, const AnytimeLimits& limits, const AnytimeCount& count,
                        const AnytimeJudge& judge, const AnytimeWatch& watch, const Stop& stop) {
  require_sane(state, limits);
  Pace pace(limits.unit);
  while (true) {
    const std::uint64_t left = anytime_chunk - state.runs % anytime_chunk;
    if (left == anytime_chunk) {
      if (const auto clear = judge(state)) return *clear;
      if (state.runs >= limits.most_runs) return AnytimeStop::runs;
    }
    if (stop && stop()) return AnytimeStop::asked;
    const std::uint64_t part = pace.part(left);
    pace.time([&] { count(state, part); });
    state.runs += part;
    if (watch) watch(state);
  }
}

}  // namespace hearsay::empirical
