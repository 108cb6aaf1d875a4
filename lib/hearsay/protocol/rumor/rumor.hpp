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

/// Sender and receiver, as positions, and whether the sender mutes: all bits or none.
struct RumorDice {
  std::uint64_t from, to, mutes;
};

}  // namespace detail

/// For runs without an observer: it costs no time.
struct UnwatchedRumor {
  static constexpr bool sees_messages = false;
};

/// Asynchronous push with fair receivers, the hot case: one permutation of the nodes, active ones first, then the other
/// informed ones, then the rest. A receiver is a uniform position, so a comparison of positions gives its state; a
/// message is two swaps and no unpredictable branch.
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

  [[nodiscard]] std::uint32_t active() const noexcept { return static_cast<std::uint32_t>(counts_.active); }
  [[nodiscard]] std::uint32_t informed() const noexcept { return static_cast<std::uint32_t>(counts_.informed); }
  [[nodiscard]] std::uint64_t messages() const noexcept { return counts_.messages; }

 private:
  template <detail::RumorMuting muting, bool SelfSends, bool Small, class Observer>
  bool run_as(random::Words& words, std::uint64_t limit, Observer& observer);

  struct Counts {
    std::uint64_t active = 1, informed = 1, messages = 0;
  };
  template <class Observer>
  static bool send(std::uint32_t* order, Counts& counts, detail::RumorDice dice, Observer& observer);

  RumorRules rules_;
  std::uint64_t stay_threshold_;
  std::vector<std::uint32_t> order_;  ///< active nodes, then the other informed ones, then the rest
  Counts counts_;
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
  [[nodiscard]] std::uint64_t those_that_stay(std::uint64_t senders, random::Words& words) const;
  void make_list();

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

/// All bits if `flag`, else none.
[[gnu::always_inline]] inline std::uint64_t mask(bool flag) {
  return std::uint64_t{0} - static_cast<std::uint64_t>(flag);
}

/// `yes` where the bits of `mask` are 1, `no` where they are 0: a choice without a branch.
[[gnu::always_inline]] inline std::uint64_t choose(std::uint64_t mask, std::uint64_t yes, std::uint64_t no) {
  return no ^ ((yes ^ no) & mask);
}

/// Draws of up to 2^16 receivers: both positions and the coin from one 64-bit number, 40 bits for the positions.
/// Exactly uniform: the fraction left over after both multiplications tells when to draw again (Lemire's method for a
/// product of bounds); a coin that 24 bits leave open gets its other 8. @cite brackett2024batched
template <RumorMuting muting>
[[gnu::always_inline]] inline RumorDice small_dice(random::Words& words, std::uint64_t receivers, std::uint64_t active,
                                                   std::uint64_t stay) {
  constexpr std::uint64_t low = (1ull << 40) - 1;
  const std::uint64_t stay_high = stay >> 8;
  for (;;) {
    const std::uint32_t* drawn = words.take(2);
    const std::uint64_t bits = drawn[0] | static_cast<std::uint64_t>(drawn[1]) << 32;
    const std::uint64_t coin = bits >> 40, receiver = (bits & low) * receivers, sender = (receiver & low) * active;
    const std::uint64_t left = sender & low;
    std::uint64_t mutes =
        muting == RumorMuting::sometimes ? mask(coin >= stay_high) : mask(muting == RumorMuting::always);
    const bool open = muting == RumorMuting::sometimes && coin == stay_high;
    if ((left >> 32 == 0) | open) [[unlikely]] {  // 2^32 is no less than the number of pairs
      if (left < (low + 1) % (receivers * active)) continue;
      if (open) mutes = mask((coin << 8 | words.next() >> 24) >= stay);
    }
    return {sender >> 40, receiver >> 40, mutes};
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
  /// Fetches the places that message k of the batch will swap; nearly, for `active` will have changed a little.
  /// Inlined always: GCC takes a function that only prefetches for one without effect and drops the call.
  [[gnu::always_inline]] void fetch(const std::uint32_t* order, std::size_t k, std::uint64_t active) const {
    const std::uint64_t to = std::uint64_t{drawn_[2 * k + 1]} * receivers_ >> 32;
    __builtin_prefetch(order + choose(mask(to >= active), to, 0), 1);
    if constexpr (muting == RumorMuting::never) return;
    __builtin_prefetch(order + (std::uint64_t{drawn_[2 * k]} * active >> 32), 1);
  }
  [[nodiscard]] RumorDice dice(std::size_t k, std::uint64_t active) {
    const std::uint32_t from = words_.below(static_cast<std::uint32_t>(active), drawn_[2 * k]);
    return {from, words_.below(receivers_, drawn_[2 * k + 1]), mutes(k)};
  }

 private:
  [[nodiscard]] std::uint64_t mutes(std::size_t k) {
    if constexpr (muting != RumorMuting::sometimes) return mask(muting == RumorMuting::always);
    const std::uint64_t coin = drawn_[2 * batch + k / 4] >> 8 * (k % 4) & 0xff, whole = stay_ >> 24;
    if (coin == whole) [[unlikely]]
      return mask((coin << 24 | words_.next() >> 8) >= stay_);
    return mask(coin > whole);
  }

  random::Words& words_;
  std::uint32_t receivers_;
  std::uint64_t stay_;
  std::array<std::uint32_t, muting == RumorMuting::sometimes ? 2 * batch + batch / 4 : 2 * batch> drawn_{};
};

}  // namespace detail

