// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/binomial.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::stats {

double binomial_above(std::uint64_t trials, double probability, std::uint64_t count) {
  require_unit("binomial_above", "probability", probability);
  if (count >= trials || probability == 0.0) return 0.0;
  if (probability == 1.0) return 1.0;
  return BinomialLaw{static_cast<double>(trials), probability}.above(static_cast<double>(count));
}

double binomial_mass(std::uint64_t trials, double probability, std::uint64_t count) {
  require_unit("binomial_mass", "probability", probability);
  if (count > trials) return 0.0;
  if (probability == 0.0) return count == 0 ? 1.0 : 0.0;
  if (probability == 1.0) return count == trials ? 1.0 : 0.0;
  return BinomialLaw{static_cast<double>(trials), probability}.mass(static_cast<double>(count));
}

}  // namespace hearsay::stats
