// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/rumor.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/counts.hpp>
#include <hearsay/protocol/rumor/rumor.hpp>
#include <hearsay/random/sub_address.hpp>
#include <hearsay/stats/anytime.hpp>
#include <hearsay/stats/clopper_pearson.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::empirical {

namespace {

using protocol::AsynchronousRumor;

/// Nodes 0 .. suspects - 1 are the suspects, 0 the source; the last `curious` nodes are curious.
struct Roles {
  std::uint32_t suspects, first_curious;
  [[nodiscard]] bool shows(std::uint32_t sender, std::uint32_t receiver) const {
    return sender < suspects && receiver >= first_curious;
  }
};

/// Whether the adversary gets the messages to curious nodes, in order.
bool in_order(RumorView view) {
  return view == RumorView::messages || view == RumorView::involved || view == RumorView::timed;
}

/// Shows the suspects that tell what the adversary sees, in the order in which it sees it.
class View {
 public:
  View(const RumorSourceAttack& attack, random::Stream& coins)
      : attack_(attack),
        coins_(coins),
        roles_{attack.suspects, attack.nodes - attack.curious},
        in_order_(in_order(attack.view)) {}

  /// Calls show(suspect), which says whether to go on, if this message makes the adversary see one.
  template <class Show>
  bool message(std::uint32_t sender, std::uint32_t receiver, const Show& show) {
    if (in_order_) {
      if (!roles_.shows(sender, receiver)) [[likely]]
        return true;
      return passed_on(show, sender);
    }
    if (attack_.view == RumorView::eavesdropper) {
      if (!coins_.bernoulli(attack_.seen)) return true;
    } else {
      if (receiver < roles_.first_curious) return true;
      const bool overtakes = held_ && coins_.bernoulli(attack_.swap);
      if (!overtakes) sender = std::exchange(held_, sender).value_or(roles_.suspects);
    }
    return sender < roles_.suspects ? passed_on(show, sender) : true;
  }
  /// What is held when the protocol has ended, unless the adversary had seen enough before.
  template <class Show>
  void end(const Show& show) {
    if (!enough_ && held_ && *held_ < roles_.suspects) (void)show(*held_);
  }

 private:
  template <class Show>
  bool passed_on(const Show& show, std::uint32_t suspect) {
    enough_ = !show(suspect);
    return !enough_;
  }

  const RumorSourceAttack& attack_;
  random::Stream& coins_;
  Roles roles_;
  bool in_order_;
  bool enough_ = false;
  std::optional<std::uint32_t> held_;  ///< the sender of the message that the next one may overtake
};

/// Stops at the first suspect seen.
struct FirstSuspect {
  static constexpr bool sees_messages = true;
  View view;
  std::uint32_t named = std::numeric_limits<std::uint32_t>::max();

  bool show(std::uint32_t suspect) {
    named = suspect;
    return false;
  }
  bool operator()(std::uint64_t, std::uint32_t sender, std::uint32_t receiver) {
    return view.message(sender, receiver, [this](std::uint32_t suspect) { return show(suspect); });
  }
};

/// Remembers the first distinct suspects seen.
struct FirstSuspects {
  static constexpr bool sees_messages = true;
  View view;
  std::size_t most;
  std::vector<std::uint32_t> seen;

