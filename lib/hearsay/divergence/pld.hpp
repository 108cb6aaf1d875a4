// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <hearsay/core/bracket.hpp>

namespace hearsay::divergence {

/// Outcomes whose privacy loss ln(dP/dQ) lies in [low, high], with their mass under both laws. An atom has low == high.
struct LossCell {
  double p, q, low, high;
};

/// Two mixtures of Gaussians with one standard deviation, sum of weight_i N(mean_i, sigma^2), such that dP/dQ increases
/// along the line: as when the weights of P, relative to those of Q, move to larger means.
struct GaussianMixturePair {
  std::vector<double> means_p, weights_p;
  std::vector<double> means_q, weights_q;
  double sigma = 1.0;
};

/// Which of the two laws is the first argument of the divergence.
enum class Direction { forward, backward };

/// Privacy-loss distribution of one mechanism: the law under P of ln(dP/dQ), held as two laws on the grid {i step}
/// between which it lies.
///
/// Pessimistic side: the mass of each grid cell is split over the cell's two ends so that its mass under P and under Q
/// is kept; merging the ends again is a post-processing, so the split pair dominates. Optimistic side: neighboring
/// outcomes are merged, fractions included, until their likelihood ratio is exactly that of a grid point; merging is a
/// post-processing, so the merged pair is dominated. Either changes the loss by O(step^2) in variance and by nothing in
/// mean.
/// @cite doroshenko2022connect (pessimistic side), gopi2021numerical (composition); docs/maths/privacy_loss.md
class Pld {
 public:
  /// A loss within this many steps of a grid point counts as that point; Composition allows for it.
  static constexpr double snap = 1e-11;

  /// Mass under P outside all cells.
  struct Beyond {
    double infinite = 0.0;  ///< of outcomes that Q cannot give
    double unresolved =
        0.0;  ///< of outcomes of which only this much is known: pessimistically infinite, optimistically harmless
  };

  /// @param cells     in increasing order of loss; every cell inside one cell of the grid.
  /// @param accuracy  bound on the relative error of every p and q.
  /// @throws Error(Errc::domain) for a step <= 0, negative masses, unordered cells or a cell across a grid point.
  Pld(std::span<const LossCell> cells, const Beyond& beyond, double step, double accuracy = 2e-13);

  /// N(mu, 1) against N(0, 1).
  /// @param reach  standard deviations that are resolved; what lies beyond (1e-44 of the mass by default) counts as
  /// infinite loss
  ///               pessimistically. For a delta near or below that, take up to 37.
  /// @pre mu > 0, step > 0, reach > 0. @throws Error(Errc::domain), Error(Errc::too_large) beyond 2^22 grid points.
  [[nodiscard]] static Pld gaussian(double mu, double step, double reach = 14.0);
  /// @pre means finite, weights >= 0 of sum 1 within 1e-9, sigma > 0, dP/dQ increasing.
  /// @throws Error(Errc::domain), Error(Errc::shape), Error(Errc::conditions) if dP/dQ is found to decrease.
  [[nodiscard]] static Pld gaussian_mixture(const GaussianMixturePair& pair, double step,
                                            Direction direction = Direction::forward, double reach = 14.0);
  /// Laplace mechanism of noise scale b and sensitivity `ratio` * b. @pre ratio > 0.
  [[nodiscard]] static Pld laplace(double ratio, double step);
  /// Two laws on a finite set. @throws as require_laws.
  [[nodiscard]] static Pld discrete(std::span<const double> p, std::span<const double> q, double step);
  /// The pair that dominates every (epsilon, delta)-DP mechanism. @pre epsilon >= 0, 0 <= delta < 1. @cite
  /// kairouz2015composition
  [[nodiscard]] static Pld approximate_dp(double epsilon, double delta, double step);

  /// A law on the grid: mass[i] at (first + i) step, plus `infinite` at +infinity.
  struct Grid {
    std::int64_t first = 0;
    std::vector<double> mass = {};
    double infinite = 0.0;
  };
  [[nodiscard]] const Grid& pessimistic() const noexcept { return pessimistic_; }
  [[nodiscard]] const Grid& optimistic() const noexcept { return optimistic_; }
  [[nodiscard]] double step() const noexcept { return step_; }
  [[nodiscard]] double accuracy() const noexcept { return accuracy_; }

 private:
  double step_, accuracy_;
  Grid pessimistic_, optimistic_;
};

/// E e^(tilt loss) over the finite losses of one law on the grid {i step}: infinite where it exceeds the largest
/// double.
[[nodiscard]] double moment(const Pld::Grid& grid, double step, double tilt);

/// `count` runs of one mechanism.
struct Repeated {
  const Pld* pld;
  std::uint64_t count;
};

/// Composition of independent (or adaptively chosen, worst case by worst case) mechanisms, possibly different ones.
///
/// The laws are convolved by FFT after exponential tilting, which moves the mass to where the question is asked, so
/// that a delta of 1e-100 has as many digits as one of 0.1. Rounding of the FFT, wrap-around and truncation are bounded
/// and are inside the bracket.
/// @pre all parts have the same step; they outlive this object. @throws Error(Errc::shape) otherwise or for no part.
class Composition {
 public:
  explicit Composition(std::vector<Repeated> parts);
  Composition(const Pld& pld, std::uint64_t count) : Composition(std::vector<Repeated>{{&pld, count}}) {}

  /// Hockey-stick divergence at e^epsilon: certified bracket in [0, 1]. @pre epsilon finite and >= 0.
  /// @throws Error(Errc::domain); Error(Errc::too_large) beyond an FFT of 2^25 points.
  /// @complexity two FFTs a side of about (20 standard deviations of the total loss) / step points.
  [[nodiscard]] Bracket delta(double epsilon) const;

  /// Smallest epsilon >= 0 with delta(epsilon) <= delta: `upper` is safe to promise, `lower` to attack with.
  /// @pre 0 < delta < 1. @throws Error(Errc::domain); Error(Errc::conditions) if the mass at infinite loss exceeds
  /// delta, where no finite epsilon exists.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  std::vector<Repeated> parts_;
};

}  // namespace hearsay::divergence
