// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/core/rounding.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/divergence/tilted_fft.hpp>
#include <hearsay/divergence/tilted_law.hpp>

// Bounds: docs/maths/privacy_loss.md.

namespace hearsay::divergence {

namespace {

constexpr std::size_t most_points = std::size_t{1} << 25;

const Pld::Grid& grid_of(const Pld& pld, Side side) {
  return side == Side::pessimistic ? pld.pessimistic() : pld.optimistic();
}

/// ln of the moment generating function of the finite part at `tilt`, and the mean of the tilted law.
struct Moments {
  double log_mgf, mean;
};

Moments moments(const Pld::Grid& grid, double step, double tilt) {
  double largest = -infinity;
  const auto at = [&](std::size_t i) {
    return tilt * step * static_cast<double>(grid.first + static_cast<std::int64_t>(i));
  };
  for (std::size_t i = 0; i < grid.mass.size(); ++i) {
    if (grid.mass[i] > 0.0) largest = std::max(largest, std::log(grid.mass[i]) + at(i));
  }
  if (largest == -infinity) return {-infinity, 0.0};
  Sum sum, first;
  for (std::size_t i = 0; i < grid.mass.size(); ++i) {
    if (grid.mass[i] == 0.0) continue;
    const double term = grid.mass[i] * std::exp(at(i) - largest);
    sum.add(term);
    first.add(term * step * static_cast<double>(grid.first + static_cast<std::int64_t>(i)));
  }
  return {largest + std::log(sum.value()), first.value() / sum.value()};
}

std::complex<double> power(std::complex<double> base, std::uint64_t exponent) {
  std::complex<double> result = 1.0;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1u) result *= base;
    base *= base;
  }
  return result;
}

/// Window [low, high] of total loss that holds all but outside_mass of the tilted law on each side, by Chernoff's
/// bound.
std::pair<double, double> window(const std::vector<Repeated>& parts, Side side, double tilt) {
  const auto log_mgf = [&](double at) {
    double sum = 0.0;
    for (const auto& part : parts)
      sum += static_cast<double>(part.count) * moments(grid_of(*part.pld, side), part.pld->step(), at).log_mgf;
    return sum;
  };
  double lowest = 0.0, highest = 0.0;  // of the support
  for (const auto& part : parts) {
    const auto& grid = grid_of(*part.pld, side);
    lowest += static_cast<double>(part.count) * part.pld->step() * static_cast<double>(grid.first);
    highest += static_cast<double>(part.count) * part.pld->step() *
               static_cast<double>(grid.first + static_cast<std::int64_t>(grid.mass.size()) - 1);
  }
  const double base = log_mgf(tilt);
  double low = lowest, high = highest;
  for (double lambda = 1.0 / 1024.0; lambda < 1e5; lambda *= 2.0) {
    const double before = high - low;
    high = std::min(high, (log_mgf(tilt + lambda) - base - TiltedLaw::log_outside) / lambda);
    low = std::max(low, (base - log_mgf(tilt - lambda) + TiltedLaw::log_outside) / lambda);
    if (lambda > 1.0 && high - low >= before) break;
  }
  return {low, high};
}

/// Probability that some loss is infinite.
double infinite_mass(const std::vector<Repeated>& parts, Side side) {
  double finite = 0.0;
  for (const auto& part : parts)
    finite += static_cast<double>(part.count) * std::log1p(-grid_of(*part.pld, side).infinite);
  return -std::expm1(finite);
}

/// Of every term of delta: accuracy of the cells, which moves losses too; points taken for grid points; rounding of the
/// tilted masses.
double relative_error(const std::vector<Repeated>& parts, Side side, double tilt) {
  const double step = parts.front().pld->step();
  double error = 0.0;
  for (const auto& part : parts) {
    const auto& grid = grid_of(*part.pld, side);
    const auto last = grid.first + static_cast<std::int64_t>(grid.mass.size());
    const double largest_loss = step * static_cast<double>(std::max(std::abs(grid.first), std::abs(last)));
    error +=
        static_cast<double>(part.count) * ((3.0 + 2.0 * tilt) * part.pld->accuracy() + (1.0 + tilt) * Pld::snap * step +
                                           unit_roundoff * (64.0 + 8.0 * (1.0 + tilt) * largest_loss));
  }
  return error + 1e-13;
}

