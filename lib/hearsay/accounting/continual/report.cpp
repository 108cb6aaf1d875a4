// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/report.hpp>

#include <cmath>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>

namespace hearsay::accounting {

ContinualReport continual_report(const ContinualAccountant& accountant, graph::Node target, double rate,
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
    const auto epsilon = [&](double square) {
      return divergence::GaussianDp(std::sqrt(square) / scale.sigma).epsilon(*scale.delta);
    };
    report.epsilon = {epsilon(squared.constant).upper(), epsilon(squared.lower).lower(),
                      epsilon(squared.upper).upper()};
  }
  if (scale.epsilon)
    report.sigma_needed = std::sqrt(squared.upper) / divergence::gaussian_mu(*scale.epsilon, *scale.delta).lower();
  return report;
}

}  // namespace hearsay::accounting
