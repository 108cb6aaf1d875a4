// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include <hearsay/stats/anytime_gaussian.hpp>
#include <hearsay/system/progress.hpp>

namespace hearsay::empirical {

/// Replicates between two looks at the evidence.
inline constexpr std::uint64_t anytime_chunk = 1024;

/// What the mixtures of the confidence sequences are worth: best at some thousand replicates, and good at any number
/// from the first chunk on.
inline constexpr double anytime_weight = 300.0;

/// Where an attack that may stop at any time stands. Replicate r draws from streams addressed by r alone, so these
/// numbers are all that is needed to go on.
struct AnytimeState {
  std::uint64_t runs = 0;           ///< replicates 0 .. runs - 1 are counted
  std::vector<std::uint64_t> hits;  ///< successes among them, one number for each event that the attack counts
  stats::PairMoments pairs = {};    ///< of the scores under both hypotheses, if the attack knows their law
};

/// Why a run ended.
enum class AnytimeStop {
  refuted,   ///< the confidence sequence excludes the claim
  hopeless,  ///< this attack's power is known well enough: it will not refute the claim. Says nothing about other
             ///< attacks.
  runs,      ///< as many replicates as were allowed
  asked,     ///< somebody asked it to stop
};

/// Adds the replicates state.runs .. state.runs + count - 1 to the state's hits and pairs, one by one; `runs` is left.
using AnytimeCount = std::function<void(AnytimeState& state, std::uint64_t count)>;
/// A clear verdict, or nothing. To be made from confidence sequences (stats::anytime_interval,
/// stats::anytime_mu_lower): it is asked after every chunk.
using AnytimeJudge = std::function<std::optional<AnytimeStop>(const AnytimeState& state)>;
/// Told of the state several times a chunk if chunks are slow, for whoever wants to keep it should the program be
/// ended. An empty function: nobody does.
using AnytimeWatch = std::function<void(const AnytimeState& state)>;

/// The verdict on a claimed value when confidence sequences put what the attack shows between `lower` and `upper`.
[[nodiscard]] constexpr std::optional<AnytimeStop> clear_verdict(double lower, double upper, double claimed) {
  if (lower > claimed) return AnytimeStop::refuted;
  if (upper < claimed) return AnytimeStop::hopeless;
  return std::nullopt;
}

/// How far a run goes, and in which steps.
struct AnytimeLimits {
  std::uint64_t most_runs = 0;
  std::uint64_t unit = anytime_chunk;  ///< replicates are drawn in multiples of this divisor of a chunk
};

/// Goes on from `state`, chunk by chunk, until `judge` is clear, or at least `most_runs` replicates are counted, or
/// `stop` says so, between two units. A chunk that takes long is counted in parts, of a second or so where units allow
/// it (as a whole if there are several processes). A run that was interrupted and resumed ends in the same state as one
/// that was not.
/// @throws Error(Errc::domain) if state.runs is no multiple of limits.unit, or exceeds what 32-bit replicate numbers
/// hold.
[[nodiscard]] AnytimeStop run_anytime(AnytimeState& state, const AnytimeLimits& limits, const AnytimeCount& count,
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
