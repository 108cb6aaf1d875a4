// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_linear_meet.hpp"

#include <fmt/format.h>

#include <hearsay/audit/promise.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::api {

double allowed_loss(const std::string& promise) {
  const auto read = audit::parse_promise(promise, "`meet`");
  const auto refuse = [&](std::string_view why) {
    throw Error(Errc::conditions, "`meet`", fmt::format("'{}' {}", promise, why));
  };
  if (!read.bound || read.quantity == audit::Quantity::exact || read.quantity == audit::Quantity::exact_own_noise)
    refuse("is about a share of the local loss; use epsilon(DELTA), renyi(ORDER), mu or attack_tpr(RATE) <= a number");
  const double sigma = audit::sigma_that_would_do(read, {.sigma = 1.0, .sensitivity = 1.0}, 1.0).value_or(infinity);
  if (sigma == infinity) refuse("is kept by no amount of noise");
  if (sigma == 0.0) refuse("is kept without noise, so no factor is computed");
  constexpr double rounding = 1e-15;
  return (1.0 - rounding) / (sigma * sigma);
}

LinearMeet meet_promise(const std::string& promise, const accounting::LinearModel& model,
                        const std::vector<accounting::LinearAudience>& audiences, const Execution& execution) {
  LinearMeet found{
      .promise = promise, .contributions = audiences.front().question.contributions, .allowed = allowed_loss(promise)};
  found.common = accounting::common_factor(model, audiences, found.allowed);
  const auto* protocol = std::get_if<accounting::Protocol>(&model);
  if (protocol == nullptr || protocol->noise.size() < 2) return found;
  accounting::ScaledLosses losses(*protocol, audiences, execution);
  for (std::size_t kind = 0; kind < protocol->noise.size(); ++kind)
    found.kinds.push_back(accounting::factor_of_kind(losses, kind, found.allowed));
  found.split = accounting::least_split(losses, found.allowed);
  losses.finish();
  return found;
}

}  // namespace hearsay::api
