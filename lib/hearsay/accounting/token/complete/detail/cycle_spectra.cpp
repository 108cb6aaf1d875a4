// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/detail/cycle_spectra.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/complete/renewal.hpp>
#include <hearsay/divergence/tilted_fft.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Fft;
using divergence::Pld;

/// Masses times e^(tilt loss) / moment: all 0 if the moment is.
std::vector<double> tilted_masses(const Pld::Grid& grid, double step, double tilt, double moment) {
  std::vector<double> mass(grid.mass.size(), 0.0);
  if (!(moment > 0.0)) return mass;
  const double log_moment = std::log(moment);
  for (std::size_t i = 0; i < mass.size(); ++i) {
    if (grid.mass[i] != 0.0)
      mass[i] = grid.mass[i] *
                std::exp(tilt * step * static_cast<double>(grid.first + static_cast<std::int64_t>(i)) - log_moment);
  }
  return mass;
}

}  // namespace

CycleSpectra::CycleSpectra(const CycleRanges& cycles, LossDirection direction, const std::vector<double>& moments,
                           double step, const Damping& damping, std::size_t points, const Execution& execution)
    : count_(cycles.weight.size()), table_((points / 2 + 1) * count_), table_error_(count_) {
  const std::size_t frequencies = points / 2 + 1;
  constexpr std::size_t chunk = 32;
  parallel_for((count_ + chunk - 1) / chunk, execution, [&](std::size_t task) {
    Fft fft(Fft::Kind::real, points);
    for (std::size_t r = task * chunk; r < std::min(count_, (task + 1) * chunk); ++r) {
      const auto& grid = cycles.loss[direction][r];
      table_error_[r] =
          divergence::transform_masses(fft, tilted_masses(grid, step, damping.tilt, moments[r]), grid.first);
      for (std::size_t j = 0; j < frequencies; ++j) table_[j * count_ + r] = fft.spectrum()[j];
    }
  });
  for (std::size_t r = 0; r < count_; ++r) {
    const auto [unit, up] = rounded_time(cycles.time[r]);
    unit_.push_back(unit);
    const auto at = static_cast<double>(unit);
    const double tilted = cycles.weight[r] * moments[r] * std::exp(-damping.growth * at);
    damped_low_.push_back(tilted * (1.0 - up) * std::exp(-damping.inner * at));
    damped_high_.push_back(tilted * up * std::exp(-damping.growth - damping.inner * (at + 1.0)));
    outer_.push_back(tilted * std::exp(damping.decay * at) *
                     ((1.0 - up) + up * std::exp(damping.decay - damping.growth)));
    error_ += (damped_low_.back() + damped_high_.back()) * table_error_[r];
  }
}

double CycleSpectra::at_most(std::size_t frequency) const {
  double sum = 0.0;
  for (std::size_t r = 0; r < count_; ++r)
    sum += outer_[r] * (std::abs(table_[frequency * count_ + r]) + table_error_[r]);
  return sum;
}

TransformedSeries CycleSpectra::in_time(std::size_t frequency, std::size_t longest, Fft& fft) const {
  const auto* phi = &table_[frequency * count_];
  std::fill_n(fft.spectrum(), fft.points(), 0.0);
  for (std::size_t r = 0; r < count_; ++r) {
    if (unit_[r] >= longest) continue;
    fft.spectrum()[unit_[r]] += damped_low_[r] * phi[r];
    fft.spectrum()[unit_[r] + 1] += damped_high_[r] * phi[r];
  }
  double squares = 0.0;
  for (std::size_t k = 0; k <= longest; ++k) squares += std::norm(fft.spectrum()[k]);
  fft.forward();
  return {.values = fft.spectrum(), .everywhere = error_, .in_norm = Fft::error(fft.points()) * std::sqrt(squares)};
}

}  // namespace hearsay::accounting
