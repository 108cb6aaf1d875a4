// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/first_seen.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

constexpr int most_degree = 4;

/// Points c, exact multiples of 2^-11: Chebyshev's, or every integer of a short range.
struct FirstSeenPoints {
  std::array<double, most_degree + 2> at{};
  int count = 0;
};

/// Values of a polynomial at points.
using FirstSeenValues = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, most_degree + 1, 1>;
using FirstSeenBlock = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, most_degree + 1, most_degree + 1>;

/// The equations of x(k, c), k = 1 + a + c, times k n: x at k - 1, k and k + 1, at c - 1, c and c + 1.
struct FirstSeenRow {
  double down_same, down_less;  ///< k - 1 at c and c - 1
  double same, less, more;      ///< k at c, c - 1 and c + 1
  double up_same, up_more;      ///< k + 1 at c and c + 1
};

class FirstSeenSystem {
 public:
  FirstSeenSystem(const RumorCrowd& crowd, double muting, int degree)
      : n_(static_cast<double>(crowd.nodes)),
        f_(static_cast<double>(crowd.curious)),
        h_(n_ - f_ - 2.0),
        s_(muting),
        degree_(degree),
        levels_(static_cast<std::size_t>(crowd.nodes) - 1) {
    for (int count = 1; count <= most_degree + 2; ++count) {
      for (int j = 0; j < count; ++j) {
        const double angle = (2.0 * j + 1.0) * std::numbers::pi / (2.0 * count);
        chebyshev_[static_cast<std::size_t>(count)][static_cast<std::size_t>(j)] =
            std::round(1024.0 * std::cos(angle)) / 1024.0;
      }
    }
  }

  Bracket solve() {
    eliminate();
    double error = 0.0;
    for (std::size_t k = 1; k <= levels_; ++k) error = std::max(error, error_of(k));
    const double value = std::clamp(x_[1](0), 0.0, 1.0);
    return {std::max(0.0, value - error), value, std::min(1.0, value + error)};
  }

 private:
  [[nodiscard]] double lowest(std::size_t k) const { return std::max(0.0, static_cast<double>(k) - 1.0 - h_); }
  [[nodiscard]] double highest(std::size_t k) const { return std::min(f_, static_cast<double>(k) - 1.0); }

  /// `count` points between the smallest and the largest possible c, or all of these c if they are no more.
  [[nodiscard]] FirstSeenPoints points(std::size_t k, int count) const {
    FirstSeenPoints result;
    const double low = lowest(k), high = highest(k);
    if (high - low < static_cast<double>(count)) {
      for (double c = low; c <= high; ++c) result.at[static_cast<std::size_t>(result.count++)] = c;
      return result;
    }
    result.count = count;
    for (std::size_t j = 0; j < static_cast<std::size_t>(count); ++j)
      result.at[j] = 0.5 * (low + high) + 0.5 * (high - low) * chebyshev_[static_cast<std::size_t>(count)][j];
    return result;
  }
  [[nodiscard]] FirstSeenPoints nodes(std::size_t k) const { return points(k, degree_ + 1); }

  /// The row of (k, c): x is 1 where node 0 is seen, 0 where 1 is active too or none of the two is, and -x where they
  /// have swapped.
  [[nodiscard]] FirstSeenRow row(std::size_t level, double c) const {
    const double k = static_cast<double>(level), mute = 1.0 - s_, others = k - 1.0, a = others - c;
    const double new_honest = h_ - a, new_curious = f_ - c;
    FirstSeenRow r{};
    r.less = -mute * c * new_honest;
    r.more = -mute * a * new_curious;
    r.up_same = -s_ * new_honest * k;
    r.up_more = -s_ * new_curious * others;
    r.down_same = -mute * others * a;
    r.down_less = -mute * others * c;
    r.same = row_sum(level) - (r.less + r.more + r.up_same + r.up_more + r.down_same + r.down_less);  // no cancellation
    return r;
  }
  /// The sum of a row: k n messages less those after which 0 alone of the two is active, plus those that swap them.
  [[nodiscard]] double row_sum(std::size_t k) const { return f_ + (1.0 - s_) * (h_ + 1.0) + static_cast<double>(k); }

  /// weights += factor times the values at t of the Lagrange polynomials of `nodes`.
  template <class Weights>
  static void add_lagrange(const FirstSeenPoints& nodes, double t, double factor, Weights&& weights) {
    if (factor == 0.0) return;
    for (int j = 0; j < nodes.count; ++j) {
      double above = 1.0, below = 1.0;
      for (int i = 0; i < nodes.count; ++i) {
        if (i == j) continue;
        above *= t - nodes.at[static_cast<std::size_t>(i)];
        below *= nodes.at[static_cast<std::size_t>(j)] - nodes.at[static_cast<std::size_t>(i)];
      }
      weights(j) += factor * (above / below);
    }
  }

