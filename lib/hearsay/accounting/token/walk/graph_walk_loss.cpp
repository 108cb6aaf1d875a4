// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>

#include <hearsay/accounting/token/complete/range_loss.hpp>
#include <hearsay/accounting/token/walk/long_complex.hpp>
#include <hearsay/divergence/tilted_fft.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Direction;
using divergence::Pld;
using divergence::Side;
using divergence::TiltedLaw;

constexpr std::string_view where = "GraphWalkLoss";
/// Of one gap, the probability of more passes than are looked at.
constexpr double negligible = 1e-17;

/// Law of the loss of one gap, given that it is that gap, on both sides.
struct GapLoss {
  Pld::Grid pessimistic, optimistic;
  double accuracy;

  [[nodiscard]] const Pld::Grid& grid(Side side) const { return side == Side::pessimistic ? pessimistic : optimistic; }
};

/// How often the target is passed, given that it is that gap: up to where the rest is negligible.
std::vector<double> passes_of(const WalkGap& gap) {
  const double all = gap.chance();
  std::size_t most = gap.passes.size();
  for (double left_out = gap.passes[most - 1]; left_out <= negligible * all; left_out += gap.passes[--most - 1]) {
  }
  std::vector<double> passes(gap.passes.begin(), gap.passes.begin() + static_cast<std::ptrdiff_t>(most));
  for (double& chance : passes) chance /= all;
  return passes;
}

GapLoss hidden_passes(const std::vector<double>& passes, double mu, double deviation, double step,
                      Direction direction) {
  const auto loss = hidden_passes_loss(passes, mu, deviation, step, direction);
  return {loss.pessimistic(), loss.optimistic(), loss.accuracy()};
}

/// The same in both directions.
GapLoss known_passes(const std::vector<double>& passes, double mu, double deviation, double step) {
  const Pld::Grid none{.first = 0, .mass = {passes[0]}, .infinite = 0.0};
  GapLoss loss{none, none, 0.0};
  for (std::size_t k = 1; k < passes.size(); ++k) {
    if (passes[k] == 0.0) continue;
    const auto one = Pld::gaussian(mu * static_cast<double>(k) / deviation, step, reading_reach);
    add_scaled(loss.pessimistic, one.pessimistic(), passes[k]);
    add_scaled(loss.optimistic, one.optimistic(), passes[k]);
    loss.accuracy = std::max(loss.accuracy, one.accuracy());
  }
  return loss;
}

/// None if the gap tells nothing.
std::optional<GapLoss> gap_loss(const WalkGap& gap, OtherData others, double mu, double step, Direction direction) {
  const double all = gap.chance();
  if (gap.hidden == 0 || all == 0.0 || gap.passes.front() == all) return std::nullopt;
  const auto passes = passes_of(gap);
  if (passes.size() == 1) return std::nullopt;
  const double deviation = std::sqrt(static_cast<double>(gap.hidden));
  return others == OtherData::anything ? known_passes(passes, mu, deviation, step)
                                       : hidden_passes(passes, mu, deviation, step, direction);
}

/// The law of one gap, its chance, and how many such gaps are to be expected.
struct GapLaw {
  double chance, expected;
  std::optional<GapLoss> loss;  ///< none: the gap tells nothing
};

/// The laws of all gaps, in one direction.
class GapLaws {
 public:
  GapLaws(const WalkGaps& gaps, double mu, double step, Direction direction) : gaps_(&gaps), step_(step) {
    const auto read = reading_chances(gaps);
    std::vector<double> before{0.0};  // [t]: expected readings earlier than t
    for (const double chance : read) before.push_back(before.back() + chance);
    readings_ = before.back();
    for (std::size_t i = 0; i < gaps.later.size(); ++i) {
      const double first = gaps.first[i].chance(), later = gaps.later[i].chance();
      first_.push_back({first, first, gap_loss(gaps.first[i], gaps.others, mu, step, direction)});
      later_.push_back(
          {later, later * before[read.size() - 1 - i], gap_loss(gaps.later[i], gaps.others, mu, step, direction)});
    }
  }

  [[nodiscard]] TiltedLaw total(Side side) const {
    TiltedLaw law{.tilt = 0.0, .step = step_};
    const auto window = loss_window(where, step_, [&](double lambda) { return log_moment(side, lambda); });
    law.first = window.first;
    const double left_out = negligible * gaps_->steps();
    law.infinite = side == Side::pessimistic ? infinite() + left_out : -left_out;
    law.relative_error = relative_error(side);
    divergence::Fft fft(divergence::Fft::Kind::real, window.points);
    double error = 0.0;
    const auto spectrum = total_spectrum(side, fft, error);
    divergence::invert_spectrum(law, fft, spectrum, error);
    return law;
  }

