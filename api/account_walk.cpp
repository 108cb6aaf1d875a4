// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_walk.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/walk.hpp>
#include "api/account_walk_on_graph.hpp"

namespace hearsay::api {

WalkAnswer account_walk(const WalkQuestion& question, const Execution& execution) {
  if (question.noise == accounting::Noise::laplace) {
    throw Error(Errc::conditions, "`noise` laplace",
                "the bounds of the complete graph are for Gaussian noise, and the law of a sum of Laplace noises is "
                "not computed; use account ring");
  }
  return {.question = question, .report = accounting::token_report(question.token, execution)};
}

Proofs proofs_of(const WalkAnswer& answer) {
  const auto& q = answer.question.token;
  const auto& visits = answer.report.visits;
  const report::WalkInstance walk{.users = q.users, .steps = q.steps, .places = q.colluders};
  const auto slack = exact::fraction_of(q.delta_hat);
  Proofs proofs;
  const auto add = [&](std::int64_t least, std::optional<bool> refuted, std::string note) {
    if (least < 1 || least > q.steps) return;
    auto certificate = report::visits_bounds(walk, least);
    certificate.note = std::move(note);
    if (refuted && !report::prove_bound(certificate, slack, *refuted)) {
      proofs.missing.push_back(
          fmt::format("'{}' is not proved, because the probability is too near to delta_hat", certificate.note));
    }
    proofs.certificates.push_back(std::move(certificate));
  };
  const auto exact = static_cast<std::int64_t>(visits.exact);
  add(exact + 1, false, fmt::format("the probability of more than {} visits is at most delta_hat", exact));
  add(exact, true, fmt::format("the probability of more than {} visits is above delta_hat", exact - 1));
  for (const auto& [name, bound] : {std::pair{"Chernoff", visits.chernoff.value}, {"Bernstein", visits.bernstein}}) {
    if (bound < static_cast<double>(q.steps))
      add(static_cast<std::int64_t>(std::ceil(bound)), {},
          fmt::format("the number of visits reaches the bound of {}", name));
  }
  proofs.missing.emplace_back(no_walk_epsilon_proved);
  return proofs;
}

}  // namespace hearsay::api
