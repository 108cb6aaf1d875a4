// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/rumor.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>
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

/// Stops at the first suspect seen.
struct FirstSuspect {
  static constexpr bool sees_messages = true;
  Roles roles;
  std::uint32_t named = std::numeric_limits<std::uint32_t>::max();

  bool operator()(std::uint64_t, std::uint32_t sender, std::uint32_t receiver) {
    if (!roles.shows(sender, receiver)) [[likely]]
      return true;
    named = sender;
    return false;
  }
};

/// Remembers the first distinct suspects seen.
struct FirstSuspects {
  static constexpr bool sees_messages = true;
  Roles roles;
  std::size_t most;
  std::vector<std::uint32_t> seen;

  bool operator()(std::uint64_t, std::uint32_t sender, std::uint32_t receiver) {
    if (!roles.shows(sender, receiver)) [[likely]]
      return true;
    if (std::ranges::find(seen, sender) == seen.end()) seen.push_back(sender);
    return seen.size() < most;
  }
};

/// Node part of the addresses of one rumor's streams.
std::uint32_t address(const RumorSourceAttack& attack, std::uint32_t rumor = 0) {
  constexpr unsigned rumor_bits = 20;
  return random::sub_address(attack.point, rumor, rumor_bits);
}

constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
/// From this many nodes on a run keeps counts only.
constexpr std::uint32_t too_many_for_an_array = 1u << 26;

bool names_source_once(const RumorSourceAttack& attack, AsynchronousRumor& rumor, std::uint32_t trial) {
  random::Words words(attack.execution.seed, random::Purpose::activation, trial, address(attack));
  rumor.start(0);
  FirstSuspect watcher{.roles = {attack.suspects, attack.nodes - attack.curious}};
  if (attack.curious > 0) rumor.run(words, no_limit, watcher);
  if (watcher.named >= attack.suspects) {
    return random::Stream(attack.execution.seed, random::Purpose::attack, trial, address(attack))
               .below(attack.suspects) == 0;
  }
  return watcher.named == 0;
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
  for (std::uint32_t k = 0; k < attack.rumors; ++k) {
    random::Words words(attack.execution.seed, random::Purpose::activation, trial, address(attack, k));
    rumor.start(0);
    FirstSuspects watcher{.roles = {attack.suspects, attack.nodes - attack.curious},
                          .most = std::min(attack.recorded, attack.suspects),
                          .seen = {}};
    if (attack.curious > 0) rumor.run(words, no_limit, watcher);
    for (std::size_t place = 0; place < watcher.seen.size(); ++place) {
      auto& record = records[watcher.seen[place]];
      ++record.rumors;
      record.best_place = std::min(record.best_place, place);
    }
  }
  random::Stream coins(attack.execution.seed, random::Purpose::attack, trial, address(attack));
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
  if (attack.nodes >= too_many_for_an_array && attack.rumors > 1) {
    throw Error(
        Errc::too_large, "attack rumor",
        fmt::format("nodes = {} with several rumors must be at most {}", attack.nodes, too_many_for_an_array - 1));
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
    AsynchronousRumor rumor(
        {.nodes = by_counts ? 2 : attack.nodes, .muting = attack.muting, .unending = attack.unending});
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
