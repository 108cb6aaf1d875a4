// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/rumor/counts.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/random/binomial.hpp>
#include <hearsay/random/poisson_tails.hpp>

namespace hearsay::protocol {

namespace {

/// The nodes of one kind.
struct Kind {
  std::uint32_t size = 0, informed = 0, active = 0;
};

}  // namespace

RumorRace rumor_race(const RumorRaceSetup& setup, random::Words& words) {
  require_between("rumor_race", "nodes", setup.nodes, 2, 0xffff'ffffLL);
  require_between("rumor_race", "curious", setup.curious, setup.unending ? 1 : 0,
                  static_cast<std::int64_t>(setup.nodes) - 1);
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

namespace {

constexpr std::uint64_t most_nodes = 1'000'000'000'000'000;
constexpr std::uint64_t one_by_one = 64;  ///< fewer messages are sent one at a time
constexpr std::uint64_t few_uninformed =
    128;  ///< at most n messages reach them all with probability (1 - 1/e)^128 < 10^-25

/// How often alike nodes are hit when each is hit Poisson(mean) times: at_least[k] nodes k + 1 times or more.
class Hits {
 public:
  static constexpr std::size_t levels = random::poisson_levels;

  /// @param tail  poisson_tails(mean): P(hit more than k times | hit k times or more)
  Hits(random::Stream& stream, std::uint64_t nodes, const std::array<double, levels>& tail) {
    for (std::size_t k = 0; k < levels && nodes > 0; ++k) {
      nodes = random::binomial(stream, nodes, tail[k]);
      at_least_[k] = nodes;
      total_ += nodes;
    }
  }
  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::uint64_t nodes_hit() const { return at_least_[0]; }

  /// Takes back hit number `index` of total(): one of its node's.
  void take_back(std::uint64_t index) {
    std::size_t k = 0;
    while (index >= at_least_[k]) index -= at_least_[k++];
    while (k + 1 < levels && index < at_least_[k + 1]) ++k;
    --at_least_[k];
    --total_;
  }

 private:
  std::array<std::uint64_t, levels> at_least_{};
  std::uint64_t total_ = 0;
};

}  // namespace

RumorCounts::RumorCounts(std::uint64_t nodes, double muting, bool self_sends)
    : nodes_(nodes),
      receivers_(self_sends ? nodes : nodes - 1),
      muting_(require_unit("RumorCounts", "muting", muting)),
      self_sends_(self_sends) {
  if (nodes < 2 || nodes > most_nodes)
    throw Error(Errc::domain, "RumorCounts", fmt::format("nodes = {} must be between 2 and {}", nodes, most_nodes));
}

void RumorCounts::start() {
  active_ = informed_ = 1;
  messages_ = 0;
}

bool RumorCounts::run(random::Stream& stream, std::uint64_t limit) {
  while (informed_ < nodes_ && messages_ < limit) {
    const std::uint64_t left = limit - messages_, uninformed = nodes_ - informed_;
    if (uninformed >= few_uninformed) {
      send(stream, std::min(left, receivers_), true);
      continue;
    }
    const std::uint64_t old_news = stream.geometric(static_cast<double>(uninformed) / static_cast<double>(receivers_));
    send(stream, std::min(left, old_news), false);
    if (old_news < left) {
      refresh(stream, 1, 0, 0);
      ++messages_;
    }
  }
  return informed_ == nodes_;
}

/// Sends `count` messages, if not to anyone to informed nodes only.
void RumorCounts::send(random::Stream& stream, std::uint64_t count, bool to_anyone) {
  while (count >= one_by_one) {
    const std::uint64_t targets = to_anyone ? receivers_ : receivers_ - (nodes_ - informed_);
    const double wanted = static_cast<double>(std::min(count, targets));
    const auto tail =
        random::poisson_tails(std::max(0.0, wanted - 2.0 * std::sqrt(wanted)) / static_cast<double>(targets));
    Hits hits[] = {{stream, to_anyone ? nodes_ - informed_ : 0, tail},
                   {stream, informed_ - active_, tail},
                   {stream, active_ - 1, tail},
                   {stream, self_sends_ ? 1u : 0u, tail}};
    std::uint64_t sent = 0;
    for (const auto& kind : hits) sent += kind.total();
    for (; sent > count; --sent) {
      std::uint64_t index = stream.below(sent);
      Hits* kind = hits;
      while (index >= kind->total()) index -= (kind++)->total();
      kind->take_back(index);
    }
    refresh(stream, hits[0].nodes_hit(), hits[1].nodes_hit(), hits[2].nodes_hit());
    messages_ += sent;
    count -= sent;
  }
  for (; count > 0; --count) send_one(stream, to_anyone);
}

void RumorCounts::send_one(random::Stream& stream, bool to_anyone) {
  // Receivers in order: the active nodes other than the one active for ever, the other informed ones, the rest, that
  // one.
  const std::uint64_t to = stream.below(to_anyone ? receivers_ : receivers_ - (nodes_ - informed_));
  ++messages_;
  const std::uint64_t rest = to_anyone ? nodes_ - 1 : informed_ - 1;
  if (to < active_ - 1) {
    refresh(stream, 0, 0, 1);
  } else if (to < informed_ - 1) {
    refresh(stream, 0, 1, 0);
  } else if (to < rest) {
    refresh(stream, 1, 0, 0);
  }
}

/// So many uninformed, inactive informed and active nodes are hit, each once or more: every one throws its coin anew.
void RumorCounts::refresh(random::Stream& stream, std::uint64_t fresh, std::uint64_t muted, std::uint64_t awake) {
  informed_ += fresh;
  active_ += random::binomial(stream, fresh + muted + awake, muting_);
  active_ -= awake;
}

}  // namespace hearsay::protocol
