// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/cycle_loss.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::accounting {

namespace {

/// The mixture in units of its standard deviation: sum of weight[i] N(shift[i], 1) against N(0, 1).
class Mixture {
 public:
  explicit Mixture(const CycleMixture& cycle) {
    const double unit = cycle.mu / std::sqrt(cycle.length);
    for (std::size_t i = 0; i < cycle.weight.size(); ++i) {
      if (cycle.weight[i] == 0.0) continue;
      shift_.push_back(static_cast<double>(cycle.first + i) * unit);
      weight_.push_back(cycle.weight[i]);
      front_.push_back(std::log(cycle.weight[i]) - 0.5 * shift_.back() * shift_.back());
    }
    exponent_.resize(shift_.size());
  }

  struct Loss {
    double value, slope;
  };
  /// ln(dP/dQ) at x and its derivative.
  [[nodiscard]] Loss loss(double x) const {
    double top = front_[0] + shift_[0] * x;
    for (std::size_t i = 0; i < shift_.size(); ++i) {
      exponent_[i] = front_[i] + shift_[i] * x;
      top = std::max(top, exponent_[i]);
    }
    double sum = 0.0, mean = 0.0;
    for (std::size_t i = 0; i < shift_.size(); ++i) {
      if (exponent_[i] < top - 45.0) continue;  // below half a unit in the last place
      const double share = std::exp(exponent_[i] - top);
      sum += share, mean += share * shift_[i];
    }
    return {top + std::log(sum), mean / sum};
  }

  [[nodiscard]] std::size_t size() const { return shift_.size(); }
  [[nodiscard]] double weight(std::size_t i) const { return weight_[i]; }
  [[nodiscard]] double shift(std::size_t i) const { return shift_[i]; }
  [[nodiscard]] double above(double x) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < shift_.size(); ++i) sum += weight_[i] * 0.5 * std::erfc((x - shift_[i]) * M_SQRT1_2);
    return sum;
  }
  [[nodiscard]] double below(double x) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < shift_.size(); ++i) sum += weight_[i] * 0.5 * std::erfc((shift_[i] - x) * M_SQRT1_2);
    return sum;
  }

 private:
  std::vector<double> shift_, weight_, front_;
  mutable std::vector<double> exponent_;
};

/// Mass of N(0, 1) between two points whose smaller tails are known.
double between(double a, double tail_a, double b, double tail_b) {
  if ((b - a) * std::max({1.0, std::abs(a), std::abs(b)}) <
      0.02) {  // differences of tails would cancel: three-point Gauss rule
    const double middle = 0.5 * (a + b), half = 0.5 * (b - a), node = half * 0.77459666924148337704;
    const auto density = [](double x) { return 0.39894228040143267794 * std::exp(-0.5 * x * x); };
    return half * (5.0 * (density(middle - node) + density(middle + node)) + 8.0 * density(middle)) / 9.0;
  }
  if (a >= 0.0) return tail_a - tail_b;
  if (b <= 0.0) return tail_b - tail_a;
  return 1.0 - tail_a - tail_b;
}

double smaller_tail(double z) { return 0.5 * std::erfc(std::abs(z) * M_SQRT1_2); }

/// Left of it Q has `tail`, and P less; right of it P has at most `tail`, and Q less.
struct Window {
  double left, right;
};
Window window_of(const Mixture& p, double tail) {
  const double reach = -normal_quantile(tail);
  double right = p.shift(p.size() - 1) + reach;
  for (double low = 0.0; right - low > 0.01;) {
    const double middle = 0.5 * (low + right);
    (p.above(middle) > tail ? low : right) = middle;
  }
  return {-reach, right};
}

}  // namespace

CycleCells cycle_cells(const CycleMixture& cycle, double step, double tail) {
  require_positive("cycle_cells", "step", step);
  const Mixture p(cycle);
  const auto [left, right] = window_of(p, tail);
  const double lowest = p.loss(left).value, highest = p.loss(right).value;
  constexpr double most_cells = 1 << 21;
  if (!((highest - lowest) / step < most_cells)) {
    throw Error(Errc::too_large, "cycle_cells",
                fmt::format("a loss between {:.3g} and {:.3g} needs more than {} cells of {:.3g}", lowest, highest,
                            most_cells, step));
  }

  CycleCells result{.cells = {},
                    .below_p = p.below(left),
                    .below_q = smaller_tail(left),
                    .above_p = p.above(right) + cycle.missing,
                    .above_q = smaller_tail(right)};
  const auto tails = [&](double x, std::vector<double>& at) {
    for (std::size_t i = 0; i < p.size(); ++i) at[i] = smaller_tail(x - p.shift(i));
    at[p.size()] = smaller_tail(x);
  };
  std::vector<double> now(p.size() + 1), next_tails(p.size() + 1);
  tails(left, now);
  auto edge = static_cast<std::int64_t>(std::floor(lowest / step)) + 1;
  double x = left, low = lowest, slope = p.loss(left).slope;
  while (x < right) {
    const double high = std::min(static_cast<double>(edge) * step, highest);
    double next = right;
    if (high < highest) {  // Newton for the next multiple of the step, kept inside a bracket
      double a = x, b = right;
      next = slope > 0.0 ? x + (high - low) / slope : b;
      if (!(next < b)) next = 0.5 * (a + b);
      for (int i = 0; i < 200; ++i) {
        const auto [value, derivative] = p.loss(next);
        slope = derivative;
        const double excess = value - high;
        (excess < 0.0 ? a : b) = next;
        if (std::abs(excess) <= 1e-12 * step || b - a <= 1e-15 * std::max(1.0, std::abs(b))) break;
        const double newton = next - excess / derivative;
        next = newton > a && newton < b ? newton : 0.5 * (a + b);
      }
    }
    if (next > x) {
      tails(next, next_tails);
      double mass = 0.0;
      for (std::size_t i = 0; i < p.size(); ++i)
        mass += p.weight(i) * between(x - p.shift(i), now[i], next - p.shift(i), next_tails[i]);
      result.cells.push_back(
          {std::max(0.0, mass), std::max(0.0, between(x, now[p.size()], next, next_tails[p.size()])), low, high});
      std::swap(now, next_tails);
      x = next;
    }
    low = high;
    ++edge;
  }
  return result;
}

CycleSpan cycle_span(const CycleMixture& cycle, double tail) {
  const Mixture p(cycle);
  const auto [left, right] = window_of(p, tail);
  return {p.loss(left).value, p.loss(right).value, p.size()};
}

double cycle_loss_square(const CycleMixture& cycle) {
  const Mixture p(cycle);
  constexpr int nodes = 200;
  const double left = -8.0, right = p.shift(p.size() - 1) + 8.0, width = (right - left) / nodes;
  double sum = 0.0;
  for (int i = 0; i <= nodes; ++i) {
    const double x = left + width * i, value = p.loss(x).value;
    if (!(value > -700.0)) continue;
    sum += value * value * std::exp(value - 0.5 * x * x);
  }
  return sum * width * 0.39894228040143267794;
}

}  // namespace hearsay::accounting
