// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/length_ranges.hpp>

#include <algorithm>
#include <cmath>

namespace hearsay::accounting {

std::vector<LengthRange> length_ranges(std::int64_t longest, double mean, double share) {
  std::vector<LengthRange> ranges;
  for (std::int64_t first = 1; first <= longest;) {
    const auto length = static_cast<double>(first);
    const double width =
        first <= 3 ? 1.0 : std::floor(std::min(0.2 * length, share * mean * std::exp(0.5 * length / mean)));
    const auto last = std::min(longest, first + std::max<std::int64_t>(1, static_cast<std::int64_t>(width)) - 1);
    ranges.push_back({first, last});
    first = last + 1;
  }
  return ranges;
}

std::vector<LengthRange> coarser_ranges(const std::vector<LengthRange>& ranges) {
  std::vector<LengthRange> groups;
  for (const auto& range : ranges) {
    if (!groups.empty() && 100 * range.last <= 101 * groups.back().first) {
      groups.back().last = range.last;
    } else {
      groups.push_back(range);
    }
  }
  return groups;
}

std::size_t range_holding(const std::vector<LengthRange>& ranges, std::int64_t length) {
  return static_cast<std::size_t>(std::ranges::lower_bound(ranges, length, {}, &LengthRange::last) - ranges.begin());
}

}  // namespace hearsay::accounting
