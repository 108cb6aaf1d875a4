#include <hearsay/protocol/rumor_counts.hpp>

#include <algorithm>

#include <hearsay/core/error.hpp>

namespace hearsay::protocol {

namespace {

/// The nodes of one kind.
struct Kind {
  std::uint32_t size = 0, informed = 0, active = 0;
};

}  // namespace

RumorRace rumor_race(const RumorRaceSetup& setup, random::Words& words) {
  require_between("rumor_race", "nodes", setup.nodes, 2, 0xffff'ffffLL);
  require_between("rumor_race", "curious", setup.curious, setup.unending ? 1 : 0, static_cast<std::int64_t>(setup.nodes) - 1);
  require_between("rumor_race", "suspects", setup.suspects, 1, static_cast<std::int64_t>(setup.nodes) - setup.curious);
  const std::uint64_t stay = random::coin_threshold(setup.muting);
  enum { source, suspect, honest, curious };
  Kind kinds[] = {{1, 1, 1}, {setup.suspects - 1}, {setup.nodes - setup.curious - setup.suspects}, {setup.curious}};
  std::uint32_t active = 1, informed = 1;
  while (setup.unending || informed < setup.nodes) {
    const std::uint32_t* drawn = words.take(3);
    const bool mutes = drawn[2] >= stay;
    const std::uint32_t receiver_word = drawn[1];
    std::uint32_t from_index = words.below(active, drawn[0]);
    std::uint32_t from = source;
    while (from_index >= kinds[from].active) from_index -= kinds[from++].active;
    // The receiver: position 0 of its kind's active nodes is the sender itself if the kinds agree.
    std::uint32_t to_index = words.below(setup.nodes, receiver_word);
    std::uint32_t to = source;
    while (to_index >= kinds[to].size) to_index -= kinds[to++].size;
    if (to == curious && from <= suspect) return from == source ? RumorRace::source : RumorRace::another;
    Kind& receiver = kinds[to];
    const bool awake = to_index < receiver.active;
    if (from == to && to_index == 0) continue;  // a node that tells itself changes nothing
    if (to_index >= receiver.informed) {
      ++receiver.informed;
      ++informed;
    }
    if (!awake) {
      ++receiver.active;
      ++active;
    }
    if (mutes) {
      --kinds[from].active;
      --active;
    }
  }
  return RumorRace::nobody;
}

RumorCounts::RumorCounts(std::uint32_t nodes, double muting) : nodes_(nodes), stay_threshold_(random::coin_threshold(muting)) {
  require_between("RumorCounts", "nodes", nodes, 2, 0xffff'ffffLL);
}

void RumorCounts::run(random::Words& words) {
  std::uint32_t active[lanes], informed[lanes], sent[lanes];
  std::ranges::fill(active, 1u);
  std::ranges::fill(informed, 1u);
  std::ranges::fill(messages_, 0u);
  const std::uint32_t n = nodes_;
  const std::uint32_t stay = static_cast<std::uint32_t>(std::min<std::uint64_t>(stay_threshold_, 0xffff'ffffu));
  const std::uint32_t never_mutes = stay_threshold_ == 1ull << 32 ? 1 : 0;
  constexpr std::uint32_t block = 1024;  ///< messages between two looks at who is done
  bool going = true;
  while (going) {
    std::ranges::fill(sent, 0u);
    for (std::uint32_t k = 0; k < block; ++k) {
      const std::uint32_t* drawn = words.take(2 * lanes);
      std::uint32_t to[lanes];
      std::uint32_t reject = 0;
      for (std::size_t i = 0; i < lanes; ++i) {
        const std::uint64_t product = static_cast<std::uint64_t>(drawn[i]) * n;
        to[i] = static_cast<std::uint32_t>(product >> 32);
        reject |= static_cast<std::uint32_t>(product) < n ? 1u : 0u;
      }
      std::uint32_t coins[lanes];
      std::copy_n(drawn + lanes, lanes, coins);
      if (reject != 0) [[unlikely]] {
        std::uint32_t again[lanes];
        std::copy_n(drawn, lanes, again);
        for (std::size_t i = 0; i < lanes; ++i) to[i] = words.below(n, again[i]);
      }
      // Receiver positions: 0 is the sender, then the other active nodes, the other informed ones, the rest.
      for (std::size_t i = 0; i < lanes; ++i) {
        const std::uint32_t going_on = informed[i] < n ? 1u : 0u;
        const std::uint32_t wakes = to[i] >= active[i] ? 1u : 0u;
        const std::uint32_t leaves = (coins[i] >= stay ? 1u : 0u) & (to[i] != 0 ? 1u : 0u) & (1u - never_mutes);
        const std::uint32_t news = to[i] >= informed[i] ? 1u : 0u;
        active[i] += (wakes - leaves) & (0u - going_on);
        informed[i] += news & going_on;
        sent[i] += going_on;
      }
    }
    going = false;
    for (std::size_t i = 0; i < lanes; ++i) {
      messages_[i] += sent[i];
      if (informed[i] < n) going = true;
    }
  }
  std::copy_n(active, lanes, active_);
  std::copy_n(informed, lanes, informed_);
}

}  // namespace hearsay::protocol
