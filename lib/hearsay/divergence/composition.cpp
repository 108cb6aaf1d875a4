#include <fftw3.h>

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <complex>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/pld.hpp>

// Bounds: docs/maths/privacy_loss.md.

namespace hearsay::divergence {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double outside_mass = 1e-22;  // tilted mass allowed beyond the window, each side
constexpr double log_outside = -50.65;  // its logarithm, rounded down
constexpr double unit_roundoff = 0x1p-53;
constexpr std::size_t most_points = std::size_t{1} << 25;

enum class Side { pessimistic, optimistic };

const Pld::Grid& grid_of(const Pld& pld, Side side) { return side == Side::pessimistic ? pld.pessimistic() : pld.optimistic(); }

/// Compensated sum.
class Sum {
 public:
  void add(double x) {
    const double y = x - lost_;
    const double next = sum_ + y;
    lost_ = (next - sum_) - y;
    sum_ = next;
  }
  [[nodiscard]] double value() const { return sum_; }

 private:
  double sum_ = 0.0, lost_ = 0.0;
};

/// ln of the moment generating function of the finite part at `tilt`, and the mean of the tilted law.
struct Moments {
  double log_mgf, mean;
};

Moments moments(const Pld::Grid& grid, double step, double tilt) {
  double largest = -infinity;
  const auto at = [&](std::size_t i) { return tilt * step * static_cast<double>(grid.first + static_cast<std::int64_t>(i)); };
  for (std::size_t i = 0; i < grid.mass.size(); ++i) {
    if (grid.mass[i] > 0.0) largest = std::max(largest, std::log(grid.mass[i]) + at(i));
  }
  if (largest == -infinity) return {-infinity, 0.0};
  Sum sum, first;
  for (std::size_t i = 0; i < grid.mass.size(); ++i) {
    if (grid.mass[i] == 0.0) continue;
    const double term = grid.mass[i] * std::exp(at(i) - largest);
    sum.add(term);
    first.add(term * step * static_cast<double>(grid.first + static_cast<std::int64_t>(i)));
  }
  return {largest + std::log(sum.value()), first.value() / sum.value()};
}

/// In-place real FFT of a power of two points; plans are made under a lock, since FFTW's planner is not thread safe.
class Fft {
 public:
  explicit Fft(std::size_t points) : points_(points), data_(static_cast<double*>(fftw_malloc(sizeof(double) * (points + 2)))) {
    if (!data_) throw Error(Errc::too_large, "Composition", fmt::format("no memory for an FFT of {} points", points));
    const std::scoped_lock lock(planner());
    forward_ = fftw_plan_dft_r2c_1d(static_cast<int>(points), data_.get(), complex_data(), FFTW_ESTIMATE);
    backward_ = fftw_plan_dft_c2r_1d(static_cast<int>(points), complex_data(), data_.get(), FFTW_ESTIMATE);
  }
  Fft(const Fft&) = delete;
  Fft& operator=(const Fft&) = delete;
  ~Fft() {
    const std::scoped_lock lock(planner());
    fftw_destroy_plan(forward_);
    fftw_destroy_plan(backward_);
  }
  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] double* real() { return data_.get(); }
  [[nodiscard]] std::complex<double>* spectrum() { return reinterpret_cast<std::complex<double>*>(data_.get()); }
  void forward() { fftw_execute(forward_); }
  void backward() { fftw_execute(backward_); }

 private:
  static std::mutex& planner() {
    static std::mutex mutex;
    return mutex;
  }
  fftw_complex* complex_data() { return reinterpret_cast<fftw_complex*>(data_.get()); }
  struct Free {
    void operator()(double* data) const { fftw_free(data); }
  };
  std::size_t points_;
  std::unique_ptr<double[], Free> data_;
  fftw_plan forward_{}, backward_{};
};

std::complex<double> power(std::complex<double> base, std::uint64_t exponent) {
  std::complex<double> result = 1.0;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1u) result *= base;
    base *= base;
  }
  return result;
}

/// The composed law of one side, tilted by e^(tilt loss) and normalized, on a window of the grid.
struct Tilted {
  double tilt = 0.0, step = 0.0;
  double log_scale = 0.0;      // sum of count * ln MGF: undoes the normalization
  std::int64_t first = 0;      // window: (first + i) step
  std::vector<double> mass;    // computed, each within `error` of the truth but for wrapped mass of at most 2 outside_mass
  double error = 0.0;
  double infinite = 0.0;       // probability that some loss is infinite
  double relative_error = 0.0; // of every term of delta: rounding, and the accuracy of the cells

