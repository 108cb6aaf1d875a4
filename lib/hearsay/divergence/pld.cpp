// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/infinity.hpp>
#include <hearsay/divergence/pld.hpp>

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>
#include <cmath>
#include <numbers>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/hockey_stick.hpp>

namespace hearsay::divergence {

namespace {

constexpr int refinement = 4;  // cells handed to Pld for each cell of the grid
constexpr std::int64_t most_cells = 1 << 24;

/// Phi(b) - Phi(a) for a <= b to a relative error of 1e-13 within 40 standard deviations.
double normal_interval(double a, double b) {
  if (a > 0.0) return normal_interval(-b, -a);
  const double slope = std::max(1.0, std::max(std::abs(a), std::isfinite(b) ? std::abs(b) : 0.0));
  if (std::isfinite(a) && (b - a) * slope < 2.0) {
    return boost::math::quadrature::gauss<double, 10>::integrate(
        [](double x) { return 0.39894228040143267794 * std::exp(-0.5 * x * x); }, a, b);
  }
  return 0.5 * (std::erfc(-b / std::numbers::sqrt2) - std::erfc(-a / std::numbers::sqrt2));
}

double require_step(double step) { return require_positive("Pld", "step", step); }

/// loss in steps, a value within `snap` of an integer being that integer.
double in_steps(double loss, double step) {
  const double steps = loss / step, nearest = std::round(steps);
  return std::abs(steps - nearest) <= Pld::snap + 0x1p-51 * std::abs(nearest) ? nearest : steps;
}
std::int64_t grid_floor(double loss, double step) {
  return static_cast<std::int64_t>(std::floor(in_steps(loss, step)));
}

void check_size(double lowest, double highest, double step) {
  const double cells = (highest - lowest) / step * refinement;
  if (!(cells <= static_cast<double>(most_cells))) {
    throw Error(
        Errc::too_large, "Pld",
        fmt::format("step = {} would need {:.3g} cells, more than {}; use a larger step", step, cells, most_cells));
  }
}

/// Pessimistic: each cell's masses split over the two ends of its grid cell, keeping the mass under P and under Q.
Pld::Grid split(std::span<const LossCell> cells, double unbounded_p, double step) {
  Pld::Grid grid;
  grid.infinite = unbounded_p;
  if (cells.empty()) return grid;
  grid.first = grid_floor(cells.front().low, step);
  const auto last = grid_floor(cells.back().low, step) + 1;
  grid.mass.assign(static_cast<std::size_t>(last - grid.first + 1), 0.0);
  const double expm1_step = std::expm1(step);
  for (const auto& cell : cells) {
    const auto i = grid_floor(cell.low, step);
    // p = at_low + at_high and q = at_low e^(-low) + at_high e^(-high) with the grid's low and high.
    const double scaled_q = cell.q * std::exp(static_cast<double>(i) * step);  // between p e^-step and p
    const double at_high = std::clamp((cell.p - scaled_q) * (1.0 + 1.0 / expm1_step), 0.0, cell.p);
    const auto index = static_cast<std::size_t>(i - grid.first);
    grid.mass[index] += cell.p - at_high;
    grid.mass[index + 1] += at_high;
  }
  return grid;
}

/// Optimistic: outcomes merged, fractions included, until the merged ratio is that of a grid point.
Pld::Grid merge(std::span<const LossCell> cells, double infinite_p, double step) {
  Pld::Grid grid;
  grid.infinite = infinite_p;
  if (cells.empty()) return grid;
  grid.first = grid_floor(cells.front().low, step) - 1;
  const auto last = grid_floor(cells.back().high, step) + 1;
  grid.mass.assign(static_cast<std::size_t>(last - grid.first + 1), 0.0);
  const auto loss_of = [](double p, double q) { return std::log(p) - std::log(q); };
  const auto put = [&](std::int64_t point, double mass) {
    if (point >= grid.first) grid.mass[static_cast<std::size_t>(std::min(point, last) - grid.first)] += mass;
  };

  double p = 0.0, q = 0.0;           // collected for the current target
  std::int64_t target = grid.first;  // the merged loss aimed at, in steps
  for (const auto& cell : cells) {
    double left_p = cell.p, left_q = cell.q;
    if (left_p < 1e-290 || left_q < 1e-290)
      continue;  // ratios of denormals are noise; dropped mass lowers delta: safe here
    const double steps = in_steps(loss_of(left_p, left_q), step);
    while (left_p > 0.0) {
      if (p == 0.0) target = static_cast<std::int64_t>(std::ceil(steps));
      // Masses in units in which the target ratio is 1: excess > 0 means the cell's ratio is above the target.
      const double ratio = std::exp(-static_cast<double>(target) * step);
      const double excess = left_p * ratio - left_q;
      const double missing = q - p * ratio;  // >= 0 up to rounding
      if (excess <= 0.0 || excess < missing) {
        p += left_p, q += left_q;
        left_p = 0.0;
      } else {
        const double fraction = std::clamp(missing / excess, 0.0, 1.0);
        put(target, p + fraction * left_p);
        p = q = 0.0;
        left_p *= 1.0 - fraction, left_q *= 1.0 - fraction;
        if (fraction == 1.0) left_p = 0.0;
        if (left_p > 0.0 && steps <= static_cast<double>(target)) {  // an atom on the grid point itself
          put(target, left_p);
          left_p = 0.0;
        }
      }
    }
  }
  if (p > 0.0) put(grid_floor(loss_of(p, q), step), p);
  return grid;
}

double require_weights(const std::vector<double>& means, const std::vector<double>& weights, std::string_view side) {
  if (means.size() != weights.size() || means.empty()) {
    throw Error(Errc::shape, "Pld::gaussian_mixture",
                fmt::format("{} has {} means and {} weights: they must be equally many, at least 1", side, means.size(),
                            weights.size()));
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < means.size(); ++i) {
    if (!std::isfinite(means[i]) || !(weights[i] >= 0.0)) {
      throw Error(Errc::domain, "Pld::gaussian_mixture",
                  fmt::format("{}: mean {} with weight {} must be finite and >= 0", side, means[i], weights[i]));
    }
    sum += weights[i];
  }
  if (!(std::abs(sum - 1.0) <= 1e-9))
    throw Error(Errc::domain, "Pld::gaussian_mixture",
                fmt::format("{}: weights sum to {} and must sum to 1", side, sum));
  return sum;
}

/// The mixture in units of sigma.
struct Mixture {
  std::vector<double> means, weights;
  [[nodiscard]] double interval(double a, double b) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < means.size(); ++i) sum += weights[i] * normal_interval(a - means[i], b - means[i]);
    return sum;
  }
  /// ln density(x) + x^2/2 (without the constant), and its derivative.
  [[nodiscard]] std::pair<double, double> log_ratio(double x) const {
    double largest = -infinity;
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (weights[i] > 0.0) largest = std::max(largest, means[i] * (x - 0.5 * means[i]));
    }
    double sum = 0.0, slope = 0.0;
    for (std::size_t i = 0; i < means.size(); ++i) {
      if (weights[i] == 0.0) continue;
      const double term = weights[i] * std::exp(means[i] * (x - 0.5 * means[i]) - largest);
      sum += term, slope += term * means[i];
    }
    return {largest + std::log(sum), slope / sum};
  }
};

}  // namespace

