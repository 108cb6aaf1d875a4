// SPDX-License-Identifier: GPL-3.0-or-later
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/exact/residue.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/linalg/exact_rank.hpp>

// Ranks, modulo a prime, of what node 0 of a random regular graph hears in 1, 2, ... steps, up to the last that adds
// any.

namespace {

using namespace hearsay;

__extension__ using Wide = unsigned __int128;

/// A prime, an entry and a sum of products of entries, which may have `unreduced` terms.
struct LargePrime {
  using Entry = std::uint64_t;
  using Sum = Wide;
  static constexpr std::uint64_t prime = exact::first_prime;
  static constexpr std::size_t unreduced = 60;
  static Entry reduce(Sum x) {
    x = (x & prime) + (x >> 61);
    const auto once = static_cast<std::uint64_t>(x & prime) + static_cast<std::uint64_t>(x >> 61);
    return once >= prime ? once - prime : once;
  }
};
struct SmallPrime {
  using Entry = std::uint32_t;
  using Sum = std::uint64_t;
  static constexpr std::uint64_t prime = (1u << 20) - 3;
  static constexpr std::size_t unreduced = 1u << 20;
  static Entry reduce(Sum x) { return static_cast<Entry>(x % prime); }
};

/// The textbook: each message is reduced by all rows of the echelon form so far, whose products are added up without a
/// reduction for as long as they fit. A step multiplies only what was new in the step before.
template <class Field>
class ModularElimination {
 public:
  using Entry = typename Field::Entry;
  using Sum = typename Field::Sum;
  using Row = std::vector<Entry>;

  explicit ModularElimination(const linalg::RationalMatrix& w) : n_(w.rows.size()), columns_(n_), sums_(n_) {
    for (std::size_t u = 0; u < n_; ++u) {
      for (const auto& [column, value] : w.rows[u])
        columns_[column].push_back({u, static_cast<Entry>(exact::residue<Field::prime>(value)->value())});
    }
  }

  /// Ranks after 1, 2, ... steps.
  std::vector<std::int64_t> ranks(const std::vector<graph::Node>& starts, int steps) {
    rows_.clear();
    pivots_.clear();
    std::vector<Row> next(starts.size(), Row(n_, 0));
    for (std::size_t i = 0; i < starts.size(); ++i) next[i][starts[i]] = 1;
    std::vector<std::int64_t> result;
    for (int t = 0; t < steps; ++t) {
      const auto known = rows_.size();
      for (const auto& row : next) add(row);
      if (rows_.size() == known) break;
      result.push_back(static_cast<std::int64_t>(rows_.size()));
      next.clear();
      for (auto k = known; k < rows_.size(); ++k) next.push_back(times_w(rows_[k]));
    }
    return result;
  }

 private:
  struct Weight {
    std::size_t row;
    Entry value;
  };

  [[nodiscard]] Row times_w(const Row& x) const {
    Row y(n_);
    for (std::size_t u = 0; u < n_; ++u) {
      Sum sum = 0;
      std::size_t terms = 0;
      for (const auto& [row, value] : columns_[u]) {
        sum += Sum{value} * x[row];
        if (++terms % Field::unreduced == 0) sum = Field::reduce(sum);
      }
      y[u] = Field::reduce(sum);
    }
    return y;
  }

  void add(const Row& x) {
    if (rows_.size() == n_) return;
    std::ranges::copy(x, sums_.begin());
    std::size_t terms = 0;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const auto own = Field::reduce(sums_[pivots_[k]]);
      if (own == 0) continue;
      const Sum factor = Field::prime - own;
      const Entry* row = rows_[k].data();
      Sum* sums = sums_.data();
      for (std::size_t j = pivots_[k]; j < n_; ++j) sums[j] += factor * row[j];
      if (++terms % Field::unreduced == 0) {
        for (auto& sum : sums_) sum = Field::reduce(sum);
      }
    }
    Row rest(n_);
    std::ranges::transform(sums_, rest.begin(), Field::reduce);
    const auto pivot = std::ranges::find_if(rest, [](Entry entry) { return entry != 0; });
    if (pivot == rest.end()) return;
    const Sum inverse = exact::Residue<Field::prime>(*pivot).inverse().value();
    pivots_.push_back(static_cast<std::size_t>(pivot - rest.begin()));
    for (auto& entry : rest) entry = Field::reduce(inverse * entry);
    rows_.push_back(std::move(rest));
  }

  std::size_t n_;
  std::vector<std::vector<Weight>> columns_;  ///< of W
  std::vector<Sum> sums_;
  std::vector<Row> rows_;  ///< each 0 before its pivot, where it is 1
  std::vector<std::size_t> pivots_;
};

/// What node 0 hears.
struct HeardView {
  explicit HeardView(const benchmark::State& state)
      : w(gossip_matrix(graph::regular(state.range(0), 4, {1}), graph::Weights::metropolis)),
        entries(linalg::exact_entries(w)),
        starts(accounting::senders(w, std::vector<graph::Node>{0})),
        steps(static_cast<int>(w.rows())) {}
  graph::GossipMatrix w;
  linalg::RationalMatrix entries;
  std::vector<graph::Node> starts;
  int steps;
};

void BM_ExactRank(benchmark::State& state) {
  const HeardView view(state);
  const auto ranks = [&] { return linalg::modular_krylov_ranks(view.entries, view.starts, view.steps).ranks; };
  if (ranks() != ModularElimination<LargePrime>(view.entries).ranks(view.starts, view.steps))
    return state.SkipWithError("differs from the textbook");
  for (auto _ : state) benchmark::DoNotOptimize(ranks());
  state.SetItemsProcessed(state.iterations());
}

void BM_QuickRank(benchmark::State& state) {
  const HeardView view(state);
  const auto quick = linalg::QuickRanks::of(view.entries);
  const auto ranks = [&] { return quick->ranks(view.starts, {}, view.steps, view.w.rows()).by_step; };
  if (!quick || ranks() != ModularElimination<SmallPrime>(view.entries).ranks(view.starts, view.steps))
    return state.SkipWithError("differs from the textbook");
  for (auto _ : state) benchmark::DoNotOptimize(ranks());
  state.SetItemsProcessed(state.iterations());
}

template <class Field>
void BM_RankTextbook(benchmark::State& state) {
  const HeardView view(state);
  for (auto _ : state) {
    ModularElimination<Field> textbook(view.entries);
    benchmark::DoNotOptimize(textbook.ranks(view.starts, view.steps));
  }
  state.SetItemsProcessed(state.iterations());
}

BENCHMARK(BM_ExactRank)->Name("exact.rank/hearsay")->ArgName("n")->Arg(100)->Arg(400);
BENCHMARK(BM_RankTextbook<LargePrime>)->Name("exact.rank/textbook")->ArgName("n")->Arg(100)->Arg(400);
BENCHMARK(BM_QuickRank)->Name("exact.quick_rank/hearsay")->ArgName("n")->Arg(100)->Arg(400)->UseRealTime();
BENCHMARK(BM_RankTextbook<SmallPrime>)
    ->Name("exact.quick_rank/textbook")
    ->ArgName("n")
    ->Arg(100)
    ->Arg(400)
    ->UseRealTime();

}  // namespace