  /// Certified end of delta(epsilon) on this side.
  [[nodiscard]] double delta(double epsilon, Side side) const {
    const bool above = side == Side::pessimistic;
    const double log_front = log_scale - tilt * epsilon;
    Sum sum;
    const auto start = static_cast<std::int64_t>(std::floor(epsilon / step)) + 1 - first;
    for (auto i = static_cast<std::size_t>(std::max<std::int64_t>(start, 0)); i < mass.size(); ++i) {
      const double over = step * static_cast<double>(first + static_cast<std::int64_t>(i)) - epsilon;
      const double weight = std::exp(-tilt * over) * -std::expm1(-over);
      if (weight < 1e-40 && tilt * over > 1.0) {
        if (above) sum.add(weight * static_cast<double>(mass.size()));  // the rest, each term smaller, masses at most 1
        break;
      }
      sum.add(weight * (above ? std::max(0.0, mass[i] + error) : std::max(0.0, mass[i] - error)));
    }
    double tilted = sum.value();
    if (above) {
      tilted += outside_mass;  // beyond the window; its weight is at most 1
    } else {
      tilted = std::max(0.0, tilted - 2.0 * outside_mass / (1.0 + tilt));
    }
    const double finite = tilted == 0.0 ? 0.0 : std::exp(log_front + std::log(tilted) + (above ? relative_error : -relative_error));
    return std::clamp(infinite + finite, 0.0, 1.0);
  }
};

/// Window [low, high] of total loss that holds all but outside_mass of the tilted law on each side, by Chernoff's bound.
std::pair<double, double> window(const std::vector<Repeated>& parts, Side side, double tilt) {
  const auto log_mgf = [&](double at) {
    double sum = 0.0;
    for (const auto& part : parts) sum += static_cast<double>(part.count) * moments(grid_of(*part.pld, side), part.pld->step(), at).log_mgf;
    return sum;
  };
  double lowest = 0.0, highest = 0.0;  // of the support
  for (const auto& part : parts) {
    const auto& grid = grid_of(*part.pld, side);
    lowest += static_cast<double>(part.count) * part.pld->step() * static_cast<double>(grid.first);
    highest += static_cast<double>(part.count) * part.pld->step() * static_cast<double>(grid.first + static_cast<std::int64_t>(grid.mass.size()) - 1);
  }
  const double base = log_mgf(tilt);
  double low = lowest, high = highest;
  for (double lambda = 1.0 / 1024.0; lambda < 1e5; lambda *= 2.0) {
    const double before = high - low;
    high = std::min(high, (log_mgf(tilt + lambda) - base - log_outside) / lambda);
    low = std::max(low, (base - log_mgf(tilt - lambda) + log_outside) / lambda);
    if (lambda > 1.0 && high - low >= before) break;
  }
  return {low, high};
}

