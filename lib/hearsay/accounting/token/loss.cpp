#include <hearsay/accounting/token/loss.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>

#include <hearsay/accounting/token/cycle_loss.hpp>
#include <hearsay/accounting/token/renewal.hpp>
#include <hearsay/accounting/token/visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/divergence/fft.hpp>

// Bounds: docs/maths/walk.md, section 9.

namespace hearsay::accounting {

namespace {

using divergence::Fft;
using divergence::LossCell;
using divergence::Pld;
using divergence::Side;
using divergence::TiltedLaw;
using Complex = std::complex<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double unit_roundoff = 0x1p-53;
constexpr double cell_accuracy = 4e-12;
constexpr double table_entries = 0x1p24;   // spectra of all cycles
constexpr double most_work = 0x1p30;       // points of all FFTs in time
constexpr double most_terms = 1e8;         // exponentials and error functions for the losses of all cycles, seconds of one core
constexpr double window_share = 90.0;      // a guess at half the window of the total loss with known neighbors, in units of mu: it steers a refusal only
constexpr double step_share = 0.1;         // of the standard deviation of one cycle's loss
constexpr double damping = 24.0;           // ln of what wraps around in time

/// Lengths first..last, which share one law.
struct Range {
  std::int64_t first, last;
};

/// Ranges of lengths 1..longest, single lengths where they are short: wide ones cost precision in proportion to width / mean.
std::vector<Range> ranges_of(std::int64_t longest, double mean, double share) {
  std::vector<Range> ranges;
  for (std::int64_t first = 1; first <= longest;) {
    const auto length = static_cast<double>(first);
    const double width = first <= 3 ? 1.0 : std::floor(std::min(0.2 * length, share * mean * std::exp(0.5 * length / mean)));
    const auto last = std::min(longest, first + std::max<std::int64_t>(1, static_cast<std::int64_t>(width)) - 1);
    ranges.push_back({first, last});
    first = last + 1;
  }
  return ranges;
}

/// Neighboring ranges put together up to 1 % of the length, for cycles with a known contribution: a share of 2/n of all cycles.
std::vector<Range> coarser(const std::vector<Range>& ranges) {
  std::vector<Range> groups;
  for (const auto& range : ranges) {
    if (!groups.empty() && 100 * range.last <= 101 * groups.back().first) {
      groups.back().last = range.last;
    } else {
      groups.push_back(range);
    }
  }
  return groups;
}

/// Index of the range that holds a length.
std::size_t holding(const std::vector<Range>& ranges, std::int64_t length) {
  return static_cast<std::size_t>(std::ranges::lower_bound(ranges, length, {}, &Range::last) - ranges.begin());
}

void add(Pld::Grid& total, const Pld::Grid& grid, double chance) {
  total.infinite += chance * grid.infinite;
  if (grid.mass.empty()) return;
  if (total.mass.empty()) total.first = grid.first;
  const auto first = std::min(total.first, grid.first);
  const auto last = std::max(total.first + static_cast<std::int64_t>(total.mass.size()), grid.first + static_cast<std::int64_t>(grid.mass.size()));
  total.mass.insert(total.mass.begin(), static_cast<std::size_t>(total.first - first), 0.0);
  total.mass.resize(static_cast<std::size_t>(last - first), 0.0);
  total.first = first;
  for (std::size_t i = 0; i < grid.mass.size(); ++i) total.mass[static_cast<std::size_t>(grid.first - first) + i] += chance * grid.mass[i];
}

/// Losses of one cycle, by side and direction.
struct CycleLosses {
  std::array<std::array<Pld::Grid, 2>, 2> grid;
};

/// A cycle of variance `variance` by its number of known contributions, which is public: known + Bin(hidden, p) contributions in all.
struct Case {
  double chance;
  CycleMixture cycle;
};
/// The observers know who sent them the token and, after the first of their visits, to whom they had sent it.
enum class Position { first, later };
enum class Contributions { none_known, some_known };
struct Cases {
  Position position;
  Contributions which;
};
std::vector<Case> cases_of(const TokenQuestion& q, double mu, std::int64_t variance, std::int64_t length, Cases asked) {
  const double p = q.inclusion();
  const std::int64_t ends = !q.known_neighbors ? 0 : std::min<std::int64_t>(length, asked.position == Position::first ? 1 : 2), hidden = length - ends;
  const bool none = asked.which == Contributions::none_known;
  std::vector<Case> cases;
  for (std::int64_t known = none ? 0 : 1; known <= (none ? 0 : ends); ++known) {
    CycleMixture cycle{.length = 1.0, .mu = mu, .weight = {1.0}, .first = 0, .missing = 0.0};
    if (hidden > 0) cycle = CycleMixture::binomial(hidden, p, mu);
    cycle.length = static_cast<double>(variance);
    cycle.first += static_cast<std::size_t>(known);
    cases.push_back({binomial_mass(static_cast<std::uint64_t>(ends), p, static_cast<std::uint64_t>(known)), std::move(cycle)});
  }
  return cases;
}

bool never_included(const CycleMixture& cycle) { return cycle.first + cycle.weight.size() == 1; }

CycleLosses losses_of(const TokenQuestion& q, double mu, std::int64_t variance, std::int64_t length, Cases asked, double step, double tail) {
  CycleLosses losses;
  for (const auto& [chance_of, cycle] : cases_of(q, mu, variance, length, asked)) {
    const double chance = chance_of;
    if (chance == 0.0) continue;
    if (never_included(cycle)) {  // never the protected user's: no loss
      for (auto& side : losses.grid) {
        for (auto& grid : side) add(grid, {.first = 0, .mass = {1.0}, .infinite = 0.0}, chance);
      }
      continue;
    }
    auto found = cycle_cells(cycle, step, tail);
    const auto put = [&](const Pld& pld, std::size_t direction) {
      add(losses.grid[0][direction], pld.pessimistic(), chance);
      add(losses.grid[1][direction], pld.optimistic(), chance);
    };
    auto cells = found.cells;
    cells.front().p += found.below_p, cells.front().q += found.below_q;
    put(Pld(cells, {.infinite = 0.0, .unresolved = found.above_p}, step, cell_accuracy), 0);
    cells = std::move(found.cells);
    cells.back().p += found.above_p, cells.back().q += found.above_q;
    std::ranges::reverse(cells);
    for (auto& cell : cells) cell = {cell.q, cell.p, -cell.high, -cell.low};
    put(Pld(cells, {.infinite = 0.0, .unresolved = found.below_q}, step, cell_accuracy), 1);
  }
  return losses;
}

/// Mixture terms that the losses of all ranges take, estimated from a sample of them.
double work_of(const TokenQuestion& q, double mu, const std::vector<Range>& ranges, Cases asked, double step, double tail) {
  constexpr std::size_t samples = 64;
  const std::size_t stride = std::max<std::size_t>(1, ranges.size() / samples);
  double terms = 0.0;
  for (std::size_t i = stride / 2; i < ranges.size(); i += stride) {
    const auto [first, last] = ranges[i];
    for (const auto& [chance, cycle] : cases_of(q, mu, first, last, asked)) {
      if (chance == 0.0 || never_included(cycle)) continue;
      const auto span = cycle_span(cycle, tail);
      terms += static_cast<double>(stride) * (first < last ? 2.0 : 1.0) * static_cast<double>(span.components) * (span.highest - span.lowest) / step;
    }
  }
  return terms;
}

/// E e^(tilt loss) over the finite part, by Horner's rule.
double moment(const Pld::Grid& grid, double step, double tilt) {
  const double ratio = std::exp(tilt * step);
  double sum = 0.0;
  for (auto i = grid.mass.size(); i-- > 0;) sum = sum * ratio + grid.mass[i];
  return sum == 0.0 ? 0.0 : std::exp(std::log(sum) + tilt * step * static_cast<double>(grid.first));
}

/// The terms of a renewal equation whose weights are multiplied by moments of the loss.
RenewalTerms terms_of(const std::vector<double>& weight, const std::vector<double>& moment, const std::vector<double>& time) {
  RenewalTerms terms{.weight = weight, .time = time};
  for (std::size_t r = 0; r < weight.size(); ++r) terms.weight[r] *= moment[r];
  return terms;
}

std::size_t power_of_two(double least) {
  std::size_t points = 64;
  while (static_cast<double>(points) < least) points *= 2;
  return points;
}

}  // namespace

TokenLoss::TokenLoss(const TokenQuestion& q, double mu, double resolve, int jobs) : question_(q), resolve_(resolve), jobs_(jobs) {
  require_token(q);
  require_positive("WalkLoss", "mu", mu);
  require_open_unit("WalkLoss", "resolve", resolve);
  if (q.task == TokenTask::histogram) throw Error(Errc::conditions, "WalkLoss", "asks for Gaussian noise: the sum or SGD");
  if (q.steps == 1) return;  // nothing is seen before the first step
  const double stay = std::log1p(-q.observed()), mean = 1.0 / q.observed();
  most_visits_ = static_cast<double>(visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), resolve / 4.0)) + 1.0;
  const double enough = std::log(resolve / (8.0 * most_visits_)) / stay;
  const auto longest = std::min(q.steps - 1, static_cast<std::int64_t>(std::ceil(enough)));
  const double long_ones = longest < q.steps - 1 ? std::exp(stay * static_cast<double>(longest + 1)) : 0.0;

  double square = 0.0;
  constexpr int quantiles = 16;
  for (int i = 0; i < quantiles; ++i) {
    const auto length = std::clamp(static_cast<std::int64_t>(std::log1p(-(i + 0.5) / quantiles) / stay), std::int64_t{1}, longest);
    for (const auto which : {Contributions::none_known, Contributions::some_known}) {
      for (const auto& [chance, cycle] : cases_of(q, mu, length, length, {Position::later, which})) square += chance * cycle_loss_square(cycle) / quantiles;
    }
  }
  step_ = step_share * std::sqrt(square);

  const double visits = 1.0 + static_cast<double>(q.steps) * q.observed();
  const double frequencies = 0.5 * static_cast<double>(power_of_two(22.0 / step_share * std::sqrt(visits)));
  const auto ranges = ranges_of(longest, mean, std::max(q.known_neighbors ? 2e-3 : 1e-3, 2.0 * frequencies / table_entries));
  const double tail = resolve / (16.0 * most_visits_);
  const auto known_ranges = q.known_neighbors ? coarser(ranges) : std::vector<Range>{};
  const double kinds = static_cast<double>(ranges.size()), rare = q.known_neighbors ? window_share * mu / step_ : 0.0;
  if (kinds * rare > 4.0 * table_entries) {
    throw Error(Errc::too_large, "WalkLoss", fmt::format("{} kinds of cycles by about {:.2g} frequencies are too many: the loss is rarely large and mostly tiny", kinds, rare));
  }
  const double terms = work_of(q, mu, ranges, {Position::later, Contributions::none_known}, step_, tail) +
                       work_of(q, mu, known_ranges, {Position::later, Contributions::some_known}, step_, tail);
  if (terms > most_terms) {
    throw Error(Errc::too_large, "WalkLoss",
                fmt::format("the losses of {} kinds of cycles need about {:.2g} terms, more than {:g}: the loss is rarely large and mostly tiny", ranges.size() + known_ranges.size(), terms,
                            most_terms));
  }
  const double most_time = visits < 64.0 ? 0x1p14 : visits < 2000.0 ? 0x1p16 : 0x1p17;  // the share of slack_ grows like sqrt(visits)
  unit_ = std::max(1.0, static_cast<double>(q.steps) / most_time);
  if (unit_ > 1.0) slack_ = rounding_slack(most_visits_, resolve / 4.0);

  // Pessimistic: the smallest variance and the most contributions of a range; optimistic: the other way around.
  const auto both_ends = [&](const Range& range, Cases asked) {
    auto losses = losses_of(q, mu, range.first, range.last, asked, step_, tail);
    if (range.first < range.last) losses.grid[1] = losses_of(q, mu, range.last, range.first, asked, step_, tail).grid[1];
    return losses;
  };
  const auto list = [&](const std::vector<Range>& lengths, Position position, Kinds& pessimistic, Kinds& optimistic) {
    for (auto* side : {&pessimistic, &optimistic}) {
      side->weight.assign(lengths.size() + 1, q.observed());
      side->time.assign(lengths.size() + 1, 1.0 / unit_);
      for (auto& loss : side->loss) loss.assign(lengths.size() + 1, {.first = 0, .mass = {1.0}, .infinite = 0.0});  // no step, no loss
    }
    std::vector<CycleLosses> known(known_ranges.size());
    parallel_for(known.size(), jobs, [&](std::size_t i) { known[i] = both_ends(known_ranges[i], {position, Contributions::some_known}); });
    parallel_for(lengths.size(), jobs, [&](std::size_t i) {
      const auto [first, last] = lengths[i];
      const double weight = std::exp(stay * static_cast<double>(first)) * -std::expm1(stay * static_cast<double>(last - first + 1));
      pessimistic.weight[i + 1] = optimistic.weight[i + 1] = weight;
      pessimistic.time[i + 1] = static_cast<double>(first + 1) / unit_;
      optimistic.time[i + 1] = static_cast<double>(last + 1) / unit_;
      auto losses = both_ends(lengths[i], {position, Contributions::none_known});
      for (std::size_t d : {0u, 1u}) {
        for (std::size_t side = 0; side < 2 && !known.empty(); ++side) add(losses.grid[side][d], known[holding(known_ranges, first)].grid[side][d], 1.0);
        pessimistic.loss[d][i + 1] = std::move(losses.grid[0][d]);
        optimistic.loss[d][i + 1] = std::move(losses.grid[1][d]);
      }
    });
  };
  pessimistic_.long_ones = optimistic_.long_ones = long_ones;
  list(ranges, Position::later, pessimistic_.later, optimistic_.later);
  if (q.known_neighbors) list(known_ranges, Position::first, pessimistic_.first, optimistic_.first);
}

