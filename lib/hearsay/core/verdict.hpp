// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string_view>

namespace hearsay {

/// The conclusion of a check, ordered by severity, so that merging is max().
enum class Verdict { holds, inconclusive, refuted, broken };

/// The more severe of two verdicts.
[[nodiscard]] constexpr Verdict merge(Verdict a, Verdict b) { return std::max(a, b); }

/// Verdict of a group: that of its most severe member. An empty group is `inconclusive`, never `holds`.
template <class Range>
[[nodiscard]] constexpr Verdict merge(const Range& parts) {
  auto it = std::begin(parts);
  if (it == std::end(parts)) return Verdict::inconclusive;
  Verdict loudest = *it;
  for (; it != std::end(parts); ++it) loudest = merge(loudest, *it);
  return loudest;
}

[[nodiscard]] constexpr std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      return "holds";
    case Verdict::inconclusive:
      return "inconclusive";
    case Verdict::refuted:
      return "refuted";
    case Verdict::broken:
      return "broken";
  }
  return "broken";
}

}  // namespace hearsay
