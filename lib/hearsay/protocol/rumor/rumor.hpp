// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <hearsay/random/stream.hpp>
#include <hearsay/random/words.hpp>

namespace hearsay::protocol {

/// The rules of a rumor on the complete graph of `nodes` nodes.
struct RumorRules {
  enum class Timing { asynchronous, synchronous };
  enum class Exchange { push, pull, push_pull };

  std::uint32_t nodes = 2;
  double muting = 1.0;  ///< s: an emitter stays active with this probability
  Timing timing = Timing::asynchronous;
  Exchange exchange = Exchange::push;
  bool self_sends = true;        ///< a partner is drawn from all nodes, oneself included; false: from the others
  bool delayed_start = false;    ///< the source sends once, then is silent until it receives a message; no node mutes
  double loss = 0.0;             ///< each message is lost with this probability; its sender does not know
  std::uint32_t coin_flips = 0;  ///< emissions of a node after which it is silent for good; 0: no limit
  bool unending = false;         ///< AsynchronousRumor and run_rumor go on when everyone is informed
};

/// @throws Error(Errc::domain) unless nodes >= 2, muting and loss are probabilities, and a delayed start has muting
/// = 1.
void require_valid(const RumorRules& rules);

/// What a run ended with.
struct RumorOutcome {
  std::uint64_t messages = 0;  ///< emissions, lost ones included
  std::uint64_t rounds = 0;    ///< synchronous rounds; 0 if asynchronous
  std::uint32_t informed = 1;
  std::uint32_t active = 1;
  bool stopped = false;  ///< by the observer or the limit, before all nodes were informed or no node was active
};

namespace detail {

enum class RumorMuting { never, sometimes, always };

/// Place of the sender among the active nodes, receiver, and whether the sender mutes: 1 or 0.
struct RumorDice {
  std::uint64_t from, to, mutes;
};

}  // namespace detail

/// For runs without an observer: it costs no time.
struct UnwatchedRumor {
  static constexpr bool sees_messages = false;
};

/// Asynchronous push with fair receivers, the hot case: a list of the active nodes and a byte for each node. The sender
/// changes places with the last active node, so that muting it is a shorter list: a message has no unpredictable
/// branch.
///
/// An observer that has `sees_messages = true` is called as `bool observer(index, sender, receiver)` for every message
/// in order and stops the run by returning false.
class AsynchronousRumor {
 public:
  /// @throws Error(Errc::domain) on invalid rules, or rules with loss, coin flips or another exchange (see run_rumor).
  explicit AsynchronousRumor(const RumorRules& rules);

  /// Resets the run: only `source` knows the rumor.
  void start(std::uint32_t source);
  /// Sends messages until everyone is informed (unless the rules are unending), `limit` messages are sent in all, or
  /// the observer stops.
  /// @return true if everyone is informed.
  template <class Observer>
  bool run(random::Words& words, std::uint64_t limit, Observer&& observer);
  bool run(random::Words& words, std::uint64_t limit) { return run(words, limit, UnwatchedRumor{}); }

  [[nodiscard]] std::uint32_t active() const noexcept { return static_cast<std::uint32_t>(active_); }
  [[nodiscard]] std::uint32_t informed() const noexcept {
    return static_cast<std::uint32_t>(rules_.nodes - uninformed_);
  }
  [[nodiscard]] std::uint64_t messages() const noexcept { return messages_; }

 private:
  /// What a node is: bit 0 is set if it is not active, bit 1 if it is not informed.
  static constexpr std::uint8_t active_node = 0, uninformed_node = 3;
  static constexpr std::uint32_t most_few = 1u << 16;

  template <class Number>
  struct Nodes {
    Number* senders;  ///< the active nodes first; room for one node more than there are
    std::uint8_t* state;
    std::uint64_t active, uninformed;
  };
  template <detail::RumorMuting muting, bool SelfSends, class Number, class Observer>
  static bool send(Nodes<Number>& nodes, std::uint64_t index, detail::RumorDice dice, Observer& observer);
  /// So many nodes are uninformed at the end of a run.
  [[nodiscard]] std::uint64_t end() const { return rules_.unending ? rules_.nodes + 1ull : 0; }
  /// Words for messages that have the first dice of small_dice, and where to stop.
  struct Drawn {
    const std::uint32_t *words, *last;
    std::uint64_t receivers, stay, end, index;
  };
  struct Sent {
    std::uint64_t messages;
    bool decided, watched;
  };
  template <detail::RumorMuting muting, bool SelfSends, class Observer>
  static Sent send_decided(Nodes<std::uint16_t>& all, Drawn drawn, Observer& observer);
  template <detail::RumorMuting muting, bool SelfSends, class Observer>
  bool send_all(Nodes<std::uint16_t>& nodes, random::Words& words, std::uint64_t limit, Observer& observer);
  template <detail::RumorMuting muting, bool SelfSends, class Observer>
  bool send_all(Nodes<std::uint32_t>& all, random::Words& words, std::uint64_t limit, Observer& observer);