Pld::Pld(std::span<const LossCell> cells, const Beyond& beyond, double step, double accuracy)
    : step_(require_step(step)), accuracy_(accuracy) {
  require_unit("Pld", "infinite", beyond.infinite);
  require_unit("Pld", "unresolved", beyond.unresolved);
  require_unit("Pld", "accuracy", accuracy);
  double previous = -infinity;
  for (const auto& cell : cells) {
    if (!(cell.p >= 0.0 && cell.q >= 0.0 && cell.low <= cell.high && cell.low >= previous - 1e-12 &&
          std::isfinite(cell.low) && std::isfinite(cell.high))) {
      throw Error(
          Errc::domain, "Pld",
          fmt::format(
              "cell [{}, {}] with masses {} and {}: cells must be finite, in increasing order, with masses >= 0",
              cell.low, cell.high, cell.p, cell.q));
    }
    if (in_steps(cell.high, step) > static_cast<double>(grid_floor(cell.low, step)) + 1.0) {
      throw Error(Errc::domain, "Pld",
                  fmt::format("cell [{}, {}] must lie between two neighboring multiples of step = {}", cell.low,
                              cell.high, step));
    }
    previous = cell.low;
  }
  pessimistic_ = split(cells, std::min(1.0, beyond.infinite + beyond.unresolved), step);
  optimistic_ = merge(cells, beyond.infinite, step);
}

