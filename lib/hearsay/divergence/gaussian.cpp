// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <limits>
#include <numbers>

// With a = epsilon/mu - mu/2 and b = a + mu, e^epsilon phi(b) = phi(a), so that
//     delta = phi(a) (R(a) - R(b)),   R(x) = Phi(-x) / phi(x) = integral over t > 0 of exp(-x t - t^2/2),
//     R(a) - R(b) = integral over t > 0 of exp(-a t - t^2/2) (1 - exp(-mu t)):
// an integral of a positive function, in which nothing cancels. Error bounds: docs/maths/gaussian_profile.md.
#include <hearsay/core/root.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::divergence {

namespace {

constexpr double relative_error = 1e-13;             // of a difference of Mills ratios and of the integral
constexpr double complement_relative_error = 2e-14;  // of a sum of them
constexpr double inverse_sqrt_two_pi = std::numbers::inv_sqrtpi / std::numbers::sqrt2;

/// An unevaluated sum: `high` is the rounded value, `low` what rounding lost.
struct Sum {
  double high, low;
};

/// epsilon / mu + half_mu to about 100 bits.
Sum shifted_ratio(double epsilon, double mu, double half_mu) {
  const double scale = mu < 0x1p-500 ? 0x1p+520 : 1.0;  // keeps the remainder of the division representable
  const double quotient = (epsilon * scale) / (mu * scale);
  if (!std::isfinite(quotient)) return {infinity, 0.0};
  const double remainder = std::fma(-quotient, mu * scale, epsilon * scale) / (mu * scale);
  const double sum = quotient + half_mu;
  const double part = sum - quotient;
  const double lost = (quotient - (sum - part)) + (half_mu - part) + remainder;
  const double high = sum + lost;
  return {high, lost - (high - sum)};
}

/// -x^2/2 as an exponent and a correction to it.
Sum half_square(Sum x) {
  const double square = x.high * x.high;
  if (!std::isfinite(square)) return {-infinity, 0.0};
  return {-0.5 * square, -0.5 * std::fma(x.high, x.high, -square) - x.high * x.low};
}

/// Integral over t > 0 of exp(-x t - t^2/2) weight(t), x >= -1/2, cut where the exponent reaches 45.
template <class Weight>
double laplace_integral(double x, Weight weight) {
  const double cut = 90.0 / (x + std::sqrt(x * x + 90.0));
  return boost::math::quadrature::gauss<double, 30>::integrate(
      [&](double t) { return std::exp(-t * (x + 0.5 * t)) * weight(t); }, 0.0, cut);
}

/// Mills ratio Phi(-x) / phi(x), x >= 0.
double mills(double x) {
  if (x > 1e9) return 1.0 / x;
  return laplace_integral(x, [](double) { return 1.0; });
}

/// delta = e^exponent * factor, or 1 - e^exponent * factor.
struct Profile {
  double exponent, factor;
  bool complement;
  [[nodiscard]] double value() const {
    const double part = std::exp(exponent) * factor;
    return complement ? 1.0 - part : part;
  }
  /// Bound on |value() - delta| (docs/maths/gaussian_profile.md).
  [[nodiscard]] double error() const {
    const double part = std::exp(exponent) * factor;
    return complement ? complement_relative_error * part + 0x1p-52 : relative_error * part;
  }
  /// ln(delta), finite: no target of a root search is below -745.
  [[nodiscard]] double log() const {
    return std::max(-1e4, complement ? std::log1p(-std::exp(exponent) * factor) : exponent + std::log(factor));
  }
};

/// @pre mu > 0.
Profile profile(double mu, double epsilon) {
  const Sum a = shifted_ratio(epsilon, mu, -0.5 * mu);
  const Sum b = shifted_ratio(epsilon, mu, 0.5 * mu);
  const Sum exponent = half_square(a);
  if (exponent.high < -1e6) return {-infinity, 1.0, a.high < 0.0};  // nothing of phi(a) is left
  const double density = inverse_sqrt_two_pi * std::exp(exponent.low);
  if (mu < 0.6 * std::max(1.0, a.high)) {
    const double mean =
        laplace_integral(a.high, [mu](double t) { return mu * t < 1e-18 ? t : -std::expm1(-mu * t) / mu; });
    return {exponent.high, density * mean * mu, false};
  }
  if (a.high >= 0.0) return {exponent.high, density * (mills(a.high) - mills(b.high)), false};
  return {exponent.high, density * (mills(-a.high) + mills(b.high)), true};
}

Bracket bracket(const Profile& delta) {
  const double tiny = 4.0 * std::numeric_limits<double>::denorm_min();
  const double estimate = std::clamp(delta.value(), 0.0, 1.0);
  const double lower = std::nextafter(estimate - delta.error(), 0.0) - tiny;
  const double upper = std::nextafter(estimate + delta.error(), 2.0) + tiny;
  return {std::max(lower, 0.0), estimate, std::min(upper, 1.0)};
}

/// The point where an increasing function changes sign in [low, high].
template <class Function>
double root(Function function, double low, double high) {
  const double at_low = function(low), at_high = function(high);
  if (at_low >= 0.0) return low;
  if (at_high <= 0.0) return high;
  const auto [left, right] = bracket_root(function, low, high, at_low, at_high, 50, 300);
  return left + 0.5 * (right - left);
}

/// Moves from `start` by 1, 2, 4, ... of its rounding errors until `safe`, no further than itself or 1e-12. @return
/// infinity if it is not before that, or before it leaves the numbers >= 0.
template <class Condition>
double widen(double start, double direction, Condition safe) {
  if (safe(start)) return start;
  const double first = std::max(start * 0x1p-52, std::numeric_limits<double>::denorm_min());
  for (double distance = first; distance < std::max(start, 1e-12); distance *= 2.0) {
    const double moved = start + direction * distance;
    if (moved < 0.0) break;
    if (safe(moved)) return moved;
  }
  return infinity;
}

}  // namespace

