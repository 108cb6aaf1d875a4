// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/first_seen.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

/// A row for every muting and number of nodes, one in `one_in` of them curious: Theorem 7's bound of delta(0), the
/// sharper one, and the certified interval of P(node 0 is seen before node 1) from source 0 less that from source 1.
Measured measure_rumor_size(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const auto sizes = p.at("nodes").get<std::vector<std::uint64_t>>();
  const auto mutings = p.at("muting").get<std::vector<double>>();
  const auto one_in = p.at("one_in").get<std::uint64_t>();
  Measured found;
  auto table = rumor_size().table("sizes");
  std::size_t done = 0;
  for (const double s : mutings) {
    for (const auto nodes : sizes) {
      const accounting::RumorCrowd crowd{nodes, nodes / one_in};
      const auto value = accounting::rumor_first_seen(crowd, s);
      const double bound = accounting::rumor_delta_bound(crowd, s);
      table.row(s, nodes, crowd.curious, bound, accounting::rumor_first_seen_cap(crowd, s), value.lower(),
                value.upper());
      const auto name = fmt::format("muting {:g}, n = {}", s, nodes);
      found.numbers["delta(0) at least, " + name] = value.lower();
      found.numbers["delta(0) over Theorem 7, " + name] = value.upper() / bound;
      if (request.execution.progress) request.execution.progress(++done, mutings.size() * sizes.size(), "rows");
    }
  }
  found.tables.emplace("sizes", std::move(table));
  return found;
}

}  // namespace

const Measurement& rumor_size() {
  static const Measurement it{
      .name = "rumor privacy by size",
      .parameters = {"nodes", "one_in", "muting"},
      .options = {},
      .tables = {{"sizes", {"muting", "nodes", "curious", "bound", "sharper_bound", "lower", "upper"}}},
      .measure = measure_rumor_size};
  return it;
}

}  // namespace hearsay::empirical
