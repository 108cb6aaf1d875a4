// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/report.hpp>

#include <fmt/format.h>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/accounting/token/ring/ring_coalition.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

bool is_refusal(Errc code) {
  return code == Errc::conditions || code == Errc::too_large || code == Errc::not_converged;
}

VisitsReport visits_report(const TokenQuestion& q) {
  const auto steps = static_cast<double>(q.steps);
  return {.mean = steps * q.observed(),
          .exact = visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), q.delta_hat),
          .chernoff = visits_chernoff(steps, q.observed(), q.delta_hat),
          .bernstein = visits_bernstein(steps, q.observed(), q.delta_hat)};
}

}  // namespace

TightGuarantee token_tightest(const TokenQuestion& q, double delta, const Execution& execution) {
  if (delta >= 1.0)
    return {{{0.0, delta}, false, "delta >= 1 gives no guarantee"}, {}, "delta >= 1 gives no guarantee"};
  if (q.task == TokenTask::histogram && !q.known_neighbors) {
    const auto bracket = token_epsilon_bracket(q, delta, execution);
    return {{{bracket.upper(), delta},
             true,
             "upper end of a certified bracket for any values of the others, by the multinomial law"},
            bracket};
  }
  TightGuarantee tight{walk_tight(q, delta)};
  try {
    tight.bracket = token_epsilon_bracket(q, delta, execution);
  } catch (const Error& error) {
    if (!is_refusal(error.code())) throw;
    tight.no_bracket = error.what();
    return tight;
  }
  if (!tight.guarantee.valid || tight.bracket->upper() <= tight.guarantee.value.epsilon) {
    tight.guarantee = {{tight.bracket->upper(), delta},
                       true,
                       fmt::format("{}: upper end of a certified bracket, by the renewal equation for privacy losses",
                                   data_described(q))};
  }
  return tight;
}

TokenReport token_report(const TokenQuestion& q, const Execution& execution) {
  auto local = token_local(q);
  auto published = token_published(q), repaired = token_repaired(q);
  auto tight = token_tightest(q, repaired.value.delta, execution);
  TokenReport report{.local = std::move(local),
                     .published = std::move(published),
                     .repaired = std::move(repaired),
                     .tight = std::move(tight),
                     .visits = visits_report(q)};
  if (q.task == TokenTask::histogram) return report;
  auto wider = q;
  wider.others = OtherData::in_range;
  report.in_range = token_tightest(wider, report.repaired.value.delta).guarantee;
  wider.others = OtherData::anything;
  report.any_data = token_tightest(wider, report.repaired.value.delta, execution);
  return report;
}

RingReport ring_report(const RingQuestion& q) {
  RingReport report{.local = ring_local(q),
                    .published = ring_published(q),
                    .repaired = ring_repaired(q),
                    .tight = q.colluders > 1 ? ring_coalition(q) : ring_tight(q),
                    .noise_events = {},
                    .mu = {},
                    .scale = {},
                    .gamma = {}};
  if (q.task == TokenTask::histogram) {
    report.gamma = {ring_response_published(q).value.gamma, ring_response_repaired(q).value.gamma};
    return report;
  }
  report.noise_events = {ring_noise_events_published(q.users, q.rounds), ring_noise_events(q.users, q.rounds)};
  if (q.noise == Noise::gaussian) {
    report.mu = ring_mu(q);
    if (q.colluders > 1) report.distributed = ring_coalition_distributed(q);
  } else {
    report.scale = 1.0 / q.epsilon;
  }
  return report;
}

}  // namespace hearsay::accounting
