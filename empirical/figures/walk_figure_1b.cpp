// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <hearsay/accounting/token/guarantee.hpp>
#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel.hpp>
#include "empirical/figures/walk_figures.hpp"

namespace hearsay::empirical {

namespace {

/// One walk: over all pairs for losses, over all users for local DP.
struct Spread {
  double least = 0.0, mean = 0.0, most = 0.0;
};

struct Walk {
  Spread published, repaired, local;
  double path_median = 0.0, path_worst = 0.0;
};

Spread spread(const std::vector<double>& values) {
  const auto [least, most] = std::ranges::minmax_element(values);
  return {*least, std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()), *most};
}

std::vector<double> off_diagonal(const std::vector<double>& square, std::int64_t users) {
  std::vector<double> values;
  for (std::size_t i = 0; i < square.size(); ++i) {
    if (i % static_cast<std::size_t>(users + 1) != 0) values.push_back(square[i]);
  }
  return values;
}

Walk one_walk(std::int64_t users, std::int64_t steps, double epsilon, double delta, random::Stream stream) {
  const auto path = protocol::uniform_walk(users, steps, stream);
  accounting::RealizedQuestion question{.users = users,
                                        .epsilon = epsilon,
                                        .delta = delta,
                                        .delta_prime = delta,
                                        .rule = accounting::CycleRule::published,
                                        .known_neighbors = true};
  const auto published = accounting::realized_losses(path, question);
  question.rule = accounting::CycleRule::repaired;
  const auto repaired = accounting::realized_losses(path, question);
  Walk walk{spread(off_diagonal(published.epsilon, users)), spread(off_diagonal(repaired.epsilon, users)),
            spread(published.local)};
  // The loss increases with mu, so that quantiles of mu give quantiles of epsilon.
  auto mu =
      off_diagonal(accounting::realized_path_mu(
                       path, users, accounting::signal_to_noise(accounting::Calibration::classical, epsilon, delta)),
                   users);
  std::ranges::nth_element(mu, mu.begin() + static_cast<std::ptrdiff_t>(mu.size() / 2));
  const double total = spread(off_diagonal(published.delta, users)).mean;
  walk.path_median = divergence::gaussian_epsilon(mu[mu.size() / 2], total).upper();
  walk.path_worst = divergence::gaussian_epsilon(*std::ranges::max_element(mu), total).upper();
  return walk;
}

}  // namespace

FigureData walk_figure_1b(const FigureRequest& request) {
  const auto users = request.parameters.at("users").get<std::vector<std::int64_t>>();
  const auto epsilons = request.parameters.at("epsilon").get<std::vector<double>>();
  const auto delta = request.parameters.at("delta").get<double>();
  const auto laps = request.parameters.at("laps").get<std::int64_t>();
  const auto runs = request.parameters.at("walks").get<std::size_t>();
  FigureData data;
  std::string csv =
      "epsilon0,users,local_mean,local_min,local_max,published_mean,published_min,published_max,repaired_mean,repaired_"
      "min,repaired_max,path_median,path_worst\n";
  std::size_t done = 0;
  for (const double epsilon : epsilons) {
    for (const auto n : users) {
      std::vector<Walk> walks(runs);
      parallel_for(runs, request.jobs, [&](std::size_t run) {
        walks[run] = one_walk(n, laps * n, epsilon, delta,
                              random::Stream(request.seed, random::Purpose::activation, static_cast<std::uint32_t>(run),
                                             static_cast<std::uint32_t>(n)));
      });
      const auto over_walks = [&](auto part) {
        Spread all{part(walks[0]).least, 0.0, part(walks[0]).most};
        for (const auto& walk : walks) {
          const Spread& s = part(walk);
          all = {std::min(all.least, s.least), all.mean + s.mean / static_cast<double>(runs),
                 std::max(all.most, s.most)};
        }
        return all;
      };
      csv += fmt::format("{},{}", epsilon, n);
      const auto local = over_walks([](const Walk& w) { return w.local; }),
                 published = over_walks([](const Walk& w) { return w.published; }),
                 repaired = over_walks([](const Walk& w) { return w.repaired; });
      for (const auto& s : {local, published, repaired})
        csv += fmt::format(",{:.8g},{:.8g},{:.8g}", s.mean, s.least, s.most);
      double median = 0.0, worst = 0.0;
      for (const auto& walk : walks)
        median += walk.path_median / static_cast<double>(runs), worst = std::max(worst, walk.path_worst);
      csv += fmt::format(",{:.8g},{:.8g}\n", median, worst);
      data.summary[fmt::format("mean local over mean network epsilon, n = {}, epsilon0 = {}", n, epsilon)] =
          local.mean / published.mean;
      if (request.progress) request.progress(++done, epsilons.size() * users.size(), "points");
    }
  }
  data.csv["figure_1b.csv"] = csv;
  data.pictures = {"figure_1b.svg"};
  data.gnuplot = gnuplot_head("figure_1b.svg", static_cast<int>(epsilons.size())) +
                 fmt::format(
                     "set multiplot layout 1,{} title 'Real summation: losses of all pairs in sampled walks: mean, "
                     "best and worst pair' font ',15'\nset autoscale xfix\nset logscale xy\nset format y '%g'\nset "
                     "xlabel 'users n'\nset key below maxrows 3\n",
                     epsilons.size());
  for (const double epsilon : epsilons) {
    const auto when = [&](int column) { return fmt::format("($1=={}?${}:1/0)", epsilon, column); };
    data.gnuplot +=
        fmt::format("set title 'epsilon_0 = {}'\nset ylabel 'epsilon after T = {} n steps'\nplot ", epsilon, laps);
    int color = 0;
    for (const auto& [name, column] :
         {std::pair{"local DP", 3}, {"network DP, charged as published", 6}, {"network DP, repaired", 9}}) {
      ++color;
      data.gnuplot += fmt::format(
          "{}'figure_1b.csv' using 2:{}:{}:{} skip 1 with yerrorbars pt 7 ps 0.4 lc rgb word(colors,{}) notitle, '' "
          "using 2:{} skip 1 with lines lw 2 lc rgb word(colors,{}) title '{}'",
          color == 1 ? "" : ", \\\n  ", when(column), when(column + 1), when(column + 2), color, when(column), color,
          name);
    }
    data.gnuplot += fmt::format(
        ", \\\n  '' using 2:{} skip 1 with lines lw 2 dt 2 lc rgb word(colors,4) title 'path known, exact: median "
        "pair'",
        when(12));
    data.gnuplot += fmt::format(
        ", \\\n  '' using 2:{} skip 1 with lines lw 1 dt 3 lc rgb word(colors,4) title 'path known, exact: worst "
        "pair'\n",
        when(13));
  }
  data.gnuplot += "unset multiplot\n";
  return data;
}

}  // namespace hearsay::empirical
