// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

#include <hearsay/report/terminal_text.hpp>

namespace hearsay::api {

/// A histogram by randomized response.
struct ResponsePlan {
  std::int64_t buckets = 2;
  double gamma = 0.5;  ///< share of random answers, in [0, 1)
};

/// One debiased count over all runs.
struct BucketEstimate {
  double truth = 0.0;  ///< mean of what is counted
  double mean = 0.0, deviation = 0.0;
  double exact_deviation = 0.0;
};

/// What runs of a histogram estimate, bucket by bucket.
struct HistogramRuns {
  ResponsePlan plan;
  std::vector<BucketEstimate> buckets;
};

/// What the users hold in a simulated histogram: user u holds u mod buckets.
[[nodiscard]] std::vector<std::uint32_t> histogram_values(std::int64_t users, std::int64_t buckets);

/// Answers that a token collects: how many are uniform from the start, and how many times it comes to every user, in
/// the mean.
struct ResponseCounts {
  std::int64_t users = 2;
  std::int64_t initial = 0;
  double visits = 1.0;       ///< to each user, in the mean
  bool random_walk = false;  ///< each answer is that of a uniform user; else each user answers `visits` times
};

/// Mean and standard deviations of the estimates. A user that holds l answers l with probability 1 - gamma + gamma/L,
/// any other with gamma/L. The exact variance of a debiased count is that of the count, a sum of independent answers,
/// over (1 - gamma)^2.
/// @param estimates  debiased counts, run by run. @pre at least two runs, 0 <= gamma < 1.
[[nodiscard]] HistogramRuns histogram_runs(const ResponsePlan& plan, const ResponseCounts& counts,
                                           const std::vector<std::vector<double>>& estimates);

// api/render/histogram_runs.cpp
/// [{"bucket", "truth", "mean", "sd", "sd_exact"}].
[[nodiscard]] nlohmann::ordered_json to_json(const HistogramRuns& runs);
[[nodiscard]] report::TerminalText text(const HistogramRuns& runs);

}  // namespace hearsay::api
