// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/binomial_oracle.hpp"

#include <boost/math/special_functions/gamma.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace hearsay::props::oracle {

double binomial_mass(std::uint64_t n, double p, std::uint64_t k) {
  const auto trials = static_cast<double>(n), hits = static_cast<double>(k);
  return std::exp(boost::math::lgamma(trials + 1) - boost::math::lgamma(hits + 1) -
                  boost::math::lgamma(trials - hits + 1) + hits * std::log(p) + (trials - hits) * std::log1p(-p));
}

double composed_randomized_response(double epsilon, double delta, std::uint64_t k, double total) {
  const double p = std::exp(epsilon) / (1.0 + std::exp(epsilon));
  double sum = 0.0;
  for (std::uint64_t l = 0; l <= k; ++l) {
    const double loss = (2.0 * static_cast<double>(l) - static_cast<double>(k)) * epsilon;
    if (loss > total) sum += binomial_mass(k, p, l) * (1.0 - std::exp(total - loss));
  }
  return 1.0 - std::pow(1.0 - delta, static_cast<double>(k)) * (1.0 - sum);
}

ShuffledRandomizedResponse::ShuffledRandomizedResponse(double epsilon0, std::uint64_t n, std::uint64_t ones) {
  const double truth = std::exp(epsilon0) / (1.0 + std::exp(epsilon0));
  // Law of the other users' count, then one more user.
  std::vector<double> others(n);
  if (ones == 0) {
    for (std::uint64_t i = 0; i < n; ++i) others[i] = binomial_mass(n - 1, 1.0 - truth, i);
  } else {
    std::vector<double> first(ones + 1), second(n - ones);
    for (std::uint64_t i = 0; i <= ones; ++i) first[i] = binomial_mass(ones, truth, i);
    for (std::uint64_t i = 0; i < n - ones; ++i) second[i] = binomial_mass(n - 1 - ones, 1.0 - truth, i);
    for (std::uint64_t i = 0; i <= ones; ++i) {
      if (first[i] < 1e-30) continue;
      for (std::uint64_t j = 0; j < n - ones; ++j) others[i + j] += first[i] * second[j];
    }
  }
  for (std::uint64_t i = 0; i <= n; ++i) {
    const double same = i < n ? others[i] : 0.0, more = i > 0 ? others[i - 1] : 0.0;
    zero_.push_back(truth * same + (1.0 - truth) * more);
    one_.push_back((1.0 - truth) * same + truth * more);
  }
}

double ShuffledRandomizedResponse::delta(double epsilon) const {
  double forward = 0.0, backward = 0.0;
  for (std::size_t i = 0; i < zero_.size(); ++i) {
    forward += std::max(0.0, one_[i] - std::exp(epsilon) * zero_[i]);
    backward += std::max(0.0, zero_[i] - std::exp(epsilon) * one_[i]);
  }
  return std::max(forward, backward);
}

}  // namespace hearsay::props::oracle
