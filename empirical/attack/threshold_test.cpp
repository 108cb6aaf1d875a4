#include "empirical/attack/threshold_test.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

#include <hearsay/stats/clopper_pearson.hpp>

namespace hearsay::empirical {

namespace {

double normal_quantile(double p) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p); }

}  // namespace

Tally count_alarms(std::span<const double> positive_scores, std::span<const double> negative_scores, double threshold) {
  const auto above = [threshold](std::span<const double> scores) {
    return static_cast<std::uint64_t>(std::ranges::count_if(scores, [threshold](double s) { return s > threshold; }));
  };
  return {above(positive_scores), positive_scores.size(), above(negative_scores), negative_scores.size()};
}

// Each two-sided interval has level alpha, alpha/2 a side; one side of each is used.
Rates rates(const Tally& tally, double alpha) {
  return {stats::clopper_pearson(tally.true_alarms, tally.positives, alpha), stats::clopper_pearson(tally.false_alarms, tally.negatives, alpha)};
}

double mu_lower(const Rates& rates) {
  const double tpr = rates.true_positive.lower(), fpr = rates.false_positive.upper();
  if (tpr <= 0.0 || fpr >= 1.0) return 0.0;
  return std::max(0.0, normal_quantile(tpr) - normal_quantile(fpr));
}

double epsilon_lower(const Rates& rates, double delta) {
  const double tpr = rates.true_positive.lower(), fpr = rates.false_positive.upper();
  const double alarm = tpr > delta ? std::log((tpr - delta) / fpr) : 0.0;
  const double silence = 1.0 - fpr > delta ? std::log((1.0 - fpr - delta) / (1.0 - tpr)) : 0.0;
  return std::max({0.0, alarm, silence});
}

}  // namespace hearsay::empirical