template <class Observer>
[[gnu::always_inline]] inline bool AsynchronousRumor::send(std::uint32_t* order, Counts& counts, detail::RumorDice dice,
                                                           Observer& observer) {
  if constexpr (std::remove_cvref_t<Observer>::sees_messages) {
    if (!observer(counts.messages, order[dice.from], order[dice.to])) return false;
  }
  ++counts.messages;
  if (dice.to == dice.from) [[unlikely]]
    return true;  // a sender that told itself stays
  // Three places rotate. A receiver that wakes goes home, to the muted sender's place or the first one after the active
  // nodes; who was there goes `at` the first place after the informed nodes if the receiver was not one of them, and
  // who was there to the receiver's. A sender that mutes and wakes nobody changes places with the last active node.
  // Where nothing moves, place 0 rotates with itself: the place drawn may be far away in memory.
  using detail::choose, detail::mask;
  const std::uint64_t wakes = mask(dice.to >= counts.active), news = mask(dice.to >= counts.informed);
  const std::uint64_t place = choose(wakes, dice.to, dice.from & dice.mutes), at = choose(news, counts.informed, place);
  const std::uint64_t home = choose(dice.mutes, choose(wakes, dice.from, counts.active - 1), counts.active & wakes);
  const std::uint32_t moved[] = {order[place], order[at], order[home]};
  order[place] = moved[1];
  order[at] = moved[2];
  order[home] = moved[0];
  counts.informed -= news;
  counts.active += dice.mutes - wakes;
  return true;
}

template <detail::RumorMuting muting, bool SelfSends, bool Small, class Observer>
bool AsynchronousRumor::run_as(random::Words& words, std::uint64_t limit, Observer& observer) {
  const std::uint32_t n = rules_.nodes, receivers = SelfSends ? n : n - 1;
  const std::uint64_t stay = stay_threshold_;
  std::uint32_t* const order = order_.data();
  Counts counts = counts_;
  bool watched = true;
  const std::uint64_t end = rules_.unending ? std::uint64_t{n} + 1 : n;  // informed nodes
  const auto going = [&] { return watched && counts.informed < end && counts.messages < limit; };
  const auto send_next = [&](detail::RumorDice dice) {
    if constexpr (!SelfSends) dice.to += dice.to >= dice.from ? 1 : 0;
    watched = send(order, counts, dice, observer);
  };
  if constexpr (Small) {
    while (going()) send_next(detail::small_dice<muting>(words, receivers, counts.active, stay));
  } else {
    constexpr std::size_t ahead = 16;
    detail::LargeDice<muting> dice(words, receivers, stay);
    while (going()) {
      dice.draw();
      for (std::size_t k = 0; k < ahead; ++k) dice.fetch(order, k, counts.active);
      for (std::size_t k = 0; k < dice.batch && going(); ++k) {
        if (k + ahead < dice.batch) dice.fetch(order, k + ahead, counts.active);
        send_next(dice.dice(k, counts.active));
      }
    }
  }
  counts_ = counts;
  return counts.informed == n;
}

template <class Observer>
bool AsynchronousRumor::run(random::Words& words, std::uint64_t limit, Observer&& observer) {
  using enum detail::RumorMuting;
  if (rules_.delayed_start && counts_.messages == 0 && limit > 0) {
    const std::uint64_t to = rules_.self_sends ? words.below(rules_.nodes) : words.below(rules_.nodes - 1) + 1ull;
    if (!send(order_.data(), counts_, {0, to, detail::mask(true)}, observer)) return false;
  }
  const auto run_with = [&]<detail::RumorMuting muting>() {
    const bool small = rules_.nodes <= 1u << 16;
    if (rules_.self_sends)
      return small ? run_as<muting, true, true>(words, limit, observer)
                   : run_as<muting, true, false>(words, limit, observer);
    return small ? run_as<muting, false, true>(words, limit, observer)
                 : run_as<muting, false, false>(words, limit, observer);
  };
  if (stay_threshold_ == 0) return run_with.template operator()<always>();
  return stay_threshold_ == 1ull << 32 ? run_with.template operator()<never>()
                                       : run_with.template operator()<sometimes>();
}

}  // namespace hearsay::protocol
