// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/histogram_runs.hpp"

#include <cmath>

namespace hearsay::api {

std::vector<std::uint32_t> histogram_values(std::int64_t users, std::int64_t buckets) {
  std::vector<std::uint32_t> values;
  values.reserve(static_cast<std::size_t>(users));
  for (std::int64_t u = 0; u < users; ++u) values.push_back(static_cast<std::uint32_t>(u % buckets));
  return values;
}

HistogramRuns histogram_runs(const ResponsePlan& plan, const ResponseCounts& counts,
                             const std::vector<std::vector<double>>& estimates) {
  const auto runs = static_cast<double>(estimates.size()), users = static_cast<double>(counts.users);
  const double lie = plan.gamma / static_cast<double>(plan.buckets), honest = 1.0 - plan.gamma + lie,
               uniform = 1.0 / static_cast<double>(plan.buckets);
  const auto coin = [](double p) { return p * (1.0 - p); };
  HistogramRuns result{.plan = plan, .buckets = {}};
  for (std::int64_t l = 0; l < plan.buckets; ++l) {
    const auto holders = static_cast<double>((counts.users - l + plan.buckets - 1) / plan.buckets);
    const double share = holders / users;
    const double one_of_each = counts.random_walk ? users * coin(share * honest + (1.0 - share) * lie)
                                                  : holders * coin(honest) + (users - holders) * coin(lie);
    const double variance = static_cast<double>(counts.initial) * coin(uniform) + counts.visits * one_of_each;
    BucketEstimate bucket{.truth = counts.visits * holders,
                          .exact_deviation = std::sqrt(variance) / (1.0 - plan.gamma)};
    const auto place = static_cast<std::size_t>(l);
    for (const auto& run : estimates) bucket.mean += run[place] / runs;
    double square = 0.0;
    for (const auto& run : estimates) square += (run[place] - bucket.mean) * (run[place] - bucket.mean);
    bucket.deviation = std::sqrt(square / (runs - 1.0));
    result.buckets.push_back(bucket);
  }
  return result;
}

}  // namespace hearsay::api