  RumorRules rules_;
  std::uint64_t stay_threshold_;
  std::vector<std::uint16_t> few_senders_;  ///< of up to 2^16 nodes: half of the memory
  std::vector<std::uint32_t> senders_;
  std::vector<std::uint8_t> state_;
  std::uint64_t active_ = 1, uninformed_ = 1, messages_ = 0;
};

/// Synchronous push, the hot case: bit sets when many are active, lists when few are. Senders and receivers are not
/// kept, since the next round depends only on the set of nodes that received a message.
class SynchronousRumor {
 public:
  /// @throws as AsynchronousRumor.
  explicit SynchronousRumor(const RumorRules& rules);

  void start(std::uint32_t source);
  /// One round. @return true if everyone is informed.
  bool round(random::Words& words);

  [[nodiscard]] std::uint32_t active() const noexcept { return active_; }
  [[nodiscard]] std::uint32_t informed() const noexcept { return informed_; }
  [[nodiscard]] std::uint64_t messages() const noexcept { return messages_; }
  [[nodiscard]] std::uint64_t rounds() const noexcept { return rounds_; }

 private:
  void sparse_round(random::Words& words);
  void dense_round(random::Words& words);
  void make_list();
  void make_set();

  RumorRules rules_;
  std::uint64_t stay_threshold_;
  std::vector<std::uint64_t> active_set_, informed_set_, told_;
  std::vector<std::uint32_t> active_list_, next_list_;
  bool listed_ = true;
  std::uint32_t active_ = 1, informed_ = 1;
  std::uint64_t messages_ = 0, rounds_ = 0;
};

/// One message of a run, as it happened.
struct RumorMessage {
  std::uint64_t index;  ///< of the emission, from 0
  std::uint32_t sender, receiver;
  bool lost;
};

/// Callbacks of run_rumor; either may be empty.
struct RumorWatcher {
  std::function<bool(const RumorMessage&)> message = {};  ///< false stops the run
  /// After every round (synchronous) or every `nodes` messages (asynchronous), and once before the first.
  std::function<void(std::uint64_t round, std::uint32_t active, std::uint32_t informed)> course = {};
};

/// Any rules, one message at a time. The run ends when all nodes are informed, no node is active (loss, coin flips),
/// `limit` messages are sent or a callback stops it.
///
/// Push: an active node calls a partner and tells it. Pull: a node calls a partner, and an active partner tells it. An
/// emitter mutes with probability 1 - s; a node that receives a message is (again) active. Asynchronous push draws the
/// caller from the active nodes; pull and push-pull draw it from all nodes. In a synchronous round every node calls
/// once and only nodes active at its start emit; the nodes told, and emitters that did not mute, are active in the
/// next.
/// @throws Error(Errc::domain) on invalid rules or a source outside 0 .. nodes - 1.
RumorOutcome run_rumor(const RumorRules& rules, std::uint32_t source, random::Words& words, std::uint64_t limit,
                       const RumorWatcher& watcher = {});

// ---------------------------------------------------------------------------------------------------------------------

namespace detail {

/// A random 64-bit number: 24 bits of a coin, and 40 as a fraction: its first digits in the bases `receivers` and
/// `active`, and the rest.
struct RumorDigits {
  std::uint64_t coin, to, from, left;
};
[[gnu::always_inline]] inline RumorDigits digits_of(const std::uint32_t* drawn, std::uint64_t receivers,
                                                    std::uint64_t active) {
  constexpr std::uint64_t low = (1ull << 40) - 1;
  const std::uint64_t bits = random::two_words(drawn);
  const std::uint64_t to = (bits & low) * receivers, from = (to & low) * active;
  return {bits >> 40, to >> 40, from >> 40, from & low};
}

/// The dice of a message to one of up to 2^16 receivers, from two words.
/// @return false, seldom, if more words must be drawn to decide them: small_dice(words, ...) does.
template <RumorMuting muting>
[[gnu::always_inline]] inline bool small_dice(const std::uint32_t* drawn, std::uint64_t receivers, std::uint64_t active,
                                              std::uint64_t stay, RumorDice& dice) {
  const auto [coin, to, from, left] = digits_of(drawn, receivers, active);
  const std::uint64_t below = (stay >> 8) - 1 - coin;  // as a signed number: 0 or more if the sender stays
  dice = {from, to, muting == RumorMuting::sometimes ? below >> 63 : muting == RumorMuting::always ? 1u : 0u};
  const bool open = muting == RumorMuting::sometimes && below == ~std::uint64_t{0};
  return !((left >> 32 == 0) | open);  // 2^32 is no less than the number of pairs
}

/// Exactly uniform: the fraction left over after all multiplications tells when to draw again (Lemire's method for a
/// product of bounds); a coin that 24 bits leave open gets its other 8.
/// @cite brackett2024batched
template <RumorMuting muting>
RumorDice small_dice(random::Words& words, std::uint64_t receivers, std::uint64_t active, std::uint64_t stay) {
  for (;;) {
    RumorDice dice{};
    const std::uint32_t* drawn = words.take(2);
    if (small_dice<muting>(drawn, receivers, active, stay, dice)) return dice;
    const auto [coin, to, from, left] = digits_of(drawn, receivers, active);
    if (left < (1ull << 40) % (receivers * active)) continue;
    if (muting == RumorMuting::sometimes && coin == stay >> 8)
      dice.mutes = (coin << 8 | words.next() >> 24) >= stay ? 1 : 0;
    return dice;
  }
}

/// The same for any number of receivers, a word each for the positions and a byte for the coin; drawn a batch at a
/// time, so that the places in memory can be fetched before they are needed.
template <RumorMuting muting>
class LargeDice {
 public:
  static constexpr std::size_t batch = muting == RumorMuting::sometimes ? 112 : 128;

