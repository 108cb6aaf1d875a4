// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/detail/time_series_inverse.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/core/rounding.hpp>
#include <hearsay/divergence/tilted_fft.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Fft;
using Complex = std::complex<double>;

constexpr double damping = 24.0;  // ln of what wraps around in time

/// The sum over all points, and what its error is made from: with g = 1 - F, f = g + F' or 1, a the numerator.
struct Sums {
  Complex total = 0.0;  ///< of a f / g
  double once = 0.0, twice = 0.0, squares_once = 0.0, squares_twice = 0.0, beside = 0.0,
         squares_beside = 0.0;  ///< of |a f / g|, |a f / g^2|, |f / g|^2, |a f / g^2|^2, |a / g|, |a / g|^2
  double least = std::numeric_limits<double>::infinity();  ///< |g|^2
};

/// Sums over all points, the total in blocks of 64.
Sums sums_over(const std::vector<Complex>& numerator, const TransformedSeries& later, const TransformedSeries* first) {
  Sums sums;
  double once = 0.0, twice = 0.0, squares_once = 0.0, squares_twice = 0.0, beside = 0.0, squares_beside = 0.0,
         least = sums.least;
  for (std::size_t block = 0; block < numerator.size(); block += 64) {
    Complex part = 0.0;
    for (std::size_t k = block; k < block + 64; ++k) {
      const Complex gain = 1.0 - later.values[k], factor = first ? gain + first->values[k] : 1.0,
                    top = numerator[k] * factor;
      const double norm = std::norm(gain), above = std::norm(top);
      part += top * std::conj(gain) / norm;
      least = std::min(least, norm);
      once += std::sqrt(above / norm), twice += std::sqrt(above) / norm;
      squares_once += std::norm(factor) / norm, squares_twice += above / (norm * norm);
      if (first) beside += std::sqrt(std::norm(numerator[k]) / norm), squares_beside += std::norm(numerator[k]) / norm;
    }
    sums.total += part;
  }
  return {sums.total, once, twice, squares_once, squares_twice, beside, squares_beside, least};
}

}  // namespace

TimeSeriesInverse::TimeSeriesInverse(const std::vector<double>& tail, double growth, double log_bound) {
  const auto last = tail.size() - 1;
  const std::size_t times = divergence::fft_points(2.0 * (static_cast<double>(last) + 1.0));
  const auto size = static_cast<double>(times);
  inner_ = damping / size, amplified_ = std::exp(inner_ * static_cast<double>(last));
  wrapped_ = 1.001 * std::exp(-damping + log_bound);
  numerator_.resize(times);
  Fft fft(Fft::Kind::complex, times);
  std::fill_n(fft.spectrum(), times, 0.0);
  double squares = 0.0;
  for (std::size_t l = 0; l < tail.size(); ++l) {
    const double value = tail[l] * std::exp(-(growth + inner_) * static_cast<double>(l));
    fft.spectrum()[l] = value, squares += value * value;
  }
  tail_error_ = Fft::error(times) * std::sqrt(squares);
  fft.forward();
  for (std::size_t k = 0; k < times; ++k) {
    numerator_[k] = fft.spectrum()[k] * std::polar(1.0, 2.0 * M_PI * static_cast<double>((k * last) % times) / size);
  }
}

TimeSeriesInverse::Coefficient TimeSeriesInverse::coefficient(const TransformedSeries& later,
                                                              const TransformedSeries* first) const {
  const auto sums = sums_over(numerator_, later, first);
  const auto size = static_cast<double>(points());
  const double first_everywhere = first ? first->everywhere : 0.0, first_in_norm = first ? first->in_norm : 0.0;
  // Errors: of the spectra of the losses, of the FFTs in time (Cauchy-Schwarz), of the sums; twice, for the second
  // order.
  if (later.everywhere + later.in_norm * std::sqrt(size) > 0.25 * std::sqrt(sums.least)) {
    throw Error(Errc::not_converged, "TokenLoss", "the renewal equation is too close to singular for double precision");
  }
  return {.value = amplified_ / size * sums.total,
          .error = 2.0 * amplified_ *
                       (sums.twice / size * later.everywhere + later.in_norm * std::sqrt(sums.squares_twice / size) +
                        tail_error_ * std::sqrt(sums.squares_once / size) +
                        sums.beside / size * (later.everywhere + first_everywhere + 8.0 * unit_roundoff) +
                        (later.in_norm + first_in_norm) * std::sqrt(sums.squares_beside / size) +
                        unit_roundoff * (64.0 + size / 64.0) * sums.once / size) +
                   wrapped_};
}

}  // namespace hearsay::accounting
