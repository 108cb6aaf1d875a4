// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/threshold_test.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/anytime.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

namespace hearsay::empirical {

namespace {

double normal_quantile(double p) { return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p); }

/// P(T >= t) for Student's noncentral law with nu degrees of freedom, as a function of the noncentrality: E
/// Phi(noncentrality - t w), nu w^2 chi-square, by the trapezoid rule over z with w the quantile at Phi(z).
class StudentTail {
 public:
  StudentTail(double nu, double t) {
    const boost::math::chi_squared_distribution<double> law(nu);
    const boost::math::normal_distribution<double> normal;
    constexpr double step = 0.125, last = 8.0;
    for (double z = -last; z <= last; z += step) {
      const double square = z < 0.0 ? boost::math::quantile(law, boost::math::cdf(normal, z))
                                    : boost::math::quantile(boost::math::complement(law, boost::math::cdf(normal, -z)));
      weight_.push_back(step * boost::math::pdf(normal, z));
      limit_.push_back(t * std::sqrt(square / nu));
    }
  }

  [[nodiscard]] double operator()(double noncentrality) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < weight_.size(); ++i)
      sum += weight_[i] * 0.5 * boost::math::erfc((limit_[i] - noncentrality) / std::numbers::sqrt2);
    return sum;
  }

 private:
  std::vector<double> weight_, limit_;
};

}  // namespace

Tally count_alarms(std::span<const double> positive_scores, std::span<const double> negative_scores, double threshold) {
  const auto above = [threshold](std::span<const double> scores) {
    return static_cast<std::uint64_t>(std::ranges::count_if(scores, [threshold](double s) { return s > threshold; }));
  };
  return {above(positive_scores), positive_scores.size(), above(negative_scores), negative_scores.size()};
}

// Each two-sided interval has level alpha, alpha/2 a side; one side of each is used.
Rates rates(const Tally& tally, double alpha) {
  return {stats::clopper_pearson(tally.true_alarms, tally.positives, alpha),
          stats::clopper_pearson(tally.false_alarms, tally.negatives, alpha)};
}

Rates anytime_rates(const AnytimeState& state, double alpha) {
  const auto hits = [&](std::size_t event) { return event < state.hits.size() ? state.hits[event] : 0; };
  return {stats::anytime_interval(hits(0), state.runs, alpha / 2, anytime_weight),
          stats::anytime_interval(hits(1), state.runs, alpha / 2, anytime_weight)};
}

Bracket wilson(double share, double of, double deviations) {
  const double square = deviations * deviations, scale = 1.0 / (1.0 + square / of);
  const double middle = scale * (share + square / (2.0 * of));
  const double half = scale * deviations * std::sqrt(share * (1.0 - share) / of + square / (4.0 * of * of));
  return {std::clamp(middle - half, 0.0, share), share, std::clamp(middle + half, share, 1.0)};
}