  bool show(std::uint32_t suspect) {
    if (std::ranges::find(seen, suspect) == seen.end()) seen.push_back(suspect);
    return seen.size() < most;
  }
  bool operator()(std::uint64_t, std::uint32_t sender, std::uint32_t receiver) {
    return view.message(sender, receiver, [this](std::uint32_t suspect) { return show(suspect); });
  }
};

/// Lets the adversary watch one rumor.
template <class Watcher>
void watch(AsynchronousRumor& rumor, random::Words& words, Watcher& watcher) {
  rumor.start(0);
  if (rumor.run(words, std::numeric_limits<std::uint64_t>::max(), watcher))
    watcher.view.end([&](std::uint32_t suspect) { return watcher.show(suspect); });
}

/// Node part of the addresses of one rumor's streams.
std::uint32_t address(const RumorSourceAttack& attack, std::uint32_t rumor = 0) {
  constexpr unsigned rumor_bits = 20;
  return random::sub_address(attack.point, rumor, rumor_bits);
}

/// From this many nodes on a run keeps counts only.
constexpr std::uint32_t too_many_for_an_array = 1u << 26;

bool sees_anything(const RumorSourceAttack& attack) {
  return attack.curious > 0 || attack.view == RumorView::eavesdropper;
}

bool names_source_once(const RumorSourceAttack& attack, AsynchronousRumor& rumor, std::uint32_t trial) {
  random::Words words(attack.execution.seed, random::Purpose::activation, trial, address(attack));
  random::Stream coins(attack.execution.seed, random::Purpose::attack, trial, address(attack));
  FirstSuspect watcher{.view = View(attack, coins)};
  if (sees_anything(attack)) watch(rumor, words, watcher);
  return watcher.named < attack.suspects ? watcher.named == 0 : coins.below(attack.suspects) == 0;
}

bool names_source_by_counts(const RumorSourceAttack& attack, std::uint32_t trial) {
  random::Words words(attack.execution.seed, random::Purpose::activation, trial, address(attack));
  const protocol::RumorRaceSetup setup{.nodes = attack.nodes,
                                       .curious = attack.curious,
                                       .suspects = attack.suspects,
                                       .muting = attack.muting,
                                       .unending = attack.unending};
  const auto race = attack.curious > 0 ? protocol::rumor_race(setup, words) : protocol::RumorRace::nobody;
  if (race == protocol::RumorRace::nobody)
    return random::Stream(attack.execution.seed, random::Purpose::attack, trial, address(attack))
               .below(attack.suspects) == 0;
  return race == protocol::RumorRace::source;
}

bool names_source_of_many(const RumorSourceAttack& attack, AsynchronousRumor& rumor, std::uint32_t trial) {
  struct Record {
    std::uint32_t rumors = 0;
    std::size_t best_place = std::numeric_limits<std::size_t>::max();
  };
  std::unordered_map<std::uint32_t, Record> records;
  random::Stream coins(attack.execution.seed, random::Purpose::attack, trial, address(attack));
  for (std::uint32_t k = 0; k < attack.rumors; ++k) {
    random::Words words(attack.execution.seed, random::Purpose::activation, trial, address(attack, k));
    FirstSuspects watcher{.view = View(attack, coins), .most = std::min(attack.recorded, attack.suspects), .seen = {}};
    if (sees_anything(attack)) watch(rumor, words, watcher);
    for (std::size_t place = 0; place < watcher.seen.size(); ++place) {
      auto& record = records[watcher.seen[place]];
      ++record.rumors;
      record.best_place = std::min(record.best_place, place);
    }
  }
  if (records.empty()) return coins.below(attack.suspects) == 0;
  const auto better = [](const Record& a, const Record& b) {
    return a.rumors != b.rumors ? a.rumors > b.rumors : a.best_place < b.best_place;
  };
  const auto source = records.find(0);
  if (source == records.end()) return false;
  std::uint64_t equals = 0;
  for (const auto& [node, record] : records) {
    if (better(record, source->second)) return false;
    if (!better(source->second, record)) ++equals;
  }
  return coins.below(equals) == 0;
}

/// The attack with its defaults filled in. @throws Error(Errc::domain), Error(Errc::too_large).
RumorSourceAttack checked(RumorSourceAttack attack) {
  require_between("attack rumor", "nodes", attack.nodes, 2, std::numeric_limits<std::uint32_t>::max());
  require_between("attack rumor", "curious", attack.curious, 0, static_cast<std::int64_t>(attack.nodes) - 1);
  const std::uint32_t honest = attack.nodes - attack.curious;
  if (attack.suspects == 0) attack.suspects = honest;
  require_between("attack rumor", "suspects", attack.suspects, 1, honest);
  require_unit("attack rumor", "muting", attack.muting);
  require_between("attack rumor", "rumors", attack.rumors, 1, 1'000'000);
  require_between("attack rumor", "point", attack.point, 0, 4095);
  require_between("attack rumor", "recorded", attack.recorded, 1, honest);
  require_between("attack rumor", "runs", static_cast<std::int64_t>(attack.runs), 1,
                  std::numeric_limits<std::uint32_t>::max());
  require_open_unit("attack rumor", "confidence", attack.confidence);
  require_unit("attack rumor", "swap", attack.swap);
  if (!(attack.seen > 0.0 && attack.seen <= 1.0))
    throw Error(Errc::domain, "attack rumor", fmt::format("seen = {} must be in (0, 1]", attack.seen));
  if (attack.delayed_start && attack.muting != 1.0)
    throw Error(Errc::conditions, "attack rumor", "a delayed start needs muting 1");
  if (attack.view == RumorView::eavesdropper && attack.curious > 0)
    throw Error(Errc::conditions, "attack rumor", "an eavesdropper needs curious 0: every node is a suspect");
  const bool counts_suffice = attack.rumors == 1 && in_order(attack.view) && !attack.delayed_start;
  if (attack.nodes >= too_many_for_an_array && !counts_suffice) {
    throw Error(
        Errc::too_large, "attack rumor",
        fmt::format("nodes = {} with {} must be at most {}", attack.nodes,
                    attack.rumors > 1 ? "several rumors" : "this view or a delayed start", too_many_for_an_array - 1));
  }
  return attack;
}

struct Successes {
  std::uint64_t successes, runs;
};

/// How often the runs first .. first + count - 1 name the source; fewer runs if it is cut short (`stop`).
Successes successes_among(const RumorSourceAttack& attack, std::uint64_t first, std::uint64_t count,
                          const Execution& execution) {
  const bool by_counts = attack.nodes >= too_many_for_an_array;
  constexpr std::uint64_t batch = 50;
  const std::size_t batches = static_cast<std::size_t>((count + batch - 1) / batch);
  const auto successes = parallel_map<std::uint64_t>(batches, execution, "runs", [&](std::size_t b) {
    std::uint64_t named_source = 0;
    AsynchronousRumor rumor({.nodes = by_counts ? 2 : attack.nodes,
                             .muting = attack.muting,
                             .delayed_start = attack.delayed_start,
                             .unending = attack.unending});
    for (std::uint64_t run = b * batch; run < std::min(count, (b + 1) * batch); ++run) {
      const auto trial = static_cast<std::uint32_t>(first + run);
      const bool named = by_counts            ? names_source_by_counts(attack, trial)
                         : attack.rumors == 1 ? names_source_once(attack, rumor, trial)
                                              : names_source_of_many(attack, rumor, trial);
      named_source += named ? 1 : 0;
    }
    return named_source;
  });
  return {std::accumulate(successes.begin(), successes.end(), std::uint64_t{0}),
          std::min(count, batch * successes.size())};
}

}  // namespace