Tilted compose(const std::vector<Repeated>& parts, Side side, double tilt) {
  const double step = parts.front().pld->step();
  Tilted result;
  result.tilt = tilt, result.step = step;
  double finite = 0.0;
  for (const auto& part : parts) {
    const auto count = static_cast<double>(part.count);
    finite += count * std::log1p(-grid_of(*part.pld, side).infinite);
    // Accuracy of the cells, which moves losses too; points taken for grid points; rounding of the tilted masses.
    const auto& grid = grid_of(*part.pld, side);
    const auto last = grid.first + static_cast<std::int64_t>(grid.mass.size());
    const double largest_loss = step * static_cast<double>(std::max(std::abs(grid.first), std::abs(last)));
    result.relative_error += count * ((3.0 + 2.0 * tilt) * part.pld->accuracy() + (1.0 + tilt) * Pld::snap * step +
                                      unit_roundoff * (64.0 + 8.0 * (1.0 + tilt) * largest_loss));
  }
  result.infinite = -std::expm1(finite);
  result.relative_error += 1e-13;
  const auto [low, high] = window(parts, side, tilt);
  result.first = static_cast<std::int64_t>(std::floor(low / step)) - 1;
  const double wanted = (high - low) / step + 4.0;
  if (!(wanted <= static_cast<double>(most_points))) {
    throw Error(Errc::too_large, "Composition", fmt::format("step = {} would need an FFT of {:.3g} points, more than {}: take a larger step", step, wanted, most_points));
  }
  std::size_t points = 64;
  while (static_cast<double>(points) < wanted) points *= 2;

  Fft fft(points);
  const std::size_t frequencies = points / 2 + 1;
  std::vector<std::complex<double>> product(frequencies, 1.0);
  // Error analysis in norms: |spectrum error|_2 <= fft_error sqrt(points) |mass|_2 for each part.
  const double fft_error = 10.0 * unit_roundoff * std::log2(static_cast<double>(points));
  double total_count = 0.0;
  std::int64_t shift = 0;  // grid index of the product's origin
  double error = 0.0;
  for (const auto& part : parts) {
    const auto& grid = grid_of(*part.pld, side);
    const auto [log_mgf, mean] = moments(grid, step, tilt);
    const auto count = static_cast<double>(part.count);
    result.log_scale += count * log_mgf;
    total_count += count;
    // Indices relative to the rounded tilted mean keep the phases of the spectrum slow.
    const auto centre = static_cast<std::int64_t>(std::llround(mean / step));
    shift += centre * static_cast<std::int64_t>(part.count);
    std::fill_n(fft.real(), points, 0.0);
    double squares = 0.0;
    for (std::size_t i = 0; i < grid.mass.size(); ++i) {
      if (grid.mass[i] == 0.0) continue;
      const auto index = grid.first + static_cast<std::int64_t>(i);
      const double mass = std::exp(std::log(grid.mass[i]) + tilt * step * static_cast<double>(index) - log_mgf);
      const auto size = static_cast<std::int64_t>(points);
      fft.real()[static_cast<std::size_t>(((index - centre) % size + size) % size)] += mass;
    }
    for (std::size_t i = 0; i < points; ++i) squares += fft.real()[i] * fft.real()[i];
    fft.forward();
    const double spectrum_error = fft_error * std::sqrt(static_cast<double>(points) * squares);
    // |a^k - b^k| <= k |a - b| max^(k-1): by Cauchy-Schwarz the inverse transform errs by k |error|_2 |max^(k-1)|_2 / points;
    // the other parts' spectra are at most 1.
    double powers = 0.0;
    for (std::size_t j = 0; j < frequencies; ++j) {
      const double size = std::min(1.0, std::abs(fft.spectrum()[j]) + spectrum_error);
      const double twice = j == 0 || 2 * j == points ? 1.0 : 2.0;
      powers += twice * std::pow(size, 2.0 * (count - 1.0));
      product[j] *= power(fft.spectrum()[j], part.count);
    }
    error += count * spectrum_error * std::sqrt(powers) / static_cast<double>(points);
  }
  double mean_size = 0.0, squares = 0.0;
  for (std::size_t j = 0; j < frequencies; ++j) {
    const double twice = j == 0 || 2 * j == points ? 1.0 : 2.0;
    mean_size += twice * std::abs(product[j]), squares += twice * std::norm(product[j]);
    fft.spectrum()[j] = product[j];
  }
  fft.backward();
  const auto size = static_cast<double>(points);
  error += 8.0 * unit_roundoff * total_count * mean_size / size;  // rounding of the powers
  error += fft_error * std::sqrt(squares / size);               // backward transform, in the 2-norm
  result.error = error * (1.0 + 1e-6);
  result.mass.resize(points);
  const auto length = static_cast<std::int64_t>(points);
  for (std::int64_t i = 0; i < length; ++i) {
    const auto index = ((result.first + i - shift) % length + length) % length;
    result.mass[static_cast<std::size_t>(i)] = fft.real()[static_cast<std::size_t>(index)] / size;
  }
  return result;
}

/// ln MGF and mean of the total loss, tilted.
Moments total_moments(const std::vector<Repeated>& parts, Side side, double tilt) {
  Moments total{0.0, 0.0};
  for (const auto& part : parts) {
    const auto one = moments(grid_of(*part.pld, side), part.pld->step(), tilt);
    total.log_mgf += static_cast<double>(part.count) * one.log_mgf;
    total.mean += static_cast<double>(part.count) * one.mean;
  }
  return total;
}

/// Largest tilt up to 1e6 for which `condition` holds, which is true up to some point; to three digits: the tilt only steers
/// accuracy, never validity.
template <class Condition>
double largest_tilt(Condition condition) {
  if (!condition(1e-3)) return 0.0;
  double low = 1e-3;
  while (low < 1e6 && condition(2.0 * low)) low *= 2.0;
  double high = 2.0 * low;
  while (high > 1.001 * low) {
    const double middle = std::sqrt(low * high);
    (condition(middle) ? low : high) = middle;
  }
  return low;
}

bool all_empty(const std::vector<Repeated>& parts, Side side) {
  return std::ranges::any_of(parts, [&](const Repeated& part) { return grid_of(*part.pld, side).mass.empty(); });
}

/// The tilt at which the tilted mean of the total loss is epsilon.
double tilt_for_epsilon(const std::vector<Repeated>& parts, double epsilon) {
  return largest_tilt([&](double tilt) { return total_moments(parts, Side::pessimistic, tilt).mean < epsilon; });
}

