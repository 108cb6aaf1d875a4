// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/loss.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>

#include <hearsay/accounting/token/complete/detail/cycle_spectra.hpp>
#include <hearsay/accounting/token/complete/detail/time_series_inverse.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/core/rounding.hpp>
#include <hearsay/divergence/tilted_fft.hpp>
#include <hearsay/system/parallel.hpp>

// Bounds: docs/maths/walk.md, section 9.

namespace hearsay::accounting {

namespace {

using enum RangeLoss::Direction;
using divergence::Fft;
using divergence::Pld;
using divergence::Side;
using divergence::TiltedLaw;
using Complex = std::complex<double>;

constexpr double most_work = 0x1p30;  // points of all FFTs in time

/// The cycles, unless nothing is seen before the first step.
CycleTable table_of(const TokenQuestion& q, double mu, double resolve, const Execution& execution) {
  require_token(q);
  require_positive("TokenLoss", "mu", mu);
  require_open_unit("TokenLoss", "resolve", resolve);
  if (q.task == TokenTask::histogram)
    throw Error(Errc::conditions, "TokenLoss", "requires Gaussian noise, so the task sum or sgd");
  if (q.others == OtherData::in_range)
    throw Error(Errc::conditions, "TokenLoss", "for contributions within a range there are upper bounds only");
  return q.steps == 1 ? CycleTable{.question = q} : cycle_table(q, mu, resolve, execution);
}

/// Probability of an infinite loss, pessimistically; what is to be taken off, optimistically.
double infinite_mass(const Renewal& renewal, double resolve) {
  const double failing = renewal.table().unit > 1.0 ? 0.5 * resolve : 0.25 * resolve;
  if (renewal.side() == Side::optimistic) return -failing;
  const auto& all = renewal.cycles();
  const double last = renewal.last();
  // N, the number of cycles begun, is a stopping time; with all times cut at t = last + 1 the total is below t before
  // the last cycle, hence at most 2 t, and by Wald's identity E N <= 2 t / E min(time, t).
  double mean_time = 0.0;  // at least: of the cycles listed
  for (std::size_t r = 0; r < all.later.weight.size(); ++r)
    mean_time += all.later.weight[r] * std::min(all.later.time[r], last + 1.0);
  const double mean_cycles = 2.0 * (last + 1.0) / mean_time;
  double lost = all.long_ones, first_lost = 0.0;
  for (std::size_t r = 0; r < all.later.weight.size(); ++r)
    lost += all.later.weight[r] * all.later.loss[renewal.direction()][r].infinite;
  for (std::size_t r = 0; r < all.first.weight.size(); ++r)
    first_lost += all.first.weight[r] * all.first.loss[renewal.direction()][r].infinite;
  return mean_cycles * lost + first_lost + failing;
}

double largest_loss(const Renewal& renewal) {
  const double step = renewal.table().step;
  double largest = 0.0;
  for (const auto* cycles : {&renewal.cycles().later, &renewal.cycles().first}) {
    for (const auto& grid : cycles->loss[renewal.direction()]) {
      largest =
          std::max({largest, step * static_cast<double>(std::abs(grid.first)),
                    step * static_cast<double>(std::abs(grid.first + static_cast<std::int64_t>(grid.mass.size())))});
    }
  }
  return largest;
}

/// Of every term of delta: the accuracy of the cells, points taken for grid points, and rounding.
double relative_error(const Renewal& renewal, double tilt, double log_scale) {
  const auto& table = renewal.table();
  return table.most_visits * ((3.0 + 2.0 * tilt) * cell_accuracy + (1.0 + tilt) * Pld::snap * table.step +
                              unit_roundoff * (64.0 + 8.0 * (1.0 + tilt) * largest_loss(renewal))) +
         1e-13 + 64.0 * unit_roundoff * (1.0 + std::abs(log_scale));
}

/// A frequency is skipped if sum share |phi| e^(decay time) <= 1 - gap, decay > 0, for the first and for all later
/// cycles: its coefficients then are at most e^(-decay t) / gap, and so the total at most `most`.
struct Skipping {
  static constexpr double gap = 0.02;
  double decay, most;

