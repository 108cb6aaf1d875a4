// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hearsay::accounting {

/// Lengths first..last of cycles, which share one law.
struct LengthRange {
  std::int64_t first, last;
};

/// Ranges of the lengths 1..longest, in order: single lengths where they are short, and of about share * mean *
/// e^(length / (2 mean)) lengths beyond, at most a fifth of the first one. Wide ones cost precision in proportion to
/// width / mean. @pre longest >= 1, mean > 0, share > 0.
[[nodiscard]] std::vector<LengthRange> length_ranges(std::int64_t longest, double mean, double share);

/// Neighboring ranges put together up to 1 % of the length.
[[nodiscard]] std::vector<LengthRange> coarser_ranges(const std::vector<LengthRange>& ranges);

/// Index of the range that holds a length. @pre some range does; they are in order.
[[nodiscard]] std::size_t range_holding(const std::vector<LengthRange>& ranges, std::int64_t length);

}  // namespace hearsay::accounting
