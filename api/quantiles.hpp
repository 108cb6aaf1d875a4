// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <vector>

namespace hearsay::api {

/// 5 %, 50 % and 95 % quantiles of a sample: its order statistic number floor(q * size), from 0.
struct Quantiles {
  double low = 0.0, median = 0.0, high = 0.0;
};

/// @pre the sample is not empty.
[[nodiscard]] inline Quantiles quantiles(std::vector<double> sample) {
  std::ranges::sort(sample);
  const auto at = [&](double q) {
    return sample[std::min(sample.size() - 1, static_cast<std::size_t>(q * static_cast<double>(sample.size())))];
  };
  return {at(0.05), at(0.5), at(0.95)};
}

}  // namespace hearsay::api
