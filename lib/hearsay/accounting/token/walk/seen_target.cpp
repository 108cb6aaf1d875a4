// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/seen_target.hpp>

#include <algorithm>
#include <cmath>

#include <hearsay/accounting/token/walk/seen_losses.hpp>
#include <hearsay/accounting/token/walk/seen_walk_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::string_view seen_target_where = "seen_target_losses";

/// What the gaps tell: for order 2, and if another one is asked for, with known passes for that order.
struct CollectedGaps {
  TargetMoments second, other;
  TargetBuckets buckets;
};

CollectedGaps collect(const SeenWalk& walk, const PassLaws& laws, const SeenTargetQuestion& question,
                      const Stop& stop) {
  CollectedGaps found;
  const double mu2 = question.mu * question.mu, order = question.order;
  for (std::size_t start = 0; start <= walk.size(); ++start) {
    for (std::size_t end = 0; end < walk.size(); ++end) {
      MomentCollector second(walk, laws, start, end, question.others, mu2);
      std::optional<MomentCollector> other;
      std::optional<BucketCollector> buckets;
      if (order != 2.0) other.emplace(walk, laws, start, end, OtherData::anything, 0.5 * order * (order - 1.0) * mu2);
      if (question.delta) buckets.emplace(walk, laws, start, end);
      laws.each(start, end, [&](const PassLaws::Passes& passes) {
        if (stop && stop()) throw Interrupted();
        second.add(passes);
        if (other) other->add(passes);
        if (buckets) buckets->add(passes);
      });
      found.second.push_back(second.result());
      if (other) found.other.push_back(other->result());
      if (buckets) found.buckets.push_back(buckets->result());
    }
  }
  return found;
}

double divergence_of(double moment, double order) {
  return std::isfinite(moment) ? std::log1p(moment) / (order - 1.0) : infinity;
}

/// Rounded outwards.
Bracket outwards(double lower, double upper) {
  lower *= 1.0 - 0x1p-50, upper *= 1.0 + 0x1p-50;
  return {lower, std::isfinite(upper) ? 0.5 * (lower + upper) : upper, upper};
}

/// Divergences of independent views add up.
Bracket times(const Bracket& loss, int tokens) {
  if (tokens == 1) return loss;
  return outwards(loss.lower() * tokens, loss.upper() * tokens);
}

/// Of the grid of losses: some fraction of the standard deviation of the loss of one gap, were all gaps alike.
double seen_grid_step(const SeenWalk& walk, const SeenTargetQuestion& question, double limit) {
  const double gaps = std::max(1.0, static_cast<double>(walk.steps) * static_cast<double>(walk.size()) / walk.nodes());
  const double fine = question.mu * std::sqrt(limit / gaps) / 5.0;
  return std::clamp(fine, question.mu / 2000.0, std::min(0.02, question.mu / 20.0));
}

Bracket renyi_of(const SeenWalk& walk, const CollectedGaps& gaps, const SeenTargetQuestion& question) {
  const auto second = seen_walk_moment(walk, gaps.second);
  const double lower = divergence_of(second.lower(), 2.0), upper = divergence_of(second.upper(), 2.0);
  if (question.order == 2.0) return outwards(lower, upper);
  const auto other = seen_walk_moment(walk, gaps.other);
  const double at_most = divergence_of(other.upper(), question.order);
  if (question.others == OtherData::anything) return outwards(divergence_of(other.lower(), question.order), at_most);
  if (question.order < 2.0) return outwards(0.0, std::min(upper, at_most));
  return outwards(std::min(lower, at_most), at_most);
}

}  // namespace

SeenTargetLosses seen_target_losses(const SeenWalk& walk, graph::Node target, const SeenTargetQuestion& question,
                                    const Stop& stop) {
  require_positive(seen_target_where, "mu", question.mu);
  if (!(question.order > 1.0) || !std::isfinite(question.order))
    throw Error(Errc::domain, seen_target_where, fmt::format("order = {} must be above 1", question.order));
  if (question.others == OtherData::in_range)
    throw Error(Errc::conditions, seen_target_where, "for contributions within a range no bound is known on a graph");
  if (question.tokens < 1)
    throw Error(Errc::domain, seen_target_where, fmt::format("tokens = {} must be at least 1", question.tokens));
  const PassLaws laws(walk, target, stop, question.exact);
  const auto gaps = collect(walk, laws, question, stop);
  const auto limit = seen_walk_limit(walk, gaps.second);
  SeenTargetLosses losses{.limit = times(limit, question.tokens),
                          .renyi = times(renyi_of(walk, gaps, question), question.tokens),
                          .epsilon = std::nullopt};
  if (question.delta) {
    const SeenLossSettings settings{.tokens = question.tokens, .step = seen_grid_step(walk, question, limit.upper())};
    losses.epsilon = SeenWalkLoss(walk, gaps.buckets, question.others, question.mu, settings).epsilon(*question.delta);
  }
  return losses;
}

}  // namespace hearsay::accounting
