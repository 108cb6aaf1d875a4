// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/seen_walk.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::string_view seen_walk_where = "seen_walk";

void require_observers(const std::vector<graph::Node>& observers) {
  if (observers.empty()) throw Error(Errc::conditions, seen_walk_where, "a walk needs at least one observer");
  auto sorted = observers;
  std::ranges::sort(sorted);
  if (std::ranges::adjacent_find(sorted) != sorted.end())
    throw Error(Errc::conditions, seen_walk_where, "an observer is given twice");
}

/// The largest distance of the sum of a row or column from 1.
double require_doubly_stochastic(const graph::GossipMatrix& w) {
  std::vector<double> rows(static_cast<std::size_t>(w.rows()), 0.0), columns = rows;
  for (Eigen::Index a = 0; a < w.outerSize(); ++a) {
    for (graph::GossipMatrix::InnerIterator entry(w, a); entry; ++entry) {
      if (entry.value() < 0.0)
        throw Error(Errc::domain, seen_walk_where,
                    fmt::format("W[{}][{}] = {} is not a probability", a, entry.col(), entry.value()));
      rows[static_cast<std::size_t>(a)] += entry.value();
      columns[static_cast<std::size_t>(entry.col())] += entry.value();
    }
  }
  double deviation = 0.0;
  for (const auto* lines : {&rows, &columns}) {
    for (std::size_t a = 0; a < lines->size(); ++a) {
      const double off = std::abs((*lines)[a] - 1.0);
      if (!(off <= 1e-9))
        throw Error(Errc::domain, seen_walk_where,
                    fmt::format("{} {} of W sums to {}, not to 1", lines == &rows ? "row" : "column", a, (*lines)[a]));
      deviation = std::max(deviation, off);
    }
  }
  return deviation;
}

}  // namespace

std::vector<double> leaving(const SeenWalk& walk, graph::Node a) {
  std::vector<double> law(static_cast<std::size_t>(walk.back.rows()), 0.0);
  for (Eigen::Index b = 0; b < walk.back.outerSize(); ++b) {
    const auto* inner = walk.back.innerIndexPtr();
    const auto first = walk.back.outerIndexPtr()[b], last = walk.back.outerIndexPtr()[b + 1];
    for (auto i = first; i < last; ++i)
      if (inner[i] == static_cast<std::int64_t>(a)) law[static_cast<std::size_t>(b)] = walk.back.valuePtr()[i];
  }
  return law;
}

SeenWalk seen_walk(const graph::GossipMatrix& w, std::vector<graph::Node> observers, std::int64_t steps,
                   const Stop& stop) {
  if (steps < 1) throw Error(Errc::domain, seen_walk_where, fmt::format("steps = {} must be at least 1", steps));
  require_observers(observers);
  SeenWalk walk{.back = w.transpose(),
                .observers = std::move(observers),
                .steps = steps,
                .deviation = require_doubly_stochastic(w),
                .gaps = {}};
  walk.back.makeCompressed();
  const auto n = static_cast<std::size_t>(w.rows());
  std::vector<std::vector<double>> starts{std::vector<double>(n, 1.0 / static_cast<double>(n))};
  for (const auto v : walk.observers) starts.push_back(leaving(walk, v));
  walk.gaps = first_arrivals(walk.back, walk.observers, starts, steps, walk.deviation, stop);
  return walk;
}

}  // namespace hearsay::accounting