std::int64_t TokenLoss::steps(Side side) const {
  const double time = static_cast<double>(question_.steps) / unit_;
  return static_cast<std::int64_t>(side == Side::pessimistic ? std::ceil(time + slack_) : std::max(0.0, std::floor(time - slack_)));
}

/// P(a cycle takes longer than l units), l = 0..steps.
std::vector<double> TokenLoss::tail(Side side) const {
  const auto& all = cycles(side).later;
  const auto length = static_cast<std::size_t>(steps(side)) + 1;
  std::vector<double> chance(length + 1, 0.0);  // the last entry: beyond all steps
  for (std::size_t r = 0; r < all.weight.size(); ++r) {
    const auto [unit, up] = rounded_time(all.time[r]);
    chance[std::min(unit, length)] += all.weight[r] * (1.0 - up);
    chance[std::min(unit + 1, length)] += all.weight[r] * up;
  }
  const double stay = std::log1p(-question_.observed());
  double sum = chance[length] + (cycles(side).long_ones > 0.0 ? cycles(side).long_ones : std::exp(stay * static_cast<double>(question_.steps)));
  std::vector<double> result(length);
  for (std::size_t l = length; l-- > 0;) {
    result[l] = sum;
    sum += chance[l];
  }
  return result;
}

TokenLoss::Renewal TokenLoss::renewal(Side side, Direction direction, const std::vector<double>& tail, double tilt) const {
  const auto& [later, first, long_ones] = cycles(side);
  Renewal result;
  for (const auto& grid : later.loss[direction]) result.moment.later.push_back(moment(grid, step_, tilt));
  for (const auto& grid : first.loss[direction]) result.moment.first.push_back(moment(grid, step_, tilt));
  const auto too_large = [](double m) { return !(m < 1e300); };
  if (std::ranges::any_of(result.moment.later, too_large) || std::ranges::any_of(result.moment.first, too_large)) return result;
  result.bound = renewal_bound(terms_of(later.weight, result.moment.later, later.time), terms_of(first.weight, result.moment.first, first.time), tail);
  return result;
}

