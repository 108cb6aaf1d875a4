// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/clopper_pearson.hpp>

#include <boost/math/distributions/binomial.hpp>

#include <hearsay/core/error.hpp>

namespace hearsay::stats {

Bracket clopper_pearson(std::uint64_t successes, std::uint64_t trials, double alpha) {
  if (trials == 0 || successes > trials) {
    throw Error(
        Errc::domain, "clopper_pearson",
        fmt::format("{} successes of {} trials must satisfy 0 <= successes <= trials, trials >= 1", successes, trials));
  }
  require_open_unit("clopper_pearson", "alpha", alpha);
  using Binomial = boost::math::binomial_distribution<double>;
  const auto n = static_cast<double>(trials);
  const auto k = static_cast<double>(successes);
  const double lower = successes == 0 ? 0.0 : Binomial::find_lower_bound_on_p(n, k, alpha / 2);
  const double upper = successes == trials ? 1.0 : Binomial::find_upper_bound_on_p(n, k, alpha / 2);
  return {lower, k / n, upper};
}

}  // namespace hearsay::stats
