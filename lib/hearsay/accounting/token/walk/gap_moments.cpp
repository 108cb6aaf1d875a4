// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/gap_moments.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

constexpr double least_dense = 4096.0, most_dense = 65536.0;
/// Ranges of hidden steps for which what is left out is bounded together: each longer than the last by this.
constexpr double range_growth = 1.03;

double chance_ratio(double part, double chance) { return part == 0.0 ? 0.0 : part / chance; }

/// x y, where 0 infinity is 0.
double weighted(double chance, double weight) { return chance == 0.0 ? 0.0 : chance * weight; }

}  // namespace

MomentCollector::MomentCollector(const SeenWalk& walk, const PassLaws& laws, std::size_t start, std::size_t end,
                                 OtherData others, double scale)
    : walk_(&walk), laws_(&laws), start_(start), end_(end), others_(others), scale_(scale) {
  const auto most = static_cast<double>(laws.most());
  dense_ =
      std::min(walk.steps, static_cast<std::int64_t>(std::clamp(scale * most * most / 2.0, least_dense, most_dense)));
  const auto size = walk.steps > dense_ ? static_cast<std::size_t>(walk.steps - dense_) : 0;
  moments_.assign(powers + 1, std::vector<double>(size, 0.0));
  errors_.assign(powers + 1, 0.0);
}

double MomentCollector::chance(std::int64_t hidden, bool upper) const {
  const auto m = static_cast<std::size_t>(hidden);
  const double x = walk_->gaps.from[start_].at[end_][m];
  const double slack = walk_->gaps.per_step * static_cast<double>(hidden + 4);
  return upper ? x * (1.0 + slack) : x * (1.0 - slack);
}

void MomentCollector::add(const PassLaws::Passes& passes) {
  const auto kept = std::min(passes.chance.size(), static_cast<std::size_t>(dense_) + 1);
  kept_.emplace_back(passes.chance.begin(), passes.chance.begin() + static_cast<std::ptrdiff_t>(kept));
  widths_.push_back(passes.width);
  if (passes.chance.size() <= kept) return;
  double power = 1.0;
  for (int i = 1; i <= powers; ++i) {
    power *= static_cast<double>(passes.k);
    auto& sums = moments_[static_cast<std::size_t>(i)];
    for (std::size_t m = 0; m < sums.size(); ++m) sums[m] += power * passes.chance[m + kept];
    errors_[static_cast<std::size_t>(i)] += power * passes.width;
  }
}

MomentCollector::Rest MomentCollector::rest_from(std::int64_t least, std::int64_t last, bool with_caps) const {
  const auto grown = static_cast<std::int64_t>(range_growth * static_cast<double>(least));
  Rest rest{.range = {.least = least, .largest = std::min(last, grown)}};
  const std::size_t next = laws_->most() + 1;
  const double noise = scale_ / static_cast<double>(least);
  const auto sum = [&](std::size_t from, double scale) {
    return laws_->weighted_from(from, start_, end_, rest.range, scale);
  };
  rest.all = sum(1, noise), rest.known = sum(next, noise);
  double fewest = infinity;
  for (auto m = least; m <= rest.range.largest; ++m) fewest = std::min(fewest, chance(m, false));
  // e^(jk s) <= e^(j^2 s / 2) e^(k^2 s / 2)
  const double tail = sum(next, 0.5 * noise), others = sum(1, 0.5 * noise);
  rest.hidden = weighted(tail, 2.0 * (chance_ratio(others, fewest) + 1.0)) + weighted(tail, tail / fewest);
  if (!with_caps) return rest;
  rest.caps.push_back(infinity);
  for (std::size_t k = 1; k < next; ++k) rest.caps.push_back(laws_->cap(k, start_, end_, rest.range));
  return rest;
}

namespace {

/// Sums over the passes of one gap.
struct PassSums {
  double first = 0.0, second = 0.0;  ///< sum of k p_k, of k^2 p_k
  double hidden = 0.0, known = 0.0;  ///< sum of p_j p_k (e^(jk noise) - 1), not divided; of p_k (e^(k^2 noise) - 1)
};

PassSums sums_of(const std::vector<double>& passes, double noise, bool pairs, bool by_powers) {
  PassSums sums;
  for (std::size_t k = 1; k < passes.size(); ++k) {
    if (passes[k] == 0.0) continue;
    const auto count = static_cast<double>(k);
    const double own = std::expm1(noise * count * count);
    sums.first += count * passes[k], sums.second += count * count * passes[k], sums.known += passes[k] * own;
    if (!pairs) continue;
    double others = 0.5 * passes[k] * own, power = 1.0;
    const double factor = std::exp(noise * count);
    for (std::size_t j = 1; j < k; ++j) {
      power *= factor;
      if (passes[j] > 0.0)
        others += passes[j] * (by_powers ? power - 1.0 : std::expm1(noise * count * static_cast<double>(j)));
    }
    sums.hidden += 2.0 * passes[k] * others;
  }
  return sums;
}

}  // namespace

