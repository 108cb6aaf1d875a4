// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include <hearsay/exact/rational.hpp>

namespace hearsay::props::oracle {

using Fraction = exact::Rational;

/// Asynchronous rumor spreading on the complete graph, the definition spelled out in rational arithmetic: node sets are
/// bit masks, the last `curious` of `nodes` nodes are curious. Shares no code with the library. Call with nodes <= 5.
struct RumorModel {
  int nodes = 3, curious = 1;
  Fraction muting = 0;
  bool terminated = false;  ///< stop when everyone is informed, and show it

  struct Message {
    int sender, receiver;
    bool operator==(const Message&) const = default;
  };
  struct Transcript {
    std::vector<Message> messages;
    bool ended = false;  ///< followed by the end of the protocol, seen
  };

  /// P(the transcript begins like this | source).
  [[nodiscard]] Fraction probability(int source, const Transcript& transcript) const;
  /// Expected number of messages until everyone is informed (terminated), from `source`.
  [[nodiscard]] Fraction expected_messages(int source) const;

 private:
  using State = std::pair<std::uint32_t, std::uint32_t>;  ///< active, informed
  using Law = std::map<State, Fraction>;
  struct Step {
    Message message;
    State next;
    Fraction probability;
  };
  [[nodiscard]] std::vector<Step> steps(const State& state) const;
  [[nodiscard]] bool complete(const State& state) const { return terminated && state.second == (1u << nodes) - 1; }
  [[nodiscard]] bool seen(const Message& message) const { return message.receiver >= nodes - curious; }
  /// Expected visits to each state before the next message that is seen (all messages if `unseen_only` is false), by
  /// solving visits = start + visits * moves.
  [[nodiscard]] Law visits(const Law& start, bool unseen_only) const;
};

}  // namespace hearsay::props::oracle
