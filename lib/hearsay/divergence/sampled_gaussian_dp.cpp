// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/sampled_gaussian_dp.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include <hearsay/core/decimal.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/gaussian_dp.hpp>
#include <hearsay/divergence/pld.hpp>

namespace hearsay::divergence {

namespace {

constexpr double wanted_width = 2e-3;      // relative to the upper end
constexpr double negligible_width = 1e-9;  // of an epsilon, absolute
constexpr int most_attempts = 4;
constexpr double most_shift = 20.0;  // beyond, releases of a record count as not sampled
constexpr double most_grid_points = 0x1p18;
constexpr double outward = 1e-12;

double loss_shift(const SampledGaussian& m) {
  return (m.adjacency == Adjacency::replace ? 2.0 : 1.0) / m.noise_multiplier;
}

/// The same releases without sampling, which lose no less.
GaussianDp unsampled(const SampledGaussian& m) {
  const double mu = compose_gaussian(loss_shift(m), static_cast<double>(m.count));
  return GaussianDp(Bracket(mu * (1.0 - outward), mu, mu * (1.0 + outward)));
}

/// The sum over the releases of the total variation of their pairs, rounded up: the delta at epsilon = 0, at most.
double total_variation(const SampledGaussian& m) {
  const double one = std::erf(0.5 * loss_shift(m) / std::numbers::sqrt2);
  return static_cast<double>(m.count) * m.rate * one * (1.0 + outward);
}

GaussianMixturePair pair_of(const SampledGaussian& m) {
  const double q = m.rate, shift = 1.0 / m.noise_multiplier;
  if (m.adjacency == Adjacency::add_remove) return {{0.0, shift}, {1.0 - q, q}, {0.0}, {1.0}, 1.0};
  return {{0.0, shift}, {1.0 - q, q}, {-shift, 0.0}, {q, 1.0 - q}, 1.0};
}

/// The grid of privacy losses: a first step, and the least that memory and time allow.
struct Steps {
  double first, least;
};

/// The first step is a part of the standard deviation of one loss: the brackets are wide by its square. The range of
/// one loss is ln(1 - q) to ln(q) + m reach + m^2 / 2, twice that for `replace`.
Steps steps_of(const SampledGaussian& m, double reach) {
  const double shift = loss_shift(m), range = shift * (reach + 1.0) + 0.5 * shift * shift;
  const double deviation = std::min(m.rate * std::sqrt(std::expm1(std::min(shift * shift, 4.0))), shift);
  const double least = range / most_grid_points;
  return {std::clamp(0.1 * deviation, least, range / 64.0), least};
}

/// Standard deviations beyond which the mass counts as an infinite loss: it must be far below delta.
double reach_of(double delta) { return delta > 1e-30 ? 14.0 : 37.0; }

Bracket larger(const Bracket& a, const Bracket& b) {
  const double lower = std::max(a.lower(), b.lower()), upper = std::max(a.upper(), b.upper());
  return {lower, std::midpoint(lower, upper), upper};
}

/// Both hold.
Bracket both(const Bracket& a, const Bracket& b) {
  const double upper = std::min(a.upper(), b.upper()), lower = std::min(std::max(a.lower(), b.lower()), upper);
  return {lower, std::midpoint(lower, upper), upper};
}

/// ask(composition) of the worse direction.
template <class Ask>
Bracket composed(const SampledGaussian& m, double step, double reach, const Ask& ask) {
  const auto pair = pair_of(m);
  const auto forward = Pld::gaussian_mixture(pair, step, Direction::forward, reach);
  const auto found = ask(Composition(forward, m.count));
  if (m.adjacency == Adjacency::replace) return found;  // its own mirror image
  const auto backward = Pld::gaussian_mixture(pair, step, Direction::backward, reach);
  return larger(found, ask(Composition(backward, m.count)));
}

/// Ever finer grids, until the bracket is narrow. @param found  holds already.
template <class Ask>
Bracket refined(const SampledGaussian& m, double delta, Bracket found, double negligible, const Ask& ask) {
  const double reach = reach_of(delta);
  const auto steps = steps_of(m, reach);
  double step = steps.first;
  for (int attempt = 0; attempt < most_attempts; ++attempt) {
    const double before = found.width();
    try {
      found = both(found, composed(m, step, reach, ask));
    } catch (const Error& error) {
      // Too many points; or delta is below the mass beyond the reach, and no epsilon of this grid is finite.
      if (error.code() != Errc::too_large && error.code() != Errc::conditions) throw;
      return found;
    }
    const bool narrow = found.width() <= std::max(wanted_width * found.upper(), negligible);
    if (narrow || found.width() > 0.7 * before || step <= steps.least) break;
    step = std::max(0.5 * step, steps.least);
  }
  return found;
}

/// Whether the mechanism shows nothing at all.
bool shows_nothing(const SampledGaussian& m) { return m.rate == 0.0 || m.count == 0; }

}  // namespace

std::string_view to_string(Adjacency adjacency) { return adjacency == Adjacency::replace ? "replace" : "add-remove"; }

SampledGaussianDp::SampledGaussianDp(const SampledGaussian& mechanism) : mechanism_(mechanism) {
  require_unit("SampledGaussianDp", "rate", mechanism.rate);
  require_positive("SampledGaussianDp", "noise_multiplier", mechanism.noise_multiplier);
}

Bracket SampledGaussianDp::delta(double epsilon) const {
  require_non_negative("SampledGaussianDp::delta", "epsilon", epsilon);
  if (shows_nothing(mechanism_)) return Bracket::exact(0.0);
  const auto whole = unsampled(mechanism_).delta(epsilon);
  if (mechanism_.rate == 1.0) return whole;
  const double most = std::min({1.0, whole.upper(), total_variation(mechanism_)});
  if (loss_shift(mechanism_) > most_shift) return {0.0, most, most};
  return refined(mechanism_, most, {0.0, most, most}, 0.0,
                 [&](const Composition& composition) { return composition.delta(epsilon); });
}

Bracket SampledGaussianDp::epsilon(double delta) const {
  require_open_unit("SampledGaussianDp::epsilon", "delta", delta);
  if (shows_nothing(mechanism_)) return Bracket::exact(0.0);
  const auto whole = unsampled(mechanism_).epsilon(delta);
  if (mechanism_.rate == 1.0) return whole;
  if (whole.upper() == 0.0 || total_variation(mechanism_) <= delta) return Bracket::exact(0.0);
  if (loss_shift(mechanism_) > most_shift) return {0.0, whole.upper(), whole.upper()};
  return refined(mechanism_, delta, {0.0, whole.upper(), whole.upper()}, negligible_width,
                 [&](const Composition& composition) { return composition.epsilon(delta); });
}

std::optional<double> least_noise_multiplier(const SampledGaussian& mechanism, double epsilon, double delta) {
  require_non_negative("least_noise_multiplier", "epsilon", epsilon);
  constexpr double smallest = 1e-4, largest = 1e6;
  constexpr int digits = 5;
  const auto keeps = [&](double multiplier) {
    auto changed = mechanism;
    changed.noise_multiplier = multiplier;
    return SampledGaussianDp(changed).epsilon(delta).upper() <= epsilon;
  };
  double low = 1.0, high = 1.0;  // the latter keeps the promise, the former does not
  if (keeps(high)) {
    for (low = decimal_above(0.5, digits); keeps(low); low = decimal_above(0.5 * high, digits)) {
      if (low < smallest) return 0.0;
      high = low;
    }
  } else {
    for (high = 2.0; !keeps(high); high = decimal_above(2.0 * low, digits)) {
      if (high > largest) return std::nullopt;
      low = high;
    }
  }
  while (true) {
    const double middle = decimal_above(std::sqrt(low * high), digits);
    if (!(middle > low && middle < high)) return high;
    (keeps(middle) ? high : low) = middle;
  }
}

}  // namespace hearsay::divergence
