#include "empirical/attack/threshold_test.hpp"

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>

#include <hearsay/stats/anytime.hpp>
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

Rates anytime_rates(const AnytimeState& state, double alpha) {
  const auto hits = [&](std::size_t event) { return event < state.hits.size() ? state.hits[event] : 0; };
  return {stats::anytime_interval(hits(0), state.runs, alpha / 2), stats::anytime_interval(hits(1), state.runs, alpha / 2)};
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

double delta_lower(const Rates& rates, double epsilon) {
  const double tpr = rates.true_positive.lower(), fpr = rates.false_positive.upper(), factor = std::exp(epsilon);
  return std::max({0.0, tpr - factor * fpr, (1.0 - fpr) - factor * (1.0 - tpr)});
}

double mu_upper(const Rates& rates) {
  const double tpr = rates.true_positive.upper(), fpr = rates.false_positive.lower();
  if (tpr >= 1.0 || fpr <= 0.0) return std::numeric_limits<double>::infinity();
  return std::max(0.0, normal_quantile(tpr) - normal_quantile(fpr));
}

double epsilon_upper(const Rates& rates, double delta) {
  const double tpr = rates.true_positive.upper(), fpr = rates.false_positive.lower();
  const double alarm = tpr > delta ? std::log((tpr - delta) / fpr) : 0.0;
  const double silence = 1.0 - fpr > delta ? std::log((1.0 - fpr - delta) / (1.0 - tpr)) : 0.0;
  return std::max({0.0, alarm, silence});
}

std::vector<double> curve_thresholds(std::span<const double> positive_scores, std::span<const double> negative_scores) {
  std::vector<double> pooled(positive_scores.begin(), positive_scores.end());
  pooled.insert(pooled.end(), negative_scores.begin(), negative_scores.end());
  std::ranges::sort(pooled);
  std::vector<double> thresholds;
  if (pooled.empty()) return thresholds;
  for (const double level : curve_levels) thresholds.push_back(pooled[static_cast<std::size_t>(level * static_cast<double>(pooled.size()))]);
  const auto repeats = std::ranges::unique(thresholds);
  thresholds.erase(repeats.begin(), repeats.end());
  return thresholds;
}

}  // namespace hearsay::empirical
