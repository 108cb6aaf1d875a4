// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/attack/rumor.hpp"
#include "empirical/figures/rumor_figures.hpp"

namespace hearsay::empirical {

namespace {

RumorSourceAttack attack_from(const FigureRequest& request) {
  return {.nodes = request.parameters.at("nodes").get<std::uint32_t>(),
          .curious = request.parameters.at("curious").get<std::uint32_t>(),
          .runs = request.parameters.at("runs").get<std::uint64_t>(),
          .confidence = request.parameters.value("confidence", 0.95),
          .seed = request.seed,
          .jobs = request.jobs};
}

std::string_view method(bool exact) { return exact ? "exact" : "mean-field"; }

void report(const FigureRequest& request, std::size_t done, std::size_t total) {
  if (request.progress) request.progress(done, total, "points");
}

}  // namespace

/// Precision of the best attack by muting, one curve for each number of suspects: Monte Carlo with Clopper-Pearson
/// intervals, the value by the lumped chain, exact or with mean-field collisions, and the cap that (0, delta)-privacy
/// implies (Theorem 7).
FigureData rumor_figure_3a(const FigureRequest& request) {
  auto attack = attack_from(request);
  const accounting::RumorCrowd crowd{attack.nodes, attack.curious};
  const auto mutings = request.parameters.at("muting").get<std::vector<double>>();
  const auto suspects = request.parameters.at("suspects").get<std::vector<std::uint32_t>>();  // 0: all honest nodes
  struct Point {
    std::uint32_t suspects;
    double muting;
    Bracket computed = Bracket::exact(0.0);
    bool exact = false;
  };
  std::vector<Point> points;
  for (const auto m : suspects) {
    for (const double s : mutings) points.push_back({m == 0 ? attack.nodes - attack.curious : m, s});
  }
  parallel_for(points.size(), request.jobs, [&](std::size_t i) {
    auto& point = points[i];
    point.computed = rumor_map_success(crowd, point.muting, point.suspects);
    point.exact = accounting::rumor_map_success_is_exact(crowd, point.muting, point.suspects);
  });
  FigureData data;
  std::string csv = "suspects,muting,estimate,lower,upper,computed,cap,method\n";
  std::size_t covered = 0, done = 0;
  double worst_cap = 0.0;
  for (const auto& point : points) {
    attack.suspects = point.suspects;
    attack.muting = point.muting;
    attack.point = static_cast<std::uint32_t>(done);
    const auto success = attack_rumor_source(attack).probability;
    const double cap = accounting::rumor_attack_cap(accounting::rumor_delta_bound(crowd, point.muting), point.suspects);
    csv +=
        fmt::format("{},{},{:.8g},{:.8g},{:.8g},{:.10g},{:.8g},{}\n", point.suspects, point.muting, success.estimate(),
                    success.lower(), success.upper(), point.computed.estimate(), cap, method(point.exact));
    covered += success.contains(point.computed.estimate()) ? 1 : 0;
    worst_cap = std::max(worst_cap, point.computed.upper() / cap);
    const bool all = point.suspects == attack.nodes - attack.curious;
    if (point.muting == 0.0 || point.muting == 1.0)
      data.summary[fmt::format("{} precision, {} suspects, muting {}", method(point.exact),
                               all ? "all" : std::to_string(point.suspects), point.muting)] = point.computed.estimate();
    report(request, ++done, points.size());
  }
  data.summary["share of intervals that contain the computed value"] =
      static_cast<double>(covered) / static_cast<double>(points.size());
  data.summary["largest computed precision over its cap"] = worst_cap;
  data.csv["figure_3a.csv"] = csv;
  data.pictures = {"figure_3a.svg"};
  data.gnuplot =
      gnuplot_head("figure_3a.svg", 1) +
      "set title 'Precision of the best attack by muting and number of suspects'\nset xlabel 'muting parameter s'\nset "
      "ylabel 'precision of the attack'\nset yrange [0:1.02]\nset xrange [-0.02:1.02]\nset key top left\nplot ";
  int k = 0;
  for (const auto m : suspects) {
    ++k;
    const std::uint32_t count = m == 0 ? attack.nodes - attack.curious : m;
    const std::string name = m == 0 ? "all honest" : std::to_string(m);
    const bool exact =
        std::ranges::all_of(points, [count](const Point& point) { return point.suspects != count || point.exact; });
    data.gnuplot +=
        fmt::format("{}'figure_3a.csv' using ($1=={}?$2:1/0):7 with lines dt 3 lw 1 lc rgb word(colors,{}) {}, ",
                    k == 1 ? "" : ", \\\n  ", count, k, k == 1 ? "title 'cap by Theorem 7 (dotted)'" : "notitle");
    data.gnuplot +=
        fmt::format("'' using ($1=={}?$2:1/0):6 with lines lw 2 lc rgb word(colors,{}) title '{} suspects: {}', ",
                    count, k, name, method(exact));
    data.gnuplot += fmt::format(
        "'' using ($1=={}?$2:1/0):3:4:5 with yerrorbars pt 7 ps 0.5 lc rgb word(colors,{}) notitle", count, k);
  }
  data.gnuplot += "\n";
  return data;
}

/// Precision of the attack on linked rumors (Section 6.2) by muting, one curve for each number of rumors.
FigureData rumor_figure_3b(const FigureRequest& request) {
  auto attack = attack_from(request);
  const auto mutings = request.parameters.at("muting").get<std::vector<double>>();
  const auto rumors = request.parameters.at("rumors").get<std::vector<std::uint32_t>>();
  FigureData data;
  std::string csv = "rumors,muting,estimate,lower,upper\n";
  std::size_t done = 0;
  for (const auto k : rumors) {
    for (const double s : mutings) {
      attack.rumors = k;
      attack.muting = s;
      attack.point = static_cast<std::uint32_t>(done);
      const auto success = attack_rumor_source(attack).probability;
      csv += fmt::format("{},{},{:.8g},{:.8g},{:.8g}\n", k, s, success.estimate(), success.lower(), success.upper());
      if (s == 0.0 || s == 1.0) data.summary[fmt::format("precision, {} rumors, muting {}", k, s)] = success.estimate();
      report(request, ++done, rumors.size() * mutings.size());
    }
  }
  data.csv["figure_3b.csv"] = csv;
  data.pictures = {"figure_3b.svg"};
  data.gnuplot =
      gnuplot_head("figure_3b.svg", 1) +
      "set title 'Precision of the attack on linked rumors, all honest nodes suspected'\nset xlabel 'muting parameter "
      "s'\nset ylabel 'precision of the attack'\nset yrange [0:1.02]\nset xrange [-0.02:1.02]\nset key top left\nplot ";
  int k = 0;
  for (const auto count : rumors) {
    ++k;
    data.gnuplot += fmt::format(
        "{}'figure_3b.csv' using ($1=={}?$2:1/0):3 with lines lw 2 lc rgb word(colors,{}) title '{} rumor{}', ",
        k == 1 ? "" : ", \\\n  ", count, k, count, count == 1 ? "" : "s");
    data.gnuplot += fmt::format(
        "'' using ($1=={}?$2:1/0):3:4:5 with yerrorbars pt 7 ps 0.4 lc rgb word(colors,{}) notitle", count, k);
  }
  data.gnuplot += "\n";
  return data;
}

}  // namespace hearsay::empirical
