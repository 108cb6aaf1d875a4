// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <fftw3.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <cstdint>
#include <vector>

#include <hearsay/divergence/pld.hpp>
#include "bench/require.hpp"

// Composition of the privacy-loss distribution of a subsampled Gaussian. hearsay's bracket allows for every error of
// discretization, truncation and rounding; the textbook computes one number without an error bound, as usual.

namespace {

using namespace hearsay;
using bench::require;
using divergence::Composition;
using divergence::Pld;

Pld subsampled(double step) {
  return Pld::gaussian_mixture(
      {.means_p = {0.0, 1.0}, .weights_p = {0.99, 0.01}, .means_q = {0.0}, .weights_q = {1.0}, .sigma = 1.0}, step);
}

/// The textbook: one Fourier transform of the pessimistic law on a circle that holds 12 standard deviations of the sum
/// to either side, its power, the transform back, and one pass over the tail.
/// @return the smallest epsilon at which it is (epsilon, delta)-private.
double textbook_epsilon(const Pld& pld, std::uint64_t count, double delta) {
  const auto& law = pld.pessimistic();
  const auto times = static_cast<double>(count);
  double mean = 0.0, square = 0.0;
  for (std::size_t i = 0; i < law.mass.size(); ++i) {
    const auto x = static_cast<double>(law.first + static_cast<std::int64_t>(i));
    mean += law.mass[i] * x;
    square += law.mass[i] * x * x;
  }
  const double deviation = std::sqrt(times * (square - mean * mean));
  const auto size = std::bit_ceil(law.mass.size() + static_cast<std::size_t>(24.0 * deviation));
  std::vector<double> circle(size, 0.0);
  std::vector<std::complex<double>> spectrum(size / 2 + 1);
  std::ranges::copy(law.mass, circle.begin());
  const auto transform = [&](fftw_plan plan) {
    fftw_execute(plan);
    fftw_destroy_plan(plan);
  };
  auto* complex = reinterpret_cast<fftw_complex*>(spectrum.data());
  transform(fftw_plan_dft_r2c_1d(static_cast<int>(size), circle.data(), complex, FFTW_ESTIMATE | FFTW_PRESERVE_INPUT));
  for (auto& value : spectrum) {
    std::complex<double> power = 1.0, base = value;
    for (std::uint64_t k = count; k > 0; k /= 2, base *= base) {
      if (k % 2 == 1) power *= base;
    }
    value = power / static_cast<double>(size);
  }
  transform(fftw_plan_dft_c2r_1d(static_cast<int>(size), complex, circle.data(), FFTW_ESTIMATE));
  // Place i of the circle stands for first * count + i and all that differ by a multiple of the size.
  const auto start = static_cast<std::int64_t>(count) * law.first;
  const auto lowest = static_cast<std::int64_t>(times * mean) - static_cast<std::int64_t>(size / 2);
  const double infinite = -std::expm1(times * std::log1p(-law.infinite));
  // From the largest loss down: delta(epsilon) = mass - e^epsilon weighted, until it exceeds delta.
  double mass = infinite, weighted = 0.0;
  for (std::size_t k = size; k-- > 0;) {
    const std::int64_t place = lowest + static_cast<std::int64_t>(k);
    const double loss = static_cast<double>(place) * pld.step(),
                 here = circle[static_cast<std::size_t>(place - start) % size];
    if (loss <= 0.0 || mass - std::exp(loss) * weighted > delta) break;
    mass += here;
    weighted += here * std::exp(-loss);
  }
  return std::max(0.0, std::log((mass - delta) / weighted));
}

void composition(benchmark::State& state) {
  const auto count = static_cast<std::uint64_t>(state.range(0));
  const double step = 1.0 / static_cast<double>(state.range(1));
  const auto coarse = subsampled(0.01);
  require(std::abs(Composition(coarse, 8).epsilon(1e-6).upper() / textbook_epsilon(coarse, 8, 1e-6) - 1.0) < 1e-6,
          "the compositions differ");
  double width = 0.0;
  for (auto _ : state) {
    const auto epsilon = Composition(subsampled(step), count).epsilon(1e-6);
    width = epsilon.upper() / epsilon.lower() - 1.0;
    benchmark::DoNotOptimize(width);
  }
  state.counters["bracket"] = width;
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(composition)
    ->Name("pld.composition/hearsay")
    ->ArgNames({"count", "points_a_unit"})
    ->Args({16, 500})
    ->Args({10000, 20000})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

void composition_textbook(benchmark::State& state) {
  const auto count = static_cast<std::uint64_t>(state.range(0));
  const double step = 1.0 / static_cast<double>(state.range(1));
  for (auto _ : state) benchmark::DoNotOptimize(textbook_epsilon(subsampled(step), count, 1e-6));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(composition_textbook)
    ->Name("pld.composition/textbook")
    ->ArgNames({"count", "points_a_unit"})
    ->Args({16, 500})
    ->Args({10000, 20000})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
