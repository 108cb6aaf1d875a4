// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/first_arrivals.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

constexpr double unit = 0x1p-53;
/// Below it a quotient is not trusted.
constexpr double smallest = 1e-290;
constexpr std::int64_t between_tests = 8;

/// How a walk that met no exit goes on: every component falls by a factor in [low, high] in two steps.
struct Factors {
  double low = 0.0, high = 0.0;
};

/// The law of a walk that met no exit, step by step.
class UnmetWalk {
 public:
  UnmetWalk(const graph::GossipMatrix& back, const std::vector<graph::Node>& exits, std::vector<double> start)
      : back_(&back), exits_(&exits), now_(std::move(start)) {
    last_.resize(now_.size());
    before_.resize(now_.size());
    for (Eigen::Index a = 0; a < back.outerSize(); ++a)
      most_ = std::max(most_, back.outerIndexPtr()[a + 1] - back.outerIndexPtr()[a]);
  }

  /// Takes what is at the exits out of the walk, into `arrivals`.
  void record(Arrivals& arrivals) {
    for (std::size_t e = 0; e < exits_->size(); ++e)
      arrivals.at[e].push_back(std::exchange(now_[(*exits_)[e]], 0.0));
    long double sum = 0.0L;
    for (const double x : now_) sum += x;
    arrivals.alive.push_back(static_cast<double>(sum));
  }

  void step() {
    std::swap(before_, last_);
    std::swap(last_, now_);
    const auto* outer = back_->outerIndexPtr();
    const auto* inner = back_->innerIndexPtr();
    const auto* values = back_->valuePtr();
    for (std::size_t a = 0; a < now_.size(); ++a) {
      double sum = 0.0;
      for (auto i = outer[a]; i < outer[a + 1]; ++i) sum += values[i] * last_[static_cast<std::size_t>(inner[i])];
      now_[a] = sum;
    }
  }

  /// Relative error of a component by one step.
  [[nodiscard]] double rounding() const { return (static_cast<double>(most_) + 2.0) * unit; }

  /// None before every component that can be reached was. @pre two steps were made, and what came to exits was taken.
  [[nodiscard]] std::optional<Factors> factors() const {
    double low = 1.0, high = 0.0;
    for (std::size_t a = 0; a < now_.size(); ++a) {
      if (before_[a] == 0.0 && now_[a] == 0.0) continue;
      if (!(before_[a] > smallest && now_[a] > smallest)) return std::nullopt;
      const double factor = now_[a] / before_[a];
      low = std::min(low, factor), high = std::max(high, factor);
    }
    const double slack = 3.0 * rounding() + 2.0 * unit;
    return Factors{low * (1.0 - slack), high * (1.0 + slack)};
  }

 private:
  const graph::GossipMatrix* back_;
  const std::vector<graph::Node>* exits_;
  std::vector<double> now_, last_, before_;
  std::int64_t most_ = 0;
};

/// Continues every series by the factor of two steps.
void extrapolate(std::vector<double>& series, std::int64_t steps, double factor) {
  while (static_cast<std::int64_t>(series.size()) <= steps) series.push_back(series[series.size() - 2] * factor);
}

/// One start. @return the error of each step.
double walk_on(UnmetWalk& walk, Arrivals& arrivals, std::int64_t steps, const Stop& stop, std::int64_t most_steps,
               std::int64_t& walked) {
  const double rounding = walk.rounding();
  const auto horizon = static_cast<double>(steps);
  const double wanted = std::max(1e-10, 4.0 * rounding * horizon);
  walk.record(arrivals);
  for (std::int64_t t = 1; t <= steps; ++t) {
    walk.step();
    walk.record(arrivals);
    walked = std::max(walked, t);
    if (t % between_tests != 0 || t == steps) continue;
    if (stop && stop()) throw Interrupted();
    const auto factors = walk.factors();
    if (!factors) continue;
    const double error = factors->high == 0.0 ? 0.0 : 0.25 * std::log(factors->high / factors->low) + 4.0 * unit;
    if (error * horizon <= wanted || (t >= most_steps && error * horizon <= 1e-4)) {
      const double factor = std::sqrt(factors->low * factors->high);
      for (auto& series : arrivals.at) extrapolate(series, steps, factor);
      extrapolate(arrivals.alive, steps, factor);
      return std::max(error, rounding);
    }
    if (t >= most_steps)
      throw Error(Errc::too_large, "first_arrivals",
                  fmt::format("after {} steps the walk has not mixed: its law falls by factors from {:.9g} to {:.9g} in "
                              "two steps, too far apart for the remaining {} steps; use fewer steps",
                              t, factors->low, factors->high, steps - t));
  }
  return rounding;
}

}  // namespace

FirstArrivals first_arrivals(const graph::GossipMatrix& back, const std::vector<graph::Node>& exits,
                             const std::vector<std::vector<double>>& starts, std::int64_t steps, double deviation,
                             const Stop& stop, double most_operations) {
  FirstArrivals found;
  const auto most_steps =
      static_cast<std::int64_t>(most_operations / static_cast<double>(back.nonZeros() + back.rows() + 1));
  for (const auto& start : starts) {
    auto& arrivals = found.from.emplace_back();
    arrivals.at.resize(exits.size());
    UnmetWalk walk(back, exits, start);
    const double error = walk_on(walk, arrivals, steps, stop, std::max<std::int64_t>(most_steps, 1), found.walked);
    found.per_step = std::max(found.per_step, error);
  }
  // A sum over all nodes rounds less than one step does, but not before the first one.
  found.per_step = 1.01 * (found.per_step + deviation) + static_cast<double>(back.rows()) * 0x1p-64;
  return found;
}

}  // namespace hearsay::accounting
