// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include <hearsay/core/bracket.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/execution.hpp>
#include "empirical/attack/anytime.hpp"

namespace hearsay::empirical {

/// What the adversary sees of a rumor.
enum class RumorView {
  messages,      ///< messages to curious nodes, in order
  involved,      ///< messages to or from curious nodes, in order
  timed,         ///< messages to curious nodes, with the index of each among all
  eavesdropper,  ///< any message, with probability `seen`; every node is a suspect, none curious
  reordered,     ///< messages to curious nodes; each next one overtakes the one before with probability `swap`
};

/// An attack on the source of asynchronous gossip on the complete graph, repeated.
struct RumorSourceAttack {
  std::uint32_t nodes = 2, curious = 1;
  double muting = 1.0;
  std::uint32_t suspects = 0;  ///< honest nodes among whom the adversary knows the source to be; 0: all honest nodes
  std::uint32_t rumors = 1;    ///< rumors that the adversary can link to the same source
  bool delayed_start = false;  ///< the source sends once, then is silent until it receives a message; muting 1
  RumorView view = RumorView::messages;
  double seen = 1.0;            ///< of the eavesdropper: probability that it sees a message
  double swap = 0.0;            ///< of `reordered`: probability that the next message overtakes
  bool unending = false;        ///< the protocol goes on when everyone is informed; else it ends, and is seen to end
  std::uint32_t recorded = 10;  ///< for several rumors: distinct suspects remembered of each
  std::uint64_t runs = 1;
  double confidence = 0.95;
  std::uint32_t point = 0;   ///< attacks with different points (0 .. 4095) draw independently from the same seed
  Execution execution = {};  ///< `progress` is not told by an anytime-valid attack, whose AnytimeWatch is; once `stop`
                             ///< says true, or when a process is lost, the runs that are finished count
};

/// How often the source was named.
struct RumorSourceSuccess {
  std::uint64_t successes = 0, runs = 0;      ///< fewer runs than asked for if it was cut short
  Bracket probability = Bracket::exact(0.0);  ///< Clopper-Pearson at the confidence asked for
};

/// One rumor: names the first suspect that is seen to tell a curious node (the eavesdropper: to tell anyone). Of
/// `messages` it is the best guess for a uniform prior on the suspects (Theorem 10, if the protocol is unending). The
/// rule is the same for every view: it uses neither the messages that curious nodes send nor the indices. If the
/// protocol ends before, or nobody is curious, it names a suspect at random. Several rumors: remembers of each the
/// first `recorded` distinct suspects seen, names the one remembered of most rumors, among those the one remembered at
/// the best place, among those one at random (Section 6.2). A run that has seen enough stops early. Every run draws
/// from streams of its own, so the result does not depend on the threads.
/// @throws Error(Errc::domain) on bad numbers, naming what would be right; Error(Errc::conditions) for a delayed start
/// with muting below 1, or an eavesdropper with curious nodes; Error(Errc::too_large) from 2^26 nodes on, but for one
/// rumor, in order, without delayed start; Interrupted if it was cut short before any run was finished.
/// @cite bellet2020started (Section 6.2, Theorem 10)
[[nodiscard]] RumorSourceSuccess attack_rumor_source(const RumorSourceAttack& attack);

/// Where an anytime-valid attack ended; the interval holds at every look together with probability >= confidence.
struct RumorAnytimeResult {
  AnytimeState state;  ///< hits: how often the source was named
  AnytimeStop stop = AnytimeStop::runs;
  Bracket probability = Bracket::exact(0.0);
};

/// The same attack on a confidence sequence: goes on from `state` until "no attack succeeds with probability above
/// claimed_cap" is refuted, or this attack is known to succeed less often, or `attack.runs` runs are counted (up to the
/// end of a chunk).
/// @throws as attack_rumor_source; as run_anytime.
[[nodiscard]] RumorAnytimeResult attack_rumor_source_anytime(const RumorSourceAttack& attack, double claimed_cap,
                                                             AnytimeState state = {}, const AnytimeWatch& watch = {});

}  // namespace hearsay::empirical
