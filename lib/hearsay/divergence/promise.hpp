// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace hearsay::divergence {

/// (epsilon, delta) of (epsilon, delta)-DP. Epsilon is in natural log units, +infinity if nothing is promised.
struct Promise {
  double epsilon, delta;
};

}  // namespace hearsay::divergence
