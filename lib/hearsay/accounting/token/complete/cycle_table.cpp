// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/cycle_table.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/accounting/token/complete/cycle_loss.hpp>
#include <hearsay/accounting/token/complete/renewal.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/tilted_fft.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using enum RangeLoss::Direction;
using divergence::Side;

constexpr double most_terms =
    1e8;  // exponentials and error functions for the losses of all cycles, seconds of one core
constexpr double window_share = 90.0;  // a guess at half the window of the total loss with known contributions, in
                                       // units of mu: it steers a refusal only

/// Whether the two ends of a cycle differ from its inner steps: known neighbors tell nothing beside known passes.
bool ends_apart(const TokenQuestion& q) { return q.known_neighbors && !passes_known(q); }

/// ln P(a step is no observer's).
double log_stay(const TokenQuestion& q) { return std::log1p(-q.observed()); }

/// Step of the grid, from the standard deviation of one cycle's loss over quantiles of its length.
double grid_step(const TokenQuestion& q, double mu, std::int64_t longest) {
  double square = 0.0;
  constexpr int quantiles = 16;
  for (int i = 0; i < quantiles; ++i) {
    const auto length = std::clamp(static_cast<std::int64_t>(std::log1p(-(i + 0.5) / quantiles) / log_stay(q)),
                                   std::int64_t{1}, longest);
    for (const auto known : {KnownContributions::none, KnownContributions::some}) {
      for (const auto& [chance, cycle] : cycle_cases(q, mu, length, length, {CyclePosition::later, known}))
        square += chance * cycle_loss_square(cycle) / quantiles;
    }
  }
  return CycleTable::step_share * std::sqrt(square);
}

/// The lengths that are listed, and of those with a known contribution, a share of 2/n of all cycles.
struct Lengths {
  std::vector<LengthRange> all, known;
};

Lengths listed_lengths(const TokenQuestion& q, std::int64_t longest) {
  const double visits = 1.0 + static_cast<double>(q.steps) * q.observed();
  const double frequencies =
      0.5 * static_cast<double>(divergence::fft_points(22.0 / CycleTable::step_share * std::sqrt(visits)));
  Lengths lengths{.all = length_ranges(longest, 1.0 / q.observed(),
                                       std::max(ends_apart(q) ? 2e-3 : 1e-3, 2.0 * frequencies / CycleTable::entries)),
                  .known = {}};
  if (ends_apart(q)) lengths.known = coarser_ranges(lengths.all);
  return lengths;
}

void require_affordable(const TokenQuestion& q, double mu, const Lengths& lengths, double step, double tail) {
  const double kinds = static_cast<double>(lengths.all.size()),
               rare = q.known_neighbors || passes_known(q) ? window_share * mu / step : 0.0;
  if (kinds * rare > 4.0 * CycleTable::entries) {
    throw Error(Errc::too_large, "TokenLoss",
                fmt::format("{} kinds of cycles by about {:.2g} frequencies are too many, because most losses are tiny "
                            "and a few are large",
                            kinds, rare));
  }
  const double terms =
      range_loss_terms(q, mu, lengths.all, {CyclePosition::later, KnownContributions::none}, step, tail) +
      range_loss_terms(q, mu, lengths.known, {CyclePosition::later, KnownContributions::some}, step, tail);
  if (terms > most_terms) {
    throw Error(Errc::too_large, "TokenLoss",
                fmt::format("the losses of {} kinds of cycles need about {:.2g} terms, more than {:g}, because most "
                            "losses are tiny and a few are large",
                            lengths.all.size() + lengths.known.size(), terms, most_terms));
  }
}

/// Steps that make a unit of time: fewer units for fewer visits, whose share of the slack, like sqrt(visits), is
/// smaller.
double time_unit(const TokenQuestion& q) {
  const double visits = 1.0 + static_cast<double>(q.steps) * q.observed();
  const double most_time = visits < 64.0 ? 0x1p14 : visits < 2000.0 ? 0x1p16 : 0x1p17;
  return std::max(1.0, static_cast<double>(q.steps) / most_time);
}

/// What the losses of all ranges are made from.
struct Measure {
  const TokenQuestion& question;
  double mu, step, tail, unit;
  const Execution& execution;

  [[nodiscard]] RangeLoss loss(const LengthRange& range, CycleKind kind) const {
    return range_loss(question, mu, range, kind, step, tail);
  }
};

