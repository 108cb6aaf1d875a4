#include <fmt/format.h>

#include <algorithm>

#include "empirical/figures/walk_figures.hpp"
#include <hearsay/accounting/walk_tight.hpp>

namespace hearsay::empirical {

FigureData walk_figure_3(const FigureRequest& request) {
  const auto users = request.parameters.at("users").get<std::vector<std::int64_t>>();
  const auto epsilons = request.parameters.at("epsilon").get<std::vector<double>>();
  const auto delta = request.parameters.at("delta").get<double>();
  const auto laps = request.parameters.at("laps").get<std::int64_t>();
  FigureData data;
  std::string csv = "epsilon0,users,local,published,published_valid,repaired,repaired_valid,delta,exact_lower,exact_upper\n";
  std::size_t done = 0;
  double widest = 0.0;
  for (const double epsilon : epsilons) {
    for (const auto n : users) {
      const accounting::WalkQuestion q{.users = n, .steps = laps * n, .epsilon = epsilon, .delta = delta, .delta_prime = delta, .delta_hat = delta, .task = accounting::WalkTask::histogram};
      const auto local = accounting::walk_local(q);
      const auto published = accounting::walk_published(q), repaired = accounting::walk_repaired(q);
      // At the delta of local DP, which is the smallest of the three.
      const auto exact = accounting::walk_epsilon_bracket(q, local.optimal.delta, request.jobs);
      csv += fmt::format("{},{},{:.8g},{:.8g},{},{:.8g},{},{:.6g},{:.8g},{:.8g}\n", epsilon, n, local.optimal.epsilon, published.epsilon, published.valid ? 1 : 0, repaired.epsilon,
                         repaired.valid ? 1 : 0, local.optimal.delta, exact.lower(), exact.upper());
      widest = std::max(widest, exact.width() / exact.upper());
      data.summary[fmt::format("local over exact epsilon, n = {}, epsilon0 = {}", n, epsilon)] = local.optimal.epsilon / exact.upper();
      if (request.progress) request.progress(++done, epsilons.size() * users.size(), "points");
    }
  }
  data.summary["width of the widest exact bracket, relative"] = widest;
  data.csv["figure_3.csv"] = csv;
  data.pictures = {"figure_3.svg"};
  data.gnuplot = gnuplot_head("figure_3.svg", static_cast<int>(epsilons.size())) + fmt::format("set multiplot layout 1,{} title 'Histogram of private bits: bounds and the exact law' font ',15'\nset autoscale xfix\nset logscale xy\nset format y '%g'\nset xlabel 'users n'\nset key below maxrows 2\n", epsilons.size());
  for (const double epsilon : epsilons) {
    const auto when = [&](int column) { return fmt::format("($1=={}?${}:1/0)", epsilon, column); };
    data.gnuplot += fmt::format("set title 'epsilon_0 = {}'\nset ylabel 'epsilon after T = {} n steps'\n"
                                "plot 'figure_3.csv' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,1) title 'local DP, optimal composition', \\\n"
                                "  '' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,2) title 'Theorem 6 as printed (outside its range)', \\\n"
                                "  '' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,3) title 'repaired (outside its range)', \\\n"
                                "  '' using 2:{} skip 1 with linespoints pt 7 ps 0.4 lw 2 lc rgb word(colors,4) title 'exact'\n",
                                epsilon, laps, when(3), when(4), when(6), when(10));
  }
  data.gnuplot += "unset multiplot\n";
  return data;
}

}  // namespace hearsay::empirical