/// Masses times e^(tilt loss - log_mgf).
std::vector<double> tilted_masses(const Pld::Grid& grid, double step, double tilt, double log_mgf) {
  std::vector<double> mass(grid.mass.size(), 0.0);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const auto index = grid.first + static_cast<std::int64_t>(i);
    if (grid.mass[i] != 0.0)
      mass[i] = std::exp(std::log(grid.mass[i]) + tilt * step * static_cast<double>(index) - log_mgf);
  }
  return mass;
}

/// Product of the parts' spectra, tilted and normalized, and the error that it causes in every mass.
struct Product {
  std::vector<std::complex<double>> spectrum;
  double log_scale = 0.0;
  std::int64_t origin = 0;  ///< grid index of its origin
  double error = 0.0;
};

Product product_of(const std::vector<Repeated>& parts, Side side, double tilt, Fft& fft) {
  const double step = parts.front().pld->step();
  const std::size_t points = fft.points(), frequencies = points / 2 + 1;
  Product product{.spectrum = std::vector<std::complex<double>>(frequencies, 1.0)};
  double total_count = 0.0;
  for (const auto& part : parts) {
    const auto& grid = grid_of(*part.pld, side);
    const auto [log_mgf, mean] = moments(grid, step, tilt);
    const auto count = static_cast<double>(part.count);
    product.log_scale += count * log_mgf;
    total_count += count;
    // Indices relative to the rounded tilted mean keep the phases of the spectrum slow.
    const auto center = static_cast<std::int64_t>(std::llround(mean / step));
    product.origin += center * static_cast<std::int64_t>(part.count);
    const double spectrum_error = transform_masses(fft, tilted_masses(grid, step, tilt, log_mgf), grid.first - center);
    // |a^k - b^k| <= k |a - b| max^(k-1): by Cauchy-Schwarz the inverse transform errs by k |error|_2 |max^(k-1)|_2 /
    // points; the other parts' spectra are at most 1.
    double powers = 0.0;
    for (std::size_t j = 0; j < frequencies; ++j) {
      const double size = std::min(1.0, std::abs(fft.spectrum()[j]) + spectrum_error);
      powers += multiplicity(j, points) * std::pow(size, 2.0 * (count - 1.0));
      product.spectrum[j] *= power(fft.spectrum()[j], part.count);
    }
    product.error += count * spectrum_error * std::sqrt(powers) / static_cast<double>(points);
  }
  double mean_size = 0.0;
  for (std::size_t j = 0; j < frequencies; ++j) mean_size += multiplicity(j, points) * std::abs(product.spectrum[j]);
  product.error +=
      8.0 * unit_roundoff * total_count * mean_size / static_cast<double>(points);  // rounding of the powers
  return product;
}

/// The composed law of one side, tilted by e^(tilt loss).
TiltedLaw compose(const std::vector<Repeated>& parts, Side side, double tilt) {
  const double step = parts.front().pld->step();
  TiltedLaw result{.tilt = tilt, .step = step};
  result.infinite = infinite_mass(parts, side);
  result.relative_error = relative_error(parts, side, tilt);
  const auto [low, high] = window(parts, side, tilt);
  result.first = static_cast<std::int64_t>(std::floor(low / step)) - 1;
  const double wanted = (high - low) / step + 4.0;
  if (!(wanted <= static_cast<double>(most_points))) {
    throw Error(Errc::too_large, "Composition",
                fmt::format("step = {} would need an FFT of {:.3g} points, more than {}; use a larger step", step,
                            wanted, most_points));
  }
  Fft fft(Fft::Kind::real, fft_points(wanted));
  const auto product = product_of(parts, side, tilt, fft);
  result.log_scale = product.log_scale;
  invert_spectrum(result, fft, product.spectrum, product.error, product.origin);
  return result;
}

