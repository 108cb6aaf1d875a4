#pragma once

#include <cstdint>

#include <hearsay/random/words.hpp>

namespace hearsay::protocol {

/// Asynchronous push by counts alone: on the complete graph nodes of a kind and state are alike, so no node array is
/// needed and n may be anything up to 2^32 - 1. Another road to what AsynchronousRumor gives node by node.
struct RumorRaceSetup {
  std::uint32_t nodes = 2, curious = 1;
  std::uint32_t suspects = 1;  ///< honest; the source is one of them
  double muting = 1.0;
  bool unending = false;       ///< do not stop when everyone is informed
};

/// What the adversary sees first.
enum class RumorRace {
  source,   ///< the source is the first suspect seen to tell a curious node
  another,  ///< another suspect is
  nobody,   ///< everyone was informed before
};

/// One run. \throws Error(Errc::domain) unless 1 <= suspects <= nodes - curious, 0 <= curious < nodes, 2 <= nodes; for an
/// unending run also curious >= 1.
/// \complexity O(1) memory; a few nanoseconds a message.
[[nodiscard]] RumorRace rumor_race(const RumorRaceSetup& setup, random::Words& words);

/// Messages until everyone is informed, and active nodes then: sixteen runs side by side.
class RumorCounts {
 public:
  static constexpr std::size_t lanes = 16;
  /// \throws Error(Errc::domain) unless nodes >= 2 and 0 <= muting <= 1.
  RumorCounts(std::uint32_t nodes, double muting);
  /// Runs all lanes until everyone is informed in each.
  void run(random::Words& words);
  [[nodiscard]] std::uint64_t messages(std::size_t lane) const { return messages_[lane]; }
  [[nodiscard]] std::uint32_t active(std::size_t lane) const { return active_[lane]; }

 private:
  std::uint32_t nodes_;
  std::uint64_t stay_threshold_;
  std::uint32_t active_[lanes]{}, informed_[lanes]{};
  std::uint64_t messages_[lanes]{};
};

}  // namespace hearsay::protocol
