// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "empirical/attack/view_traits.hpp"

namespace hearsay::empirical {

/// A described view and the world that it comes from, 0 or 1.
struct LabeledView {
  DescribedView view;
  int world = 0;
};

/// A number computed from a view: the larger, the more it speaks for one of the worlds.
struct ViewScore {
  std::string name;  ///< "the linear discriminant", "the whole view"
  std::function<double(const DescribedView&)> of;
};

/// Scores learnt from numbers, missing ones taken for their mean: the 16 single numbers and the 16 squared deviations
/// that tell the worlds apart best, linear discriminants of all (with hardly any and with some ridge) and logistic
/// regression on numbers, their squares and, of at most 8, their products. At most 256 numbers are used: those whose
/// means or spreads differ most. A view without numbers scores -infinity. None if less than half of the views have
/// numbers, or a world has less than two of them.
/// @complexity cubic in the numbers used, linear in the views.
[[nodiscard]] std::vector<ViewScore> number_scores(std::span<const LabeledView> views);

/// Scores learnt from traits: for each of the 64 traits of a group that tell the worlds apart best the log-ratio of how
/// often its value was counted in both worlds, half a view added to both, and for each group the sum of these.
/// @complexity linear in the views' traits.
[[nodiscard]] std::vector<ViewScore> trait_scores(std::span<const LabeledView> views);

}  // namespace hearsay::empirical
