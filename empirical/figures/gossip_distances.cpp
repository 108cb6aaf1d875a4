// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <mutex>

#include <hearsay/graph/paths.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/gossip_directions.hpp"
#include "empirical/figures/gossip_setting.hpp"
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using accounting::GossipLosses;
using graph::Node;

/// Best, worst and average over pairs of nodes.
struct Range {
  double lowest = 1.0, sum = 0.0, highest = 0.0;
  void add(double loss) {
    lowest = std::min(lowest, loss);
    highest = std::max(highest, loss);
    sum += loss;
  }
};

/// All pairs (observer, target) at one distance: those of the observers drawn, and those of node 0 as the only target.
struct Shell {
  std::size_t pairs = 0, of_one = 0;
  Range published, exact, own_noise, released;
};

/// One family of graphs: several draws, several observers each.
struct Family {
  std::string name;
  std::vector<Shell> shells = {};  ///< by distance, from 0 (unused)
  std::size_t views = 0, doubtful = 0, targets = 0, above = 0;
  int steps = 0;           ///< of the last draw
  double own_noise = 0.0;  ///< sum over targets
};

Shell& shell_at(Family& family, std::size_t distance) {
  if (distance >= family.shells.size()) family.shells.resize(distance + 1);
  return family.shells[distance];
}

void add_view(Family& family, const GossipSetting& setting, Node observer, const GossipLosses& losses) {
  const auto distance = graph::distances(setting.graph, observer);
  for (Node u = 0; u < setting.graph.nodes(); ++u) {
    if (u == observer) continue;
    auto& shell = shell_at(family, distance[u]);
    ++shell.pairs;
    shell.published.add(losses.published[u]);
    shell.exact.add(losses.exact[u]);
    shell.own_noise.add(losses.exact_own_noise[u]);
    ++family.targets;
    family.above += above_published(losses, u) ? 1 : 0;
    family.own_noise += losses.exact_own_noise[u];
  }
  ++family.views;
  family.doubtful += doubtful(losses) ? 1 : 0;
  family.steps = setting.steps;
}

/// As the released code draws it: node 0 is the target, every other node observes, and the raw first message is left
/// out.
void add_released(Family& family, const GossipSetting& setting, const Execution& execution) {
  const Eigen::VectorXd losses = released_losses(setting, 0, execution);
  const auto distance = graph::distances(setting.graph, 0);
  for (Node v = 1; v < setting.graph.nodes(); ++v) {
    auto& shell = shell_at(family, distance[v]);
    ++shell.of_one;
    shell.released.add(std::min(1.0, losses[v]));
  }
}

/// A family from its entry {"name", "spec", "draws", "observers"} of the specification.
Family measure(const nlohmann::ordered_json& entry, const MeasurementRequest& request,
               const std::function<void()>& tick) {
  Family family{.name = entry.at("name").get<std::string>()};
  const auto draws = entry.value("draws", 1u), observers = entry.value("observers", 1u);
  for (std::uint32_t draw = 0; draw < draws; ++draw) {
    const auto setting = gossip_setting(entry.at("spec").get<std::string>(), request.execution.seed, draw);
    random::Stream pick(request.execution.seed, random::Purpose::selection, draw);
    std::vector<Node> chosen;
    while (chosen.size() < std::min(observers, setting.graph.nodes())) {
      const auto v = static_cast<Node>(pick.below(setting.graph.nodes()));
      if (std::ranges::find(chosen, v) == chosen.end()) chosen.push_back(v);
    }
    std::vector<GossipLosses> found(chosen.size());
    parallel_for(chosen.size(), request.execution, [&](std::size_t i) {
      found[i] = account_towards(setting, chosen[i], request.execution.seed).losses;
      tick();
    });
    for (std::size_t i = 0; i < chosen.size(); ++i) add_view(family, setting, chosen[i], found[i]);
    add_released(family, setting, request.execution);
  }
  return family;
}

std::vector<Family> measured_families(const MeasurementRequest& request) {
  const auto& entries = request.parameters.at("graphs");
  std::size_t total = 0, done = 0;
  for (const auto& entry : entries)
    total += entry.value("draws", std::size_t{1}) * entry.value("observers", std::size_t{1});
  std::mutex one_at_a_time;
  const auto tick = [&] {
    const std::scoped_lock lock(one_at_a_time);
    ++done;
    if (request.execution.progress) request.execution.progress(done, total, "views");
  };
  std::vector<Family> families;
  for (const auto& entry : entries) families.push_back(measure(entry, request, tick));
  return families;
}

/// Losses at one distance, a row for each kind of loss of which there are pairs.
void add_rows(Table& table, const std::string& graph, std::size_t distance, const Shell& shell) {
  const auto add = [&](const char* loss, std::size_t pairs, const Range& range) {
    if (pairs > 0)
      table.row(graph, distance, pairs, loss, range.sum / static_cast<double>(pairs), range.lowest, range.highest);
  };
  add("published", shell.pairs, shell.published);
  add("exact", shell.pairs, shell.exact);
  add("exact, own noise known", shell.pairs, shell.own_noise);
  add("released", shell.of_one, shell.released);
}

void add_numbers(std::map<std::string, double>& numbers, const Family& family) {
  numbers["share of targets that lose more than published, " + family.name] =
      static_cast<double>(family.above) / static_cast<double>(family.targets);
  numbers["mean loss with own noise known, " + family.name] = family.own_noise / static_cast<double>(family.targets);
  if (family.shells.size() > 1 && family.shells[1].of_one > 0) {
    const auto& first = family.shells[1];
    numbers["released, distance 1, " + family.name] = first.released.sum / static_cast<double>(first.of_one);
  }
  if (family.shells.size() > 2 && family.shells[2].pairs > 0) {
    const auto& second = family.shells[2];
    numbers["own noise known, distance 2, " + family.name] = second.own_noise.sum / static_cast<double>(second.pairs);
    numbers["published, distance 2, " + family.name] = second.published.sum / static_cast<double>(second.pairs);
  }
  auto& spread = numbers["largest spread of the exact loss at one distance"];
  for (std::size_t k = 1; k < family.shells.size(); ++k) {
    if (family.shells[k].pairs == 0) continue;
    spread = std::max(spread, family.shells[k].exact.highest - family.shells[k].exact.lowest);
  }
}

std::string note_of(const std::vector<Family>& families) {
  std::string note;
  std::size_t views = 0, doubtful = 0;
  for (const auto& family : families) {
    note += fmt::format("{}{} T = {}", note.empty() ? "Rounds: " : ", ", family.name, family.steps);
    views += family.views;
    doubtful += family.doubtful;
  }
  return note + doubt(doubtful, views);
}

/// What observers drawn at random learn about the others, by distance.
Measured measure_all(const MeasurementRequest& request) {
  const auto families = measured_families(request);
  Measured found{.note = note_of(families)};
  auto table = gossip_distances().table("losses");
  for (const auto& family : families) {
    for (std::size_t k = 1; k < family.shells.size(); ++k) add_rows(table, family.name, k, family.shells[k]);
    add_numbers(found.numbers, family);
  }
  found.tables.emplace("losses", std::move(table));
  return found;
}

}  // namespace

const Measurement& gossip_distances() {
  static const Measurement it{
      .name = "gossip losses by distance",
      .parameters = {"graphs"},
      .options = {},
      .tables = {{"losses", {"graph", "distance", "pairs", "loss", "mean", "lowest", "highest"}}},
      .measure = measure_all};
  return it;
}

}  // namespace hearsay::empirical