void MomentCollector::sum_dense(GapMoments& found) const {
  const double first_rest = laws_->beyond(start_, end_, 1), second_rest = laws_->beyond(start_, end_, 2);
  const bool by_powers = scale_ >= 0.05;
  Rest rest;
  for (std::int64_t m = 1; m <= dense_; ++m) {
    const auto at = static_cast<std::size_t>(m);
    if (chance(m, true) == 0.0) continue;
    const bool whole = m <= laws_->exact();
    if (!whole && m > rest.range.largest) rest = rest_from(m, dense_, true);
    const auto hidden = static_cast<double>(m);
    // powers of e^(noise j) are off by 2^-53 for each factor, beside noise j
    const double relative = laws_->relative(m) + (by_powers ? 4.0 * 0x1p-53 * (hidden / scale_ + hidden) : 0.0);
    for (const bool upper : {false, true}) {
      std::vector<double> passes;
      for (std::size_t k = 0; k < kept_.size() && kept_[k].size() > at; ++k) {
        const double width = whole ? 0.0 : widths_[k];
        passes.push_back(upper ? (kept_[k][at] + width) * (1.0 + relative)
                               : std::max(0.0, kept_[k][at] - width) * (1.0 - relative));
        if (upper && !whole && k < rest.caps.size()) passes.back() = std::min(passes.back(), rest.caps[k]);
      }
      auto sums = sums_of(passes, scale_ / hidden, hides(), by_powers);
      const double all = chance(m, !upper);
      sums.hidden /= all;
      if (upper && !whole) {
        sums.first += first_rest, sums.second += second_rest;
        sums.hidden += rest.hidden, sums.known = std::min(sums.known + rest.known, rest.all);
      }
      set(upper ? found.limit.upper : found.limit.lower, at, sums.first / all * sums.first, sums.second, upper, hidden);
      set(upper ? found.excess.upper : found.excess.lower, at, sums.hidden, sums.known, upper, 1.0);
    }
  }
}

void MomentCollector::set(std::vector<double>& series, std::size_t at, double hidden, double known, bool upper,
                          double divisor) const {
  series[at] = (!hides() ? known : upper ? std::min(hidden, known) : hidden) / divisor;
}

double MomentCollector::moment(int power, std::int64_t m, bool upper) const {
  const auto i = static_cast<std::size_t>(power);
  const double x = moments_[i][static_cast<std::size_t>(m - dense_ - 1)];
  const double relative = laws_->relative(m);
  return upper ? (x + errors_[i]) * (1.0 + relative) : std::max(0.0, x - errors_[i]) * (1.0 - relative);
}

double MomentCollector::taylor(std::int64_t m, bool upper, bool hidden) const {
  const int terms = hidden ? powers - 1 : (powers - 1) / 2;
  const double noise = scale_ / static_cast<double>(m), all = chance(m, !upper);
  double sum = 0.0, factor = 1.0;
  for (int i = 1; i <= terms; ++i) {
    factor *= noise / static_cast<double>(i);
    const double one = moment(hidden ? i : 2 * i, m, upper);
    sum += factor * (hidden ? one / all * one : one);
  }
  if (!upper) return sum;
  // Of e^x after terms x^i / i!, i <= n: at most x^(n+1) / (n+1)! e^x, here with x <= noise most^2.
  const auto most = static_cast<double>(laws_->most());
  factor *= noise / static_cast<double>(terms + 1);
  const double next = moment(powers, m, true);
  return sum + weighted(factor * (hidden ? next / all * next : most * next), std::exp(noise * most * most));
}

void MomentCollector::sum_series(GapMoments& found) const {
  const double first_rest = laws_->beyond(start_, end_, 1), second_rest = laws_->beyond(start_, end_, 2);
  Rest rest;
  for (std::int64_t m = dense_ + 1; m <= walk_->steps; ++m) {
    if (chance(m, true) == 0.0) continue;
    if (m > rest.range.largest) rest = rest_from(m, walk_->steps, false);
    const auto at = static_cast<std::size_t>(m);
    for (const bool upper : {false, true}) {
      const double all = chance(m, !upper);
      const double first = moment(1, m, upper) + (upper ? first_rest : 0.0);
      const double second = moment(2, m, upper) + (upper ? second_rest : 0.0);
      set(upper ? found.limit.upper : found.limit.lower, at, first / all * first, second, upper,
          static_cast<double>(m));
      const double hidden = hides() ? taylor(m, upper, true) + (upper ? rest.hidden : 0.0) : 0.0;
      double known = upper || !hides() ? taylor(m, upper, false) : 0.0;
      if (upper) known = std::min(known + rest.known, rest.all);
      set(upper ? found.excess.upper : found.excess.lower, at, hidden, known, upper, 1.0);
    }
  }
}

GapMoments MomentCollector::result() const {
  const auto size = static_cast<std::size_t>(walk_->steps) + 1;
  GapMoments found{{std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)},
                   {std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)}};
  sum_dense(found);
  sum_series(found);
  return found;
}

}  // namespace hearsay::accounting
