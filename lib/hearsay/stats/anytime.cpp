// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/stats/anytime.hpp>

#include <cmath>
#include <limits>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::stats {

namespace {

/// ln of the beta function over that of the first arguments, B(a + k, b + m) / B(a, b). @pre a, b > 0.
double log_beta_ratio(double a, double k, double b, double m) {
  return log_gamma(a + k) - log_gamma(a) + log_gamma(b + m) - log_gamma(b) + log_gamma(a + b) -
         log_gamma(a + b + k + m);
}

void require_counts(std::string_view where, std::uint64_t successes, std::uint64_t trials) {
  if (successes > trials)
    throw Error(Errc::domain, where,
                fmt::format("{} successes of {} trials must satisfy successes <= trials", successes, trials));
}

/// The end of {p : E_n(p) < 1/alpha} between `inside`, where E_n < 1/alpha, and `outside`, to the last bit; the point
/// returned is outside. ln E_n is convex in p: docs/maths/anytime.md.
double end_of_sequence(std::uint64_t successes, std::uint64_t trials, double log_threshold, double weight,
                       double inside, double outside) {
  if (log_e_value(successes, trials, outside, weight) < log_threshold) return outside;
  while (true) {
    const double middle = 0.5 * (inside + outside);
    if (middle == inside || middle == outside) return outside;
    (log_e_value(successes, trials, middle, weight) < log_threshold ? inside : outside) = middle;
  }
}

}  // namespace

double log_e_value(std::uint64_t successes, std::uint64_t trials, double p, double weight) {
  require_counts("log_e_value", successes, trials);
  require_unit("log_e_value", "p", p);
  require_positive("log_e_value", "weight", weight);
  const auto k = static_cast<double>(successes), m = static_cast<double>(trials - successes);
  if (p == 0.0) return k == 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
  if (p == 1.0) return m == 0.0 ? 0.0 : std::numeric_limits<double>::infinity();
  return log_beta_ratio(weight * p, k, weight * (1.0 - p), m) - k * std::log(p) - m * std::log1p(-p);
}

Bracket anytime_interval(std::uint64_t successes, std::uint64_t trials, double alpha, double weight) {
  require_open_unit("anytime_interval", "alpha", alpha);
  require_positive("anytime_interval", "weight", weight);
  require_counts("anytime_interval", successes, trials);
  if (trials == 0) return {0.0, 0.5, 1.0};
  const double estimate = static_cast<double>(successes) / static_cast<double>(trials);
  const auto end = [&](double outside) {
    return end_of_sequence(successes, trials, -std::log(alpha), weight, estimate, outside);
  };
  return {successes == 0 ? 0.0 : end(0.0), estimate, successes == trials ? 1.0 : end(1.0)};
}

}  // namespace hearsay::stats