 private:
  using Spectrum = std::vector<std::complex<double>>;

  /// Calls visit(law, expected number of such gaps) for all gaps that tell something.
  template <class Visit>
  void each(Visit visit) const {
    for (const auto* laws : {&first_, &later_})
      for (const auto& [chance, expected, loss] : *laws)
        if (loss) visit(*loss, expected);
  }

  /// At most the probability that some loss is infinite, or left out as such.
  [[nodiscard]] double infinite() const {
    double sum = 0.0;
    each([&](const GapLoss& loss, double expected) { sum += expected * loss.pessimistic.infinite; });
    return sum;
  }

  [[nodiscard]] double relative_error(Side side) const {
    double worst = 0.0;
    each([&](const GapLoss& loss, double) {
      worst = std::max(worst, mass_error(loss.grid(side), loss.accuracy, step_));
    });
    return worst * gaps_->steps() + gaps_->accuracy + 1e-13;
  }

  [[nodiscard]] double log_moment(Side side, double lambda) const {
    const auto moments = [&](const std::vector<GapLaw>& laws) {
      std::vector<double> found;
      found.reserve(laws.size());
      for (const auto& [chance, expected, loss] : laws)
        found.push_back(chance * (loss ? divergence::moment(loss->grid(side), step_, lambda) : 1.0));
      return found;
    };
    const auto first = moments(first_), later = moments(later_);
    return std::log(renewal_sum<double>(
        *gaps_, [&](std::size_t i) { return first[i]; }, [&](std::size_t i) { return later[i]; }));
  }

  /// Spectra of the gaps times their chances; adds what their rounding does to a mass of the total.
  [[nodiscard]] static std::vector<Spectrum> spectra(const std::vector<GapLaw>& laws, Side side, divergence::Fft& fft,
                                                     double& error) {
    std::vector<Spectrum> found;
    for (const auto& [chance, expected, loss] : laws) {
      if (!loss) {
        found.emplace_back(1, chance);  // the same at every frequency
        continue;
      }
      const auto& law = loss->grid(side);
      const double norm = divergence::transform_masses(fft, law.mass, law.first);
      error += expected * norm / std::sqrt(static_cast<double>(fft.points()));
      auto& spectrum = found.emplace_back(fft.spectrum(), fft.spectrum() + fft.points() / 2 + 1);
      for (auto& x : spectrum) x *= chance;
    }
    return found;
  }

  /// The total is affine in every gap's spectrum, and its slope at most the expected number of such gaps.
  [[nodiscard]] Spectrum total_spectrum(Side side, divergence::Fft& fft, double& error) const {
    const auto first = spectra(first_, side, fft, error), later = spectra(later_, side, fft, error);
    Spectrum total(fft.points() / 2 + 1);
    const auto wave = [](const Spectrum& x, std::size_t j) {
      const auto& value = x.size() == 1 ? x.front() : x[j];
      return LongComplex(value.real(), value.imag());
    };
    std::vector<LongComplex> a(first.size()), b(later.size());
    for (std::size_t j = 0; j < total.size(); ++j) {
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = wave(first[i], j), b[i] = wave(later[i], j);
      const auto sum = renewal_sum<LongComplex>(
          *gaps_, [&](std::size_t i) { return a[i]; }, [&](std::size_t i) { return b[i]; });
      total[j] = {static_cast<double>(sum.re), static_cast<double>(sum.im)};
    }
    double size = 0.0;
    for (std::size_t j = 0; j < total.size(); ++j)
      size += divergence::multiplicity(j, fft.points()) * std::abs(total[j]);
    error += 8.0 * 0x1p-53 * size / static_cast<double>(fft.points());
    // Every reading is a sum of at most `steps` terms in long double, each at most its probability.
    error += 8.0 * static_cast<double>(std::numeric_limits<long double>::epsilon()) * (gaps_->steps() + 8.0) *
             (readings_ + 1.0);
    return total;
  }

  const WalkGaps* gaps_;
  double step_, readings_ = 0.0;
  std::vector<GapLaw> first_, later_;
};

WalkLoss total_loss(const WalkGaps& gaps, double mu, double step) {
  const double resolved = loss_step(where, mu, step);
  const auto both = [&](Direction direction) {
    const GapLaws laws(gaps, mu, resolved, direction);
    return LossEnds{laws.total(Side::pessimistic), laws.total(Side::optimistic)};
  };
  return {where, both(Direction::forward), both(Direction::backward)};
}

}  // namespace

GraphWalkLoss::GraphWalkLoss(const WalkGaps& gaps, double mu, double step) : WalkLoss(total_loss(gaps, mu, step)) {}

}  // namespace hearsay::accounting