CautiousRates cautious_rates(const Tally& tally, double deviations) {
  const auto positives = static_cast<double>(tally.positives), negatives = static_cast<double>(tally.negatives);
  return {.detected = wilson(static_cast<double>(tally.true_alarms) / positives, positives, deviations).lower(),
          .alarms = wilson(static_cast<double>(tally.false_alarms) / negatives, negatives, deviations).upper()};
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

double gaussian_mu_lower(std::span<const double> positive_scores, std::span<const double> negative_scores,
                         double alpha) {
  require_open_unit("gaussian_mu_lower", "alpha", alpha);
  const auto n = static_cast<double>(positive_scores.size()), m = static_cast<double>(negative_scores.size());
  if (n < 2.0 || m < 2.0)
    throw Error(Errc::domain, "gaussian_mu_lower",
                fmt::format("{} and {} scores: there must be at least two of each", positive_scores.size(),
                            negative_scores.size()));
  const auto mean_and_squares = [](std::span<const double> scores) {  // two passes: nothing large is subtracted
    double mean = 0.0, squares = 0.0;
    for (const double score : scores) mean += score / static_cast<double>(scores.size());
    for (const double score : scores) squares += (score - mean) * (score - mean);
    return std::pair{mean, squares};
  };
  const auto [high, high_squares] = mean_and_squares(positive_scores);
  const auto [low, low_squares] = mean_and_squares(negative_scores);
  const double spread = high_squares + low_squares;
  if (!(high > low) || spread == 0.0) return 0.0;  // without noise there is no law to bound
  const double h = std::sqrt(1.0 / n + 1.0 / m), nu = n + m - 2.0, t = (high - low) / (std::sqrt(spread / nu) * h);
  const StudentTail tail(nu, t);
  if (tail(0.0) >= alpha) return 0.0;
  double least = 0.0, most = t;
  while (tail(most) < alpha) most *= 2.0;
  while (most - least > 1e-12 * most) {
    const double middle = 0.5 * (least + most);
    (tail(middle) < alpha ? least : most) = middle;
  }
  return least * h;
}

std::vector<double> curve_thresholds(std::span<const double> positive_scores, std::span<const double> negative_scores) {
  std::vector<double> pooled(positive_scores.begin(), positive_scores.end());
  pooled.insert(pooled.end(), negative_scores.begin(), negative_scores.end());
  std::ranges::sort(pooled);
  std::vector<double> thresholds;
  if (pooled.empty()) return thresholds;
  for (const double level : curve_levels)
    thresholds.push_back(pooled[static_cast<std::size_t>(level * static_cast<double>(pooled.size()))]);
  const auto repeats = std::ranges::unique(thresholds);
  thresholds.erase(repeats.begin(), repeats.end());
  return thresholds;
}

namespace {

/// Scores of `choosing` views under each hypothesis; nothing if the run was stopped before all were there.
std::optional<Scores> choosing_scores(const DrawScores& draw, std::uint64_t choosing) {
  try {
    auto scores = draw(choosing, 0, 0);
    const bool all = scores.choose_positive.size() == choosing && scores.choose_negative.size() == choosing;
    return all ? std::optional(std::move(scores)) : std::nullopt;
  } catch (const Interrupted&) {
    return std::nullopt;
  }
}

}  // namespace

ThresholdVerdict test_anytime(const ThresholdClaim& claim, const DrawScores& draw, AnytimeState state,
                              const AnytimeWatch& watch, const Stop& stop) {
  constexpr std::uint64_t choosing = 4096, certified = 16'384;
  const auto chosen = choosing_scores(draw, choosing);
  if (!chosen) {
    const auto known = anytime_rates(state, claim.alpha);
    return {.state = std::move(state), .stop = AnytimeStop::asked, .rates = known};
  }
  const double threshold = choose_threshold(chosen->choose_positive, chosen->choose_negative, certified, claim.alpha,
                                            claim.lower, usual_caution);
  const auto count = [&](AnytimeState& now, std::uint64_t views) {
    const auto drawn = draw(0, now.runs, views);
    const auto tally = count_alarms(drawn.positive, drawn.negative, threshold);
    now.hits.resize(2, 0);
    now.hits[0] += tally.true_alarms;
    now.hits[1] += tally.false_alarms;
    for (std::size_t i = 0; claim.judge && i < drawn.positive.size(); ++i)
      now.pairs.add(drawn.positive[i], drawn.negative[i]);
  };
  const auto by_rates = [&](const AnytimeState& now) {
    const auto known = anytime_rates(now, claim.alpha);
    return clear_verdict(claim.lower(known), claim.upper(known), claim.claimed);
  };
  const auto ended =
      run_anytime(state, claim.limits, count, claim.judge ? claim.judge : AnytimeJudge(by_rates), watch, stop);
  const auto known = anytime_rates(state, claim.alpha);
  return {.state = std::move(state), .stop = ended, .rates = known};
}

}  // namespace hearsay::empirical
