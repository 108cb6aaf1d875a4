// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/histogram_runs.hpp"

#include <fmt/format.h>

#include <hearsay/report/text_table.hpp>

namespace hearsay::api {

nlohmann::ordered_json to_json(const HistogramRuns& runs) {
  auto all = nlohmann::ordered_json::array();
  for (std::size_t l = 0; l < runs.buckets.size(); ++l) {
    const auto& bucket = runs.buckets[l];
    all.push_back({{"bucket", l},
                   {"truth", bucket.truth},
                   {"mean", bucket.mean},
                   {"sd", bucket.deviation},
                   {"sd_exact", bucket.exact_deviation}});
  }
  return all;
}

report::TerminalText text(const HistogramRuns& runs) {
  report::TextTable table({{.title = "bucket"},
                           {.title = "truth"},
                           {.title = "mean estimate"},
                           {.title = "standard deviation"},
                           {.title = "exact"}});
  const auto number = [](double x) { return fmt::format("{:.6g}", x); };
  for (std::size_t l = 0; l < runs.buckets.size(); ++l) {
    const auto& bucket = runs.buckets[l];
    table.row({fmt::format("{}", l), number(bucket.truth), number(bucket.mean), number(bucket.deviation),
               number(bucket.exact_deviation)});
  }
  return table.text(report::page_width, true);
}

}  // namespace hearsay::api
