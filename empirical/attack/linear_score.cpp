// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/linear_score.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/random/sub_address.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::empirical {

namespace {

std::size_t batches_of(std::uint64_t views) { return static_cast<std::size_t>((views + view_batch - 1) / view_batch); }

/// Scores of views to choose the threshold, then of views to certify, those from number `first` on, as many under each
/// hypothesis. If the run is cut short (`stop`), fewer certify. @pre view_batch divides `first`.
Scores drawn_linear_scores(const DrawBatch& draw, std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying,
                           const Execution& execution) {
  const std::size_t choose = batches_of(choosing);
  const auto found = parallel_map<std::vector<double>>(
      2 * (choose + batches_of(certifying)), execution, "batches of views", [&](std::size_t i) {
        const bool chooses = i / 2 < choose;
        const std::uint64_t begin = (chooses ? i / 2 : i / 2 - choose) * view_batch,
                            views = chooses ? choosing : certifying;
        const auto batch = static_cast<std::uint32_t>((chooses ? begin : first + begin) / view_batch);
        return draw(chooses ? ViewUse::choose : ViewUse::certify, i % 2 == 1, batch,
                    std::min<std::uint64_t>(view_batch, views - begin));
      });
  Scores scores;
  const auto append = [](std::vector<double>& to, const std::vector<double>& batch) {
    to.insert(to.end(), batch.begin(), batch.end());
  };
  for (std::size_t i = 0; i + 1 < found.size(); i += 2) {
    const bool chooses = i / 2 < choose;
    append(chooses ? scores.choose_negative : scores.negative, found[i]);
    append(chooses ? scores.choose_positive : scores.positive, found[i + 1]);
  }
  return scores;
}

}  // namespace

std::uint32_t view_trial(ViewUse use, bool changed, std::uint32_t batch) {
  constexpr unsigned trial_bits = 30;
  return random::sub_address(static_cast<std::uint32_t>(use) + (changed ? 1 : 0), batch, trial_bits);
}

void require_terms(std::string_view where, const LinearTerms& terms) {
  if (terms.runs < 100) throw Error(Errc::domain, where, fmt::format("runs = {} must be at least 100", terms.runs));
  if (terms.runs > 4'000'000'000)
    throw Error(Errc::domain, where, fmt::format("runs = {} must be at most 4000000000", terms.runs));
  require_open_unit(where, "confidence", terms.confidence);
  if (terms.delta) require_open_unit(where, "delta", *terms.delta);
  if (terms.epsilon) require_non_negative(where, "epsilon", *terms.epsilon);
}

LinearResult test_linear_scores(const LinearTerms& terms, const DrawBatch& draw) {
  // The Gaussian bounds on epsilon and delta follow from the one on mu; those from counts share their level.
  const double alpha = 1.0 - terms.confidence,
               share = alpha / (1.0 + (terms.delta ? 1.0 : 0.0) + (terms.epsilon ? 1.0 : 0.0));
  const auto drawn =
      drawn_linear_scores(draw, std::max<std::uint64_t>(100, terms.runs / 4), 0, terms.runs, terms.execution);
  if (drawn.positive.empty()) throw Interrupted();
  const auto mu = certify(drawn, share, mu_lower);
  LinearResult result{
      .runs = drawn.positive.size(), .gaussian = {}, .any_law = {}, .rates = mu.rates, .mu_from_curve = mu.from_curve};
  result.any_law.mu = mu.value;
  result.gaussian.mu = gaussian_mu_lower(drawn.positive, drawn.negative, alpha);
  if (terms.delta) {
    result.any_law.epsilon =
        certify(drawn, share, [&](const Rates& r) { return epsilon_lower(r, *terms.delta); }).value;
    result.gaussian.epsilon = divergence::gaussian_epsilon(result.gaussian.mu, *terms.delta).lower();
  }
  if (terms.epsilon) {
    result.any_law.delta = certify(drawn, share, [&](const Rates& r) { return delta_lower(r, *terms.epsilon); }).value;
    result.gaussian.delta = divergence::gaussian_delta(result.gaussian.mu, *terms.epsilon).lower();
  }
  return result;
}

LinearAnytimeResult test_linear_scores_anytime(const LinearTerms& terms, const DrawBatch& draw, double claimed_mu,
                                               AnytimeState state, const AnytimeWatch& watch) {
  static_assert(anytime_chunk % view_batch == 0);
  const double alpha = 1.0 - terms.confidence;
  const auto lower = [alpha](const AnytimeState& now) {
    return std::max(0.0, stats::anytime_mu_lower(now.pairs, alpha, anytime_weight));
  };
  const ThresholdClaim claim{.lower = mu_lower,
                             .upper = mu_upper,
                             .claimed = claimed_mu,
                             .alpha = alpha,
                             .limits = {.most_runs = terms.runs, .unit = view_batch},
                             .judge = [&](const AnytimeState& now) {
                               const double upper = stats::anytime_mu_upper(now.pairs, alpha, anytime_weight);
                               return clear_verdict(lower(now), upper, claimed_mu);
                             }};
  const auto scores = [&](std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying) {
    const auto part = terms.execution.part();
    return drawn_linear_scores(draw, choosing, first, certifying, certifying == 0 ? part : part.unstopped());
  };
  auto found = test_anytime(claim, scores, std::move(state), watch, terms.execution.stop);
  const double mu = lower(found.state);
  return {.state = std::move(found.state),
          .stop = found.stop,
          .mu_lower = mu,
          .any_law = mu_lower(found.rates),
          .rates = found.rates};
}

}  // namespace hearsay::empirical