Pld Pld::gaussian(double mu, double step, double reach) {
  require_positive("Pld::gaussian", "mu", mu);
  return gaussian_mixture({.means_p = {mu}, .weights_p = {1.0}, .means_q = {0.0}, .weights_q = {1.0}, .sigma = 1.0},
                          step, Direction::forward, reach);
}

Pld Pld::gaussian_mixture(const GaussianMixturePair& pair, double step, Direction direction, double reach) {
  require_step(step);
  require_positive("Pld::gaussian_mixture", "reach", reach);
  require_positive("Pld::gaussian_mixture", "sigma", pair.sigma);
  require_weights(pair.means_p, pair.weights_p, "P");
  require_weights(pair.means_q, pair.weights_q, "Q");
  Mixture p{pair.means_p, pair.weights_p}, q{pair.means_q, pair.weights_q};
  double leftmost = infinity, rightmost = -infinity;
  for (auto* mixture : {&p, &q}) {
    for (auto& mean : mixture->means) {
      mean /= pair.sigma;
      leftmost = std::min(leftmost, mean), rightmost = std::max(rightmost, mean);
    }
  }
  const auto loss = [&](double x) { return p.log_ratio(x).first - q.log_ratio(x).first; };
  const double left = leftmost - reach, right = rightmost + reach;
  const double lowest = loss(left), highest = loss(right);
  const auto decreases = [&](double where) {
    return Error(
        Errc::conditions, "Pld::gaussian_mixture",
        fmt::format("dP/dQ decreases near {}: the pair must have an increasing likelihood ratio", where * pair.sigma));
  };
  if (lowest > highest) throw decreases(0.5 * (left + right));
  check_size(lowest, highest, step);

  const double fine = step / refinement;
  std::vector<LossCell> cells;
  auto edge = static_cast<std::int64_t>(std::floor(lowest / fine));
  double x = left, low = lowest;
  while (x < right) {
    // The next multiple of `fine`, and where the loss reaches it: Newton, kept inside a bracket.
    const double high = std::min(static_cast<double>(edge + 1) * fine, highest);
    double next = right;
    if (high < highest) {
      double a = x, b = right;
      next = x;
      for (int i = 0; i < 200; ++i) {
        const auto [log_p, slope_p] = p.log_ratio(next);
        const auto [log_q, slope_q] = q.log_ratio(next);
        const double excess = log_p - log_q - high, slope = slope_p - slope_q;
        if (slope < -1e-9) throw decreases(next);
        (excess < 0.0 ? a : b) = next;
        if (std::abs(excess) <= 1e-15 * std::max(1.0, std::abs(high)) || b - a <= 1e-15 * std::max(1.0, std::abs(b)))
          break;
        const double newton = next - excess / slope;
        next = newton > a && newton < b ? newton : 0.5 * (a + b);
      }
    }
    if (next > x) {
      cells.push_back({p.interval(x, next), q.interval(x, next), low, high});
      x = next;
    }
    low = high;
    ++edge;
  }
  // What lies beyond the reach: pessimistically at the ends, or at infinity.
  const double below_p = p.interval(-infinity, left), below_q = q.interval(-infinity, left);
  const double above_p = p.interval(right, infinity), above_q = q.interval(right, infinity);
  if (direction == Direction::forward) {
    if (!cells.empty()) cells.front().p += below_p, cells.front().q += below_q;  // their loss is lower still
    return Pld(cells, {.infinite = 0.0, .unresolved = above_p}, step);
  }
  if (!cells.empty()) cells.back().p += above_p, cells.back().q += above_q;
  std::ranges::reverse(cells);
  for (auto& cell : cells) cell = {cell.q, cell.p, -cell.high, -cell.low};
  return Pld(cells, {.infinite = 0.0, .unresolved = below_q}, step);
}

