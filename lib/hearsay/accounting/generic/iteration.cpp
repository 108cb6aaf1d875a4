// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/generic/iteration.hpp>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

double iteration_renyi(double alpha, const NoisyDescent& descent, std::uint64_t t) {
  constexpr auto where = "iteration_renyi";
  require_renyi_order(where, alpha);
  require_non_negative(where, "lipschitz", descent.lipschitz);
  require_positive(where, "smoothness", descent.smoothness);
  require_positive(where, "rate", descent.rate);
  require_positive(where, "sigma", descent.sigma);
  if (t < 1 || t > descent.inputs)
    throw Error(Errc::domain, where, fmt::format("t = {} must be between 1 and inputs = {}", t, descent.inputs));
  if (descent.rate * descent.smoothness > 2.0) {
    throw Error(Errc::conditions, where,
                fmt::format("rate = {}: the theorem needs rate <= 2 / smoothness = {}", descent.rate,
                            2.0 / descent.smoothness));
  }
  const double ratio = descent.lipschitz / descent.sigma;
  return 2.0 * alpha * ratio * ratio / static_cast<double>(descent.inputs + 1 - t);
}

}  // namespace hearsay::accounting
