// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/seen_walk_loss.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include <hearsay/accounting/token/complete/range_loss.hpp>
#include <hearsay/accounting/token/walk/blocked_time.hpp>
#include <hearsay/accounting/token/walk/long_complex.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/tilted_fft.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Direction;
using divergence::Pld;
using divergence::Side;
using divergence::TiltedLaw;

constexpr std::string_view seen_loss_where = "SeenWalkLoss";
constexpr double assumed_points = 8192.0;

/// Law of the loss of one gap of a bucket, on one side, its masses scaled outwards by their relative error.
Pld::Grid bucket_loss(const GapBucket& bucket, OtherData others, double mu, double step, Direction direction,
                      Side side) {
  const auto& passes = bucket.law(side);
  const bool pessimistic = side == Side::pessimistic;
  const double deviation = std::sqrt(static_cast<double>(pessimistic ? bucket.least : bucket.most));
  Pld::Grid total{.first = 0, .mass = {}, .infinite = 0.0};
  double accuracy = 0.0;
  const auto add = [&](const Pld& loss, double chance) {
    add_scaled(total, pessimistic ? loss.pessimistic() : loss.optimistic(), chance);
    accuracy = std::max(accuracy, loss.accuracy());
  };
  const bool tells = passes.size() > 1 && passes[0] < 1.0;
  if (!tells || others == OtherData::anything) total = {.first = 0, .mass = {tells ? passes[0] : 1.0}, .infinite = 0.0};
  if (tells && others == OtherData::anything) {
    for (std::size_t k = 1; k < passes.size(); ++k)
      if (passes[k] > 0.0) add(Pld::gaussian(mu * static_cast<double>(k) / deviation, step, reading_reach), passes[k]);
  } else if (tells) {
    const auto loss = hidden_passes_loss(passes, mu, deviation, step, direction);
    total = pessimistic ? loss.pessimistic() : loss.optimistic();
    accuracy = loss.accuracy();
  }
  if (pessimistic) total.infinite += bucket.beyond;
  const double error = mass_error(total, accuracy, step);
  for (auto& mass : total.mass) mass *= pessimistic ? 1.0 + error : 1.0 - error;
  return total;
}

/// Gaps of one bucket that take the same number of blocks.
struct BlockedGap {
  std::size_t start, end, bucket;
  std::size_t block;
  double chance;
};

/// All readings, in one direction and on one side.
class SeenLaw {
 public:
  SeenLaw(const SeenWalk& walk, const TargetBuckets& buckets, OtherData others, double mu,
          const SeenLossSettings& settings, Direction direction, Side side)
      : walk_(&walk),
        time_(blocked_time(walk, side, 2.0 * settings.most_products / assumed_points)),
        step_(settings.step),
        tokens_(settings.tokens) {
    for (std::size_t type = 0; type < buckets.size(); ++type) {
      const std::size_t start = type / walk.size(), end = type % walk.size();
      laws_.push_back({{.first = 0, .mass = {1.0}, .infinite = 0.0}});  // of no hidden step
      for (const auto& bucket : buckets[type])
        laws_.back().push_back(bucket_loss(bucket, others, mu, step_, direction, side));
      place(buckets[type], start, end);
    }
    last_ = std::min(time_.count, time_.longest / time_.block + 1);
    for (std::size_t v = 0; v <= walk.size(); ++v)
      for (std::int64_t b = 0; b <= time_.count; ++b) ends_.push_back(time_.no_later(walk, v, b));
    if (!adds_up([](const BlockedGap& gap) { return gap.chance; }))
      throw Error(
          Errc::too_large, seen_loss_where,
          fmt::format("the observers nearly always hold the token again within {} steps, the block of time that "
                      "{} steps need; use fewer steps",
                      time_.block, walk.steps));
    count_expected();
  }

  [[nodiscard]] TiltedLaw total() const {
    TiltedLaw law{.tilt = 0.0, .step = step_};
    const auto window = loss_window(seen_loss_where, step_, [&](double lambda) { return log_moment(lambda); });
    law.first = window.first;
    law.infinite = time_.pessimistic() ? tokens_ * infinite() : 0.0;
    law.relative_error = 1e-13 * tokens_;
    divergence::Fft fft(divergence::Fft::Kind::real, window.points);
    double error = 0.0;
    const auto spectrum = total_spectrum(fft, error);
    divergence::invert_spectrum(law, fft, spectrum, error);
    return law;
  }

