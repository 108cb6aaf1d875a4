// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/report.hpp>

#include <cmath>
#include <limits>

#include <hearsay/core/decimal.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>

namespace hearsay::accounting {

namespace {

Bracket epsilon(double squared, double sigma, double delta) {
  constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
  const double mu = std::sqrt(squared) / sigma;
  return divergence::GaussianDp(Bracket(mu * (1.0 - rounding), mu, mu * (1.0 + rounding))).epsilon(delta);
}

/// Of few digits; nothing unless an epsilon is asked for.
std::optional<double> sufficient_sigma(double squared, const ContinualScale& scale) {
  constexpr int digits = 5;
  if (!scale.epsilon) return std::nullopt;
  double sigma =
      decimal_below(std::sqrt(squared) / divergence::gaussian_mu(*scale.epsilon, *scale.delta).lower(), digits);
  while (epsilon(squared, sigma, *scale.delta).upper() > *scale.epsilon)
    sigma = decimal_above(std::nextafter(sigma, infinity), digits);
  return sigma;
}

}  // namespace

ContinualReport continual_report(const ContinualAccountant& accountant, graph::Node target, std::optional<double> rate,
                                 const ContinualScale& scale) {
  const auto sensitivity = accountant.sensitivity(target);
  const auto growth = accountant.constant_growth(target);
  const auto& squared = sensitivity.squared;
  const int rounds = accountant.rounds();
  ContinualReport report{.target = target,
                         .squared = {squared.constant, squared.lower, squared.upper},
                         .exact = squared.exact,
                         .rate = rate,
                         .observed_rate = squared.constant / rounds,
                         .last_round = rounds == 1 ? squared.constant : growth(rounds - 1) - growth(rounds - 2),
                         .epsilon = std::nullopt,
                         .sigma_needed = std::nullopt};
  if (scale.delta) {
    report.epsilon = {epsilon(squared.constant, scale.sigma, *scale.delta).upper(),
                      epsilon(squared.lower, scale.sigma, *scale.delta).lower(),
                      epsilon(squared.upper, scale.sigma, *scale.delta).upper()};
  }
  report.sigma_needed = sufficient_sigma(squared.upper, scale);
  return report;
}

ContinualSafeLoss continual_safe_loss(int rounds, const ContinualScale& scale) {
  ContinualSafeLoss loss{.squared = static_cast<double>(rounds), .epsilon = std::nullopt, .sigma_needed = std::nullopt};
  if (scale.delta) loss.epsilon = epsilon(loss.squared, scale.sigma, *scale.delta).upper();
  loss.sigma_needed = sufficient_sigma(loss.squared, scale);
  return loss;
}

}  // namespace hearsay::accounting