Pld Pld::laplace(double ratio, double step) {
  require_positive("Pld::laplace", "ratio", ratio);
  require_step(step);
  check_size(-ratio, ratio, step);
  // P = Laplace(0), Q = Laplace(ratio), scale 1. Loss c = ratio for x <= 0, c - 2x in between, -c for x >= c.
  std::vector<LossCell> cells{{0.5 * std::exp(-ratio), 0.5, -ratio, -ratio}};
  const double fine = step / refinement;
  double low = -ratio;
  for (auto edge = static_cast<std::int64_t>(std::floor(-ratio / fine)) + 1; low < ratio; ++edge) {
    const double high = std::min(static_cast<double>(edge) * fine, ratio);
    if (high <= low) continue;
    const double x0 = 0.5 * (ratio - high), x1 = 0.5 * (ratio - low);  // P: e^-x / 2, Q: e^(x - ratio) / 2
    cells.push_back(
        {-0.5 * std::exp(-x0) * std::expm1(x0 - x1), -0.5 * std::exp(x1 - ratio) * std::expm1(x0 - x1), low, high});
    low = high;
  }
  cells.push_back({0.5, 0.5 * std::exp(-ratio), ratio, ratio});
  return Pld(cells, {}, step);
}

Pld Pld::discrete(std::span<const double> p, std::span<const double> q, double step) {
  require_step(step);
  require_laws<double>("Pld::discrete", p, q);
  std::vector<LossCell> cells;
  double infinite_p = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0.0) continue;
    if (q[i] == 0.0) {
      infinite_p += p[i];
      continue;
    }
    const double loss = std::log(p[i]) - std::log(q[i]);
    cells.push_back({p[i], q[i], loss, loss});
  }
  std::ranges::sort(cells, {}, &LossCell::low);
  if (!cells.empty()) check_size(cells.front().low, cells.back().high, step * refinement);
  return Pld(cells, {.infinite = std::min(infinite_p, 1.0), .unresolved = 0.0}, step);
}

Pld Pld::approximate_dp(double epsilon, double delta, double step) {
  require_non_negative("Pld::approximate_dp", "epsilon", epsilon);
  if (!(delta >= 0.0 && delta < 1.0))
    throw Error(Errc::domain, "Pld::approximate_dp", fmt::format("delta = {} must be in [0, 1)", delta));
  const double likely = 1.0 / (1.0 + std::exp(-epsilon)), unlikely = 1.0 / (1.0 + std::exp(epsilon));
  const std::vector<LossCell> cells{{(1.0 - delta) * unlikely, (1.0 - delta) * likely, -epsilon, -epsilon},
                                    {(1.0 - delta) * likely, (1.0 - delta) * unlikely, epsilon, epsilon}};
  check_size(-epsilon, epsilon, require_step(step) * refinement);
  return Pld(cells, {.infinite = delta, .unresolved = 0.0}, step);
}

double moment(const Pld::Grid& grid, double step, double tilt) {
  const double ratio = std::exp(tilt * step);  // Horner's rule
  double sum = 0.0;
  for (auto i = grid.mass.size(); i-- > 0;) sum = sum * ratio + grid.mass[i];
  return sum == 0.0 ? 0.0 : std::exp(std::log(sum) + tilt * step * static_cast<double>(grid.first));
}

}  // namespace hearsay::divergence
