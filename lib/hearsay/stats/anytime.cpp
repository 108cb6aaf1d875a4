// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/anytime.hpp>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include <hearsay/core/error.hpp>

namespace hearsay::stats {

namespace {

/// x ln y with 0 ln 0 = 0.
double x_log_y(double x, double y) { return x == 0.0 ? 0.0 : x * std::log(y); }

/// The end of {p : E_n(p) < 1/alpha} between `inside`, where E_n < 1/alpha, and `outside`, to the last bit; the point
/// returned is outside.
double end_of_sequence(std::uint64_t successes, std::uint64_t trials, double log_threshold, double inside,
                       double outside) {
  if (log_e_value(successes, trials, outside) < log_threshold) return outside;
  while (true) {
    const double middle = 0.5 * (inside + outside);
    if (middle == inside || middle == outside) return outside;
    (log_e_value(successes, trials, middle) < log_threshold ? inside : outside) = middle;
  }
}

}  // namespace

double log_e_value(std::uint64_t successes, std::uint64_t trials, double p) {
  if (successes > trials)
    throw Error(Errc::domain, "log_e_value",
                fmt::format("{} successes of {} trials must satisfy successes <= trials", successes, trials));
  require_unit("log_e_value", "p", p);
  const auto k = static_cast<double>(successes), n = static_cast<double>(trials);
  // B(1/2, 1/2) = pi
  const double mixture = boost::math::lgamma(k + 0.5) + boost::math::lgamma(n - k + 0.5) -
                         boost::math::lgamma(n + 1.0) - std::log(std::numbers::pi);
  return mixture - x_log_y(k, p) - (k == n ? 0.0 : (n - k) * std::log1p(-p));
}

Bracket anytime_interval(std::uint64_t successes, std::uint64_t trials, double alpha) {
  require_open_unit("anytime_interval", "alpha", alpha);
  if (successes > trials)
    throw Error(Errc::domain, "anytime_interval",
                fmt::format("{} successes of {} trials must satisfy successes <= trials", successes, trials));
  if (trials == 0) return {0.0, 0.5, 1.0};
  const double estimate = static_cast<double>(successes) / static_cast<double>(trials);
  const double log_threshold = -std::log(alpha);
  const double lower = successes == 0 ? 0.0 : end_of_sequence(successes, trials, log_threshold, estimate, 0.0);
  const double upper = successes == trials ? 1.0 : end_of_sequence(successes, trials, log_threshold, estimate, 1.0);
  return {lower, estimate, upper};
}

}  // namespace hearsay::stats
