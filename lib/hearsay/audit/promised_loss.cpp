// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/audit/promise.hpp>
#include <hearsay/core/decimal.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/core/special.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/exact/rational.hpp>

namespace hearsay::audit {

namespace {

using exact::Rational;

/// mu^2 = sensitivity^2 share / sigma^2, without rounding.
Rational mu_squared(const NoiseScale& scale, double share) {
  const Rational sensitivity(scale.sensitivity), sigma(scale.sigma);
  return sensitivity * sensitivity * Rational(share) / (sigma * sigma);
}

/// A double whose square is at most `square`, or at least that: the nearest such, unless the number is extreme.
double root(const Rational& square, bool upwards) {
  const double nearest = std::sqrt(square.convert_to<double>());
  constexpr double few = 4.0 * std::numeric_limits<double>::epsilon(), tiny = 1e-140;
  if (square == 0) return 0.0;
  if (nearest < tiny) return upwards ? tiny : 0.0;
  if (nearest > 1.0 / tiny) return nearest * (upwards ? 1.0 + few : 1.0 - few);
  const auto squared = [](double y) { return Rational(y) * Rational(y); };
  double x = nearest * (upwards ? 1.0 + few : 1.0 - few);
  for (double next = std::nextafter(x, nearest); upwards ? squared(next) >= square : squared(next) <= square;
       next = std::nextafter(next, upwards ? 0.0 : infinity)) {
    x = next;
  }
  return x;
}

/// The best true positive rate, rounded down or up: the argument z + mu of Phi is known to some units in the last place
/// of z and mu, and Phi's relative change is at most (|z| + mu + 1) times that.
double power(double mu, double rate, bool upwards) {
  const double size = std::abs(normal_quantile(rate)) + mu + 1.0;
  const double margin = 64.0 * std::numeric_limits<double>::epsilon() * size * size;
  const double value = divergence::gaussian_power(mu, rate);
  return std::clamp(upwards ? value * (1.0 + margin) : value * (1.0 - margin), 0.0, 1.0);
}

accounting::GaussianLossScale loss_scale(const PromisedBound& promise, const NoiseScale& scale) {
  accounting::GaussianLossScale result{.sigma = scale.sigma, .sensitivity = scale.sensitivity};
  if (promise.quantity == Quantity::renyi) result.alpha = promise.parameter;
  if (promise.quantity == Quantity::epsilon) result.delta = promise.parameter;
  return result;
}

/// One end of the promised quantity at a share that is known.
double loss_at(const PromisedBound& promise, const NoiseScale& scale, double share, bool upwards) {
  switch (promise.quantity) {
    case Quantity::mu:
      return root(mu_squared(scale, share), upwards);
    case Quantity::attack_tpr:
      return power(root(mu_squared(scale, share), upwards), promise.parameter, upwards);
    case Quantity::exact:
    case Quantity::exact_own_noise:
      return share;
    case Quantity::renyi:
    case Quantity::epsilon:
      break;
  }
  const auto unit = promise.quantity == Quantity::renyi ? accounting::LossUnit::renyi : accounting::LossUnit::epsilon;
  const auto loss = accounting::gaussian_loss(unit, loss_scale(promise, scale), share, 0.0);
  return upwards ? loss.upper() : loss.lower();
}

/// The first share from 0 to 1 at which `condition`, which stays true once it is, is true; nothing if it never is.
std::optional<double> first_share(const std::function<bool(double)>& condition) {
  if (!condition(1.0)) return std::nullopt;
  // Doubles that are not negative are ordered as the numbers that their bits are.
  auto low = std::bit_cast<std::uint64_t>(0.0), high = std::bit_cast<std::uint64_t>(1.0);
  while (low < high) {
    const auto middle = std::midpoint(low, high);
    if (condition(std::bit_cast<double>(middle))) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return std::bit_cast<double>(high);
}

/// @throws Error(Errc::conditions) if the promise is one of the published formula, which is another for each pair.
double bound_of(const PromisedBound& promise) {
  if (!promise.bound)
    throw Error(Errc::conditions, "promised_loss", "a promise by the published formula has no bound of its own");
  return *promise.bound;
}

/// The largest mu that keeps the promise, not rounded to a side; infinity where every mu does, 0 or less where none
/// does.
double largest_mu(const PromisedBound& promise) {
  const double bound = bound_of(promise);
  switch (promise.quantity) {
    case Quantity::renyi:
      return std::sqrt(2.0 * bound / promise.parameter);
    case Quantity::epsilon:
      return divergence::gaussian_mu(bound, promise.parameter).lower();
    case Quantity::mu:
      return bound;
    case Quantity::attack_tpr:
      if (bound >= 1.0) return infinity;
      return bound > 0.0 ? normal_quantile(bound) - normal_quantile(promise.parameter) : 0.0;
    case Quantity::exact:
    case Quantity::exact_own_noise:
      break;
  }
  return 0.0;
}

}  // namespace

Bracket promised_loss(const PromisedBound& promise, const NoiseScale& scale, double least, double most) {
  const double lower = loss_at(promise, scale, least, false), upper = loss_at(promise, scale, most, true);
  return {lower, std::midpoint(lower, upper), upper};
}

Thresholds thresholds(const PromisedBound& promise, const NoiseScale& scale) {
  const double bound = bound_of(promise);
  Thresholds result;
  const auto not_safe = first_share([&](double s) { return loss_at(promise, scale, s, true) > bound; });
  if (!not_safe) {
    result.safe = 1.0;
  } else if (*not_safe > 0.0) {
    result.safe = std::nextafter(*not_safe, 0.0);
  }
  if (const auto broken = first_share([&](double s) { return loss_at(promise, scale, s, false) > bound; }))
    result.broken = *broken;
  return result;
}

std::optional<double> sigma_that_would_do(const PromisedBound& promise, const NoiseScale& scale, double most) {
  const double bound = bound_of(promise), mu = largest_mu(promise);
  if (promise.quantity == Quantity::exact || promise.quantity == Quantity::exact_own_noise) return std::nullopt;
  if (mu == infinity) return 0.0;
  if (most == 0.0 && loss_at(promise, scale, 0.0, true) <= bound) return 0.0;
  if (!(mu > 0.0)) return std::nullopt;
  const double sigma = scale.sensitivity * std::sqrt(most) / mu;
  for (double more = 1e-15; more < 1e-6; more *= 2.0) {
    const NoiseScale enough{.sigma = sigma * (1.0 + more), .sensitivity = scale.sensitivity};
    if (std::isfinite(enough.sigma) && enough.sigma > 0.0 && loss_at(promise, enough, most, true) <= bound)
      return enough.sigma;
  }
  return std::nullopt;
}

std::optional<double> advised_sigma(const PromisedBound& promise, const NoiseScale& scale, double most) {
  constexpr int digits = 5;
  const auto precise = sigma_that_would_do(promise, scale, most);
  if (!precise || *precise == 0.0) return precise;
  for (const double sigma : {decimal_below(*precise, digits), decimal_above(*precise, digits)}) {
    const NoiseScale advised{.sigma = sigma, .sensitivity = scale.sensitivity};
    if (sigma > 0.0 && std::isfinite(sigma) && loss_at(promise, advised, most, true) <= bound_of(promise)) return sigma;
  }
  return std::nullopt;
}

}  // namespace hearsay::audit