Bracket gaussian_delta(double mu, double epsilon) {
  require_non_negative("gaussian_delta", "mu", mu);
  require_non_negative("gaussian_delta", "epsilon", epsilon);
  if (mu == 0.0) return Bracket::exact(0.0);
  return bracket(profile(mu, epsilon));
}

Bracket gaussian_epsilon(double mu, double delta) {
  require_non_negative("gaussian_epsilon", "mu", mu);
  require_open_unit("gaussian_epsilon", "delta", delta);
  if (gaussian_delta(mu, 0.0).upper() <= delta) return Bracket::exact(0.0);
  const double target = std::log(delta);
  // delta <= Phi(-a) <= exp(-a^2/2) for a >= 0, so a = sqrt(2 ln(1/delta)) is far enough.
  const double enough = mu * (0.5 * mu + std::sqrt(-2.0 * target)) * (1.0 + 1e-12);
  if (!(enough < 1e300)) {
    throw Error(Errc::not_converged, "gaussian_epsilon",
                fmt::format("epsilon of mu = {} is too large for a double", mu));
  }
  const double estimate = root([&](double epsilon) { return target - profile(mu, epsilon).log(); }, 0.0, enough);
  const double upper =
      widen(estimate, 1.0, [&](double epsilon) { return gaussian_delta(mu, epsilon).upper() <= delta; });
  const double lower =
      widen(estimate, -1.0, [&](double epsilon) { return gaussian_delta(mu, epsilon).lower() >= delta; });
  if (upper == infinity) {
    throw Error(Errc::not_converged, "gaussian_epsilon",
                fmt::format("no certified epsilon for mu = {}, delta = {}", mu, delta));
  }
  return {lower == infinity ? 0.0 : lower, estimate, upper};
}

Bracket gaussian_mu(double epsilon, double delta) {
  require_non_negative("gaussian_mu", "epsilon", epsilon);
  require_open_unit("gaussian_mu", "delta", delta);
  const double target = std::log(delta);
  const auto excess = [&](double mu) { return profile(mu, epsilon).log() - target; };
  // As in gaussian_epsilon: a = sqrt(2 ln(1/delta)) is safe, and mu >= delta for epsilon = 0 since erf(x) <= 2 x /
  // sqrt(pi).
  const double c = std::sqrt(-2.0 * target);
  const double low = std::max(2.0 * epsilon / (c + std::sqrt(c * c + 2.0 * epsilon)) * (1.0 - 1e-12), 0.5 * delta);
  double high = std::max(2.0 * low, std::numeric_limits<double>::min());
  while (excess(high) < 0.0) high *= 2.0;
  const double estimate = root(excess, std::min(low, high), high);
  const double lower = widen(estimate, -1.0, [&](double mu) { return gaussian_delta(mu, epsilon).upper() <= delta; });
  const double upper = widen(estimate, 1.0, [&](double mu) { return gaussian_delta(mu, epsilon).lower() >= delta; });
  if (lower == infinity || upper == infinity) {
    throw Error(Errc::not_converged, "gaussian_mu",
                fmt::format("no certified mu for epsilon = {}, delta = {}", epsilon, delta));
  }
  return {lower, estimate, upper};
}

double classical_sigma(double epsilon, double delta) {
  require_positive("classical_sigma", "epsilon", epsilon);
  require_open_unit("classical_sigma", "delta", delta);
  return std::sqrt(2.0 * std::log(1.25 / delta)) / epsilon;
}

double compose_gaussian(double mu, double count) {
  require_non_negative("compose_gaussian", "mu", mu);
  require_non_negative("compose_gaussian", "count", count);
  return mu * std::sqrt(count);
}

double gaussian_power(double mu, double false_positive_rate) {
  require_non_negative("gaussian_power", "mu", mu);
  require_open_unit("gaussian_power", "false_positive_rate", false_positive_rate);
  const double threshold = normal_quantile(false_positive_rate);
  return 0.5 * std::erfc(-(threshold + mu) / std::numbers::sqrt2);
}

}  // namespace hearsay::divergence