/// The tilt at which Chernoff's bound reaches delta.
double tilt_for_delta(const std::vector<Repeated>& parts, double delta) {
  return largest_tilt([&](double tilt) {
    const auto [log_mgf, mean] = total_moments(parts, Side::pessimistic, tilt);
    return log_mgf - tilt * mean > std::log(delta) + 2.0;
  });
}

double infinite_mass(const std::vector<Repeated>& parts, Side side) {
  double finite = 0.0;
  for (const auto& part : parts) finite += static_cast<double>(part.count) * std::log1p(-grid_of(*part.pld, side).infinite);
  return -std::expm1(finite);
}

}  // namespace

Composition::Composition(std::vector<Repeated> parts) : parts_(std::move(parts)) {
  std::erase_if(parts_, [](const Repeated& part) { return part.count == 0; });
  if (parts_.empty()) throw Error(Errc::shape, "Composition", "there must be at least one mechanism with a count >= 1");
  for (const auto& part : parts_) {
    if (part.pld->step() != parts_.front().pld->step()) {
      throw Error(Errc::shape, "Composition", fmt::format("steps {} and {}: all mechanisms must be on one grid", parts_.front().pld->step(), part.pld->step()));
    }
  }
}

Bracket Composition::delta(double epsilon) const {
  require_non_negative("Composition::delta", "epsilon", epsilon);
  const double tilt = all_empty(parts_, Side::pessimistic) ? 0.0 : tilt_for_epsilon(parts_, epsilon);
  const auto end = [&](Side side) {
    return all_empty(parts_, side) ? infinite_mass(parts_, side) : compose(parts_, side, tilt).delta(epsilon, side);
  };
  const double upper = end(Side::pessimistic), lower = std::min(end(Side::optimistic), upper);
  return {lower, std::clamp(0.5 * (lower + upper), lower, upper), upper};
}

Bracket Composition::epsilon(double delta) const {
  require_open_unit("Composition::epsilon", "delta", delta);
  if (infinite_mass(parts_, Side::pessimistic) >= delta) {
    throw Error(Errc::conditions, "Composition::epsilon", fmt::format("delta = {} must exceed {}, the probability of an infinite loss: no finite epsilon exists", delta, infinite_mass(parts_, Side::pessimistic)));
  }
  if (all_empty(parts_, Side::pessimistic)) return Bracket::exact(0.0);
  const double remaining = delta - infinite_mass(parts_, Side::pessimistic);
  const double tilt = tilt_for_delta(parts_, remaining);
  const double target = std::log(delta);
  /// The interval that toms748 leaves around the epsilon at which one side's delta crosses the target.
  const auto crossing = [&](const Tilted& law, Side side, double low, double high) {
    const auto excess = [&](double epsilon) { return target - std::log(std::max(law.delta(epsilon, side), 1e-320)); };
    const double at_low = excess(low), at_high = excess(high);
    if (at_low >= 0.0) return std::pair{low, low};
    if (at_high <= 0.0) return std::pair{high, high};
    std::uintmax_t iterations = 100;
    return boost::math::tools::toms748_solve(excess, low, high, at_low, at_high, boost::math::tools::eps_tolerance<double>(46), iterations);
  };

  const auto pessimistic = compose(parts_, Side::pessimistic, tilt);
  double high = std::max(pessimistic.step * static_cast<double>(pessimistic.first + static_cast<std::int64_t>(pessimistic.mass.size())), pessimistic.step);
  while (pessimistic.delta(high, Side::pessimistic) > delta && high < 1e12) high *= 2.0;
  if (pessimistic.delta(high, Side::pessimistic) > delta) {
    throw Error(Errc::not_converged, "Composition::epsilon", fmt::format("no epsilon below {:.3g} is certified at delta = {}", high, delta));
  }
  const double upper = crossing(pessimistic, Side::pessimistic, 0.0, high).second;

  double lower = 0.0;
  if (!all_empty(parts_, Side::optimistic) && upper > 0.0) {
    const auto optimistic = compose(parts_, Side::optimistic, tilt);
    // The window resolves delta near `upper` only: approach from there.
    for (const double share : {1.0 - 1e-7, 1.0 - 1e-5, 1.0 - 1e-3, 0.97, 0.8, 0.4, 0.0}) {
      if (optimistic.delta(share * upper, Side::optimistic) < delta) continue;
      lower = crossing(optimistic, Side::optimistic, share * upper, upper).first;
      break;
    }
  }
  return {lower, std::clamp(0.5 * (lower + upper), lower, upper), upper};
}

}  // namespace hearsay::divergence
