// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/accounting/token/complete/visits.hpp>
#include <hearsay/divergence/composition.hpp>
#include "empirical/figures/measurement.hpp"

namespace hearsay::empirical {

namespace {

using accounting::TokenQuestion;

/// Advanced composition with cycles of loss 3 epsilon / sqrt(n), as the released code has it.
double released_epsilon(const TokenQuestion& q, double visits) {
  const double laps = static_cast<double>(q.steps) / static_cast<double>(q.users);
  return divergence::advanced_composition_epsilon(
      visits + laps, 3.0 * q.epsilon / std::sqrt(static_cast<double>(q.users)), q.delta_prime);
}

/// Plain or advanced composition of that many contributions, as the paper's local DP.
double local_epsilon(const TokenQuestion& q, double contributions) {
  return std::min(contributions * q.epsilon,
                  divergence::advanced_composition_epsilon(contributions, q.epsilon, q.delta_prime));
}

/// Smallest n from which on `gains` holds, below `most`.
template <class Gains>
double first_gain(std::int64_t most, Gains gains) {
  std::int64_t first = most;
  while (first > 2 && gains(first - 1)) --first;
  return static_cast<double>(first);
}

/// What is said of n users.
struct Asked {
  TokenQuestion question;
  double visits;  ///< Chernoff's bound on the contributions of a user
};

Asked ask(const nlohmann::ordered_json& p, std::int64_t users) {
  const auto delta = p.at("delta").get<double>();
  const TokenQuestion q{.users = users,
                        .steps = p.at("laps").get<std::int64_t>() * users,
                        .epsilon = p.at("epsilon").get<double>(),
                        .delta = delta,
                        .delta_prime = delta,
                        .delta_hat = delta};
  return {q, accounting::visits_chernoff(static_cast<double>(q.steps), q.observed(), q.delta_hat).value};
}

/// From which number of users on network DP is below local DP.
void add_gains(const nlohmann::ordered_json& p, Measured& found) {
  const auto laps = p.at("laps").get<double>();
  found.numbers["gain from n on, printed formula"] = first_gain(400, [&](std::int64_t n) {
    const auto [q, visits] = ask(p, n);
    return accounting::token_published(q).value.epsilon < local_epsilon(q, visits);
  });
  found.numbers["gain from n on, fixed number of contributions"] = first_gain(400, [&](std::int64_t n) {
    const auto q = ask(p, n).question;
    return released_epsilon(q, laps) < local_epsilon(q, laps);
  });
}

/// Bounds of the complete sum for T = laps n: local DP and Theorem 3 as printed, both also with N_v = T/n exactly,
/// repaired, and the exact bracket for the users in `exact`, both at the repaired delta.
Measured measure_walk_bounds(const MeasurementRequest& request) {
  const auto& p = request.parameters;
  const auto users = p.at("users").get<std::vector<std::int64_t>>();
  const auto exact = p.at("exact").get<std::vector<std::int64_t>>();
  Measured found;
  auto bounds = walk_bounds().table("bounds"), brackets = walk_bounds().table("exact");
  std::size_t done = 0;
  double loosest = 0.0, widest = 0.0;
  for (const auto n : users) {
    const auto [q, visits] = ask(p, n);
    const auto repaired = accounting::token_repaired(q).value;
    bounds.row(n, "local DP", local_epsilon(q, visits));
    bounds.row(n, "local DP, T/n contributions", local_epsilon(q, p.at("laps").get<double>()));
    bounds.row(n, "Theorem 3 as printed", accounting::token_published(q).value.epsilon);
    bounds.row(n, "Theorem 3, T/n contributions", released_epsilon(q, p.at("laps").get<double>()));
    bounds.row(n, "repaired", repaired.epsilon);
    auto wider = q;
    wider.others = accounting::OtherData::in_range;
    bounds.row(n, "Renyi bound of the view", accounting::walk_tight(wider, repaired.delta).value.epsilon);
    if (std::ranges::count(exact, n) > 0) {
      const auto bracket = accounting::token_epsilon_bracket(q, repaired.delta, request.execution.part());
      brackets.row(n, repaired.delta, bracket.lower(), bracket.upper());
      loosest = std::max(loosest, repaired.epsilon / bracket.upper());
      widest = std::max(widest, bracket.width() / bracket.upper());
    }
    if (request.execution.progress) request.execution.progress(++done, users.size(), "numbers of users");
  }
  found.numbers["largest repaired over exact epsilon"] = loosest;
  found.numbers["width of the widest exact bracket, relative"] = widest;
  add_gains(p, found);
  found.tables.emplace("bounds", std::move(bounds));
  found.tables.emplace("exact", std::move(brackets));
  return found;
}

}  // namespace

const Measurement& walk_bounds() {
  static const Measurement it{
      .name = "bounds of a summing walk",
      .parameters = {"users", "exact", "laps", "epsilon", "delta"},
      .options = {},
      .tables = {{"bounds", {"users", "bound", "epsilon"}}, {"exact", {"users", "delta", "lower", "upper"}}},
      .measure = measure_walk_bounds};
  return it;
}

}  // namespace hearsay::empirical
