// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <hearsay/protocol/rumor/rumor.hpp>

namespace hearsay::adversary {

/// The adversary of a rumor. Nodes nodes - curious .. nodes - 1 are curious.
struct RumorAdversary {
  enum class Sight {
    ordered,       ///< messages to curious nodes, in order
    timed,         ///< the same with the index of each among all messages
    eavesdropper,  ///< every message with probability `seen`, for any receiver
    swapped,       ///< ordered, but each next message overtakes the one before with probability `swap`
  };
  Sight sight = Sight::ordered;
  std::uint32_t curious = 1;
  double seen = 1.0;
  double swap = 0.0;
};

/// One message seen.
struct RumorSighting {
  std::uint32_t sender, receiver;
  std::optional<std::uint64_t> index;  ///< only for `timed`
  bool operator==(const RumorSighting&) const = default;
};

/// What was seen of a run.
struct RumorTranscript {
  std::vector<RumorSighting> seen;
  bool ended = false;  ///< the protocol was seen to end; always false for an unending one
};

/// Runs `rules` from `source` and returns what the adversary sees: at most `length` messages, of the endless process if
/// `unending`, else until all nodes are informed. The process is drawn from (seed, activation, trial), the adversary's
/// own coins from (seed, attack, trial).
/// @throws Error(Errc::domain) unless 0 <= curious < nodes, probabilities are in [0, 1], and something can be seen of
/// an unending run.
[[nodiscard]] RumorTranscript watch_rumor(const protocol::RumorRules& rules, std::uint32_t source,
                                          const RumorAdversary& adversary, bool unending, std::size_t length,
                                          random::Seed seed, std::uint32_t trial);

}  // namespace hearsay::adversary
