// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <span>

#include <hearsay/divergence/fft.hpp>
#include <hearsay/divergence/tilted_law.hpp>

namespace hearsay::divergence {

/// The least power of two that is at least `least`, and at least 64. @pre least <= 2^62.
[[nodiscard]] std::size_t fft_points(double least);

/// How many of the `points` frequencies of a real transform the j-th of points/2 + 1 stands for: itself and its
/// conjugate.
[[nodiscard]] inline double multiplicity(std::size_t j, std::size_t points) {
  return j == 0 || 2 * j == points ? 1.0 : 2.0;
}

/// Transforms masses at the grid points first, first + 1, ..., wrapped around the points of `fft`: its spectrum is then
/// sum_i mass[i] e^(-2 pi i (first + i) j / points).
/// @return a bound on the 2-norm of the spectrum's error, error(points) sqrt(points) |mass|_2. @pre fft is real.
[[nodiscard]] double transform_masses(Fft& fft, std::span<const double> mass, std::int64_t first);

/// Fills law.mass, of as many points as `fft` has, and law.error from the spectrum of the tilted law, whose masses lie
/// at the grid points law.first, law.first + 1, ... relative to the origin `origin`.
/// @param error  of every mass before the backward transform, whose own is added.
/// @pre fft is real; spectrum has points/2 + 1 entries.
void invert_spectrum(TiltedLaw& law, Fft& fft, std::span<const std::complex<double>> spectrum, double error,
                     std::int64_t origin = 0);

}  // namespace hearsay::divergence