RumorSourceSuccess attack_rumor_source(const RumorSourceAttack& given) {
  const auto attack = checked(given);
  const auto [successes, runs] = successes_among(attack, 0, attack.runs, attack.execution);
  RumorSourceSuccess result{.successes = successes, .runs = runs};
  result.probability = stats::clopper_pearson(result.successes, result.runs, 1.0 - attack.confidence);
  return result;
}

RumorAnytimeResult attack_rumor_source_anytime(const RumorSourceAttack& given, double claimed_cap, AnytimeState state,
                                               const AnytimeWatch& watch) {
  const auto attack = checked(given);
  const auto interval = [&](const AnytimeState& s) {
    return stats::anytime_interval(s.hits.empty() ? 0 : s.hits[0], s.runs, 1.0 - attack.confidence, anytime_weight);
  };
  const auto count = [&](AnytimeState& now, std::uint64_t runs) {
    now.hits.resize(1, 0);
    now.hits[0] += successes_among(attack, now.runs, runs, attack.execution.part().unstopped()).successes;
  };
  const auto judge = [&](const AnytimeState& s) {
    const auto known = interval(s);
    return clear_verdict(known.lower(), known.upper(), claimed_cap);
  };
  const auto stop =
      run_anytime(state, {.most_runs = attack.runs, .unit = 1}, count, judge, watch, attack.execution.stop);
  const auto known = interval(state);
  return {.state = std::move(state), .stop = stop, .probability = known};
}

}  // namespace hearsay::empirical
