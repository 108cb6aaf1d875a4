// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/special.hpp>

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/special_functions/digamma.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/math/special_functions/gamma.hpp>
#include <boost/math/special_functions/trigamma.hpp>

#include <numbers>

namespace hearsay {

namespace {

using Law = boost::math::binomial_distribution<double>;

}  // namespace

double log_gamma(double x) { return boost::math::lgamma(x); }
double digamma(double x) { return boost::math::digamma(x); }
double trigamma(double x) { return boost::math::trigamma(x); }
double normal_quantile(double p) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p); }

double BinomialLaw::mass(double k) const { return boost::math::pdf(Law(trials, probability), k); }
double BinomialLaw::at_most(double k) const { return boost::math::cdf(Law(trials, probability), k); }
double BinomialLaw::above(double k) const {
  return boost::math::cdf(boost::math::complement(Law(trials, probability), k));
}

}  // namespace hearsay
