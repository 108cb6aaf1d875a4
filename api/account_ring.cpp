// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_ring.hpp"

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include <hearsay/report/certificate/ring.hpp>

namespace hearsay::api {

accounting::RingQuestion ring_token(accounting::RingQuestion token, std::optional<double> delta) {
  const bool laplace = token.noise == accounting::Noise::laplace;
  if (laplace && delta)
    throw Error(Errc::conditions, "`delta`", "must be left out for Laplace noise, whose delta is 0");
  if (!laplace && !delta) throw Error(Errc::conditions, "`delta`", "is required, unless `noise` is laplace");
  token.delta = delta.value_or(token.delta);
  return token;
}

RingAnswer account_ring(const RingQuestion& question) {
  return {.question = question, .report = accounting::ring_report(ring_token(question.token, question.delta))};
}

Proofs proofs_of(const RingAnswer& answer) {
  constexpr std::int64_t most_steps = 100'000;
  const auto& q = answer.question.token;
  if (q.task != accounting::TokenTask::sum || q.noise != accounting::Noise::gaussian)
    return {.certificates = {}, .missing = {"only sums with Gaussian noise have certificates"}};
  if (q.colluders > 1) return {.certificates = {}, .missing = {"coalitions have no certificate"}};
  if (q.users > most_steps / q.rounds)
    return {.certificates = {}, .missing = {fmt::format("more than {} steps have no certificate", most_steps)}};
  return {.certificates = report::ring_bounds(q.users, q.rounds),
          .missing = {"epsilons have no certificate; they follow from mu2, in units of (Delta/sigma)^2"}};
}

}  // namespace hearsay::api
