// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/attack/rumor.hpp"
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using accounting::RumorCrowd;

RumorSourceAttack attack_from(const MeasurementRequest& request) {
  return {.nodes = request.parameters.at("nodes").get<std::uint32_t>(),
          .curious = request.parameters.at("curious").get<std::uint32_t>(),
          .runs = request.parameters.at("runs").get<std::uint64_t>(),
          .confidence = request.parameters.value("confidence", 0.95),
          .execution = request.execution.part()};
}

std::string_view method(bool exact) { return exact ? "exact" : "mean-field"; }

void report(const MeasurementRequest& request, std::size_t done, std::size_t total) {
  if (request.execution.progress) request.execution.progress(done, total, "points");
}

/// The best attack on one rumor at one muting, by the lumped chain.
struct Point {
  std::uint32_t suspects;
  double muting;
  Bracket computed = Bracket::exact(0.0);
  bool exact = false;
};

/// Suspects outside, muting inside; 0 suspects stand for all honest nodes.
std::vector<Point> computed_points(const MeasurementRequest& request, const RumorCrowd& crowd) {
  std::vector<Point> points;
  for (const auto m : request.parameters.at("suspects").get<std::vector<std::uint32_t>>()) {
    for (const double s : request.parameters.at("muting").get<std::vector<double>>())
      points.push_back({m == 0 ? static_cast<std::uint32_t>(crowd.nodes - crowd.curious) : m, s});
  }
  parallel_for(points.size(), request.execution, [&](std::size_t i) {
    auto& point = points[i];
    point.computed = rumor_map_success(crowd, point.muting, point.suspects);
    point.exact = accounting::rumor_map_success_is_exact(crowd, point.muting, point.suspects);
  });
  return points;
}

/// Precision of the best attack by muting and number of suspects: Monte Carlo with Clopper-Pearson intervals, the value
/// by the lumped chain, exact or with mean-field collisions, and the cap that (0, delta)-privacy implies (Theorem 7).
Measured measure_source(const MeasurementRequest& request) {
  auto attack = attack_from(request);
  const RumorCrowd crowd{attack.nodes, attack.curious};
  const auto points = computed_points(request, crowd);
  Measured found;
  auto table = rumor_source().table("precision");
  std::size_t covered = 0, done = 0;
  double worst_cap = 0.0;
  for (const auto& point : points) {
    attack.suspects = point.suspects;
    attack.muting = point.muting;
    attack.point = static_cast<std::uint32_t>(done);
    const auto success = attack_rumor_source(attack).probability;
    const double cap = accounting::rumor_attack_cap(accounting::rumor_delta_bound(crowd, point.muting), point.suspects);
    const bool all = point.suspects == attack.nodes - attack.curious;
    const bool all_exact = std::ranges::all_of(
        points, [&](const Point& other) { return other.suspects != point.suspects || other.exact; });
    table.row(point.suspects, all ? "all honest" : std::to_string(point.suspects), point.muting, success.estimate(),
              success.lower(), success.upper(), point.computed.estimate(), cap, method(point.exact), method(all_exact));
    covered += success.contains(point.computed.estimate()) ? 1 : 0;
    worst_cap = std::max(worst_cap, point.computed.upper() / cap);
    if (point.muting == 0.0 || point.muting == 1.0)
      found.numbers[fmt::format("{} precision, {} suspects, muting {}", method(point.exact),
                                all ? "all" : std::to_string(point.suspects), point.muting)] =
          point.computed.estimate();
    report(request, ++done, points.size());
  }
  found.numbers["share of intervals that contain the computed value"] =
      static_cast<double>(covered) / static_cast<double>(points.size());
  found.numbers["largest computed precision over its cap"] = worst_cap;
  found.tables.emplace("precision", std::move(table));
  return found;
}

/// Precision of the attack on linked rumors (Section 6.2) by muting and number of rumors.
Measured measure_linked(const MeasurementRequest& request) {
  auto attack = attack_from(request);
  const auto mutings = request.parameters.at("muting").get<std::vector<double>>();
  const auto rumors = request.parameters.at("rumors").get<std::vector<std::uint32_t>>();
  Measured found;
  auto table = linked_rumors().table("precision");
  std::size_t done = 0;
  for (const auto k : rumors) {
    for (const double s : mutings) {
      attack.rumors = k;
      attack.muting = s;
      attack.point = static_cast<std::uint32_t>(done);
      const auto success = attack_rumor_source(attack).probability;
      table.row(k, s, success.estimate(), success.lower(), success.upper());
      if (s == 0.0 || s == 1.0)
        found.numbers[fmt::format("precision, {} rumors, muting {}", k, s)] = success.estimate();
      report(request, ++done, rumors.size() * mutings.size());
    }
  }
  found.tables.emplace("precision", std::move(table));
  return found;
}

}  // namespace

const Measurement& rumor_source() {
  static const Measurement it{.name = "rumor source attack",
                              .parameters = {"nodes", "curious", "runs", "suspects", "muting"},
                              .options = {"confidence"},
                              .tables = {{"precision",
                                          {"suspects", "who", "muting", "estimate", "lower", "upper", "computed", "cap",
                                           "method", "curve_method"}}},
                              .measure = measure_source};
  return it;
}

const Measurement& linked_rumors() {
  static const Measurement it{.name = "attack on linked rumors",
                              .parameters = {"nodes", "curious", "runs", "rumors", "muting"},
                              .options = {"confidence"},
                              .tables = {{"precision", {"rumors", "muting", "estimate", "lower", "upper"}}},
                              .measure = measure_linked};
  return it;
}

}  // namespace hearsay::empirical
