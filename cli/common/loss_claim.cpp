// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/loss_claim.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include "cli/common/graph_options.hpp"

namespace hearsay::cli {

accounting::LossClaim ClaimOptions::claim() const {
  if (epsilon) return {.unit = accounting::LossUnit::epsilon, .bound = *epsilon};
  return {.unit = accounting::LossUnit::renyi, .bound = *renyi};
}

void add_claim(CLI::App& command, ClaimOptions& options) {
  auto* epsilon = command
                      .add_option("--claimed-epsilon", options.epsilon,
                                  "audit with --delta: every target is (E, delta)-DP; exit 1 if not")
                      ->type_name("E");
  command
      .add_option("--claimed-renyi", options.renyi,
                  "audit: every target's Renyi loss of order alpha is at most E; exit 1 if not")
      ->type_name("E")
      ->excludes(epsilon);
  add_trust(command, options.trust);
}

void require_claim(std::string_view where, const ClaimOptions& options, const std::optional<double>& delta) {
  if (options.renyi) require_non_negative(where, "--claimed-renyi", *options.renyi);
  if (!options.epsilon) return;
  require_non_negative(where, "--claimed-epsilon", *options.epsilon);
  if (!delta)
    throw Error(Errc::conditions, where,
                "--claimed-epsilon E claims (E, delta)-DP: say --delta too; --claimed-renyi E claims a Renyi loss");
}

nlohmann::ordered_json claim_json(const ClaimOptions& options, const accounting::GaussianLossScale& scale) {
  const bool own = own_noise_known(options.trust);
  nlohmann::ordered_json claim;
  if (options.epsilon) {
    claim = {{"unit", "epsilon"}, {"delta", *scale.delta}, {"claimed", *options.epsilon}};
  } else {
    claim = {{"unit", "renyi"}, {"order", scale.alpha}, {"claimed", *options.renyi}};
  }
  claim["trust"] = options.trust;
  claim["adversary"] = own ? "the observers together, who know the noise they injected themselves"
                           : "the observers together, who know nobody's noise";
  return claim;
}

std::string claim_words(const ClaimOptions& options, const accounting::GaussianLossScale& scale) {
  if (options.epsilon) return fmt::format("is ({}, {})-DP", *options.epsilon, *scale.delta);
  return fmt::format("has a Renyi loss of order {} of at most {}", scale.alpha, *options.renyi);
}

}  // namespace hearsay::cli
