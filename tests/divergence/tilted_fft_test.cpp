// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include <hearsay/divergence/tilted_fft.hpp>

namespace hearsay::divergence {
namespace {

TEST(FftPoints, IsTheLeastPowerOfTwoThatHoldsThemButAtLeast64) {
  EXPECT_EQ(fft_points(1.0), 64u);
  EXPECT_EQ(fft_points(64.0), 64u);
  EXPECT_EQ(fft_points(64.5), 128u);
  EXPECT_EQ(fft_points(1000.0), 1024u);
}

TEST(Multiplicity, AddsUpToThePoints) {
  double sum = 0.0;
  for (std::size_t j = 0; j <= 32; ++j) sum += multiplicity(j, 64);
  EXPECT_EQ(sum, 64.0);
}

TEST(TransformMasses, IsTheCharacteristicFunctionOnTheGrid) {
  const std::vector<double> mass{0.2, 0.5, 0.0, 0.3};
  for (const std::int64_t first : {-2, 0, 61, 1000}) {  // also around the circle
    Fft fft(Fft::Kind::real, 64);
    const double error = transform_masses(fft, mass, first);
    double squares = 0.0;
    for (std::size_t j = 0; j <= 32; ++j) {
      std::complex<double> sum = 0.0;
      for (std::size_t i = 0; i < mass.size(); ++i) {
        sum += mass[i] *
               std::polar(1.0, -2.0 * std::numbers::pi *
                                   static_cast<double>(
                                       ((first + static_cast<std::int64_t>(i)) * static_cast<std::int64_t>(j)) % 64) /
                                   64.0);
      }
      squares += multiplicity(j, 64) * std::norm(sum - fft.spectrum()[j]);
    }
    EXPECT_LE(std::sqrt(squares), error + 1e-14);
    EXPECT_LT(error, 1e-12);
  }
}

TEST(InvertSpectrum, GivesTheMassesBackOnTheLawsWindow) {
  const std::vector<double> mass{0.2, 0.5, 0.0, 0.3};  // at -3 .. 0
  Fft fft(Fft::Kind::real, 64);
  const std::int64_t origin = -1;
  (void)transform_masses(fft, mass, -3 - origin);
  const std::vector<std::complex<double>> spectrum(fft.spectrum(), fft.spectrum() + 33);
  TiltedLaw law{.first = -10};
  invert_spectrum(law, fft, spectrum, 1e-9, origin);
  ASSERT_EQ(law.mass.size(), 64u);
  for (std::size_t i = 0; i < law.mass.size(); ++i)
    EXPECT_NEAR(law.mass[i], i >= 7 && i < 11 ? mass[i - 7] : 0.0, 1e-15);
  EXPECT_GT(law.error, 1e-9);
  EXPECT_LT(law.error, 1.1e-9);
}

}  // namespace
}  // namespace hearsay::divergence
