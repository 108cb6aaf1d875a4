// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include <hearsay/accounting/token/complete/detail/cycle_spectra.hpp>

namespace hearsay::accounting {
namespace {

using divergence::Fft;
using Complex = std::complex<double>;

/// Two cycles: one of 2 units, one of 3.5, with losses at -1 and 2 steps, and at 1 step.
CycleRanges two_cycles() {
  CycleRanges cycles{.weight = {0.4, 0.6}, .time = {2.0, 3.5}, .loss = {}};
  for (auto& loss : cycles.loss)
    loss = {{.first = -1, .mass = {0.5, 0.0, 0.0, 0.5}, .infinite = 0.0}, {.first = 1, .mass = {1.0}, .infinite = 0.0}};
  return cycles;
}

TEST(CycleSpectra, AreTheTiltedCharacteristicFunctionsInTime) {
  const double step = 0.1, tilt = 2.0, growth = 0.05, inner = 0.01;
  const auto cycles = two_cycles();
  const std::vector<double> moments{0.5 * std::exp(-tilt * step) + 0.5 * std::exp(2.0 * tilt * step),
                                    std::exp(tilt * step)};
  const CycleSpectra spectra(cycles, RangeLoss::forward, moments, step,
                             {.tilt = tilt, .growth = growth, .inner = inner, .decay = 0.02}, 64, {.jobs = 1});
  Fft fft(Fft::Kind::complex, 64);
  for (const std::size_t frequency : {0u, 1u, 9u, 32u}) {
    const auto series = spectra.in_time(frequency, 10, fft);
    const auto turn = [&](double loss) {
      return std::polar(1.0, -2.0 * std::numbers::pi * loss * static_cast<double>(frequency) / 64.0);
    };
    for (const std::size_t k : {0u, 5u, 63u}) {
      const Complex z =
          std::exp(-growth - inner) * std::polar(1.0, -2.0 * std::numbers::pi * static_cast<double>(k) / 64.0);
      const Complex first =
          0.4 * (0.5 * std::exp(-tilt * step) * turn(-1.0) + 0.5 * std::exp(2.0 * tilt * step) * turn(2.0)) * z * z;
      const Complex second = 0.6 * std::exp(tilt * step) * turn(1.0) * 0.5 * (z * z * z + z * z * z * z);
      EXPECT_NEAR(std::abs(series.values[k] - first - second), 0.0, 1e-13)
          << "frequency " << frequency << ", point " << k;
    }
    EXPECT_LT(series.everywhere + series.in_norm, 1e-12);
  }
}

TEST(CycleSpectra, AreLargestAtFrequencyZero) {
  const CycleSpectra spectra(two_cycles(), RangeLoss::forward, {1.0, 1.0}, 0.1,
                             {.tilt = 0.0, .growth = 0.0, .inner = 0.01, .decay = 0.02}, 64, {.jobs = 1});
  EXPECT_NEAR(spectra.at_most(0),
              0.4 * std::exp(0.02 * 2.0) + 0.6 * 0.5 * (std::exp(0.02 * 3.0) + std::exp(0.02 * 4.0)), 1e-12);
  for (const std::size_t frequency : {1u, 10u, 32u}) EXPECT_LE(spectra.at_most(frequency), spectra.at_most(0));
}

TEST(CycleSpectra, LeaveOutCyclesLongerThanTheWalk) {
  const CycleSpectra spectra(two_cycles(), RangeLoss::forward, {1.0, 1.0}, 0.1,
                             {.tilt = 0.0, .growth = 0.0, .inner = 0.0, .decay = 0.0}, 64, {.jobs = 1});
  Fft fft(Fft::Kind::complex, 64);
  EXPECT_NEAR(std::abs(spectra.in_time(0, 3, fft).values[0]), 0.4, 1e-14);
}

}  // namespace
}  // namespace hearsay::accounting
