// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/promise.hpp"

#include <fmt/format.h>

#include <hearsay/audit/promise.hpp>
#include <hearsay/core/error.hpp>
#include "api/network/graph_source.hpp"

namespace hearsay::api {

accounting::LossClaim PromisedLoss::claim() const {
  if (epsilon) return {.unit = accounting::LossUnit::epsilon, .bound = *epsilon};
  return {.unit = accounting::LossUnit::renyi, .bound = *renyi};
}

StatedLoss stated_loss(std::string_view text) {
  const auto promise = audit::parse_promise(text, "`promise`");
  const bool epsilon = promise.quantity == audit::Quantity::epsilon;
  if (!promise.bound || (!epsilon && promise.quantity != audit::Quantity::renyi))
    throw Error(
        Errc::conditions, "`promise`",
        "must be 'epsilon(DELTA) <= E' or 'renyi(ORDER) <= E' here; `audit gossip` judges the other quantities");
  return {
      .claim = {.unit = epsilon ? accounting::LossUnit::epsilon : accounting::LossUnit::renyi, .bound = *promise.bound},
      .parameter = promise.parameter};
}

void require_claim(std::string_view where, const PromisedLoss& options, const std::optional<double>& delta) {
  if (options.renyi) require_non_negative(where, "`claimed_renyi`", *options.renyi);
  if (!options.epsilon) return;
  require_non_negative(where, "`claimed_epsilon`", *options.epsilon);
  if (!delta)
    throw Error(
        Errc::conditions, where,
        "`claimed_epsilon` E promises (E, delta)-DP, so it needs `delta`; `claimed_renyi` E promises a Renyi loss");
}

nlohmann::ordered_json claim_json(const PromisedLoss& options, const accounting::GaussianLossScale& scale) {
  const bool own = own_noise_known(options.trust);
  nlohmann::ordered_json claim;
  if (options.epsilon) {
    claim = {{"unit", "epsilon"}, {"delta", *scale.delta}, {"claimed", *options.epsilon}};
  } else {
    claim = {{"unit", "renyi"}, {"order", scale.alpha}, {"claimed", *options.renyi}};
  }
  claim["trust"] = options.trust;
  claim["adversary"] = own ? "the observers together, own noise known" : "the observers together, all noise unknown";
  return claim;
}

std::string claim_words(const PromisedLoss& options, const accounting::GaussianLossScale& scale) {
  if (options.epsilon) return fmt::format("is ({}, {})-DP", *options.epsilon, *scale.delta);
  return fmt::format("has a Renyi loss of order {} of at most {}", scale.alpha, *options.renyi);
}

}  // namespace hearsay::api