/// The tilt that minimizes target(tilt, ln of a bound on E e^(tilt loss)): it steers accuracy, never validity.
template <class Target>
double TokenLoss::best_tilt(Direction direction, Target target) const {
  const auto tails = tail(Side::pessimistic);
  const auto value = [&](double log_tilt) {
    const double tilt = std::exp(log_tilt), bound = renewal(Side::pessimistic, direction, tails, tilt).bound.log_coefficient(static_cast<double>(tails.size() - 1));
    return bound < infinity ? target(tilt, bound) : infinity;
  };
  constexpr double first = -4.0, stride = 0.7, last = 9.8;
  double best = first, least = infinity;
  for (double at = first; at <= last; at += stride) {
    const double here = value(at);
    if (here < least) best = at, least = here;
    if (here > least + std::abs(least)) break;
  }
  double low = best - stride, high = best + stride;
  while (high - low > 0.02) {
    const double a = low + 0.382 * (high - low), b = high - 0.382 * (high - low);
    if (value(a) < value(b)) {
      high = b;
    } else {
      low = a;
    }
  }
  return std::exp(0.5 * (low + high));
}

/// Tilted, normalized losses of one kind of cycles (the first, or all later ones), transformed; with shares that at the later cycles are a law.
struct TokenLoss::Transforms {
  std::size_t count = 0;
  std::vector<Complex> table;                            ///< one row of `count` a frequency
  std::vector<double> table_error;                       ///< of each cycle
  std::vector<std::size_t> unit;                         ///< of time, of each cycle
  std::vector<double> damped_low, damped_high, outer;    ///< weights at a cycle's two units of time; weight for skipping
  double phi_error = 0.0;                                ///< of the sum over all cycles, at every frequency and time