  /// Solves the block tridiagonal system, from the largest k down and back.
  void eliminate() {
    gain_.resize(levels_ + 1);
    x_.resize(levels_ + 1);
    FirstSeenPoints above;
    for (std::size_t k = levels_; k >= 1; --k) {
      const auto here = nodes(k), below = k > 1 ? nodes(k - 1) : FirstSeenPoints{};
      FirstSeenBlock same = FirstSeenBlock::Zero(here.count, here.count),
                     down = FirstSeenBlock::Zero(here.count, below.count),
                     up = FirstSeenBlock::Zero(here.count, above.count);
      for (int p = 0; p < here.count; ++p) {
        const double c = here.at[static_cast<std::size_t>(p)];
        const auto r = row(k, c);
        add_lagrange(here, c, r.same, same.row(p));
        add_lagrange(here, c - 1.0, r.less, same.row(p));
        add_lagrange(here, c + 1.0, r.more, same.row(p));
        add_lagrange(above, c, r.up_same, up.row(p));
        add_lagrange(above, c + 1.0, r.up_more, up.row(p));
        add_lagrange(below, c, r.down_same, down.row(p));
        add_lagrange(below, c - 1.0, r.down_less, down.row(p));
      }
      FirstSeenValues right = FirstSeenValues::Constant(here.count, f_);
      if (above.count > 0) {
        same += up * gain_[k + 1];
        right -= up * x_[k + 1];
      }
      const Eigen::PartialPivLU<FirstSeenBlock> factors(same);
      x_[k] = factors.solve(right);
      if (k > 1) gain_[k] = -factors.solve(down);
      above = here;
    }
    for (std::size_t k = 2; k <= levels_; ++k) x_[k] += gain_[k] * x_[k - 1];
  }

  /// A number and the sum of the absolute values that it was computed from.
  struct Sum {
    double value = 0.0, size = 0.0;
  };
  void add_value(Sum& sum, std::size_t k, double t, double factor) const {
    if (factor == 0.0 || k < 1 || k > levels_) return;
    FirstSeenValues weights = FirstSeenValues::Zero(x_[k].size());
    add_lagrange(nodes(k), t, factor, weights);
    sum.value -= weights.dot(x_[k]);
    sum.size += weights.cwiseAbs().dot(x_[k].cwiseAbs());
  }

  /// The largest |residual| of the rows of k over their sum. The residual is a polynomial in c of degree degree_ + 1:
  /// in the operator all others than node 0 make, the leading terms cancel, and node 0's have a factor a. Its values at
  /// degree_ + 2 points near Chebyshev's bound it up to their Lebesgue constant, 2.2 at most for 6 points. A sum is
  /// wrong by at most 64 roundings of its size: at most 25 in a Lagrange polynomial, 10 in a factor, 20 in the sums.
  [[nodiscard]] double error_of(std::size_t k) const {
    const auto tests = points(k, degree_ + 2);
    double largest = 0.0;
    for (int p = 0; p < tests.count; ++p) {
      const double c = tests.at[static_cast<std::size_t>(p)];
      const auto r = row(k, c);
      Sum sum{.value = f_, .size = f_};
      add_value(sum, k, c, r.same), add_value(sum, k, c - 1.0, r.less), add_value(sum, k, c + 1.0, r.more);
      add_value(sum, k + 1, c, r.up_same), add_value(sum, k + 1, c + 1.0, r.up_more);
      add_value(sum, k - 1, c, r.down_same), add_value(sum, k - 1, c - 1.0, r.down_less);
      largest = std::max(largest, std::abs(sum.value) + 64.0 * std::numeric_limits<double>::epsilon() * sum.size);
    }
    const bool every_count = highest(k) - lowest(k) < static_cast<double>(tests.count);
    return 1.01 * (every_count ? 1.0 : 2.5) * largest / row_sum(k);
  }

  double n_, f_, h_, s_;
  int degree_;
  std::size_t levels_;  ///< k = 1 .. n - 1
  std::array<std::array<double, most_degree + 2>, most_degree + 3> chebyshev_{};
  std::vector<FirstSeenValues> x_;    ///< by k: the polynomial in c by its values at nodes(k)
  std::vector<FirstSeenBlock> gain_;  ///< by k: what x(k - 1) adds to x(k)
};

}  // namespace

Bracket rumor_first_seen(const RumorCrowd& crowd, double muting, int degree) {
  constexpr const char* where = "rumor_first_seen";
  require_unit(where, "muting", muting);
  require_between(where, "degree", degree, 0, most_degree);
  if (crowd.honest() < 2)
    throw Error(Errc::domain, where,
                fmt::format("{} of {} nodes are honest; two sources are needed", crowd.honest(), crowd.nodes));
  if (crowd.nodes > rumor_first_seen_most_nodes) {
    throw Error(Errc::too_large, where,
                fmt::format("nodes = {} must be at most {}", crowd.nodes, rumor_first_seen_most_nodes));
  }
  if (crowd.curious == 0) return Bracket::exact(0.0);
  return FirstSeenSystem(crowd, muting, degree).solve();
}

double rumor_first_seen_cap(const RumorCrowd& crowd, double muting) {
  require_unit("rumor_first_seen_cap", "muting", muting);
  const auto n = static_cast<double>(crowd.nodes), f = static_cast<double>(crowd.curious);
  return f / (n - muting * (n - f - 1.0));
}

}  // namespace hearsay::accounting
