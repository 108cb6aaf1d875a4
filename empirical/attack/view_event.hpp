// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "empirical/attack/threshold_test.hpp"
#include "empirical/attack/view_scores.hpp"

namespace hearsay::empirical {

/// "The score exceeds the threshold": what an adversary who saw the view would call world 1.
struct ViewEvent {
  ViewScore score;
  double threshold = 0.0;

  [[nodiscard]] bool happened(const DescribedView& view) const { return score.of(view) > threshold; }
};

/// A promise that an event shall break: `lower` of its rates is to exceed `bound`.
struct EventPromise {
  RatesBound lower = {};
  double bound = 0.0;
};

/// What events are chosen for.
struct EventPurpose {
  double epsilon = 0.0, delta = 0.0;  ///< of the promise that they shall break
  double trials = 0.0;                ///< of each world that will certify them, about
  double alpha = 0.05;                ///< error of all of them together
  double weight = 100.0;              ///< of the confidence sequences (stats::anytime_interval)
  EventPromise promised = {};         ///< in place of epsilon at delta; no function: that
};

/// Learns scores on the first third of `views` and chooses, on the others, at most three events: the one whose bound on
/// what is promised (epsilon at `delta`) will be largest, the one whose bound on mu will be, and the one that breaks
/// the promise with the fewest trials. What a bound will be is computed from frequencies that are moved by 1.5 standard
/// deviations to the cautious side, for `trials` trials and a third of alpha: without that the luckiest of many events
/// is chosen, not the best. One that is chosen twice is returned once. None of `views` may be used to certify.
/// @return none if the views that choose are of one world.
/// @pre views are in the order in which they were drawn. @complexity that of the scores, and views log(views) for each.
[[nodiscard]] std::vector<ViewEvent> choose_events(std::span<const LabeledView> views, const EventPurpose& purpose);

}  // namespace hearsay::empirical
