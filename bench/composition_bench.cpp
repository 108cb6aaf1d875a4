// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include <hearsay/divergence/pld.hpp>
#include "bench/require.hpp"

// Composition of the privacy-loss distribution of a subsampled Gaussian: FFT with tilting against convolution, squared.

namespace {

using namespace hearsay;
using bench::require;
using divergence::Composition;
using divergence::Pld;

Pld subsampled(double step) {
  return Pld::gaussian_mixture(
      {.means_p = {0.0, 1.0}, .weights_p = {0.99, 0.01}, .means_q = {0.0}, .weights_q = {1.0}, .sigma = 1.0}, step);
}

std::vector<double> convolve(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> sum(a.size() + b.size() - 1, 0.0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  }
  return sum;
}

/// The textbook: the law convolved with itself log2(count) times, and its tail. @pre count is a power of two.
double textbook_delta(const Pld& pld, std::uint64_t count, double epsilon) {
  auto mass = pld.pessimistic().mass;
  std::int64_t first = pld.pessimistic().first;
  double infinite = pld.pessimistic().infinite;
  for (std::uint64_t k = 1; k < count; k *= 2) {
    mass = convolve(mass, mass);
    first *= 2;
    infinite = 1.0 - (1.0 - infinite) * (1.0 - infinite);
  }
  double delta = infinite;
  for (std::size_t i = 0; i < mass.size(); ++i) {
    const double loss = static_cast<double>(first + static_cast<std::int64_t>(i)) * pld.step();
    if (loss > epsilon) delta += mass[i] * -std::expm1(epsilon - loss);
  }
  return delta;
}

void composition(benchmark::State& state) {
  const auto count = static_cast<std::uint64_t>(state.range(0));
  const double step = 1.0 / static_cast<double>(state.range(1));
  const auto coarse = subsampled(0.01);
  require(Composition(coarse, 8).delta(0.1).contains(textbook_delta(coarse, 8, 0.1)) ||
              std::abs(Composition(coarse, 8).delta(0.1).upper() - textbook_delta(coarse, 8, 0.1)) < 1e-9,
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
  for (auto _ : state) benchmark::DoNotOptimize(textbook_delta(subsampled(step), count, 1.0));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(composition_textbook)
    ->Name("pld.composition/textbook")
    ->ArgNames({"count", "points_a_unit"})
    ->Args({16, 500})
    ->Iterations(1)
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();

}  // namespace