  [[nodiscard]] bool skips(const CycleSpectra& later, const CycleSpectra& first, std::size_t frequency) const {
    return most < 1e-6 && later.at_most(frequency) <= 1.0 - gap && first.at_most(frequency) <= 1.0 - gap;
  }
};

Skipping skipping_of(const Renewal& renewal, double growth) {
  const double last = renewal.last();
  const double decay =
      std::min(46.0 / last, 0.8 * (growth - std::log1p(-renewal.table().question.observed()) * renewal.table().unit));
  double most = 0.0;
  for (std::size_t l = 0; l < renewal.tail().size(); ++l)
    most += renewal.tail()[l] * std::exp(-growth * static_cast<double>(l) - decay * (last - static_cast<double>(l)));
  return {.decay = decay, .most = most / Skipping::gap};
}

std::vector<std::size_t> frequencies_needed(const Skipping& skipping, const CycleSpectra& later,
                                            const CycleSpectra& first, std::size_t frequencies, std::size_t times) {
  std::vector<std::size_t> needed;
  for (std::size_t j = 0; j < frequencies; ++j) {
    if (!skipping.skips(later, first, j)) needed.push_back(j);
  }
  if (static_cast<double>(needed.size()) * static_cast<double>(times) > most_work) {
    throw Error(Errc::too_large, "TokenLoss",
                fmt::format("{} frequencies by {} times are too many, because most losses are tiny and a few are large",
                            needed.size(), times));
  }
  return needed;
}

/// The spectrum of the total loss and the error of each frequency, those that are not needed left at 0 and `skipped`.
struct TotalSpectrum {
  std::vector<Complex> coefficient;
  std::vector<double> error;
};

TotalSpectrum total_spectrum(const TimeSeriesInverse& inverse, const CycleSpectra& later, const CycleSpectra& first,
                             std::size_t longest, const std::vector<std::size_t>& needed, std::size_t frequencies,
                             double skipped, const Execution& execution) {
  TotalSpectrum total{std::vector<Complex>(frequencies, 0.0), std::vector<double>(frequencies, skipped)};
  constexpr std::size_t stripes = 64;  // each with its own buffers
  parallel_for(stripes, execution, "stripes of frequencies", [&](std::size_t stripe) {
    if (stripe >= needed.size()) return;
    Fft fft(Fft::Kind::complex, inverse.points());
    const auto first_fft = first.empty() ? nullptr : std::make_unique<Fft>(Fft::Kind::complex, inverse.points());
    for (std::size_t i = stripe; i < needed.size(); i += stripes) {
      const std::size_t j = needed[i];
      const auto of_later = later.in_time(j, longest, fft);
      const auto of_first = first_fft ? first.in_time(j, longest, *first_fft) : TransformedSeries{};
      const auto found = inverse.coefficient(of_later, first_fft ? &of_first : nullptr);
      total.coefficient[j] = found.value, total.error[j] = found.error;
    }
  });
  return total;
}

/// Of every mass: the errors of all frequencies.
double mean_error(const TotalSpectrum& spectrum, std::size_t points) {
  double total = 0.0;
  for (std::size_t j = 0; j < spectrum.error.size(); ++j)
    total += divergence::multiplicity(j, points) * spectrum.error[j];
  return total / static_cast<double>(points);
}

}  // namespace

TokenLoss::TokenLoss(const TokenQuestion& q, double mu, double resolve, const Execution& execution)
    : resolve_(resolve), execution_(execution), table_(table_of(q, mu, resolve, execution)) {}

TiltedLaw TokenLoss::compose(const Renewal& renewal, double tilt) const {
  const auto base = renewal.tilted(tilt);
  if (!(base.bound.log_bound < infinity))
    throw Error(Errc::not_converged, "TokenLoss", fmt::format("no bound on the moment of order {}", tilt));
  const double step = table_.step, growth = base.bound.log_growth;

  TiltedLaw law{.tilt = tilt, .step = step, .log_scale = growth * renewal.last()};
  law.infinite = infinite_mass(renewal, resolve_);
  law.relative_error = relative_error(renewal, tilt, law.log_scale);
  const auto [low, high] = renewal.window(tilt, law.log_scale);
  law.first = static_cast<std::int64_t>(std::floor(low / step)) - 1;

  const std::size_t points = divergence::fft_points((high - low) / step + 4.0), frequencies = points / 2 + 1,
                    cycles = renewal.cycles().later.weight.size();
  if (static_cast<double>(cycles) * static_cast<double>(frequencies) > 4.0 * CycleTable::entries) {
    throw Error(Errc::too_large, "TokenLoss",
                fmt::format("{} cycles by {} frequencies are too many", cycles, frequencies));
  }
  const auto skipping = skipping_of(renewal, growth);
  const TimeSeriesInverse inverse(renewal.tail(), growth, base.bound.log_bound);
  const Damping damping{.tilt = tilt, .growth = growth, .inner = inverse.inner(), .decay = skipping.decay};
  const CycleSpectra later(renewal.cycles().later, renewal.direction(), base.moment.later, step, damping, points,
                           execution_);
  const CycleSpectra first(renewal.cycles().first, renewal.direction(), base.moment.first, step, damping, points,
                           execution_);
  const auto needed = frequencies_needed(skipping, later, first, frequencies, inverse.points());
  const auto total =
      total_spectrum(inverse, later, first, renewal.tail().size(), needed, frequencies, skipping.most, execution_);

  Fft fft(Fft::Kind::real, points);
  divergence::invert_spectrum(law, fft, total.coefficient, mean_error(total, points));
  return law;
}

Bracket TokenLoss::delta(double epsilon) const {
  require_non_negative("TokenLoss::delta", "epsilon", epsilon);
  if (table_.question.steps == 1) return Bracket::exact(0.0);
  double lower = 0.0, upper = 0.0;
  for (const auto direction : {forward, backward}) {
    const Renewal pessimistic(table_, Side::pessimistic, direction), optimistic(table_, Side::optimistic, direction);
    const double tilt = best_tilt(pessimistic, [&](double at, double log_moment) { return log_moment - at * epsilon; });
    upper = std::max(upper, compose(pessimistic, tilt).delta(epsilon, Side::pessimistic));
    lower = std::max(lower, compose(optimistic, tilt).delta(epsilon, Side::optimistic));
  }
  lower = std::min(lower, upper);
  return {lower, 0.5 * (lower + upper), upper};
}

Bracket TokenLoss::epsilon(double delta) const {
  require_open_unit("TokenLoss::epsilon", "delta", delta);
  if (table_.question.steps == 1) return Bracket::exact(0.0);
  if (delta <= 2.0 * resolve_)
    throw Error(Errc::conditions, "TokenLoss::epsilon",
                fmt::format("delta = {} must be above what is neglected, {}", delta, 2.0 * resolve_));
  std::array<double, 2> tilts{}, uppers{};
  for (const auto direction : {forward, backward}) {
    const Renewal pessimistic(table_, Side::pessimistic, direction);
    tilts[direction] =
        best_tilt(pessimistic, [&](double at, double log_moment) { return (log_moment - std::log(delta)) / at; });
    uppers[direction] = divergence::safe_epsilon(compose(pessimistic, tilts[direction]), delta);
  }
  // The direction that needs the larger epsilon also gives the better lower end.
  const auto worse = uppers[forward] >= uppers[backward] ? forward : backward;
  const double upper = uppers[worse];
  const double lower =
      upper == 0.0
          ? 0.0
          : std::min(upper, divergence::attained_epsilon(
                                compose(Renewal(table_, Side::optimistic, worse), tilts[worse]), delta, upper));
  return {lower, 0.5 * (lower + upper), upper};
}

}  // namespace hearsay::accounting