 private:
  /// Sorts the gaps of one start and end by block and bucket.
  void place(const std::vector<GapBucket>& buckets, std::size_t start, std::size_t end) {
    std::map<std::pair<std::size_t, std::size_t>, double> chances;
    std::size_t bucket = 0;
    const auto& series = walk_->gaps.from[start].at[end];
    for (std::int64_t m = start == 0 ? 1 : 0; SeenWalk::length(start, m) <= walk_->steps; ++m) {
      while (bucket < buckets.size() && buckets[bucket].least <= m) ++bucket;  // laws_ begins with that of no step
      const auto length = SeenWalk::length(start, m);
      const auto rounded = time_.blocks(start, length);
      const double chance = outward(*walk_, series[static_cast<std::size_t>(m)], length, time_.side);
      if (rounded && chance > 0.0) chances[{static_cast<std::size_t>(*rounded), bucket}] += chance;
    }
    for (const auto& [where, chance] : chances)
      gaps_.push_back({.start = start, .end = end, .bucket = where.second, .block = where.first, .chance = chance});
  }

  [[nodiscard]] double no_later(std::size_t start, std::int64_t left) const {
    return ends_[start * (static_cast<std::size_t>(time_.count) + 1) + static_cast<std::size_t>(left)];
  }

  /// Whether sums along gaps of no block converge.
  template <class Of>
  [[nodiscard]] bool adds_up(Of of) const {
    std::vector<double> sums(walk_->size(), 0.0);
    for (const auto& gap : gaps_)
      if (gap.start > 0 && gap.block == 0) sums[gap.start - 1] += of(gap);
    return std::ranges::all_of(sums, [](double sum) { return sum < 1.0; });
  }

  template <class Number, class Of>
  [[nodiscard]] std::vector<Number> held(Of of) const {
    const std::size_t ends = walk_->size();
    BlockedGaps<Number> blocked(time_.count, ends);
    for (const auto& gap : gaps_) {
      auto& number = gap.start == 0 ? blocked.first[gap.block * ends + gap.end]
                                    : blocked.later[(gap.block * ends + gap.start - 1) * ends + gap.end];
      number += of(gap);
    }
    return renewal<Number>(blocked, Number(1.0 / walk_->nodes()), last_);
  }

  template <class Number, class Of>
  [[nodiscard]] Number sum_of(Of of) const {
    const auto told = held<Number>(of);
    Number total(no_later(0, time_.count));
    for (std::int64_t b = 0; b <= time_.count; ++b)
      for (std::size_t v = 0; v < walk_->size(); ++v)
        total += told[static_cast<std::size_t>(b) * walk_->size() + v] * Number(no_later(v + 1, time_.count - b));
    return total;
  }

  /// How many gaps of each kind are to be expected.
  void count_expected() {
    const auto told = held<double>([](const BlockedGap& gap) { return gap.chance; });
    std::vector<double> before(walk_->size(), 0.0);
    std::vector<std::vector<double>> sums;
    for (std::int64_t b = 0; b <= time_.count; ++b) {
      for (std::size_t v = 0; v < walk_->size(); ++v)
        before[v] += told[static_cast<std::size_t>(b) * walk_->size() + v];
      sums.push_back(before);
    }
    for (const double x : before) readings_ += x;
    for (const auto& gap : gaps_)
      expected_.push_back(gap.start == 0
                              ? gap.chance
                              : gap.chance * sums[static_cast<std::size_t>(time_.count) - gap.block][gap.start - 1]);
  }

  [[nodiscard]] const Pld::Grid& law(const BlockedGap& gap) const {
    return laws_[gap.start * walk_->size() + gap.end][gap.bucket];
  }