/// ln MGF and mean of the total loss, tilted.
Moments total_moments(const std::vector<Repeated>& parts, Side side, double tilt) {
  Moments total{0.0, 0.0};
  for (const auto& part : parts) {
    const auto one = moments(grid_of(*part.pld, side), part.pld->step(), tilt);
    total.log_mgf += static_cast<double>(part.count) * one.log_mgf;
    total.mean += static_cast<double>(part.count) * one.mean;
  }
  return total;
}

/// Largest tilt up to 1e6 for which `condition` holds, which is true up to some point; to three digits: the tilt only
/// steers accuracy, never validity.
template <class Condition>
double largest_tilt(Condition condition) {
  if (!condition(1e-3)) return 0.0;
  double low = 1e-3;
  while (low < 1e6 && condition(2.0 * low)) low *= 2.0;
  double high = 2.0 * low;
  while (high > 1.001 * low) {
    const double middle = std::sqrt(low * high);
    (condition(middle) ? low : high) = middle;
  }
  return low;
}

bool all_empty(const std::vector<Repeated>& parts, Side side) {
  return std::ranges::any_of(parts, [&](const Repeated& part) { return grid_of(*part.pld, side).mass.empty(); });
}

/// The tilt at which the tilted mean of the total loss is epsilon.
double tilt_for_epsilon(const std::vector<Repeated>& parts, double epsilon) {
  return largest_tilt([&](double tilt) { return total_moments(parts, Side::pessimistic, tilt).mean < epsilon; });
}

/// The tilt at which Chernoff's bound reaches delta.
double tilt_for_delta(const std::vector<Repeated>& parts, double delta) {
  return largest_tilt([&](double tilt) {
    const auto [log_mgf, mean] = total_moments(parts, Side::pessimistic, tilt);
    return log_mgf - tilt * mean > std::log(delta) + 2.0;
  });
}

}  // namespace

Composition::Composition(std::vector<Repeated> parts) : parts_(std::move(parts)) {
  std::erase_if(parts_, [](const Repeated& part) { return part.count == 0; });
  if (parts_.empty()) throw Error(Errc::shape, "Composition", "there must be at least one mechanism with a count >= 1");
  for (const auto& part : parts_) {
    if (part.pld->step() != parts_.front().pld->step()) {
      throw Error(Errc::shape, "Composition",
                  fmt::format("steps {} and {}: all mechanisms must be on one grid", parts_.front().pld->step(),
                              part.pld->step()));
    }
  }
}

Bracket Composition::delta(double epsilon) const {
  require_non_negative("Composition::delta", "epsilon", epsilon);
  const double tilt = all_empty(parts_, Side::pessimistic) ? 0.0 : tilt_for_epsilon(parts_, epsilon);
  const auto end = [&](Side side) {
    return all_empty(parts_, side) ? infinite_mass(parts_, side) : compose(parts_, side, tilt).delta(epsilon, side);
  };
  const double upper = end(Side::pessimistic), lower = std::min(end(Side::optimistic), upper);
  return {lower, std::clamp(0.5 * (lower + upper), lower, upper), upper};
}

Bracket Composition::epsilon(double delta) const {
  require_open_unit("Composition::epsilon", "delta", delta);
  if (infinite_mass(parts_, Side::pessimistic) >= delta) {
    throw Error(Errc::conditions, "Composition::epsilon",
                fmt::format("delta = {} must exceed {}, the probability of an infinite loss: no finite epsilon exists",
                            delta, infinite_mass(parts_, Side::pessimistic)));
  }
  if (all_empty(parts_, Side::pessimistic)) return Bracket::exact(0.0);
  const double remaining = delta - infinite_mass(parts_, Side::pessimistic);
  const double tilt = tilt_for_delta(parts_, remaining);
  const double upper = safe_epsilon(compose(parts_, Side::pessimistic, tilt), delta);
  const double lower = all_empty(parts_, Side::optimistic) || upper == 0.0
                           ? 0.0
                           : attained_epsilon(compose(parts_, Side::optimistic, tilt), delta, upper);
  return {lower, std::clamp(0.5 * (lower + upper), lower, upper), upper};
}

}  // namespace hearsay::divergence