  LargeDice(random::Words& words, std::uint32_t receivers, std::uint64_t stay)
      : words_(words), receivers_(receivers), stay_(stay) {}

  void draw() { std::copy_n(words_.take(drawn_.size()), drawn_.size(), drawn_.begin()); }
  /// Fetches what message k of the batch will change; nearly, for `active` will have changed a little.
  /// Inlined always: GCC takes a function that only prefetches for one without effect and drops the call.
  [[gnu::always_inline]] void fetch(const std::uint32_t* senders, const std::uint8_t* state, std::size_t k,
                                    std::uint64_t active) const {
    __builtin_prefetch(state + (std::uint64_t{drawn_[2 * k + 1]} * receivers_ >> 32), 1);
    if constexpr (muting == RumorMuting::never) return;
    __builtin_prefetch(senders + (std::uint64_t{drawn_[2 * k]} * active >> 32), 1);
  }
  [[nodiscard]] RumorDice dice(std::size_t k, std::uint64_t active) {
    const std::uint32_t from = words_.below(static_cast<std::uint32_t>(active), drawn_[2 * k]);
    return {from, words_.below(receivers_, drawn_[2 * k + 1]), mutes(k)};
  }

 private:
  [[nodiscard]] std::uint64_t mutes(std::size_t k) {
    if constexpr (muting != RumorMuting::sometimes) return muting == RumorMuting::always ? 1 : 0;
    const std::uint64_t coin = drawn_[2 * batch + k / 4] >> 8 * (k % 4) & 0xff, whole = stay_ >> 24;
    if (coin == whole) [[unlikely]]
      return (coin << 24 | words_.next() >> 8) >= stay_ ? 1 : 0;
    return coin > whole ? 1 : 0;
  }

