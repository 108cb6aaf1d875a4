// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <vector>

#include "props/oracle/rational.hpp"

namespace hearsay::props::oracle {

/// A Markov chain on the states that it reaches from `starts`, some moves of which are seen, in fractions. Shares no
/// code with the library. For a few dozen states.
class HiddenChain {
 public:
  using State = std::uint32_t;
  static constexpr int hidden = -1;
  struct Move {
    State to;
    int seen;  ///< what is seen of it, at least 0, or `hidden`
    Rational probability;
  };
  using Moves = std::function<std::vector<Move>(State)>;
  using Law = std::map<State, Rational>;  ///< without zeros

  /// @pre The moves of a state have the sum 1, or there are none: it is absorbing. From every state something is seen
  /// or the chain is absorbed, with probability 1.
  HiddenChain(const std::vector<State>& starts, const Moves& moves);

  /// Expected visits to each state before the next move that is seen. Of an absorbing state: the probability that the
  /// chain ends there, nothing more being seen.
  [[nodiscard]] Law visits(const Law& law) const;
  /// P(what is seen next is `seen`, state after it), from visits().
  [[nodiscard]] Law after(const Law& visits, int seen) const;
  /// What can be seen.
  [[nodiscard]] const std::set<int>& labels() const { return labels_; }

 private:
  std::vector<State> states_;
  std::map<State, std::size_t> index_;
  std::vector<std::vector<Move>> moves_;
  std::set<int> labels_;
  Matrix closure_;  ///< (I - Q)^{-1}, Q the hidden moves
};

[[nodiscard]] Rational total(const HiddenChain::Law& law);

/// Whether a finite chain comes to a state of `ends` with probability 1: from every state that it reaches, one of them
/// is reached.
[[nodiscard]] bool ends_almost_surely(HiddenChain::State start,
                                      const std::function<std::vector<HiddenChain::State>(HiddenChain::State)>& next,
                                      const std::function<bool(HiddenChain::State)>& ends);

/// One message of Algorithm 1 on the complete graph: who is active after it. Node sets are bit masks.
struct Telling {
  int source, sender, receiver;
  bool stays;  ///< the sender's coin
};
using Rule = std::function<std::uint32_t(std::uint32_t active, const Telling& telling)>;
/// The rule as printed: the sender leaves A unless it stays, then the receiver enters.
[[nodiscard]] std::uint32_t algorithm1(std::uint32_t active, const Telling& telling);

/// Every message that these active nodes can send next, with its probability and who is active then.
struct Message {
  int sender, receiver;
  bool stays;
  std::uint32_t active;
  Rational probability;
};
/// @param source  tells the rule who began.
[[nodiscard]] std::vector<Message> next_messages(int nodes, std::uint32_t active, const Rational& muting,
                                                 const Rule& rule = algorithm1, int source = 0);

}  // namespace hearsay::props::oracle
