// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace hearsay::cli {

/// 5 %, 50 % and 95 % quantiles of a sample: its order statistic number floor(q * size), from 0.
struct Quantiles {
  double low, median, high;
};

/// @pre the sample is not empty.
[[nodiscard]] inline Quantiles quantiles(std::vector<double> sample) {
  std::ranges::sort(sample);
  const auto at = [&](double q) {
    return sample[std::min(sample.size() - 1, static_cast<std::size_t>(q * static_cast<double>(sample.size())))];
  };
  return {at(0.05), at(0.5), at(0.95)};
}

[[nodiscard]] inline nlohmann::ordered_json to_json(const Quantiles& q) {
  return {{"0.05", q.low}, {"0.5", q.median}, {"0.95", q.high}};
}

}  // namespace hearsay::cli
