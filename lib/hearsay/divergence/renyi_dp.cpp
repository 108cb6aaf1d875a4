// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/renyi_dp.hpp>

#include <algorithm>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::divergence {

RenyiDp::RenyiDp(RenyiCurve curve, double missing) : curve_(std::move(curve)), missing_(missing) {
  if (!(missing >= 0.0 && missing < 1.0))
    throw Error(Errc::domain, "RenyiDp", fmt::format("missing = {} must be in [0, 1)", missing));
}

Bracket RenyiDp::delta(double epsilon) const {
  const double upper = std::min(1.0, best_rdp_to_delta(curve_, epsilon).value + missing_);
  return {0.0, upper, upper};
}

Bracket RenyiDp::epsilon(double delta) const {
  const double upper = best_rdp_to_dp_improved(curve_, delta - missing_).value;
  return {0.0, upper, upper};
}

}  // namespace hearsay::divergence
