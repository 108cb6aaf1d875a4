// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <hearsay/accounting/token/walk/seen_walk.hpp>
#include <hearsay/divergence/fft.hpp>

namespace hearsay::accounting {

/// Gaps of `least` to `largest` hidden steps.
struct HiddenRange {
  std::int64_t least = 0, largest = 0;
};

/// How often one target is passed in the gaps of a SeenWalk: P(gap of m hidden steps, k of them at the target).
///
/// With A the first arrival at the target, F its return and B the way from it to the observer, each avoiding observers
/// and target in between, this is the coefficient m of A F^(k-1) B, as power series in time. Gaps of at most exact()
/// hidden steps are convolved directly, for all k; longer ones by FFT, for k <= most().
class PassLaws {
 public:
  static constexpr std::int64_t usual_exact = 1024;

  /// Probabilities of one k; index: hidden steps.
  struct Passes {
    std::size_t k = 0;
    std::span<const double> chance;  ///< of all hidden steps, or of those up to exact(), if k is beyond most()
    double width = 0.0;              ///< beyond exact(), off by at most this
  };

  /// @throws Error(Errc::conditions) if the target is an observer; Error(Errc::too_large) if it is passed so often
  ///         that more than 4,096 passes in one gap matter; as first_arrivals.
  /// @complexity O(observers nnz(W)) per step that first_arrivals computes.
  PassLaws(const SeenWalk& walk, graph::Node target, const Stop& stop, std::int64_t exact = usual_exact);

  /// Hidden steps up to which every k is computed with a relative error.
  [[nodiscard]] std::int64_t exact() const { return exact_; }

  /// Largest number of passes that is computed for gaps longer than exact().
  [[nodiscard]] std::size_t most() const { return most_; }
  /// Calls visit(passes) for k = 0, 1, ... in this order. @complexity O(most() steps log(steps)).
  void each(std::size_t start, std::size_t end, const std::function<void(const Passes&)>& visit) const;

  /// Of a gap longer than exact(): at least sum over k > most() of k^power P(m, k).
  [[nodiscard]] double beyond(std::size_t start, std::size_t end, int power) const;
  /// For a range of hidden steps above exact(): at least sum over k >= from of P(m, k) e^(scale k^2).
  [[nodiscard]] double weighted_from(std::size_t from, std::size_t start, std::size_t end, const HiddenRange& range,
                                     double scale) const;
  /// At least P(m, k), for the same. By P(m, k) <= z^-m A(z) F(z)^(k-1) B(z) for any z > 0, k >= 1.
  [[nodiscard]] double cap(std::size_t k, std::size_t start, std::size_t end, const HiddenRange& range) const;
  /// At least the relative error of a probability of a gap of m hidden steps.
  [[nodiscard]] double relative(std::int64_t m) const;

 private:
  /// Logarithms of A(z), F(z), B(z).
  struct Generated {
    double log_z = 0.0, returns = 0.0;
    std::vector<double> to, from;
  };

  [[nodiscard]] static double log_cap(const Generated& at, double k, std::size_t start, std::size_t end,
                                      const HiddenRange& range);
  void find_most();
  void generate();
  /// first times `series`, cut at the last step; adds what the transforms round.
  void multiply(std::vector<double>& first, const std::vector<double>& series, divergence::Fft& fft,
                const std::vector<std::complex<double>>& spectrum, double& width) const;

  std::int64_t steps_, exact_;
  double per_step_ = 0.0;
  std::size_t most_ = 0;
  FirstArrivals gaps_;
  std::vector<double> returns_;             ///< F, by steps
  std::vector<std::vector<double>> enter_;  ///< A, by start
  std::vector<std::vector<double>> leave_;  ///< B, by end
  std::vector<Generated> generated_;
};

}  // namespace hearsay::accounting
