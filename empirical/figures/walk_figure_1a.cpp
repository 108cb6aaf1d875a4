// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/tight.hpp>
#include <hearsay/accounting/token/visits.hpp>
#include "empirical/figures/walk_figures.hpp"

namespace hearsay::empirical {

namespace {

using accounting::TokenQuestion;

/// Advanced composition with cycles of loss 3 epsilon / sqrt(n), as the released code has it.
double released_epsilon(const TokenQuestion& q, double visits) {
  const double laps = static_cast<double>(q.steps) / static_cast<double>(q.users);
  return accounting::advanced_composition_epsilon(
      visits + laps, 3.0 * q.epsilon / std::sqrt(static_cast<double>(q.users)), q.delta_prime);
}

/// Plain or advanced composition of that many contributions, as the paper's local DP.
double local_epsilon(const TokenQuestion& q, double contributions) {
  return std::min(contributions * q.epsilon,
                  accounting::advanced_composition_epsilon(contributions, q.epsilon, q.delta_prime));
}

/// Smallest n from which on `gains` holds, below `most`.
template <class Gains>
double first_gain(std::int64_t most, Gains gains) {
  std::int64_t first = most;
  while (first > 2 && gains(first - 1)) --first;
  return static_cast<double>(first);
}

}  // namespace

FigureData walk_figure_1a(const FigureRequest& request) {
  const auto users = request.parameters.at("users").get<std::vector<std::int64_t>>();
  const auto exact = request.parameters.at("exact").get<std::vector<std::int64_t>>();
  const auto epsilon = request.parameters.at("epsilon").get<double>(),
             delta = request.parameters.at("delta").get<double>();
  const auto laps = request.parameters.at("laps").get<std::int64_t>();
  const auto question = [&](std::int64_t n) {
    return TokenQuestion{
        .users = n, .steps = laps * n, .epsilon = epsilon, .delta = delta, .delta_prime = delta, .delta_hat = delta};
  };
  const auto visits = [&](const TokenQuestion& q) {
    return accounting::visits_chernoff(static_cast<double>(q.steps), q.observed(), q.delta_hat).value;
  };
  FigureData data;
  std::string csv = "users,local,published,published_fixed,repaired,delta,renyi,exact_lower,exact_upper\n";
  std::size_t done = 0;
  double loosest = 0.0;
  for (const auto n : users) {
    const auto q = question(n);
    const auto repaired = accounting::token_repaired(q);
    csv += fmt::format("{},{:.8g},{:.8g},{:.8g},{:.8g},{:.6g},{:.8g}", n, local_epsilon(q, visits(q)),
                       accounting::token_published(q).epsilon, released_epsilon(q, static_cast<double>(laps)),
                       repaired.epsilon, repaired.delta, accounting::walk_tight(q, repaired.delta).epsilon);
    if (std::ranges::count(exact, n) > 0) {
      const auto bracket = accounting::token_epsilon_bracket(q, repaired.delta, request.jobs);
      csv += fmt::format(",{:.8g},{:.8g}\n", bracket.lower(), bracket.upper());
      loosest = std::max(loosest, repaired.epsilon / bracket.upper());
      data.summary["width of the widest exact bracket, relative"] =
          std::max(data.summary["width of the widest exact bracket, relative"], bracket.width() / bracket.upper());
    } else {
      csv += ",,\n";
    }
    if (request.progress) request.progress(++done, users.size(), "numbers of users");
  }
  data.summary["largest repaired over exact epsilon"] = loosest;
  data.summary["gain from n on, printed formula"] = first_gain(400, [&](std::int64_t n) {
    const auto q = question(n);
    return accounting::token_published(q).epsilon < local_epsilon(q, visits(q));
  });
  data.summary["gain from n on, fixed number of contributions"] = first_gain(400, [&](std::int64_t n) {
    return released_epsilon(question(n), static_cast<double>(laps)) <
           local_epsilon(question(n), static_cast<double>(laps));
  });
  data.csv["figure_1a.csv"] = csv;
  data.pictures = {"figure_1a.svg"};
  data.gnuplot =
      gnuplot_head("figure_1a.svg", 1) +
      fmt::format(
          "set title 'Real summation: bounds on what one user learns about another'\nset autoscale xfix\nset logscale "
          "xy\nset format y '%g'\nset xlabel 'users n'\nset ylabel 'epsilon after T = {} n steps'\nset key below "
          "maxrows 3\n"
          "plot 'figure_1a.csv' using 1:2 skip 1 with lines lw 2 lc rgb word(colors,1) title 'local DP', \\\n"
          "  '' using 1:3 skip 1 with lines lw 2 lc rgb word(colors,2) title 'Theorem 3 as printed', \\\n"
          "  '' using 1:4 skip 1 with lines lw 2 dt 2 lc rgb word(colors,2) title 'the same, T/n contributions', \\\n"
          "  '' using 1:5 skip 1 with lines lw 2 lc rgb word(colors,3) title 'repaired', \\\n"
          "  '' using 1:7 skip 1 with lines lw 2 dt 3 lc rgb word(colors,4) title 'Renyi bound of the exact view', \\\n"
          "  '' using 1:9 skip 1 with points pt 7 ps 0.7 lc rgb word(colors,4) title 'exact (bracket within 1 %)'\n",
          laps);
  return data;
}

}  // namespace hearsay::empirical
