// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/special.hpp>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace hearsay {

namespace {

using Law = boost::math::binomial_distribution<double>;

}  // namespace

double log_gamma(double x) { return boost::math::lgamma(x); }
double log_factorial(double n) {
  static const auto table = [] {
    std::array<double, 1024> values{};
    for (std::size_t k = 2; k < values.size(); ++k) values[k] = log_gamma(static_cast<double>(k) + 1.0);
    return values;
  }();
  if (n < 1024.0) return table[static_cast<std::size_t>(n)];
  const double rest = (1.0 / 12.0 - 1.0 / (360.0 * n * n)) / n;
  return (n + 0.5) * std::log(n) - n + 0.5 * std::log(2.0 * std::numbers::pi) + rest;
}
double digamma(double x) { return boost::math::digamma(x); }
double trigamma(double x) { return boost::math::trigamma(x); }
double normal_quantile(double p) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p); }

double BinomialLaw::mass(double k) const { return boost::math::pdf(Law(trials, probability), k); }
double BinomialLaw::at_most(double k) const { return boost::math::cdf(Law(trials, probability), k); }
double BinomialLaw::above(double k) const {
  return boost::math::cdf(boost::math::complement(Law(trials, probability), k));
}

}  // namespace hearsay
