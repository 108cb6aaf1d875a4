// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <hearsay/accounting/token/realized.hpp>

namespace {

using hearsay::accounting::RealizedQuestion;

constexpr double epsilon = 0.1, slack = 1e-7;

std::vector<std::uint32_t> walk_of(int users) {
  std::mt19937_64 engine(1);
  std::uniform_int_distribution<std::uint32_t> next(0, static_cast<std::uint32_t>(users - 1));
  std::vector<std::uint32_t> walk(static_cast<std::size_t>(100 * users));
  for (auto& user : walk) user = next(engine);
  return walk;
}

struct Cycle {
  int length, spotted;
};

/// The textbook: a list of cycles a pair of users, then the composition of each list.
std::vector<double> textbook(const std::vector<std::uint32_t>& walk, int users) {
  const auto n = static_cast<std::size_t>(users);
  std::vector<std::vector<std::vector<Cycle>>> cycles(n, std::vector<std::vector<Cycle>>(n));
  std::vector<std::size_t> begin(n, 0);
  std::vector<bool> seen(n, false);
  for (std::size_t t = 0; t < walk.size(); ++t) {
    const std::size_t v = walk[t];
    if (t > begin[v]) {
      for (std::size_t u = 0; u < n; ++u) cycles[v][u].push_back({static_cast<int>(t - begin[v]), 0});
      ++cycles[v][walk[t - 1]].back().spotted;
      if (seen[v] && t - begin[v] > 1) ++cycles[v][walk[begin[v]]].back().spotted;
    }
    begin[v] = t + 1;
    seen[v] = true;
  }
  std::vector<double> result(n * n, 0.0);
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t u = 0; u < n; ++u) {
      if (u == v) continue;
      double sum = 0.0, square = 0.0, drift = 0.0;
      for (const auto& cycle : cycles[v][u]) {
        const double m = cycle.length, each = epsilon / std::sqrt(m);
        const double loss = cycle.spotted > 0
                                ? cycle.spotted * each
                                : std::log(1.0 + (1.0 - std::pow(1.0 - 1.0 / users, m)) * (std::exp(each) - 1.0));
        sum += loss;
        square += loss * loss;
        drift += loss * (std::exp(loss) - 1.0) / (std::exp(loss) + 1.0);
      }
      const double level = std::min(std::log(1.0 / slack), std::log(std::exp(1.0) + std::sqrt(square) / slack));
      result[u * n + v] = std::min(sum, drift + std::sqrt(2.0 * square * level));
    }
  }
  return result;
}

RealizedQuestion question_of(int users) {
  return {.users = users,
          .epsilon = epsilon,
          .delta = slack,
          .delta_prime = slack,
          .rule = hearsay::accounting::CycleRule::published,
          .known_neighbors = true};
}

void BM_RealizedWalkTextbook(benchmark::State& state) {
  const int users = static_cast<int>(state.range(0));
  const auto walk = walk_of(users);
  for (auto _ : state) benchmark::DoNotOptimize(textbook(walk, users));
  state.SetItemsProcessed(state.iterations() * users * users);
}

void BM_RealizedWalk(benchmark::State& state) {
  const int users = static_cast<int>(state.range(0));
  const auto walk = walk_of(users);
  const auto question = question_of(users);
  const auto expected = textbook(walk, users);
  const auto found = hearsay::accounting::realized_losses(walk, question);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::abs(found.epsilon[i] - expected[i]) > 1e-9 * (1.0 + expected[i])) {
      state.SkipWithError("differs from the textbook");
      return;
    }
  }
  for (auto _ : state) benchmark::DoNotOptimize(hearsay::accounting::realized_losses(walk, question));
  state.SetItemsProcessed(state.iterations() * users * users);
}

}  // namespace

BENCHMARK(BM_RealizedWalkTextbook)->Name("walk.realized/textbook")->ArgName("users")->Arg(100)->Arg(400);
BENCHMARK(BM_RealizedWalk)->Name("walk.realized/hearsay")->ArgName("users")->Arg(100)->Arg(400);
