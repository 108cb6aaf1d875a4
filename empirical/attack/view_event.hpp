// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "empirical/attack/view_scores.hpp"

namespace hearsay::empirical {

/// "The score exceeds the threshold": what an adversary who saw the view would call world 1.
struct ViewEvent {
  ViewScore score;
  double threshold = 0.0;

  [[nodiscard]] bool happened(const DescribedView& view) const { return score.of(view) > threshold; }
};

/// Learns scores on the first half of `views` and chooses, on the second, the event with the largest lower bound on
/// epsilon at `delta` by Wilson's intervals of two standard deviations. If its frequencies themselves stay within
/// `epsilon`, more trials will not break that promise, and the event with the largest such bound on mu says more.
/// Neither half may be used to certify.
/// @pre views are in the order in which they were drawn. @complexity that of the scores, and views log(views) for each.
[[nodiscard]] ViewEvent choose_event(std::span<const LabeledView> views, double epsilon, double delta);

}  // namespace hearsay::empirical