  random::Words& words_;
  std::uint32_t receivers_;
  std::uint64_t stay_;
  std::array<std::uint32_t, muting == RumorMuting::sometimes ? 2 * batch + batch / 4 : 2 * batch> drawn_{};
};

}  // namespace detail

template <detail::RumorMuting muting, bool SelfSends, class Number, class Observer>
[[gnu::always_inline]] inline bool AsynchronousRumor::send(Nodes<Number>& nodes, std::uint64_t index,
                                                           detail::RumorDice dice, Observer& observer) {
  const std::uint32_t sender = nodes.senders[dice.from];
  if constexpr (!SelfSends) dice.to += dice.to >= sender ? 1 : 0;
  if constexpr (std::remove_cvref_t<Observer>::sees_messages) {
    if (!observer(index, sender, static_cast<std::uint32_t>(dice.to))) return false;
  }
  if constexpr (muting != detail::RumorMuting::never) {
    nodes.senders[dice.from] = nodes.senders[nodes.active - 1];
    nodes.senders[nodes.active - 1] = static_cast<Number>(sender);
    nodes.active -= dice.mutes;
    nodes.state[sender] = static_cast<std::uint8_t>(dice.mutes);
  }
  const std::uint64_t before = nodes.state[dice.to];
  nodes.state[dice.to] = active_node;
  nodes.senders[nodes.active] = static_cast<Number>(dice.to);
  nodes.active += before & 1;
  nodes.uninformed -= before >> 1;
  return true;
}

// Not inlined: all that changes stays in registers.
template <detail::RumorMuting muting, bool SelfSends, class Observer>
[[gnu::noinline]] AsynchronousRumor::Sent AsynchronousRumor::send_decided(Nodes<std::uint16_t>& all, Drawn drawn,
                                                                          Observer& observer) {
  auto nodes = all;
  bool decided = true, watched = true;
  const std::uint32_t* const first = drawn.words;
  const auto sent = [&] { return static_cast<std::uint64_t>(drawn.words - first) / 2; };
  nodes.uninformed -= drawn.end;  // a comparison with 0 is cheaper
  while (drawn.words != drawn.last && nodes.uninformed != 0 && watched) {
    detail::RumorDice dice;
    decided = detail::small_dice<muting>(drawn.words, drawn.receivers, nodes.active, drawn.stay, dice);
    if (!decided) [[unlikely]]
      break;
    watched = send<muting, SelfSends>(nodes, drawn.index + sent(), dice, observer);
    drawn.words += 2;
  }
  nodes.uninformed += drawn.end;
  all = nodes;
  return {sent(), decided, watched};
}

template <detail::RumorMuting muting, bool SelfSends, class Observer>
bool AsynchronousRumor::send_all(Nodes<std::uint16_t>& nodes, random::Words& words, std::uint64_t limit,
                                 Observer& observer) {
  const std::uint64_t receivers = rules_.nodes - (SelfSends ? 0 : 1);
  bool watched = true;
  while (watched && nodes.uninformed != end() && messages_ < limit) {
    const auto left = words.left(2);
    const std::uint64_t most = std::min<std::uint64_t>(left.size() / 2, limit - messages_);
    const auto sent = send_decided<muting, SelfSends>(
        nodes, {left.data(), left.data() + 2 * most, receivers, stay_threshold_, end(), messages_}, observer);
    words.skip(2 * sent.messages);
    messages_ += sent.messages;
    watched = sent.watched;
    if (!sent.decided) {
      const auto dice = detail::small_dice<muting>(words, receivers, nodes.active, stay_threshold_);
      watched = send<muting, SelfSends>(nodes, messages_++, dice, observer);
    }
  }
  return watched;
}

template <detail::RumorMuting muting, bool SelfSends, class Observer>
bool AsynchronousRumor::send_all(Nodes<std::uint32_t>& all, random::Words& words, std::uint64_t limit,
                                 Observer& observer) {
  auto nodes = all;
  constexpr std::size_t ahead = 16;
  std::uint64_t messages = messages_;
  bool watched = true;
  const auto going = [&] { return watched && nodes.uninformed != end() && messages < limit; };
  detail::LargeDice<muting> dice(words, rules_.nodes - (SelfSends ? 0 : 1), stay_threshold_);
  while (going()) {
    dice.draw();
    for (std::size_t k = 0; k < ahead; ++k) dice.fetch(nodes.senders, nodes.state, k, nodes.active);
    for (std::size_t k = 0; k < dice.batch && going(); ++k) {
      if (k + ahead < dice.batch) dice.fetch(nodes.senders, nodes.state, k + ahead, nodes.active);
      watched = send<muting, SelfSends>(nodes, messages, dice.dice(k, nodes.active), observer);
      ++messages;
    }
  }
  messages_ = messages;
  all = nodes;
  return watched;
}

template <class Observer>
bool AsynchronousRumor::run(random::Words& words, std::uint64_t limit, Observer&& observer) {
  using enum detail::RumorMuting;
  const auto send_from = [&]<detail::RumorMuting muting, bool SelfSends>(auto nodes) {
    bool watched = true;
    if (rules_.delayed_start && messages_ == 0 && limit > 0) {
      const detail::RumorDice first{0, words.below(rules_.nodes - (SelfSends ? 0 : 1)), 1};
      watched = send<always, SelfSends>(nodes, messages_++, first, observer);
    }
    watched = watched && send_all<muting, SelfSends>(nodes, words, limit, observer);
    if (!watched) --messages_;  // the observer stopped the run before this message arrived
    active_ = nodes.active;
    uninformed_ = nodes.uninformed;
    return uninformed_ == 0;
  };
  const auto run_with = [&]<detail::RumorMuting muting>() {
    const auto run_as = [&]<bool SelfSends>() {
      if (rules_.nodes <= most_few)
        return send_from.template operator()<muting, SelfSends>(
            Nodes<std::uint16_t>{few_senders_.data(), state_.data(), active_, uninformed_});
      return send_from.template operator()<muting, SelfSends>(
          Nodes<std::uint32_t>{senders_.data(), state_.data(), active_, uninformed_});
    };
    return rules_.self_sends ? run_as.template operator()<true>() : run_as.template operator()<false>();
  };
  if (stay_threshold_ == 0) return run_with.template operator()<always>();
  return stay_threshold_ == 1ull << 32 ? run_with.template operator()<never>()
                                       : run_with.template operator()<sometimes>();
}

}  // namespace hearsay::protocol
