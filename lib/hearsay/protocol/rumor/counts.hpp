// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/random/stream.hpp>
#include <hearsay/random/words.hpp>

namespace hearsay::protocol {

/// Asynchronous push by counts alone: on the complete graph nodes of a kind and state are alike, so no node array is
/// needed and n may be anything up to 2^32 - 1. Another road to what AsynchronousRumor gives node by node.
struct RumorRaceSetup {
  std::uint32_t nodes = 2, curious = 1;
  std::uint32_t suspects = 1;  ///< honest; the source is one of them
  double muting = 1.0;
  bool unending = false;  ///< do not stop when everyone is informed
};

/// What the adversary sees first.
enum class RumorRace {
  source,   ///< the source is the first suspect seen to tell a curious node
  another,  ///< another suspect is
  nobody,   ///< all nodes were informed before either
};

/// One run. @throws Error(Errc::domain) unless 1 <= suspects <= nodes - curious, 0 <= curious < nodes, 2 <= nodes; for
/// an unending run also curious >= 1.
/// @complexity O(1) memory; a few nanoseconds a message.
[[nodiscard]] RumorRace rumor_race(const RumorRaceSetup& setup, random::Words& words);

/// Numbers of active and informed nodes, message by message in law but many messages at a time: the cost of a run does
/// not depend on the number of nodes.
///
/// (active, informed) is a Markov chain, and it has a simpler twin: one node is active for ever; a message goes to a
/// uniform node, which becomes informed and, unless it is that node, active with probability s and inactive otherwise,
/// whatever it was (docs/maths/rumor.md). So k messages act through the set of nodes they hit. Hits are drawn in
/// continuous time, where nodes are hit independently: how many nodes of a state are hit at least once, twice, ... is a
/// chain of binomial draws. These also give the number of messages; too few are continued, of too many random ones are
/// taken back. When few nodes are left uninformed, the messages before the next one hears it are a geometric draw.
class RumorCounts {
 public:
  /// @param nodes       2 .. 10^15.
  /// @param self_sends  false: a receiver is drawn from the other nodes.
  /// @throws Error(Errc::domain) on bad numbers.
  RumorCounts(std::uint64_t nodes, double muting, bool self_sends = true);

  /// Resets the run: one node knows the rumor.
  void start();
  /// Sends messages until everyone is informed or `limit` messages are sent in all.
  /// @return true if everyone is informed.
  /// @accuracy exact in law up to the error of random::binomial and events of probability below 10^-25.
  /// @complexity some 10^4 binomial draws a run.
  bool run(random::Stream& stream, std::uint64_t limit);

  [[nodiscard]] std::uint64_t active() const noexcept { return active_; }
  [[nodiscard]] std::uint64_t informed() const noexcept { return informed_; }
  [[nodiscard]] std::uint64_t messages() const noexcept { return messages_; }

 private:
  void send(random::Stream& stream, std::uint64_t count, bool to_anyone);
  void send_one(random::Stream& stream, bool to_anyone);
  void refresh(random::Stream& stream, std::uint64_t fresh, std::uint64_t muted, std::uint64_t awake);

  std::uint64_t nodes_, receivers_;
  double muting_;
  bool self_sends_;
  std::uint64_t active_ = 1, informed_ = 1, messages_ = 0;
};

}  // namespace hearsay::protocol
