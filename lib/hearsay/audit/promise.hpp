// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <hearsay/core/bracket.hpp>
#include <hearsay/core/verdict.hpp>

namespace hearsay::audit {

/// What a promise is about, of what observers learn of a target.
enum class Quantity {
  renyi,            ///< the Renyi loss of an order
  epsilon,          ///< epsilon of (epsilon, delta)-DP at a delta
  mu,               ///< mu of Gaussian DP
  attack_tpr,       ///< the true positive rate of the best attack at a false positive rate
  exact,            ///< the share of the local loss, all noise unknown to the observers
  exact_own_noise,  ///< the same where they know what they injected themselves
};

/// "renyi(2) <= 0.1": a bound, in a named unit, on what any observers learn about any target.
struct PromisedBound {
  std::string text;
  Quantity quantity = Quantity::renyi;
  double parameter = 0.0;       ///< order, delta or false positive rate; 0 for quantities without
  std::optional<double> bound;  ///< nothing: another one for each pair of observers and target
  std::string formula = {};     ///< what bounds a pair if it is neither a number nor the published loss

  /// The bound is the published loss of the same observers and target.
  [[nodiscard]] bool by_published() const { return !bound && formula.empty(); }
};

/// What the bound of a promise may be.
enum class Bounds {
  number,   ///< or `published`
  formula,  ///< or any text, which is not read here
};

/// Reads "QUANTITY <= BOUND": renyi(ORDER), epsilon(DELTA), mu, attack_tpr(RATE), exact or exact_own_noise; a number or
/// `published`, or where formulas are allowed another text. "(EPSILON, DELTA)-DP", "(ORDER, EPSILON)-RDP" and "MU-GDP"
/// are read as the same promise of that form, which `text` of the result has.
/// @throws Error named `where`: Errc::unknown for another quantity, Errc::domain for a number outside its domain,
/// Errc::syntax for anything else.
[[nodiscard]] PromisedBound parse_promise(std::string_view text, std::string_view where = "promise",
                                          Bounds allowed = Bounds::number);

/// "renyi", "epsilon", ..., as promises name them.
[[nodiscard]] std::string_view to_string(Quantity quantity);
/// What the parameter is called: "order", "delta", "false_positive_rate"; empty where there is none.
[[nodiscard]] std::string_view parameter_name(Quantity quantity);

/// Every node's noise and the largest change of a private value.
struct NoiseScale {
  double sigma = 1.0;
  double sensitivity = 1.0;
};

/// The promised quantity of a target of which the observers learn between `least` and `most` of the local loss. A view
/// of Gaussian noise is mu-Gaussian DP with mu = sensitivity sqrt(share) / sigma, and nothing less.
/// @pre 0 <= least <= most <= 1; sigma > 0 and sensitivity >= 0 are finite.
/// @throws as divergence::gaussian_epsilon.
/// @accuracy  the ends are rounded outwards.
/// @cite dong2022gaussian (Definition 2.6; Corollary 2.13)
[[nodiscard]] Bracket promised_loss(const PromisedBound& promise, const NoiseScale& scale, double least, double most);

/// Shares of the local loss that decide a promise of a number: a share of at most `safe` keeps it, one of at least
/// `broken` breaks it; for those between, which rounding leaves, nothing is claimed.
struct Thresholds {
  double safe = -1.0;   ///< -1: no share is known to keep it
  double broken = 2.0;  ///< 2: none is known to break it
};
/// @pre the promise has a bound.
/// @throws as promised_loss.
/// @complexity some hundred times promised_loss.
[[nodiscard]] Thresholds thresholds(const PromisedBound& promise, const NoiseScale& scale);

/// A standard deviation of every node's noise that would keep the promise at a share of `most`, the number of steps
/// unchanged: all shares stay and mu falls as 1 / sigma.
/// @return nothing if no sigma does, or if the promise is about shares; 0 if any does.
/// @pre the promise has a bound.
/// @throws as promised_loss.
/// @accuracy the promise holds at the number returned, and the smallest that would do is less by 1e-6 of it at most.
[[nodiscard]] std::optional<double> sigma_that_would_do(const PromisedBound& promise, const NoiseScale& scale,
                                                        double most);

/// The same, rounded up to five digits: what is printed. The promise is judged again at this number and holds.
/// @throws as promised_loss.
/// @accuracy the promise holds at the number returned, and the smallest that would do is less by 1e-4 of it at most.
[[nodiscard]] std::optional<double> advised_sigma(const PromisedBound& promise, const NoiseScale& scale, double most);

}  // namespace hearsay::audit
