// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/report.hpp>

#include <algorithm>
#include <optional>

#include <hearsay/accounting/rumor/accountant.hpp>
#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

RumorBounds rumor_bounds(const RumorCrowd& crowd, double muting, double epsilon) {
  return {.delta_limit = rumor_delta_limit(crowd, epsilon),
          .delta_bound = rumor_delta_bound(crowd, muting, epsilon),
          .uncertainty_limit = rumor_uncertainty_limit(crowd),
          .uncertainty_bound = rumor_uncertainty_bound(crowd, muting)};
}

RumorExactReport rumor_exact_report(RumorWorld world, const RumorQuestion& q) {
  if (q.delta) require_open_unit("rumor_exact_report", "delta", *q.delta);
  world.end = q.end, world.sight = q.sight, world.delayed = q.delayed;
  const RumorLaw<double> law(world, q.muting, q.seen, q.swap);
  constexpr std::uint64_t work = 6'000'000;
  RumorEffort effort{.width = 1e-7, .expansions = std::min<std::uint64_t>(100'000, work / law.states())};
  RumorExactReport report{.delta = rumor_delta(law, q.epsilon, effort), .uncertainty = rumor_uncertainty(law, effort)};
  effort.expansions /= 10;
  if (q.delta) report.epsilon = RumorAccountant(law, effort).epsilon(*q.delta);
  return report;
}

RumorExactReport rumor_exact_report(const RumorCrowd& crowd, const RumorQuestion& q) {
  if (crowd.curious > 0 || q.sight == RumorSight::eavesdropper)
    return rumor_exact_report(rumor_world(static_cast<int>(crowd.nodes), static_cast<int>(crowd.curious)), q);
  RumorExactReport nothing{.delta = Bracket::exact(0.0),
                           .uncertainty = Bracket::exact(static_cast<double>(crowd.nodes - 1))};
  if (q.delta) nothing.epsilon = Bracket::exact(0.0);
  return nothing;
}

namespace {

/// Whether the adversary gets the messages to curious nodes, in order.
bool in_order(RumorSight sight) {
  return sight == RumorSight::ordered || sight == RumorSight::involved || sight == RumorSight::timed;
}

/// The published delta(0) of unending transcripts; nothing where there is none.
std::optional<double> published_delta(const RumorSourceQuestion& q) {
  if (q.delayed) {
    const bool covered = q.sight == RumorSight::ordered || q.sight == RumorSight::reordered;
    return covered ? std::optional(rumor_delta_limit(q.crowd, 0.0)) : std::nullopt;
  }
  switch (q.sight) {
    case RumorSight::ordered:
    case RumorSight::senders:
    case RumorSight::involved:
    case RumorSight::reordered:
      return rumor_delta_bound(q.crowd, q.muting);
    case RumorSight::eavesdropper:
      return q.seen / (1.0 - q.muting * (1.0 - q.seen));
    case RumorSight::timed:
      return q.muting == 0.0 ? std::optional(rumor_timed_delta_limit(q.crowd)) : std::nullopt;
  }
  return std::nullopt;
}

}  // namespace

RumorSuccessCap rumor_success_cap(const RumorSourceQuestion& q) {
  using By = RumorSuccessCap::By;
  const auto cap = [&](double delta) {
    return rumor_attack_cap(std::min(1.0, static_cast<double>(q.rumors) * delta), q.suspects);
  };
  if (q.end == RumorEnd::unending) {
    if (const auto delta = published_delta(q)) return {cap(*delta), By::privacy_bound};
  }
  const bool eavesdrops = q.sight == RumorSight::eavesdropper;
  if (q.crowd.curious == 0 && !eavesdrops) return {cap(0.0), By::nobody_curious};
  const bool usual = q.end == RumorEnd::terminated && q.sight == RumorSight::ordered && !q.delayed;
  if (q.crowd.nodes > RumorWorld::max_nodes) return {std::nullopt, usual ? By::nothing : By::no_view};
  auto world = rumor_world(static_cast<int>(q.crowd.nodes), static_cast<int>(q.crowd.curious), q.end);
  world.sight = q.sight, world.delayed = q.delayed;
  const RumorLaw<double> law(world, q.muting, q.seen, q.swap);
  return {cap(rumor_delta(law, 0.0, {.width = 1e-6, .expansions = 5'000}).upper()),
          usual ? By::exact_delta : By::exact_view};
}

RumorSuccess rumor_computed_success(const RumorSourceQuestion& q) {
  RumorSuccess result;
  if (q.rumors > 1 || q.end != RumorEnd::unending || q.delayed || !in_order(q.sight)) return result;
  try {
    const double value = rumor_map_success(q.crowd, q.muting, q.suspects).estimate();
    (rumor_map_success_is_exact(q.crowd, q.muting, q.suspects) ? result.exact : result.approximation) = value;
  } catch (const Error& error) {
    if (error.code() != Errc::too_large) throw;
  }
  return result;
}

}  // namespace hearsay::accounting