  /// Bound on sum share |phi| e^(decay time) at a frequency; 0 without cycles.
  [[nodiscard]] double at_most(std::size_t frequency) const {
    double sum = 0.0;
    for (std::size_t r = 0; r < count; ++r) sum += outer[r] * (std::abs(table[frequency * count + r]) + table_error[r]);
    return sum;
  }

  /// Puts the transform over time at one frequency of the loss into `fft`, cycles longer than the walk left out. \return its error, in the 2-norm divided by the root of the points.
  [[nodiscard]] double in_time(std::size_t frequency, std::size_t longest, Fft& fft) const {
    const Complex* phi = &table[frequency * count];
    std::fill_n(fft.spectrum(), fft.points(), 0.0);
    for (std::size_t r = 0; r < count; ++r) {
      if (unit[r] >= longest) continue;
      fft.spectrum()[unit[r]] += damped_low[r] * phi[r];
      fft.spectrum()[unit[r] + 1] += damped_high[r] * phi[r];
    }
    double squares = 0.0;
    for (std::size_t k = 0; k <= longest; ++k) squares += std::norm(fft.spectrum()[k]);
    fft.forward();
    return Fft::error(fft.points()) * std::sqrt(squares);
  }
};

TokenLoss::Transforms TokenLoss::transforms(const Kinds& kinds, Direction direction, const std::vector<double>& moments, const Damping& damped, std::size_t points) const {
  const std::size_t count = kinds.weight.size(), frequencies = points / 2 + 1;
  Transforms result{.count = count, .table = std::vector<Complex>(frequencies * count), .table_error = std::vector<double>(count), .unit = {}, .damped_low = {}, .damped_high = {}, .outer = {}};
  constexpr std::size_t chunk = 32;
  parallel_for((count + chunk - 1) / chunk, jobs_, [&](std::size_t task) {
    Fft fft(Fft::Kind::real, points);
    for (std::size_t r = task * chunk; r < std::min(count, (task + 1) * chunk); ++r) {
      const auto& grid = kinds.loss[direction][r];
      std::fill_n(fft.real(), points, 0.0);
      if (moments[r] > 0.0) {
        const auto size = static_cast<std::int64_t>(points);
        const double log_moment = std::log(moments[r]);
        for (std::size_t i = 0; i < grid.mass.size(); ++i) {
          if (grid.mass[i] == 0.0) continue;
          const auto index = grid.first + static_cast<std::int64_t>(i);
          fft.real()[static_cast<std::size_t>((index % size + size) % size)] += grid.mass[i] * std::exp(damped.tilt * step_ * static_cast<double>(index) - log_moment);
        }
      }
      double squares = 0.0;
      for (std::size_t i = 0; i < points; ++i) squares += fft.real()[i] * fft.real()[i];
      result.table_error[r] = Fft::error(points) * std::sqrt(static_cast<double>(points) * squares);
      fft.forward();
      for (std::size_t j = 0; j < frequencies; ++j) result.table[j * count + r] = fft.spectrum()[j];
    }
  });
  for (std::size_t r = 0; r < count; ++r) {
    const auto [unit, up] = rounded_time(kinds.time[r]);
    result.unit.push_back(unit);
    const auto at = static_cast<double>(unit);
    const double tilted = kinds.weight[r] * moments[r] * std::exp(-damped.growth * at);
    result.damped_low.push_back(tilted * (1.0 - up) * std::exp(-damped.inner * at));
    result.damped_high.push_back(tilted * up * std::exp(-damped.growth - damped.inner * (at + 1.0)));
    result.outer.push_back(tilted * std::exp(damped.decay * at) * ((1.0 - up) + up * std::exp(damped.decay - damped.growth)));
    result.phi_error += (result.damped_low.back() + result.damped_high.back()) * result.table_error[r];
  }
  return result;
}

