// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <vector>

#include "empirical/attack/program_view.hpp"

namespace hearsay::empirical {

/// What a distinguisher may look at.
enum class ViewFeatures {
  automatic,  ///< everything
  raw,        ///< numbers as numbers, lists of events as a whole
  events,     ///< every view as a list of events
};

/// Traits of one kind, by name: {"event 0": "0>2", "event 1": "end"}.
using TraitGroup = std::map<std::string, std::string>;

/// A view as the distinguishers see it.
struct DescribedView {
  bool numeric = false;                      ///< the view is one of numbers, and they may be looked at
  std::vector<double> numbers;               ///< unless raw: how many, the smallest, the largest; then the view's own
  std::map<std::string, TraitGroup> traits;  ///< by group
};

/// Of events: the whole view, its first 1 to 8 events, its length, the first 32 events by place, which events it
/// contains, and which pairs follow each other. Of numbers: the whole view, their number, how many differ, and of each
/// of the first 32 whether it is whole, even or odd, its lowest bit, and the last four bits of its significand: noise
/// that was added in floating point leaves its rounding there.
/// @complexity linear in the view.
/// @cite mironov2012significance
[[nodiscard]] DescribedView describe(const ProgramView& view, ViewFeatures features);

/// The exponent of the lowest bit that is set in a number: v is an odd multiple of 2^lowest_bit(v). @pre v is finite
/// and not 0.
[[nodiscard]] int lowest_bit(double v);

}  // namespace hearsay::empirical
