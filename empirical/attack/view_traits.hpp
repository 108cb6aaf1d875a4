// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "empirical/attack/number_grid.hpp"
#include "empirical/attack/program_view.hpp"

namespace hearsay::empirical {

/// What a distinguisher may look at.
enum class ViewFeatures {
  automatic,  ///< everything
  raw,        ///< numbers as values only, lists of events as a whole
  events,     ///< every view as a list of events
};

/// Traits of one kind, by name: {"event 0": "0>2", "event 1": "end"}.
using TraitGroup = std::map<std::string, std::string>;

/// A view as the distinguishers see it.
struct DescribedView {
  bool numeric = false;                      ///< the view is one of numbers, and they may be looked at
  std::vector<double> numbers;               ///< what there is to compare, of each view the same
  std::map<std::string, TraitGroup> traits;  ///< by group
};

/// What a view says, whoever writes numbers how: of events the whole view, its first 1 to 8 events, its length, the
/// first 32 events by place, which events it contains, and which pairs follow each other. Of numbers, taken as values
/// (NumberGrid): the numbers, the whole view, their number, how many differ, and of each of the first 32 whether it is
/// whole, even or odd, its lowest bit, its last four bits and, if it is whole, its last digit.
/// @complexity linear in the view.
[[nodiscard]] DescribedView describe_values(const ProgramView& view, ViewFeatures features, const NumberGrid& grid);

/// How the computer wrote the numbers of a view, and nothing else: what values leave over of them (NumberGrid), the
/// whole view, how many numbers differ, and of each of the first 32 the lowest bit, the last four bits of the
/// significand, the last digit, the number of digits, and whether it was written as an integer. Noise that was added in
/// floating point leaves its rounding there. Empty where grid.fine() is false, or features are raw, or the view holds
/// events.
/// @complexity linear in the view.
/// @cite mironov2012significance
[[nodiscard]] DescribedView describe_representation(const ProgramView& view, ViewFeatures features,
                                                    const NumberGrid& grid);

/// The exponent of the lowest bit that is set in a number: v is an odd multiple of 2^lowest_bit(v). @pre v is finite
/// and not 0.
[[nodiscard]] int lowest_bit(double v);

}  // namespace hearsay::empirical
