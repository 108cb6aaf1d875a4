// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>

#include <rapidcheck.h>

namespace hearsay::props {

/// Number of steps in which a parameter's range is divided: a raw coordinate is 0 .. steps.
inline constexpr int coordinate_steps = 1000;

/// A raw coordinate of the whole range at every size (RapidCheck narrows ranges of small cases); shrinks towards 0.
inline rc::Gen<int> coordinate() { return rc::gen::resize(100, rc::gen::inRange(0, coordinate_steps + 1)); }

/// low ... high on a logarithmic scale.
inline double logarithmic(int raw, double low, double high) {
  return low * std::pow(high / low, static_cast<double>(raw) / coordinate_steps);
}

}  // namespace hearsay::props