  [[nodiscard]] double infinite() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < gaps_.size(); ++i) sum += expected_[i] * law(gaps_[i]).infinite;
    return sum;
  }

  [[nodiscard]] double log_moment(double lambda) const {
    std::vector<std::vector<double>> moments;
    for (const auto& laws : laws_) {
      auto& found = moments.emplace_back();
      for (const auto& one : laws) found.push_back(divergence::moment(one, step_, lambda));
    }
    const auto weight = [&](const BlockedGap& gap) {
      return gap.chance * moments[gap.start * walk_->size() + gap.end][gap.bucket];
    };
    return adds_up(weight) ? tokens_ * std::log(sum_of<double>(weight)) : infinity;
  }

  /// The total is affine in every gap's spectrum, and its slope at most the expected number of such gaps.
  [[nodiscard]] std::vector<std::complex<double>> total_spectrum(divergence::Fft& fft, double& error) const {
    using Spectrum = std::vector<std::complex<double>>;
    std::vector<std::vector<Spectrum>> spectra(laws_.size());
    std::vector<std::vector<double>> norms(laws_.size());
    for (std::size_t type = 0; type < laws_.size(); ++type)
      for (const auto& one : laws_[type]) {
        norms[type].push_back(divergence::transform_masses(fft, one.mass, one.first));
        spectra[type].emplace_back(fft.spectrum(), fft.spectrum() + fft.points() / 2 + 1);
      }
    for (std::size_t i = 0; i < gaps_.size(); ++i)
      error += expected_[i] * norms[gaps_[i].start * walk_->size() + gaps_[i].end][gaps_[i].bucket] /
               std::sqrt(static_cast<double>(fft.points()));
    Spectrum total(fft.points() / 2 + 1);
    double size = 0.0;
    for (std::size_t j = 0; j < total.size(); ++j) {
      const auto sum = sum_of<LongComplex>([&](const BlockedGap& gap) {
        const auto& value = spectra[gap.start * walk_->size() + gap.end][gap.bucket][j];
        return LongComplex(static_cast<long double>(gap.chance) * static_cast<long double>(value.real()),
                           static_cast<long double>(gap.chance) * static_cast<long double>(value.imag()));
      });
      LongComplex all = sum;
      for (int token = 1; token < tokens_; ++token) all = all * sum;
      total[j] = {static_cast<double>(all.re), static_cast<double>(all.im)};
      size += divergence::multiplicity(j, fft.points()) * std::abs(total[j]);
    }
    const double terms = (static_cast<double>(time_.count) + 8.0) * static_cast<double>(walk_->size());
    error += 8.0 * static_cast<double>(std::numeric_limits<long double>::epsilon()) * terms * (readings_ + 1.0);
    error *= tokens_ * (1.0 + 1e-6);  // a power of a number of at most 1, but for errors that are already counted
    error += 8.0 * 0x1p-53 * size / static_cast<double>(fft.points());
    return total;
  }

  const SeenWalk* walk_;
  BlockedTime time_;
  double step_, readings_ = 0.0;
  int tokens_ = 1;
  std::int64_t last_ = 0;
  std::vector<std::vector<Pld::Grid>> laws_;  ///< [start * observers + end][bucket + 1]
  std::vector<BlockedGap> gaps_;
  std::vector<double> ends_, expected_;
};

WalkLoss total_loss(const SeenWalk& walk, const TargetBuckets& buckets, OtherData others, double mu,
                    const SeenLossSettings& settings) {
  auto resolved = settings;
  resolved.step = loss_step(seen_loss_where, mu, settings.step);
  if (settings.tokens < 1)
    throw Error(Errc::domain, seen_loss_where, fmt::format("tokens = {} must be at least 1", settings.tokens));
  const auto both = [&](Direction direction) {
    const auto law = [&](Side side) { return SeenLaw(walk, buckets, others, mu, resolved, direction, side).total(); };
    return LossEnds{law(Side::pessimistic), law(Side::optimistic)};
  };
  return {seen_loss_where, both(Direction::forward), both(Direction::backward)};
}

}  // namespace

SeenWalkLoss::SeenWalkLoss(const SeenWalk& walk, const TargetBuckets& buckets, OtherData others, double mu,
                           const SeenLossSettings& settings)
    : WalkLoss(total_loss(walk, buckets, others, mu, settings)) {}

}  // namespace hearsay::accounting
