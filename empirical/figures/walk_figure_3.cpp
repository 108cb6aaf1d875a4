// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/accounting/token/tight.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/walk_figures.hpp"

namespace hearsay::empirical {

namespace {

/// Losses of all pairs in sampled walks, each cycle charged as shuffled answers that are subsampled, as in the paper.
struct Simulated {
  double mean = 0.0, least = 0.0, most = 0.0;
  double delta = 0.0;  ///< the largest
};
Simulated simulated(std::int64_t users, std::int64_t steps, double epsilon, double delta, std::size_t walks,
                    const FigureRequest& request) {
  std::vector<Simulated> each(walks);
  parallel_for(walks, request.jobs, [&](std::size_t run) {
    random::Stream stream(request.seed, random::Purpose::activation, static_cast<std::uint32_t>(run),
                          static_cast<std::uint32_t>(users));
    const auto path = protocol::uniform_walk(users, steps, stream);
    const accounting::RealizedQuestion question{.users = users,
                                                .epsilon = epsilon,
                                                .delta = delta,
                                                .delta_prime = delta,
                                                .rule = accounting::CycleRule::shuffled,
                                                .known_neighbors = false};
    const auto losses = accounting::realized_losses(path, question);
    auto& one = each[run];
    one.least = losses.at(1, 0);
    for (std::int64_t u = 0; u < users; ++u) {
      for (std::int64_t v = 0; v < users; ++v) {
        if (u == v) continue;
        one.mean += losses.at(u, v) / static_cast<double>(users * (users - 1));
        one.least = std::min(one.least, losses.at(u, v)), one.most = std::max(one.most, losses.at(u, v));
        one.delta = std::max(one.delta, losses.delta[static_cast<std::size_t>(u * users + v)]);
      }
    }
  });
  Simulated all{0.0, each[0].least, each[0].most, 0.0};
  for (const auto& one : each)
    all = {all.mean + one.mean / static_cast<double>(walks), std::min(all.least, one.least),
           std::max(all.most, one.most), std::max(all.delta, one.delta)};
  return all;
}

}  // namespace

FigureData walk_figure_3(const FigureRequest& request) {
  const auto users = request.parameters.at("users").get<std::vector<std::int64_t>>();
  const auto epsilons = request.parameters.at("epsilon").get<std::vector<double>>();
  const auto delta = request.parameters.at("delta").get<double>();
  const auto laps = request.parameters.at("laps").get<std::int64_t>();
  const auto walks = request.parameters.at("walks").get<std::size_t>();
  FigureData data;
  std::string csv =
      "epsilon0,users,local,published,published_valid,repaired,repaired_valid,delta,exact_lower,exact_upper,simulated_"
      "mean,simulated_min,simulated_max,simulated_delta\n";
  std::size_t done = 0;
  double widest = 0.0;
  for (const double epsilon : epsilons) {
    for (const auto n : users) {
      const accounting::TokenQuestion q{.users = n,
                                        .steps = laps * n,
                                        .epsilon = epsilon,
                                        .delta = delta,
                                        .delta_prime = delta,
                                        .delta_hat = delta,
                                        .task = accounting::TokenTask::histogram};
      const auto local = accounting::token_local(q);
      const auto published = accounting::token_published(q), repaired = accounting::token_repaired(q);
      // At the delta of local DP, which is the smallest of the three.
      const auto exact = accounting::token_epsilon_bracket(q, local.optimal.delta, request.jobs);
      const auto cycles = simulated(n, laps * n, epsilon, delta, walks, request);
      csv += fmt::format("{},{},{:.8g},{:.8g},{},{:.8g},{},{:.6g},{:.8g},{:.8g},{:.8g},{:.8g},{:.8g},{:.6g}\n", epsilon,
                         n, local.optimal.epsilon, published.epsilon, published.valid ? 1 : 0, repaired.epsilon,
                         repaired.valid ? 1 : 0, local.optimal.delta, exact.lower(), exact.upper(), cycles.mean,
                         cycles.least, cycles.most, cycles.delta);
      data.summary[fmt::format("local over mean simulated epsilon, n = {}, epsilon0 = {}", n, epsilon)] =
          local.optimal.epsilon / cycles.mean;
      widest = std::max(widest, exact.width() / exact.upper());
      data.summary[fmt::format("local over exact epsilon, n = {}, epsilon0 = {}", n, epsilon)] =
          local.optimal.epsilon / exact.upper();
      if (request.progress) request.progress(++done, epsilons.size() * users.size(), "points");
    }
  }
  data.summary["width of the widest exact bracket, relative"] = widest;
  data.csv["figure_3.csv"] = csv;
  data.pictures = {"figure_3.svg"};
  data.gnuplot = gnuplot_head("figure_3.svg", static_cast<int>(epsilons.size())) +
                 fmt::format(
                     "set multiplot layout 1,{} title 'Histogram of private bits: bounds, exact law, sampled walks' "
                     "font ',15'\nset autoscale xfix\nset logscale xy\nset format y '%g'\nset xlabel 'users n'\nset "
                     "key below maxrows 3\n",
                     epsilons.size());
  for (const double epsilon : epsilons) {
    const auto when = [&](int column) { return fmt::format("($1=={}?${}:1/0)", epsilon, column); };
    data.gnuplot += fmt::format(
        "set title 'epsilon_0 = {}'\nset ylabel 'epsilon after T = {} n steps'\n"
        "plot 'figure_3.csv' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,1) title 'local "
        "DP, optimal composition', \\\n"
        "  '' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,2) title 'Theorem 6 as printed "
        "(outside its range)', \\\n"
        "  '' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,3) title 'repaired (outside its "
        "range)', \\\n"
        "  '' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,4) title 'exact', \\\n"
        "  '' using 2:{}:{}:{} skip 1 with yerrorbars pt 7 ps 0.4 lc rgb word(colors,5) notitle, '' using 2:{} skip 1 "
        "with lines lw 2 lc rgb word(colors,5) title 'sampled walks, cycle by cycle as in the paper'\n",
        epsilon, laps, when(3), when(4), when(6), when(10), when(11), when(12), when(13), when(11));
  }
  data.gnuplot += "unset multiplot\n";
  return data;
}

}  // namespace hearsay::empirical
