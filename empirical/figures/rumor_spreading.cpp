// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include <hearsay/simulation/rumor_course.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using Courses = std::map<double, simulation::RumorCourse, std::greater<>>;  ///< by muting; the slowest, 0, last

simulation::RumorCourse course_of(const MeasurementRequest& request, double muting, std::uint64_t rounds) {
  return simulation::rumor_course({.rules = {.nodes = request.parameters.at("nodes").get<std::uint32_t>(),
                                             .muting = muting,
                                             .timing = protocol::RumorRules::Timing::synchronous},
                                   .runs = request.parameters.at("runs").get<std::uint64_t>(),
                                   .rounds = rounds,
                                   .execution = request.execution});
}

/// Muting 0, which needs far longer, goes on for as many rounds as the slowest other.
Courses courses_of(const MeasurementRequest& request) {
  const auto mutings = request.parameters.at("muting").get<std::vector<double>>();
  Courses courses;
  std::uint64_t longest = 1;
  for (const double s : mutings) {
    if (s == 0.0) continue;
    courses[s] = course_of(request, s, 1'000'000);
    longest = std::max(longest, static_cast<std::uint64_t>(courses[s].spreading_rounds.median));
  }
  for (const double s : mutings) {
    if (s == 0.0) courses[s] = course_of(request, s, longest);
  }
  return courses;
}

/// Informed and active nodes by round, as fractions: median and 10/90 % quantiles over the runs. A course stops when
/// the median run has informed everyone.
Measured measure_rumor_spreading(const MeasurementRequest& request) {
  Measured found;
  auto table = rumor_spreading().table("spreading");
  for (const auto& [s, course] : courses_of(request)) {
    for (std::size_t t = 0; t < course.rounds.size(); ++t) {
      const auto& [informed, active] = course.rounds[t];
      table.row(s, t, "informed", informed.low, informed.median, informed.high);
      table.row(s, t, "active", active.low, active.median, active.high);
      if (informed.median == 1.0) break;
    }
    const auto name = fmt::format("{}", s);
    found.numbers["rounds until the median run has informed everyone, muting " + name] = course.spreading_rounds.median;
    if (s > 0.0) found.numbers["active fraction at the end, muting " + name] = course.rounds.back().active.median;
    if (s == 0.0) found.numbers["informed fraction at the end, muting 0"] = course.rounds.back().informed.median;
  }
  found.tables.emplace("spreading", std::move(table));
  return found;
}

}  // namespace

const Measurement& rumor_spreading() {
  static const Measurement it{.name = "rumor spreading",
                              .parameters = {"nodes", "runs", "muting"},
                              .options = {},
                              .tables = {{"spreading", {"muting", "round", "nodes", "low", "median", "high"}}},
                              .measure = measure_rumor_spreading};
  return it;
}

}  // namespace hearsay::empirical
