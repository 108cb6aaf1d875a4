// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/adversary/rumor_transcript.hpp>

#include <limits>

#include <hearsay/core/error.hpp>

namespace hearsay::adversary {

RumorTranscript watch_rumor(const protocol::RumorRules& rules, std::uint32_t source, const RumorAdversary& adversary,
                            bool unending, std::size_t length, random::Seed seed, std::uint32_t trial) {
  using Sight = RumorAdversary::Sight;
  require_between("watch_rumor", "curious", adversary.curious, 0, static_cast<std::int64_t>(rules.nodes) - 1);
  require_unit("watch_rumor", "seen", adversary.seen);
  require_unit("watch_rumor", "swap", adversary.swap);
  const bool eavesdrops = adversary.sight == Sight::eavesdropper;
  if (unending && (eavesdrops ? adversary.seen == 0.0 : adversary.curious == 0)) {
    throw Error(Errc::domain, "watch_rumor", "an unending run without curious nodes has no transcript");
  }
  random::Words words(seed, random::Purpose::activation, trial);
  random::Stream coins(seed, random::Purpose::attack, trial);
  RumorTranscript transcript;
  std::optional<RumorSighting> held;
  const auto show = [&](const RumorSighting& sighting) {
    if (transcript.seen.size() < length) transcript.seen.push_back(sighting);
  };
  protocol::RumorRules run = rules;
  run.unending = unending;
  const auto outcome = protocol::run_rumor(run, source, words, std::numeric_limits<std::uint64_t>::max(),
                                           {.message = [&](const protocol::RumorMessage& message) {
                                             if (message.lost) return true;
                                             const bool seen =
                                                 eavesdrops ? coins.bernoulli(adversary.seen)
                                                            : message.receiver >= rules.nodes - adversary.curious;
                                             if (!seen) return true;
                                             RumorSighting sighting{message.sender, message.receiver, std::nullopt};
                                             if (adversary.sight == Sight::timed) sighting.index = message.index;
                                             if (adversary.sight != Sight::swapped) {
                                               show(sighting);
                                             } else if (!held) {
                                               held = sighting;
                                             } else if (coins.bernoulli(adversary.swap)) {
                                               show(sighting);
                                             } else {
                                               show(*held);
                                               held = sighting;
                                             }
                                             return transcript.seen.size() < length;
                                           }});
  if (held && (!outcome.stopped || transcript.seen.size() < length)) show(*held);
  transcript.ended = !unending && !outcome.stopped;
  return transcript;
}

}  // namespace hearsay::adversary
