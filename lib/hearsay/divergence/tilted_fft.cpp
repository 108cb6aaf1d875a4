// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/divergence/tilted_fft.hpp>

#include <algorithm>
#include <cmath>

// Bounds: docs/maths/privacy_loss.md.

namespace hearsay::divergence {

namespace {

std::size_t wrapped(std::int64_t index, std::int64_t points) {
  return static_cast<std::size_t>((index % points + points) % points);
}

}  // namespace

std::size_t fft_points(double least) {
  std::size_t points = 64;
  while (static_cast<double>(points) < least) points *= 2;
  return points;
}

double transform_masses(Fft& fft, std::span<const double> mass, std::int64_t first) {
  const std::size_t points = fft.points();
  std::fill_n(fft.real(), points, 0.0);
  for (std::size_t i = 0; i < mass.size(); ++i)
    fft.real()[wrapped(first + static_cast<std::int64_t>(i), static_cast<std::int64_t>(points))] += mass[i];
  double squares = 0.0;
  for (std::size_t i = 0; i < points; ++i) squares += fft.real()[i] * fft.real()[i];
  fft.forward();
  return Fft::error(points) * std::sqrt(static_cast<double>(points) * squares);
}

void invert_spectrum(TiltedLaw& law, Fft& fft, std::span<const std::complex<double>> spectrum, double error,
                     std::int64_t origin) {
  const std::size_t points = fft.points();
  const auto size = static_cast<double>(points);
  double squares = 0.0;
  for (std::size_t j = 0; j < spectrum.size(); ++j) squares += multiplicity(j, points) * std::norm(spectrum[j]);
  std::ranges::copy(spectrum, fft.spectrum());
  fft.backward();
  law.error = (error + Fft::error(points) * std::sqrt(squares / size)) * (1.0 + 1e-6);
  law.mass.resize(points);
  for (std::size_t i = 0; i < points; ++i) {
    law.mass[i] =
        fft.real()[wrapped(law.first + static_cast<std::int64_t>(i) - origin, static_cast<std::int64_t>(points))] /
        size;
  }
}

}  // namespace hearsay::divergence
