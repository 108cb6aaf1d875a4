// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/report/text_table.hpp>
#include <hearsay/simulation/rumor_course.hpp>
#include "empirical/figures/rumor_figures.hpp"

namespace hearsay::empirical {

/// A row for every muting: the published delta at the crowd's f/n, the exact delta of a small crowd, and the median
/// number of synchronous rounds until everybody knows, over the order that the table claims: ln(n)/s, and n ln(n) for s
/// = 0.
FigureData rumor_table_1(const FigureRequest& request) {
  const auto& p = request.parameters;
  const accounting::RumorCrowd crowd{p.at("nodes").get<std::uint32_t>(), p.at("curious").get<std::uint32_t>()};
  const auto small_nodes = p.at("exact_nodes").get<int>(), small_curious = p.at("exact_curious").get<int>();
  const auto mutings = p.at("muting").get<std::vector<double>>();
  const accounting::RumorCrowd small{static_cast<std::uint64_t>(small_nodes),
                                     static_cast<std::uint64_t>(small_curious)};
  const double log_n = std::log(static_cast<double>(crowd.nodes));
  FigureData data;
  Csv csv(
      "muting,delta_bound,exact_nodes,exact_curious,delta_bound_small,delta_exact_lower,delta_exact_upper,rounds_q10,"
      "rounds_q50,rounds_q90,rounds_over_order");
  report::TextTable table({{.title = "muting"},
                           {.title = fmt::format("delta\nf/n = {:.3g}", crowd.fraction())},
                           {.title = fmt::format("delta\nf/n = {}/{}", small_curious, small_nodes)},
                           {.title = "exact there"},
                           {.title = "rounds\n10 % / 50 % / 90 %"},
                           {.title = "over\nln(n)/s", .align = report::TextColumn::Align::left}});
  std::size_t done = 0;
  for (const double s : mutings) {
    const auto exact =
        accounting::rumor_delta(accounting::RumorLaw<double>(accounting::rumor_world(small_nodes, small_curious), s),
                                0.0, {.width = 1e-4, .expansions = 50'000});
    const double bound = accounting::rumor_delta_bound(crowd, s), loose = s + (1.0 - s) * small.fraction();
    const auto course = simulation::rumor_course({.rules = {.nodes = static_cast<std::uint32_t>(crowd.nodes),
                                                            .muting = s,
                                                            .timing = protocol::RumorRules::Timing::synchronous},
                                                  .runs = p.at("runs").get<std::uint64_t>(),
                                                  .rounds = 100 * crowd.nodes,
                                                  .seed = request.seed,
                                                  .jobs = request.jobs});
    const auto& rounds = course.spreading_rounds;
    const double order = s > 0.0 ? log_n / s : static_cast<double>(crowd.nodes) * log_n;
    csv.row(s, bound, small_nodes, small_curious, loose, exact.lower(), exact.upper(), rounds.low, rounds.median,
            rounds.high, rounds.median / order);
    table.row({fmt::format("{:g}", s), fmt::format("{:.5g}", bound), fmt::format("{:.5g}", loose),
               fmt::format("{:.5g} .. {:.5g}", exact.lower(), exact.upper()),
               fmt::format("{:.0f} / {:.0f} / {:.0f}", rounds.low, rounds.median, rounds.high),
               fmt::format("{:.4f}{}", rounds.median / order, s > 0.0 ? "" : " *")});
    const auto name = fmt::format("muting {:g}", s);
    data.summary["median rounds over their order, " + name] = rounds.median / order;
    data.summary["exact delta, small crowd, " + name] = exact.upper();
    data.summary["exact delta over s + (1-s)f/n, " + name] = exact.upper() / loose;
    if (request.progress) request.progress(++done, mutings.size(), "rows");
  }
  const accounting::RumorCrowd huge{1ull << 50, 1ull << 49};
  const double least = accounting::rumor_push_delta(huge, 0.0).delta;
  data.summary["Theorem 4's lower bound of delta, muting 1, n = 2^50, f = n/2"] = least;
  data.table = table.text() + "* over n ln(n), as muting is 0\n";
  data.table +=
      fmt::format("muting 1: delta -> 1; with f = n/2 at n = 2^50 it is at least {:.6f} (Theorem 4)\n", least);
  data.csv["table_1.csv"] = csv.text();
  data.note = fmt::format(
      "n = {}, f = {}; delta for (0, delta)-DP, unending transcript; spreading: synchronous rounds of {} runs",
      crowd.nodes, crowd.curious, p.at("runs").get<std::uint64_t>());
  return data;
}

}  // namespace hearsay::empirical
