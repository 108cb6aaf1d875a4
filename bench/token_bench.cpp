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

/// What heterogeneous composition needs of some cycles.
struct Sums {
  double loss = 0.0, square = 0.0, drift = 0.0;

  void add(double each, double times) {
    loss += times * each;
    square += times * each * each;
    drift += times * each * std::tanh(0.5 * each);
  }
};

/// The textbook: what all of an observer's cycles cost everybody, its losses looked up by length, and for each
/// contributor that was spotted what its own cycles cost instead.
std::vector<double> textbook(const std::vector<std::uint32_t>& walk, int users) {
  const auto n = static_cast<std::size_t>(users);
  std::vector<Sums> hidden(n), spotted(n * n);
  std::vector<double> hidden_loss(walk.size() + 1, -1.0);
  std::vector<std::size_t> begin(n, 0);
  std::vector<char> seen(n, 0);
  for (std::size_t t = 0; t < walk.size(); ++t) {
    const std::size_t v = walk[t], length = t - begin[v];
    if (length > 0) {
      const double each = epsilon / std::sqrt(static_cast<double>(length));
      double& of_hidden = hidden_loss[length];
      if (of_hidden < 0.0)
        of_hidden = std::log1p(-std::expm1(static_cast<double>(length) * std::log1p(-1.0 / users)) * std::expm1(each));
      hidden[v].add(of_hidden, 1.0);
      const std::size_t last = walk[t - 1];
      const bool two = seen[v] != 0 && length > 1;
      const std::size_t first = two ? walk[begin[v]] : last;
      const auto spot = [&](std::size_t u, double times) {
        spotted[v * n + u].add(times * each, 1.0);
        spotted[v * n + u].add(of_hidden, -1.0);
      };
      if (first != last) spot(first, 1.0);
      spot(last, two && first == last ? 2.0 : 1.0);
    }
    begin[v] = t + 1;
    seen[v] = 1;
  }
  std::vector<double> result(n * n, 0.0);
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t u = 0; u < n; ++u) {
      if (u == v) continue;
      const Sums& own = spotted[v * n + u];
      const double square = hidden[v].square + own.square;
      const double level = std::min(std::log(1.0 / slack), std::log(std::exp(1.0) + std::sqrt(square) / slack));
      result[u * n + v] =
          std::min(hidden[v].loss + own.loss, hidden[v].drift + own.drift + std::sqrt(2.0 * square * level));
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
