// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include <hearsay/core/bracket.hpp>
#include <hearsay/divergence/pld.hpp>
#include <hearsay/divergence/tilted_law.hpp>

// What GraphWalkLoss and SeenWalkLoss share. `where` names the accountant in errors.

namespace hearsay::accounting {

/// Standard deviations of a gap's reading that are looked at: what lies beyond, 1e-15, counts as known.
inline constexpr double reading_reach = 8.0;

/// Step of the grid of losses: `step`, or min(1/50, mu/20) if it is 0. @throws Error(Errc::domain) unless mu > 0 is
/// finite and step >= 0.
[[nodiscard]] double loss_step(std::string_view where, double mu, double step);

/// Loss of a reading with noise of the standard deviation `deviation` whose number of passes is hidden: a mixture of
/// N(mu k, deviation^2) with the weights passes[k] against N(0, deviation^2).
[[nodiscard]] divergence::Pld hidden_passes_loss(const std::vector<double>& passes, double mu, double deviation,
                                                 double step, divergence::Direction direction);

/// Relative error of the masses of a law of losses that were computed to `accuracy`.
[[nodiscard]] double mass_error(const divergence::Pld::Grid& law, double accuracy, double step);

/// Points of the grid that hold 0 and all but TiltedLaw::outside_mass of a law on each side.
struct LossWindow {
  std::int64_t first;  ///< the lowest point
  std::size_t points;  ///< of the transform that holds the window
};

/// By Chernoff's bound. @param log_moment  ln E e^(lambda loss), infinite where it is not known.
/// @throws Error(Errc::too_large) beyond 2^20 points.
[[nodiscard]] LossWindow loss_window(std::string_view where, double step,
                                     const std::function<double(double)>& log_moment);

/// A law of the total loss, rounded both ways.
struct LossEnds {
  divergence::TiltedLaw pessimistic, optimistic;
};

/// Hockey-stick divergence of the readings of a walk, in the worse of the two directions.
class WalkLoss {
 public:
  /// @param backward  of the pair with its sides exchanged.
  WalkLoss(std::string_view where, LossEnds forward, LossEnds backward)
      : where_(where), directions_{std::move(forward), std::move(backward)} {}

  /// At e^epsilon. @pre epsilon >= 0, finite.
  [[nodiscard]] Bracket delta(double epsilon) const;
  /// @pre 0 < delta < 1. @throws Error(Errc::conditions) if delta is not above what is not resolved.
  [[nodiscard]] Bracket epsilon(double delta) const;

 private:
  std::string_view where_;
  std::array<LossEnds, 2> directions_;
};

}  // namespace hearsay::accounting
