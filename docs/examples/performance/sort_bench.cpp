// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

// A kernel of one's own, counting sort of 16-bit keys, beside what everybody else would use.

namespace {

using Keys = std::vector<std::uint16_t>;

struct Std {
  static void sort(Keys& keys) { std::sort(keys.begin(), keys.end()); }
};

struct Own {
  static void sort(Keys& keys) {
    std::vector<std::uint32_t> count(1U << 16U);
    for (const auto key : keys) ++count[key];
    auto place = keys.begin();
    for (std::uint32_t key = 0; key < count.size(); ++key)
      place = std::fill_n(place, count[key], static_cast<std::uint16_t>(key));
  }
};

template <class Version>
void BM_Sort(benchmark::State& state) {
  std::mt19937_64 engine(1);
  Keys keys(static_cast<std::size_t>(state.range(0)));
  for (auto& key : keys) key = static_cast<std::uint16_t>(engine());
  Keys sorted = keys;
  Version::sort(sorted);
  if (!std::is_sorted(sorted.begin(), sorted.end())) throw std::runtime_error("not sorted");
  for (auto _ : state) {
    sorted = keys;
    Version::sort(sorted);
    benchmark::DoNotOptimize(sorted.data());
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

}  // namespace

BENCHMARK(BM_Sort<Std>)->Arg(1 << 15)->Arg(1 << 18);
BENCHMARK(BM_Sort<Own>)->Arg(1 << 15)->Arg(1 << 18);
