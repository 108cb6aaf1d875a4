// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include <hearsay/accounting/gossip/claim.hpp>

namespace hearsay::api {

/// A bound that the user claims for the loss of every target, in the unit that its option names.
struct PromisedLoss {
  std::optional<double> epsilon;  ///< `claimed_epsilon`: of (epsilon, delta)-DP
  std::optional<double> renyi;    ///< `claimed_renyi`: of the Renyi loss of order alpha
  std::string trust = "own-noise-known";

  [[nodiscard]] bool given() const { return epsilon || renyi; }
  /// The claim. @pre given().
  [[nodiscard]] accounting::LossClaim claim() const;
};

/// "epsilon(1e-5) <= 2" or "renyi(2) <= 0.1".
struct StatedLoss {
  accounting::LossClaim claim;
  double parameter = 0.0;  ///< delta, or the order
};

/// The promise as audits write it, of a number. @throws as audit::parse_promise; Error(Errc::conditions) for another
/// quantity or bound.
[[nodiscard]] StatedLoss stated_loss(std::string_view text);

/// Refuses a claim of (epsilon, delta)-DP without `delta`, and bounds that are not finite and >= 0.
/// @throws Error(Errc::domain) or Error(Errc::conditions), named `where`.
void require_claim(std::string_view where, const PromisedLoss& options, const std::optional<double>& delta);

/// "unit", "delta" or "order", "claimed", "trust", "adversary": what a claim is about.
[[nodiscard]] nlohmann::ordered_json claim_json(const PromisedLoss& options,
                                                const accounting::GaussianLossScale& scale);

/// The claim in words, to follow "every target": "is (2, 1e-05)-DP", "has a Renyi loss of order 2 of at most 2".
[[nodiscard]] std::string claim_words(const PromisedLoss& options, const accounting::GaussianLossScale& scale);

}  // namespace hearsay::api
