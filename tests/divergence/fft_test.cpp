// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <hearsay/divergence/fft.hpp>

namespace hearsay::divergence {
namespace {

constexpr std::size_t points = 16;

double sample(std::size_t j) { return std::sin(1.0 + 3.0 * static_cast<double>(j)); }

/// sum_j x_j e^(-2 pi i j k / points), term by term.
std::complex<double> by_definition(std::size_t k) {
  std::complex<double> sum = 0.0;
  for (std::size_t j = 0; j < points; ++j)
    sum += sample(j) * std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(j * k) / points);
  return sum;
}

TEST(Fft, OfRealNumbersIsTheDefinition) {
  Fft fft(Fft::Kind::real, points);
  ASSERT_EQ(fft.points(), points);
  for (std::size_t j = 0; j < points; ++j) fft.real()[j] = sample(j);
  fft.forward();
  for (std::size_t k = 0; k <= points / 2; ++k) EXPECT_LT(std::abs(fft.spectrum()[k] - by_definition(k)), 1e-13) << k;
}

TEST(Fft, OfComplexNumbersIsTheDefinition) {
  Fft fft(Fft::Kind::complex, points);
  for (std::size_t j = 0; j < points; ++j) fft.spectrum()[j] = {0.0, sample(j)};
  fft.forward();
  for (std::size_t k = 0; k < points; ++k) {
    EXPECT_LT(std::abs(fft.spectrum()[k] - std::complex<double>(0.0, 1.0) * by_definition(k)), 1e-13) << k;
  }
}

TEST(Fft, ThereAndBackMultipliesByTheNumberOfPointsWithinItsBound) {
  Fft fft(Fft::Kind::real, points);
  double size = 0.0;
  for (std::size_t j = 0; j < points; ++j) fft.real()[j] = sample(j), size += sample(j) * sample(j);
  fft.forward();
  fft.backward();
  double error = 0.0;
  for (std::size_t j = 0; j < points; ++j) error += std::pow(fft.real()[j] / points - sample(j), 2);
  EXPECT_LE(std::sqrt(error), 2.0 * Fft::error(points) * std::sqrt(size));
  EXPECT_GT(Fft::error(1 << 20), Fft::error(1 << 10));
}

}  // namespace
}  // namespace hearsay::divergence
