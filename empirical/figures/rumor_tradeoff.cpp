// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/simulation/rumor_course.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using accounting::RumorCrowd;

simulation::Quantiles spreading_rounds(const MeasurementRequest& request, std::uint64_t nodes, double muting) {
  return simulation::rumor_course({.rules = {.nodes = static_cast<std::uint32_t>(nodes),
                                             .muting = muting,
                                             .timing = protocol::RumorRules::Timing::synchronous},
                                   .runs = request.parameters.at("runs").get<std::uint64_t>(),
                                   .rounds = 100 * nodes,
                                   .execution = request.execution.part()})
      .spreading_rounds;
}

/// What Theorem 4 leaves of privacy for muting 1 in a crowd too large for an exact computation.
Table limit() {
  auto table = rumor_tradeoff().table("limit");
  const RumorCrowd huge{1ull << 50, 1ull << 49};
  table.row("2^50", "n/2", accounting::rumor_push_delta(huge, 0.0).delta);
  return table;
}

/// A row for every muting: the published delta at the crowd's f/n, the exact delta of a small crowd, and the median
/// number of synchronous rounds until everybody knows, over the order that the paper's Table 1 claims: ln(n)/s, and
/// n ln(n) for s = 0.
Measured measure_rumor_tradeoff(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const RumorCrowd crowd{p.at("nodes").get<std::uint32_t>(), p.at("curious").get<std::uint32_t>()};
  const auto small_nodes = p.at("exact_nodes").get<int>(), small_curious = p.at("exact_curious").get<int>();
  const RumorCrowd small{static_cast<std::uint64_t>(small_nodes), static_cast<std::uint64_t>(small_curious)};
  const auto mutings = p.at("muting").get<std::vector<double>>();
  const double log_n = std::log(static_cast<double>(crowd.nodes));
  Measured found;
  auto table = rumor_tradeoff().table("tradeoff");
  std::size_t done = 0;
  for (const double s : mutings) {
    const auto exact =
        accounting::rumor_delta(accounting::RumorLaw<double>(accounting::rumor_world(small_nodes, small_curious), s),
                                0.0, {.width = 1e-4, .expansions = 50'000});
    const double bound = accounting::rumor_delta_bound(crowd, s), loose = s + (1.0 - s) * small.fraction();
    const auto rounds = spreading_rounds(request, crowd.nodes, s);
    const double order = s > 0.0 ? log_n / s : static_cast<double>(crowd.nodes) * log_n;
    table.row(s, bound, small_nodes, small_curious, loose, exact.lower(), exact.upper(), rounds.low, rounds.median,
              rounds.high, rounds.median / order, s > 0.0 ? "ln(n)/s" : "n ln(n)");
    const auto name = fmt::format("muting {:g}", s);
    found.numbers["median rounds over their order, " + name] = rounds.median / order;
    found.numbers["exact delta, small crowd, " + name] = exact.upper();
    found.numbers["exact delta over s + (1-s)f/n, " + name] = exact.upper() / loose;
    if (request.execution.progress) request.execution.progress(++done, mutings.size(), "rows");
  }
  found.tables.emplace("tradeoff", std::move(table));
  found.tables.emplace("limit", limit());
  found.numbers["Theorem 4's lower bound of delta, muting 1, n = 2^50, f = n/2"] =
      std::get<double>(found.tables.at("limit").rows()[0][2]);
  return found;
}

}  // namespace

const Measurement& rumor_tradeoff() {
  static const Measurement it{
      .name = "rumor privacy and spreading",
      .parameters = {"nodes", "curious", "exact_nodes", "exact_curious", "runs", "muting"},
      .options = {},
      .tables = {{"tradeoff",
                  {"muting", "delta_bound", "exact_nodes", "exact_curious", "delta_bound_small", "delta_exact_lower",
                   "delta_exact_upper", "rounds_low", "rounds_median", "rounds_high", "rounds_over_order", "order"}},
                 {"limit", {"nodes", "curious", "delta_lower"}}},
      .measure = measure_rumor_tradeoff};
  return it;
}

}  // namespace hearsay::empirical
