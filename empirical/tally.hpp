// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include <hearsay/core/bracket.hpp>
#include <hearsay/run/finding.hpp>

namespace hearsay::empirical {

/// Counts an instance of "actual <= allowed" between positive numbers that are known at a confidence: the finding holds
/// if all of `actual` is at most all of `allowed`, is refuted if it is above, and inconclusive where they overlap. Its
/// tightness and slack are the smallest that the brackets leave.
/// @return whether this instance refutes the claim.
inline bool count_at_most(run::Finding& finding, const Bracket& actual, const Bracket& allowed) {
  ++finding.instances;
  const double scale = std::max(actual.upper(), allowed.lower());
  const double margin = scale > 0.0 ? (allowed.lower() - actual.upper()) / scale : 0.0;
  finding.tightness = std::min(finding.tightness.value_or(margin), margin);
  if (actual.upper() > 0.0) {
    const double slack = allowed.lower() / actual.upper();
    finding.slack = std::min(finding.slack.value_or(slack), slack);
  }
  const bool refuted = actual.lower() > allowed.upper();
  if (refuted) {
    finding.verdict = Verdict::refuted;
  } else if (actual.upper() > allowed.lower() && finding.verdict == Verdict::holds) {
    finding.verdict = Verdict::inconclusive;
  }
  return refuted;
}

}  // namespace hearsay::empirical