/// One entry for cycles of length 0, which have no loss, and room for the others.
CycleRanges empty_ranges(const Measure& by, std::size_t count) {
  CycleRanges ranges{.weight = std::vector<double>(count + 1, by.question.observed()),
                     .time = std::vector<double>(count + 1, 1.0 / by.unit),
                     .loss = {}};
  for (auto& loss : ranges.loss) loss.assign(count + 1, {.first = 0, .mass = {1.0}, .infinite = 0.0});
  return ranges;
}

/// Fills in cycles at one position, those with known contributions by the ranges `known`.
void list_cycles(const Measure& by, CyclePosition position, const std::vector<LengthRange>& lengths,
                 const std::vector<LengthRange>& known_lengths, CycleRanges& pessimistic, CycleRanges& optimistic) {
  pessimistic = optimistic = empty_ranges(by, lengths.size());
  std::vector<RangeLoss> known(known_lengths.size());
  parallel_for(known.size(), by.execution, "lengths of cycles", [&](std::size_t i) {
    known[i] = by.loss(known_lengths[i], {position, KnownContributions::some});
  });
  const double stay = log_stay(by.question);
  parallel_for(lengths.size(), by.execution, "lengths of cycles", [&](std::size_t i) {
    const auto [first, last] = lengths[i];
    const double weight =
        std::exp(stay * static_cast<double>(first)) * -std::expm1(stay * static_cast<double>(last - first + 1));
    pessimistic.weight[i + 1] = optimistic.weight[i + 1] = weight;
    pessimistic.time[i + 1] = static_cast<double>(first + 1) / by.unit;
    optimistic.time[i + 1] = static_cast<double>(last + 1) / by.unit;
    auto losses = by.loss(lengths[i], {position, KnownContributions::none});
    for (const auto d : {forward, backward}) {
      for (std::size_t side = 0; side < 2 && !known.empty(); ++side)
        add_scaled(losses.grid[side][d], known[range_holding(known_lengths, first)].grid[side][d], 1.0);
      pessimistic.loss[d][i + 1] = std::move(losses.grid[0][d]);
      optimistic.loss[d][i + 1] = std::move(losses.grid[1][d]);
    }
  });
}

}  // namespace

CycleTable cycle_table(const TokenQuestion& q, double mu, double resolve, const Execution& execution) {
  CycleTable table{.question = q};
  table.most_visits =
      static_cast<double>(visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), resolve / 4.0)) + 1.0;
  const double stay = log_stay(q), enough = std::log(resolve / (8.0 * table.most_visits)) / stay;
  const auto longest = std::min(q.steps - 1, static_cast<std::int64_t>(std::ceil(enough)));
  table.pessimistic.long_ones = table.optimistic.long_ones =
      longest < q.steps - 1 ? std::exp(stay * static_cast<double>(longest + 1)) : 0.0;
  table.step = grid_step(q, mu, longest);
  const auto lengths = listed_lengths(q, longest);
  const double tail = resolve / (16.0 * table.most_visits);
  require_affordable(q, mu, lengths, table.step, tail);
  table.unit = time_unit(q);
  if (table.unit > 1.0) table.slack = rounding_slack(table.most_visits, resolve / 4.0);

  const Measure by{
      .question = q, .mu = mu, .step = table.step, .tail = tail, .unit = table.unit, .execution = execution};
  list_cycles(by, CyclePosition::later, lengths.all, lengths.known, table.pessimistic.later, table.optimistic.later);
  if (ends_apart(q))
    list_cycles(by, CyclePosition::first, lengths.known, lengths.known, table.pessimistic.first,
                table.optimistic.first);
  return table;
}

std::int64_t CycleTable::steps(Side side) const {
  const double time = static_cast<double>(question.steps) / unit;
  return static_cast<std::int64_t>(side == Side::pessimistic ? std::ceil(time + slack)
                                                             : std::max(0.0, std::floor(time - slack)));
}

std::vector<double> CycleTable::tail(Side side) const {
  const auto& all = cycles(side).later;
  const auto length = static_cast<std::size_t>(steps(side)) + 1;
  std::vector<double> chance(length + 1, 0.0);  // the last entry: beyond all steps
  for (std::size_t r = 0; r < all.weight.size(); ++r) {
    const auto [whole, up] = rounded_time(all.time[r]);
    chance[std::min(whole, length)] += all.weight[r] * (1.0 - up);
    chance[std::min(whole + 1, length)] += all.weight[r] * up;
  }
  double sum = chance[length] + (cycles(side).long_ones > 0.0
                                     ? cycles(side).long_ones
                                     : std::exp(log_stay(question) * static_cast<double>(question.steps)));
  std::vector<double> result(length);
  for (std::size_t l = length; l-- > 0;) {
    result[l] = sum;
    sum += chance[l];
  }
  return result;
}

}  // namespace hearsay::accounting
