// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/range_loss.hpp>

#include <algorithm>
#include <utility>

#include <hearsay/accounting/token/complete/cycle_loss.hpp>
#include <hearsay/stats/binomial.hpp>

namespace hearsay::accounting {

namespace {

using enum RangeLoss::Direction;
using divergence::Pld;

bool never_included(const CycleMixture& cycle) { return cycle.first + cycle.weight.size() == 1; }

/// Adds both directions of one case.
void add_case(RangeLoss& losses, const CycleCase& one, double step, double tail) {
  const auto& [chance, cycle] = one;
  auto found = cycle_cells(cycle, step, tail);
  const auto put = [&](const Pld& pld, LossDirection direction) {
    add_scaled(losses.grid[0][direction], pld.pessimistic(), chance);
    add_scaled(losses.grid[1][direction], pld.optimistic(), chance);
  };
  auto cells = found.cells;
  cells.front().p += found.below_p, cells.front().q += found.below_q;
  put(Pld(cells, {.infinite = 0.0, .unresolved = found.above_p}, step, cell_accuracy), forward);
  cells = std::move(found.cells);
  cells.back().p += found.above_p, cells.back().q += found.above_q;
  std::ranges::reverse(cells);
  for (auto& cell : cells) cell = {cell.q, cell.p, -cell.high, -cell.low};
  put(Pld(cells, {.infinite = 0.0, .unresolved = found.below_q}, step, cell_accuracy), backward);
}

RangeLoss losses_of(const TokenQuestion& q, double mu, std::int64_t variance, std::int64_t length, CycleKind kind,
                    double step, double tail) {
  RangeLoss losses;
  if (passes_known(q))
    for (auto& grid : losses.grid[0]) grid.infinite = CycleMixture::most_missing;
  for (const auto& one : cycle_cases(q, mu, variance, length, kind)) {
    if (one.chance == 0.0) continue;
    if (never_included(one.cycle)) {  // never the protected user's: no loss
      for (auto& side : losses.grid) {
        for (auto& grid : side) add_scaled(grid, {.first = 0, .mass = {1.0}, .infinite = 0.0}, one.chance);
      }
      continue;
    }
    add_case(losses, one, step, tail);
  }
  return losses;
}

/// One case for each number of contributions.
std::vector<CycleCase> passes(std::int64_t length, double variance, double p, double mu) {
  const auto law = CycleMixture::binomial(length, p, mu);
  std::vector<CycleCase> cases;
  for (std::size_t i = 0; i < law.weight.size(); ++i) {
    cases.push_back(
        {law.weight[i], {.length = variance, .mu = mu, .weight = {1.0}, .first = law.first + i, .missing = 0.0}});
  }
  return cases;
}

}  // namespace

std::vector<CycleCase> cycle_cases(const TokenQuestion& q, double mu, std::int64_t variance, std::int64_t length,
                                   CycleKind kind) {
  const double p = q.inclusion();
  const bool none = kind.known == KnownContributions::none;
  if (passes_known(q)) return none ? passes(length, static_cast<double>(variance), p, mu) : std::vector<CycleCase>{};
  const std::int64_t ends = !q.known_neighbors
                                ? 0
                                : std::min<std::int64_t>(length, kind.position == CyclePosition::first ? 1 : 2),
                     hidden = length - ends;
  std::vector<CycleCase> cases;
  for (std::int64_t known = none ? 0 : 1; known <= (none ? 0 : ends); ++known) {
    CycleMixture cycle{.length = 1.0, .mu = mu, .weight = {1.0}, .first = 0, .missing = 0.0};
    if (hidden > 0) cycle = CycleMixture::binomial(hidden, p, mu);
    cycle.length = static_cast<double>(variance);
    cycle.first += static_cast<std::size_t>(known);
    cases.push_back({stats::binomial_mass(static_cast<std::uint64_t>(ends), p, static_cast<std::uint64_t>(known)),
                     std::move(cycle)});
  }
  return cases;
}

RangeLoss range_loss(const TokenQuestion& q, double mu, const LengthRange& range, CycleKind kind, double step,
                     double tail) {
  auto losses = losses_of(q, mu, range.first, range.last, kind, step, tail);
  if (range.first < range.last) losses.grid[1] = losses_of(q, mu, range.last, range.first, kind, step, tail).grid[1];
  return losses;
}

double range_loss_terms(const TokenQuestion& q, double mu, const std::vector<LengthRange>& ranges, CycleKind kind,
                        double step, double tail) {
  constexpr std::size_t samples = 64;
  const std::size_t stride = std::max<std::size_t>(1, ranges.size() / samples);
  double terms = 0.0;
  for (std::size_t i = stride / 2; i < ranges.size(); i += stride) {
    const auto [first, last] = ranges[i];
    for (const auto& [chance, cycle] : cycle_cases(q, mu, first, last, kind)) {
      if (chance == 0.0 || never_included(cycle)) continue;
      const auto span = cycle_span(cycle, tail);
      terms += static_cast<double>(stride) * (first < last ? 2.0 : 1.0) * static_cast<double>(span.components) *
               (span.highest - span.lowest) / step;
    }
  }
  return terms;
}

void add_scaled(Pld::Grid& total, const Pld::Grid& grid, double chance) {
  total.infinite += chance * grid.infinite;
  if (grid.mass.empty()) return;
  if (total.mass.empty()) total.first = grid.first;
  const auto first = std::min(total.first, grid.first);
  const auto last = std::max(total.first + static_cast<std::int64_t>(total.mass.size()),
                             grid.first + static_cast<std::int64_t>(grid.mass.size()));
  total.mass.insert(total.mass.begin(), static_cast<std::size_t>(total.first - first), 0.0);
  total.mass.resize(static_cast<std::size_t>(last - first), 0.0);
  total.first = first;
  for (std::size_t i = 0; i < grid.mass.size(); ++i)
    total.mass[static_cast<std::size_t>(grid.first - first) + i] += chance * grid.mass[i];
}

}  // namespace hearsay::accounting