TiltedLaw TokenLoss::compose(Side side, Direction direction, double tilt) const {
  const auto& all = cycles(side);
  const auto tails = tail(side);
  const auto last = static_cast<double>(tails.size() - 1);  // steps, in units
  const auto base = renewal(side, direction, tails, tilt);
  if (!(base.bound.log_bound < infinity)) throw Error(Errc::not_converged, "WalkLoss", fmt::format("no bound on the moment of order {}", tilt));

  TiltedLaw law{.tilt = tilt, .step = step_, .log_scale = base.bound.log_growth * last};
  // N, the number of cycles begun, is a stopping time; with all times cut at t = last + 1 the total is below t before the last cycle, hence at most 2 t,
  // and by Wald's identity E N <= 2 t / E min(time, t).
  double mean_time = 0.0;  // at least: of the cycles listed
  for (std::size_t r = 0; r < all.later.weight.size(); ++r) mean_time += all.later.weight[r] * std::min(all.later.time[r], last + 1.0);
  const double mean_cycles = 2.0 * (last + 1.0) / mean_time;
  double lost = all.long_ones, first_lost = 0.0, largest_loss = 0.0;
  for (const auto* kinds : {&all.later, &all.first}) {
    for (std::size_t r = 0; r < kinds->weight.size(); ++r) {
      const auto& grid = kinds->loss[direction][r];
      (kinds == &all.later ? lost : first_lost) += kinds->weight[r] * grid.infinite;
      largest_loss = std::max({largest_loss, step_ * static_cast<double>(std::abs(grid.first)), step_ * static_cast<double>(std::abs(grid.first + static_cast<std::int64_t>(grid.mass.size())))});
    }
  }
  const double failing = unit_ > 1.0 ? 0.5 * resolve_ : 0.25 * resolve_;
  law.infinite = side == Side::pessimistic ? mean_cycles * lost + first_lost + failing : -failing;
  law.relative_error = most_visits_ * ((3.0 + 2.0 * tilt) * cell_accuracy + (1.0 + tilt) * Pld::snap * step_ + unit_roundoff * (64.0 + 8.0 * (1.0 + tilt) * largest_loss)) + 1e-13 +
                       64.0 * unit_roundoff * (1.0 + std::abs(law.log_scale));

  // Window of the tilted total by Chernoff's bound.
  const double scale = 10.0 * step_share / (step_ * std::sqrt(1.0 + static_cast<double>(question_.steps) * question_.observed()));
  double low = -infinity, high = infinity;
  double before = infinity;
  for (double lambda = 4.0 * scale; lambda > 1e-9 * scale && (lambda > 0.2 * scale || !(high - low > 0.9 * before)); lambda *= 0.5) {
    before = high - low;
    high = std::min(high, (renewal(side, direction, tails, tilt + lambda).bound.log_coefficient(last) - law.log_scale - TiltedLaw::log_outside) / lambda);
    low = std::max(low, (law.log_scale - renewal(side, direction, tails, tilt - lambda).bound.log_coefficient(last) + TiltedLaw::log_outside) / lambda);
  }
  law.first = static_cast<std::int64_t>(std::floor(low / step_)) - 1;
  const std::size_t points = power_of_two((high - low) / step_ + 4.0), frequencies = points / 2 + 1;
  const bool delayed = !all.first.weight.empty();  // the first cycle has a law of its own
  if (static_cast<double>(all.later.weight.size()) * static_cast<double>(frequencies) > 4.0 * table_entries) {
    throw Error(Errc::too_large, "WalkLoss", fmt::format("{} cycles by {} frequencies are too many", all.later.weight.size(), frequencies));
  }

  // A frequency is skipped if sum share |phi| e^(decay time) <= 1 - gap, decay > 0, for the first and for all later cycles: its
  // coefficients then are at most e^(-decay t) / gap, and so the total at most `skipped`.
  constexpr double gap = 0.02;
  const double decay = std::min(46.0 / last, 0.8 * (base.bound.log_growth - std::log1p(-question_.observed()) * unit_));
  double skipped = 0.0;
  for (std::size_t l = 0; l < tails.size(); ++l) skipped += tails[l] * std::exp(-base.bound.log_growth * static_cast<double>(l) - decay * (last - static_cast<double>(l)));
  skipped /= gap;

  // In time: points beyond twice the steps, radius e^(-damping/points), so that what wraps around is at most e^-damping of a bound.
  const std::size_t times = power_of_two(2.0 * (last + 1.0));
  const double inner = damping / static_cast<double>(times), amplified = std::exp(inner * last);
  const auto size = static_cast<double>(times);
  const Damping damped{.tilt = tilt, .growth = base.bound.log_growth, .inner = inner, .decay = decay};
  const Transforms later = transforms(all.later, direction, base.moment.later, damped, points), first = transforms(all.first, direction, base.moment.first, damped, points);
  std::vector<Complex> numerator(times);
  double tail_error = 0.0;
  {
    Fft fft(Fft::Kind::complex, times);
    std::fill_n(fft.spectrum(), times, 0.0);
    double squares = 0.0;
    for (std::size_t l = 0; l < tails.size(); ++l) {
      const double value = tails[l] * std::exp(-(base.bound.log_growth + inner) * static_cast<double>(l));
      fft.spectrum()[l] = value, squares += value * value;
    }
    tail_error = Fft::error(times) * std::sqrt(squares);
    fft.forward();
    const auto steps = tails.size() - 1;
    for (std::size_t k = 0; k < times; ++k) {
      numerator[k] = fft.spectrum()[k] * std::polar(1.0, 2.0 * M_PI * static_cast<double>((k * steps) % times) / size);
    }
  }
  const double wrapped = 1.001 * std::exp(-damping + base.bound.log_bound);
  std::vector<std::size_t> needed;
  for (std::size_t j = 0; j < frequencies; ++j) {
    const bool skip = skipped < 1e-6 && later.at_most(j) <= 1.0 - gap && first.at_most(j) <= 1.0 - gap;
    if (!skip) needed.push_back(j);
  }
  if (static_cast<double>(needed.size()) * size > most_work) {
    throw Error(Errc::too_large, "WalkLoss", fmt::format("{} frequencies by {} times are too many: the loss is rarely large and mostly tiny", needed.size(), times));
  }
  std::vector<Complex> coefficient(frequencies, 0.0);
  std::vector<double> error(frequencies, skipped);
  constexpr std::size_t stripes = 64;  // each with one FFT
  parallel_for(stripes, jobs_, [&](std::size_t stripe) {
    std::unique_ptr<Fft> fft, first_fft;
    for (std::size_t i = stripe; i < needed.size(); i += stripes) {
      const std::size_t j = needed[i];
      if (!fft) fft = std::make_unique<Fft>(Fft::Kind::complex, times);
      if (delayed && !first_fft) first_fft = std::make_unique<Fft>(Fft::Kind::complex, times);
      const double transform_error = later.in_time(j, tails.size(), *fft), first_error = delayed ? first.in_time(j, tails.size(), *first_fft) : 0.0;
      Complex total = 0.0;
      double once = 0.0, twice = 0.0, squares_once = 0.0, squares_twice = 0.0, beside = 0.0, squares_beside = 0.0, least = infinity;
      for (std::size_t block = 0; block < times; block += 64) {
        Complex part = 0.0;
        for (std::size_t k = block; k < block + 64; ++k) {
          const Complex gain = 1.0 - fft->spectrum()[k], factor = delayed ? gain + first_fft->spectrum()[k] : 1.0, top = numerator[k] * factor;
          const double norm = std::norm(gain), above = std::norm(top);
          part += top * std::conj(gain) / norm;
          least = std::min(least, norm);
          once += std::sqrt(above / norm), twice += std::sqrt(above) / norm;
          squares_once += std::norm(factor) / norm, squares_twice += above / (norm * norm);
          if (delayed) beside += std::sqrt(std::norm(numerator[k]) / norm), squares_beside += std::norm(numerator[k]) / norm;
        }
        total += part;
      }
      // Errors: of the spectra of the losses, of the FFTs in time (Cauchy-Schwarz), of the sums; twice, for the second order.
      if (later.phi_error + transform_error * std::sqrt(size) > 0.25 * std::sqrt(least)) {
        throw Error(Errc::not_converged, "WalkLoss", "the renewal equation is too close to singular for double precision");
      }
      coefficient[j] = amplified / size * total;
      error[j] = 2.0 * amplified * (twice / size * later.phi_error + transform_error * std::sqrt(squares_twice / size) + tail_error * std::sqrt(squares_once / size) +
                                    beside / size * (later.phi_error + first.phi_error + 8.0 * unit_roundoff) + (transform_error + first_error) * std::sqrt(squares_beside / size) +
                                    unit_roundoff * (64.0 + size / 64.0) * once / size) + wrapped;
    }
  });

  Fft fft(Fft::Kind::real, points);
  double total_error = 0.0, squares = 0.0;
  for (std::size_t j = 0; j < frequencies; ++j) {
    const double multiplicity = j == 0 || 2 * j == points ? 1.0 : 2.0;
    total_error += multiplicity * error[j], squares += multiplicity * std::norm(coefficient[j]);
    fft.spectrum()[j] = coefficient[j];
  }
  fft.backward();
  const auto all_points = static_cast<double>(points);
  law.error = (total_error / all_points + Fft::error(points) * std::sqrt(squares / all_points)) * (1.0 + 1e-6);
  law.mass.resize(points);
  const auto length = static_cast<std::int64_t>(points);
  for (std::int64_t i = 0; i < length; ++i) {
    const auto index = ((law.first + i) % length + length) % length;
    law.mass[static_cast<std::size_t>(i)] = fft.real()[static_cast<std::size_t>(index)] / all_points;
  }
  return law;
}

