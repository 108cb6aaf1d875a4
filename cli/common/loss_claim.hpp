// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include <hearsay/accounting/gossip/claim.hpp>
#include <hearsay/core/verdict.hpp>
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// A bound that the user claims for the loss of every target, in the unit that its option names.
struct ClaimOptions {
  std::optional<double> epsilon;  ///< --claimed-epsilon: of (epsilon, delta)-DP
  std::optional<double> renyi;    ///< --claimed-renyi: of the Renyi loss of order alpha
  std::string trust = "own-noise-known";

  [[nodiscard]] bool given() const { return epsilon || renyi; }
  /// The claim. @pre given().
  [[nodiscard]] accounting::LossClaim claim() const;
};

/// Adds --claimed-epsilon, --claimed-renyi and --trust to a command; at most one claim is taken.
void add_claim(CLI::App& command, ClaimOptions& options);

/// Refuses a claim of (epsilon, delta)-DP without --delta, and bounds that are not finite and >= 0.
/// @throws Error(Errc::domain) or Error(Errc::conditions), named `where`.
void require_claim(std::string_view where, const ClaimOptions& options, const std::optional<double>& delta);

/// "unit", "delta" or "order", "claimed", "trust", "adversary": what a claim is about.
[[nodiscard]] nlohmann::ordered_json claim_json(const ClaimOptions& options,
                                                const accounting::GaussianLossScale& scale);

/// The claim in words, to follow "every target": "is (2, 1e-05)-DP", "has a Renyi loss of order 2 of at most 2".
[[nodiscard]] std::string claim_words(const ClaimOptions& options, const accounting::GaussianLossScale& scale);

/// 0: holds; 1: refuted; 3: neither.
[[nodiscard]] constexpr int exit_code(Verdict verdict) {
  return verdict == Verdict::holds ? 0 : verdict == Verdict::refuted ? 1 : 3;
}

}  // namespace hearsay::cli
