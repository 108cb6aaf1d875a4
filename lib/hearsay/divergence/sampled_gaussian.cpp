// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/sampled_gaussian.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/core/special.hpp>
#include <hearsay/divergence/exponential_excess.hpp>

namespace hearsay::divergence {

namespace {

constexpr double most_points = 5e4;
constexpr double reach = 14.0;  // standard deviations beyond the last peak: e^-98 is left out

double log_sum(const std::vector<double>& terms) {
  const double top = *std::ranges::max_element(terms);
  if (top == -infinity) return -infinity;
  double sum = 0.0;
  for (const double term : terms) sum += std::exp(term - top);
  return top + std::log(sum);
}

/// ln(e^a + e^b).
double log_plus(double a, double b) {
  const double top = std::max(a, b);
  return top == -infinity ? top : top + std::log1p(std::exp(std::min(a, b) - top));
}

/// ln(1 + e^log_excess) / lambda: from ln(moment - 1) to the divergence.
double renyi_of(double log_excess, double lambda) { return log_plus(0.0, log_excess) / lambda; }

/// One order of one pair, in units of sigma: Q = N(0, 1), P = (1-rate) Q + rate N(mu, 1).
class Pair {
 public:
  Pair(double lambda, double rate, double mu) : lambda_(lambda), rate_(rate), mu_(mu) {}

  /// ln of the two integrands, E_Q ... of the moments less 1, at z.
  [[nodiscard]] double remove(double z) const {
    const double loss = loss_at(z);
    return -0.5 * z * z + loss +
           log_plus(log_exponential_excess(lambda_ * loss), std::log(lambda_) + log_exponential_excess(-loss));
  }
  [[nodiscard]] double add(double z) const {
    const double loss = loss_at(z);
    return -0.5 * z * z +
           log_plus(log_exponential_excess(-lambda_ * loss), std::log(lambda_) + log_exponential_excess(loss));
  }

  /// Standard deviations: no peak of the integrand of `remove` is narrower than 1, and its singularities are pi/mu off
  /// the real line.
  [[nodiscard]] double remove_step() const { return std::min(0.25, 0.5 / mu_); }
  /// A peak of the integrand of `add` may be as narrow as 1/sqrt(1 + lambda mu^2/4).
  [[nodiscard]] double add_step() const {
    return std::min(remove_step(), 0.5 / std::sqrt(1.0 + 0.25 * lambda_ * mu_ * mu_));
  }
  /// Where the integrand of `add` has its last peak to the left: the loss is ln(1 - rate) up to 1e-17 from some point
  /// on.
  [[nodiscard]] double add_left() const {
    return std::min(0.0, std::max(-lambda_ * mu_, 0.5 * mu_ + (std::log1p(-rate_) - std::log(rate_) - 40.0) / mu_));
  }

  /// ln of the integral of e^integrand(z) / sqrt(2 pi) from `left` to `right`.
  template <class Integrand>
  [[nodiscard]] double log_integral(Integrand integrand, double left, double right, double step) const {
    std::vector<double> values;
    const auto points = [&](double first) {
      if (!((right - left) / step < most_points)) {
        throw Error(Errc::too_large, "sampled_gaussian_renyi",
                    fmt::format("order {} at sensitivity/sigma = {} takes more than {:g} points", 1.0 + lambda_, mu_,
                                most_points));
      }
      for (double i = 0.0; first + i * step < right; ++i) values.push_back(integrand(first + i * step));
    };
    points(left);
    double before = log_sum(values) + std::log(step);
    for (int halving = 0; halving < 12; ++halving) {
      points(left + 0.5 * step);
      step *= 0.5;
      const double now = log_sum(values) + std::log(step);
      // The error squares with each halving: at 1e-8 twice the step, it is rounding now.
      if (std::abs(now - before) <= 1e-8 || now == -infinity) return now - 0.91893853320467274178;  // ln sqrt(2 pi)
      before = now;
    }
    throw Error(Errc::not_converged, "sampled_gaussian_renyi",
                fmt::format("order {} at rate = {}, sensitivity/sigma = {}: the quadrature does not settle",
                            1.0 + lambda_, rate_, mu_));
  }

 private:
  /// ln(1 - rate + rate e^t), t = mu z - mu^2/2.
  [[nodiscard]] double loss_at(double z) const {
    const double t = mu_ * (z - 0.5 * mu_);
    return t < 30.0 ? std::log1p(rate_ * std::expm1(t)) : log_plus(t + std::log(rate_), std::log1p(-rate_));
  }

  double lambda_, rate_, mu_;
};

/// ln of sum_{k>=2} Bin(k; alpha, rate) (e^(k(k-1) mu^2/2) - 1).
double log_binomial_excess(double alpha, double rate, double mu) {
  std::vector<double> terms;
  for (double k = 2.0; k <= alpha; ++k) {
    const double shift = 0.5 * k * (k - 1.0) * mu * mu;
    const double log_gain = shift > 700.0    ? shift
                            : shift < 1e-300 ? std::log(0.5 * k * (k - 1.0)) + 2.0 * std::log(mu)
                                             : std::log(std::expm1(shift));
    const double log_choices = log_gamma(alpha + 1.0) - log_gamma(k + 1.0) - log_gamma(alpha - k + 1.0);
    terms.push_back(log_choices + (alpha - k) * std::log1p(-rate) + k * std::log(rate) + log_gain);
  }
  return log_sum(terms);
}

double require_pair(std::string_view where, double rate, double sensitivity, double sigma) {
  require_unit(where, "rate", rate);
  require_non_negative(where, "sensitivity", sensitivity);
  require_positive(where, "sigma", sigma);
  return sensitivity / sigma;
}

}  // namespace

SampledRenyi sampled_gaussian_renyi(double alpha, double rate, double sensitivity, double sigma) {
  constexpr double most_terms = 1024.0;
  require_renyi_order("sampled_gaussian_renyi", alpha);
  const double mu = require_pair("sampled_gaussian_renyi", rate, sensitivity, sigma), lambda = alpha - 1.0;
  if (rate == 0.0 || mu == 0.0) return {0.0, 0.0};
  if (rate == 1.0) return {gaussian_renyi(alpha, sensitivity, sigma), gaussian_renyi(alpha, sensitivity, sigma)};
  const Pair pair(lambda, rate, mu);
  const double add =
      pair.log_integral([&](double z) { return pair.add(z); }, pair.add_left() - reach, mu + reach, pair.add_step());
  const double remove =
      alpha == std::floor(alpha) && alpha <= most_terms
          ? log_binomial_excess(alpha, rate, mu)
          : pair.log_integral([&](double z) { return pair.remove(z); }, -reach, alpha * mu + reach, pair.remove_step());
  return {renyi_of(remove, lambda), renyi_of(add, lambda)};
}

RenyiCurve sampled_gaussian_curve(double rate, double sensitivity, double sigma, std::uint64_t count) {
  const double mu = require_pair("sampled_gaussian_curve", rate, sensitivity, sigma),
               times = static_cast<double>(count);
  if (count < 1) throw Error(Errc::domain, "sampled_gaussian_curve", "count = 0 must be at least 1");
  return [=](double alpha) {
    try {
      return times * sampled_gaussian_renyi(alpha, rate, sensitivity, sigma).worse();
    } catch (const Error& error) {
      if (error.code() != Errc::too_large) throw;
      const double lambda = alpha - 1.0;
      return times * log_plus(std::log1p(-rate), std::log(rate) + 0.5 * lambda * alpha * mu * mu) / lambda;
    }
  };
}

}  // namespace hearsay::divergence
