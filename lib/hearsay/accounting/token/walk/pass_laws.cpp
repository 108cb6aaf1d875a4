// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/pass_laws.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/tilted_fft.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::string_view pass_laws_where = "PassLaws";
constexpr std::size_t most_passes = 4096;
/// Of all passes of one gap: what is left out, relative to the chance of a gap of a mean length.
constexpr double negligible_passes = 1e-18;

double total_of(const std::vector<double>& series) { return std::accumulate(series.begin(), series.end(), 0.0); }

double square_norm(const std::vector<double>& series) {
  return std::sqrt(std::inner_product(series.begin(), series.end(), series.begin(), 0.0));
}

/// One step later: index i + 1.
std::vector<double> delayed(const std::vector<double>& series) {
  std::vector<double> later(series.size(), 0.0);
  std::copy(series.begin(), series.end() - 1, later.begin() + 1);
  return later;
}

/// The product up to the first `size` entries.
std::vector<double> direct_product(const std::vector<double>& a, const std::vector<double>& b, std::size_t size) {
  std::vector<double> product(size, 0.0);
  for (std::size_t i = 0; i < std::min(size, a.size()); ++i) {
    if (a[i] == 0.0) continue;
    for (std::size_t j = 0; j < std::min(b.size(), size - i); ++j) product[i + j] += a[i] * b[j];
  }
  return product;
}

std::vector<std::complex<double>> spectrum_of(divergence::Fft& fft, const std::vector<double>& series) {
  static_cast<void>(divergence::transform_masses(fft, series, 0));
  return {fft.spectrum(), fft.spectrum() + fft.points() / 2 + 1};
}

/// ln sum_i series[i] z^i.
double log_generated(const std::vector<double>& series, double log_z) {
  const double z = std::exp(log_z);
  double power = 1.0, sum = 0.0;
  for (const double x : series) {
    if (x > 0.0) sum += x * power;
    power *= z;
    if (power < 1e-300) break;
  }
  return std::log(sum * (1.0 + 1e-9) + 1e-290);  // infinite: this z bounds nothing
}

/// At least sum over k > last of k^power ratio^(k-1), for ratio < 1.
double geometric_rest(double last, double ratio, int power) {
  const double first = last + 1.0;
  const double next = std::pow((first + 1.0) / first, power) * ratio;
  if (!(next < 1.0)) return infinity;
  return std::exp(power * std::log(first) + last * std::log(ratio)) / (1.0 - next) * (1.0 + 1e-9);
}

}  // namespace

PassLaws::PassLaws(const SeenWalk& walk, graph::Node target, const Stop& stop, std::int64_t exact)
    : steps_(walk.steps), exact_(exact) {
  if (std::ranges::count(walk.observers, target) > 0)
    throw Error(Errc::conditions, pass_laws_where, fmt::format("node {} cannot be both observer and target", target));
  auto exits = walk.observers;
  exits.push_back(target);
  const auto n = static_cast<std::size_t>(walk.back.rows());
  std::vector<std::vector<double>> starts{std::vector<double>(n, 1.0 / static_cast<double>(n))};
  for (const auto v : walk.observers) starts.push_back(leaving(walk, v));
  starts.push_back(leaving(walk, target));
  gaps_ = first_arrivals(walk.back, exits, starts, steps_, walk.deviation, stop);
  auto from_target = std::move(gaps_.from.back());
  gaps_.from.pop_back();
  returns_ = delayed(from_target.at.back());
  from_target.at.pop_back();
  for (const auto& series : from_target.at) leave_.push_back(delayed(series));
  for (auto& start : gaps_.from) {
    enter_.push_back(std::move(start.at.back()));
    start.at.pop_back();
  }
  per_step_ = 1.01 * gaps_.per_step;
  find_most();
  generate();
}

double PassLaws::relative(std::int64_t m) const {
  // Direct products round every term once for each of at most exact_ passes.
  const auto convolved = static_cast<double>(std::min(m, exact_) + 4);
  return per_step_ * static_cast<double>(m + 4) + 2.0 * static_cast<double>(exact_ + 8) * 0x1p-53 * convolved;
}

void PassLaws::find_most() {
  const double ratio = total_of(returns_) * (1.0 + relative(steps_)) + 1e-12;
  const double wanted = negligible_passes / static_cast<double>(steps_ + 1);
  most_ = 1;
  if (steps_ <= exact_) return;
  if (!(ratio < 1.0) || std::log(wanted) / std::log(ratio) > static_cast<double>(most_passes))
    throw Error(Errc::too_large, pass_laws_where,
                fmt::format("the token returns to the target before it meets an observer with probability {:.6g}; more "
                            "than {} passes in one gap matter; use fewer steps",
                            ratio, most_passes));
  most_ = static_cast<std::size_t>(std::ceil(std::log(wanted) / std::log(ratio))) + 1;
}