Bracket TokenLoss::delta(double epsilon) const {
  require_non_negative("WalkLoss::delta", "epsilon", epsilon);
  if (question_.steps == 1) return Bracket::exact(0.0);
  double lower = 0.0, upper = 0.0;
  for (const auto direction : {forward, backward}) {
    const double tilt = best_tilt(direction, [&](double at, double log_moment) { return log_moment - at * epsilon; });
    upper = std::max(upper, compose(Side::pessimistic, direction, tilt).delta(epsilon, Side::pessimistic));
    lower = std::max(lower, compose(Side::optimistic, direction, tilt).delta(epsilon, Side::optimistic));
  }
  lower = std::min(lower, upper);
  return {lower, 0.5 * (lower + upper), upper};
}

Bracket TokenLoss::epsilon(double delta) const {
  require_open_unit("WalkLoss::epsilon", "delta", delta);
  if (question_.steps == 1) return Bracket::exact(0.0);
  if (delta <= 2.0 * resolve_) throw Error(Errc::conditions, "WalkLoss::epsilon", fmt::format("delta = {} must be above what is neglected, {}", delta, 2.0 * resolve_));
  std::array<double, 2> tilts{}, uppers{};
  for (const auto direction : {forward, backward}) {
    tilts[direction] = best_tilt(direction, [&](double at, double log_moment) { return (log_moment - std::log(delta)) / at; });
    uppers[direction] = divergence::safe_epsilon(compose(Side::pessimistic, direction, tilts[direction]), delta);
  }
  // The direction that needs the larger epsilon also gives the better lower end.
  const auto worse = uppers[forward] >= uppers[backward] ? forward : backward;
  const double upper = uppers[worse];
  const double lower = upper == 0.0 ? 0.0 : std::min(upper, divergence::attained_epsilon(compose(Side::optimistic, worse, tilts[worse]), delta, upper));
  return {lower, 0.5 * (lower + upper), upper};
}

}  // namespace hearsay::accounting
