// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <hearsay/simulation/rumor_course.hpp>
#include "empirical/figures/rumor_figures.hpp"

namespace hearsay::empirical {

namespace {

simulation::RumorCourse course_of(const FigureRequest& request, double muting, std::uint64_t rounds) {
  return simulation::rumor_course({.rules = {.nodes = request.parameters.at("nodes").get<std::uint32_t>(),
                                             .muting = muting,
                                             .timing = protocol::RumorRules::Timing::synchronous},
                                   .runs = request.parameters.at("runs").get<std::uint64_t>(),
                                   .rounds = rounds,
                                   .seed = request.seed,
                                   .jobs = request.jobs,
                                   .progress = request.progress});
}

}  // namespace

/// Spreading of the synchronous protocol: informed and active nodes by round, median and 10/90 % quantiles. A curve
/// stops when the median run has informed everyone; muting 0, which needs far longer, goes on for as many rounds as the
/// slowest other.
FigureData rumor_figure_2(const FigureRequest& request) {
  const auto mutings = request.parameters.at("muting").get<std::vector<double>>();
  FigureData data;
  std::string csv = "muting,round,informed_q10,informed_q50,informed_q90,active_q10,active_q50,active_q90\n";
  std::uint64_t longest = 1;
  std::map<double, simulation::RumorCourse, std::greater<>> courses;  // the slowest, muting 0, last
  for (const double s : mutings) {
    if (s == 0.0) continue;
    courses[s] = course_of(request, s, 1'000'000);
    longest = std::max(longest, static_cast<std::uint64_t>(courses[s].spreading_rounds.median));
  }
  for (const double s : mutings) {
    if (s == 0.0) courses[s] = course_of(request, s, longest);
  }
  for (const auto& [s, course] : courses) {
    for (std::size_t t = 0; t < course.rounds.size(); ++t) {
      const auto& [informed, active] = course.rounds[t];
      csv += fmt::format("{},{},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g}\n", s, t, informed.low, informed.median,
                         informed.high, active.low, active.median, active.high);
      if (informed.median == 1.0) break;
    }
    const auto name = fmt::format("{}", s);
    data.summary["rounds until the median run has informed everyone, muting " + name] = course.spreading_rounds.median;
    if (s > 0.0) data.summary["active fraction at the end, muting " + name] = course.rounds.back().active.median;
    if (s == 0.0) data.summary["informed fraction at the end, muting 0"] = course.rounds.back().informed.median;
  }
  data.csv["figure_2.csv"] = csv;
  data.pictures = {"figure_2.svg"};
  data.gnuplot =
      gnuplot_head("figure_2.svg", 2) +
      "set multiplot layout 1,2 title 'Spreading of the synchronous protocol by muting s (median and 10/90 % quantiles "
      "of the runs)' font ',15'\nset xlabel 'round'\nset style fill transparent solid 0.2 noborder\n";
  for (const auto& [title, low, median, high, key] :
       {std::tuple{"informed nodes", 3, 4, 5, "bottom right"}, std::tuple{"active nodes", 6, 7, 8, "top right"}}) {
    data.gnuplot += fmt::format(
        "set ylabel 'fraction of {}'\nset key {}\nset yrange [0:1.02]\nset xrange [0:{}]\nplot ", title, key, longest);
    int k = 0;
    for (const auto& [s, course] : courses) {
      ++k;
      data.gnuplot +=
          fmt::format("{}'figure_2.csv' using ($1=={}?$2:1/0):{}:{} with filledcurves lc rgb word(colors,{}) notitle, ",
                      k == 1 ? "" : ", ", s, low, high, k);
      data.gnuplot +=
          fmt::format("'figure_2.csv' using ($1=={}?$2:1/0):{} with lines lw 2 lc rgb word(colors,{}) title 's = {}'",
                      s, median, k, s);
    }
    data.gnuplot += "\n";
  }
  data.gnuplot += "unset multiplot\n";
  return data;
}

}  // namespace hearsay::empirical