void PassLaws::generate() {
  std::vector<double> logs{0.0};
  for (int i = 20; i >= 1; --i) logs.push_back(std::log1p(-std::ldexp(1.0, -i)));
  for (const double z : {0.25, 0.1, 0.03, 0.01, 1e-3, 1e-4}) logs.push_back(std::log(z));
  for (int i = 20; i >= 1; --i) logs.push_back(std::ldexp(1.0, -i)), logs.push_back(std::ldexp(1.5, -i));
  const double slack = relative(steps_);
  for (const double log_z : logs) {
    Generated at{.log_z = log_z, .returns = log_generated(returns_, log_z) + slack, .to = {}, .from = {}};
    for (const auto& series : enter_) at.to.push_back(log_generated(series, log_z) + slack);
    for (const auto& series : leave_) at.from.push_back(log_generated(series, log_z) + slack);
    const auto finite = [](double x) { return std::isfinite(x); };
    if (finite(at.returns) && std::ranges::all_of(at.to, finite) && std::ranges::all_of(at.from, finite))
      generated_.push_back(std::move(at));
  }
}

double PassLaws::beyond(std::size_t start, std::size_t end, int power) const {
  const auto& at = generated_.front();
  const double rest = geometric_rest(static_cast<double>(most_), std::exp(at.returns), power);
  return std::exp(at.to[start] + at.from[end]) * rest;
}

double PassLaws::log_cap(const Generated& at, double k, std::size_t start, std::size_t end, const HiddenRange& range) {
  return at.to[start] + at.from[end] + (k - 1.0) * at.returns -
         static_cast<double>(at.log_z > 0.0 ? range.least : range.largest) * at.log_z;
}

double PassLaws::weighted_from(std::size_t from, std::size_t start, std::size_t end, const HiddenRange& range,
                               double scale) const {
  double sum = 0.0;
  // Between two ends the exponent is convex in k.
  for (auto low = static_cast<double>(from); low <= static_cast<double>(range.largest + 1);) {
    const double high = std::min(std::floor(1.1 * low), static_cast<double>(range.largest + 1));
    double best = infinity;
    for (const auto& at : generated_)
      best = std::min(best, std::max(log_cap(at, low, start, end, range) + scale * low * low,
                                     log_cap(at, high, start, end, range) + scale * high * high));
    sum += (high - low + 1.0) * std::exp(best);
    low = high + 1.0;
  }
  return sum * (1.0 + 1e-9);
}

double PassLaws::cap(std::size_t k, std::size_t start, std::size_t end, const HiddenRange& range) const {
  double best = infinity;
  for (const auto& at : generated_) best = std::min(best, log_cap(at, static_cast<double>(k), start, end, range));
  return std::exp(best) * (1.0 + 1e-9);
}

void PassLaws::multiply(std::vector<double>& first, const std::vector<double>& series, divergence::Fft& fft,
                        const std::vector<std::complex<double>>& spectrum, double& width) const {
  const double norm = square_norm(first), sum = total_of(first), other = square_norm(series), total = total_of(series);
  const double error = divergence::Fft::error(fft.points());
  static_cast<void>(divergence::transform_masses(fft, first, 0));
  for (std::size_t j = 0; j < spectrum.size(); ++j) fft.spectrum()[j] *= spectrum[j];
  fft.backward();
  const auto points = static_cast<double>(fft.points());
  for (std::size_t i = 0; i < first.size(); ++i) first[i] = std::max(0.0, fft.real()[i] / points);
  // Of each coefficient, at most the 2-norm of all errors: both forward transforms, products, the backward transform.
  const double local = error * (2.0 * norm * total + sum * other) + 4.0 * 0x1p-53 * norm * total;
  width = (width * total + local) * (1.0 + 1e-6) * (1.0 + relative(steps_));
}

void PassLaws::each(std::size_t start, std::size_t end, const std::function<void(const Passes&)>& visit) const {
  const auto& none = gaps_.from[start].at[end];
  visit({.k = 0, .chance = none, .width = 0.0});
  const auto size = static_cast<std::size_t>(steps_) + 1;
  const auto head = std::min(size, static_cast<std::size_t>(exact_) + 1);
  const bool longer = size > head;
  divergence::Fft fft(divergence::Fft::Kind::real,
                      divergence::fft_points(longer ? 2.0 * static_cast<double>(size) : 64));
  std::vector<double> chance, small = direct_product(enter_[start], leave_[end], head);
  std::vector<std::complex<double>> spectrum;
  double width = 0.0;
  if (longer) {
    chance = enter_[start];
    spectrum = spectrum_of(fft, leave_[end]);
    multiply(chance, leave_[end], fft, spectrum, width);
    spectrum = spectrum_of(fft, returns_);
  }
  const std::size_t last = std::max(longer ? most_ : 0, head - 1);
  for (std::size_t k = 1; k <= last; ++k) {
    if (k > 1) small = direct_product(small, returns_, head);
    if (longer && k <= most_) {
      if (k > 1) multiply(chance, returns_, fft, spectrum, width);
      const auto& at = generated_.front();
      const double cap = std::exp(at.to[start] + at.from[end] + (static_cast<double>(k) - 1.0) * at.returns);
      for (auto& x : chance) x = std::min(x, cap);
      width = std::min(width, cap);
      std::ranges::copy(small, chance.begin());
      visit({.k = k, .chance = chance, .width = width});
    } else {
      visit({.k = k, .chance = small, .width = 0.0});
    }
  }
}

}  // namespace hearsay::accounting
