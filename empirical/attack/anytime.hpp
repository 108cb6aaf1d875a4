// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <hearsay/system/progress.hpp>

namespace hearsay::empirical {

/// Replicates between two looks at the evidence.
inline constexpr std::uint64_t anytime_chunk = 1024;

/// Where an attack that may stop at any time stands. Replicate r draws from streams addressed by r alone, so these
/// counts are all that is needed to go on.
struct AnytimeState {
  std::uint64_t runs = 0;           ///< replicates 0 .. runs - 1 are counted: a multiple of anytime_chunk
  std::vector<std::uint64_t> hits;  ///< successes among them, one number for each event that the attack counts
};

/// Why a run ended.
enum class AnytimeStop {
  refuted,   ///< the confidence sequence excludes the claim
  hopeless,  ///< this attack's power is known well enough: it will not refute the claim. Says nothing about other
             ///< attacks.
  runs,      ///< as many replicates as were allowed
  asked,     ///< somebody asked it to stop
};

/// Successes among the replicates first .. first + anytime_chunk - 1, one number an event.
using AnytimeChunk = std::function<std::vector<std::uint64_t>(std::uint64_t first)>;
/// A clear verdict, or nothing. To be made from confidence sequences (stats::anytime_interval): it is asked after every
/// chunk.
using AnytimeJudge = std::function<std::optional<AnytimeStop>(const AnytimeState& state)>;
/// Told of the state after every chunk, for whoever wants to keep it should the program be ended. An empty function:
/// nobody does.
using AnytimeWatch = std::function<void(const AnytimeState& state)>;

/// The verdict on a claimed value when confidence sequences put what the attack shows between `lower` and `upper`.
[[nodiscard]] constexpr std::optional<AnytimeStop> clear_verdict(double lower, double upper, double claimed) {
  if (lower > claimed) return AnytimeStop::refuted;
  if (upper < claimed) return AnytimeStop::hopeless;
  return std::nullopt;
}

/// Goes on from `state`, chunk by chunk, until `judge` is clear, or at least `most_runs` replicates are counted, or
/// `stop` says so. A run that was interrupted between chunks and resumed ends in the same state as one that was not.
/// @throws Error(Errc::domain) if state.runs is no multiple of anytime_chunk, or exceeds what 32-bit replicate numbers
/// hold.
[[nodiscard]] AnytimeStop run_anytime(AnytimeState& state, std::uint64_t most_runs, const AnytimeChunk& chunk,
                                      const AnytimeJudge& judge, const AnytimeWatch& watch = {}, const Stop& stop = {});

[[nodiscard]] constexpr std::string_view to_string(AnytimeStop stop) {
  switch (stop) {
    case AnytimeStop::refuted:
      return "refuted";
    case AnytimeStop::hopeless:
      return "hopeless";
    case AnytimeStop::runs:
      return "runs";
    case AnytimeStop::asked:
      return "asked";
  }
  return "runs";
}

}  // namespace hearsay::empirical
