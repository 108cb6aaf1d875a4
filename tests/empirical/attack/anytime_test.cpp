// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/core/error.hpp>
#include "empirical/attack/gossip.hpp"
#include "empirical/attack/rumor.hpp"
#include "empirical/attack/threshold_test.hpp"
#include "empirical/attack/token.hpp"

namespace hearsay::empirical {
namespace {

GossipAttack path_attack(std::uint64_t runs) {
  const std::vector<graph::Edge> edges = {{0, 1}, {1, 2}};
  return {.w = graph::gossip_matrix(graph::Graph(3, edges), graph::Weights::metropolis),
          .observers = {0},
          .target = 2,
          .steps = 2,
          .sigma = 1.0,
          .sensitivity = 3.0,
          .runs = runs,
          .confidence = 0.999,
          .execution = {.seed = {5}}};
}

/// By hand (README): the loss is 1/2 of the local one, and Theorem 1 says 1/3.
const double exact_mu = 3.0 * std::sqrt(0.5), published_mu = 3.0 * std::sqrt(1.0 / 3.0);

TEST(AnytimeAttack, RefutesTheoremOneOnThePathLongBeforeItsLastRun) {
  const auto found = attack_gossip_anytime(path_attack(1'000'000), published_mu);
  EXPECT_EQ(found.stop, AnytimeStop::refuted);
  EXPECT_LT(found.state.runs, 200'000u);
  EXPECT_GT(found.mu_lower, published_mu);
  EXPECT_LE(found.mu_lower, exact_mu);
}

TEST(AnytimeAttack, StopsWhenItCannotRefuteAnyMoreAndNeverSaysThatAClaimHolds) {
  const auto found = attack_gossip_anytime(path_attack(1'000'000), 1.2 * exact_mu);
  EXPECT_EQ(found.stop, AnytimeStop::hopeless);
  EXPECT_LT(found.state.runs, 200'000u);
}

TEST(AnytimeAttack, ATrueClaimIsTriedToTheLastRun) {
  const auto found = attack_gossip_anytime(path_attack(5000), exact_mu);
  EXPECT_EQ(found.stop, AnytimeStop::runs);
  EXPECT_EQ(found.state.runs, 5 * anytime_chunk);  // up to the end of a chunk
}

TEST(AnytimeAttack, ResumedAndStraightEndAlike) {
  const auto straight = attack_gossip_anytime(path_attack(6000), exact_mu);
  auto part = attack_gossip_anytime(path_attack(2000), exact_mu);
  EXPECT_EQ(part.state.runs, 2048u);
  part = attack_gossip_anytime(path_attack(6000), exact_mu, part.state);
  EXPECT_EQ(part.state.runs, straight.state.runs);
  EXPECT_EQ(part.state.hits, straight.state.hits);
  EXPECT_EQ(part.state.pairs, straight.state.pairs);
  EXPECT_EQ(part.mu_lower, straight.mu_lower);
  EXPECT_EQ(part.any_law, straight.any_law);
}

// Slow chunks are counted in parts, and a run may be cut between any two of them.
TEST(AnytimeAttack, ARunThatWasCutInTheMiddleOfAChunkEndsAlike) {
  const auto straight = attack_gossip_anytime(path_attack(3000), exact_mu);
  auto cut = path_attack(3000);
  std::uint64_t seen = 0;
  cut.execution.stop = [&] { return seen >= view_batch; };
  auto part = attack_gossip_anytime(cut, exact_mu, {}, [&](const AnytimeState& state) { seen = state.runs; });
  EXPECT_EQ(part.stop, AnytimeStop::asked);
  EXPECT_EQ(part.state.runs, view_batch);
  part = attack_gossip_anytime(path_attack(3000), exact_mu, part.state);
  EXPECT_EQ(part.state.hits, straight.state.hits);
  EXPECT_EQ(part.state.pairs, straight.state.pairs);
  EXPECT_EQ(part.state.runs, straight.state.runs);
}

// The promise of docs/maths/anytime.md: in the mean over twenty seeds, no less than a fixed run of a quarter of the
// views.
TEST(AnytimeAttack, IsNotFarWeakerThanAFixedRun) {
  constexpr std::uint64_t views = 4096;
  double fixed = 0.0, anytime = 0.0, fixed_any_law = 0.0, anytime_any_law = 0.0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    auto attack = path_attack(views / 4);
    attack.sensitivity = 1.0;
    attack.confidence = 0.95;
    attack.row_space = true;
    attack.execution.seed = {seed};
    const auto whole = attack_gossip(attack);
    attack.runs = views;
    const auto found = attack_gossip_anytime(attack, std::numbers::sqrt2 / 2.0);
    fixed += whole.gaussian.mu / 20;
    fixed_any_law += whole.any_law.mu / 20;
    anytime += found.mu_lower / 20;
    anytime_any_law += found.any_law / 20;
  }
  EXPECT_GE(anytime, fixed);
  EXPECT_GE(anytime_any_law, fixed_any_law);
  EXPECT_LT(anytime, std::numbers::sqrt2 / 2.0);
  EXPECT_GT(anytime, 0.6);
}

TEST(AnytimeAttack, TheWalkAndTheRumorResumeToTheSameBits) {
  const auto walk = [](std::int64_t runs, AnytimeState from) {
    return attack_walk_anytime(
               {.users = 3,
                .steps = 6,
                .mu = 1.0,
                .terms = {.delta = 0.05, .runs = runs, .confidence = 0.99, .execution = {.seed = {1}, .jobs = 1}}},
               100.0, std::move(from))
        .state;
  };
  EXPECT_EQ(walk(3000, walk(1000, {})).hits, walk(3000, {}).hits);
  const auto rumor = [](std::uint64_t runs, int jobs, AnytimeState from) {
    return attack_rumor_source_anytime({.nodes = 40,
                                        .curious = 8,
                                        .muting = 0.5,
                                        .runs = runs,
                                        .confidence = 0.99,
                                        .execution = {.seed = {3}, .jobs = jobs}},
                                       0.04, std::move(from))
        .state;
  };
  EXPECT_EQ(rumor(3000, 1, rumor(1000, 4, {})).hits, rumor(3000, 2, {}).hits);
}

// The lumped chain knows how often the source is named: a cap just below it falls, one just above it makes the attack
// hopeless.
TEST(AnytimeAttack, JudgesACapOnTheRumorAttackFromBothSides) {
  const double exact = accounting::rumor_map_success({40, 8}, 0.5, 32).estimate();
  const auto against = [](double cap) {
    return attack_rumor_source_anytime(
        {.nodes = 40, .curious = 8, .muting = 0.5, .runs = 200'000, .confidence = 0.999, .execution = {.seed = {3}}},
        cap);
  };
  const auto low = against(0.85 * exact), high = against(1.15 * exact);
  EXPECT_EQ(low.stop, AnytimeStop::refuted);
  EXPECT_EQ(high.stop, AnytimeStop::hopeless);
  EXPECT_TRUE(low.probability.contains(exact));
  EXPECT_TRUE(high.probability.contains(exact));
}

TEST(AnytimeAttack, StopsBetweenChunksWhenAsked) {
  AnytimeState state;
  const auto nothing = [](AnytimeState&, std::uint64_t) {};
  const auto unclear = [](const AnytimeState&) { return std::optional<AnytimeStop>(); };
  const auto stop = [&] { return state.runs >= 3 * anytime_chunk; };
  EXPECT_EQ(run_anytime(state, {.most_runs = 100 * anytime_chunk}, nothing, unclear, {}, stop), AnytimeStop::asked);
  EXPECT_EQ(state.runs, 3 * anytime_chunk);
}

TEST(AnytimeAttack, IsJudgedAfterWholeChunksWhateverItsPace) {
  AnytimeState state;
  std::vector<std::uint64_t> parts, judged;
  const auto count = [&](AnytimeState&, std::uint64_t part) { parts.push_back(part); };
  const auto unclear = [&](const AnytimeState& at) {
    judged.push_back(at.runs);
    return std::optional<AnytimeStop>();
  };
  EXPECT_EQ(run_anytime(state, {.most_runs = 2 * anytime_chunk, .unit = 128}, count, unclear), AnytimeStop::runs);
  EXPECT_GT(parts.size(), 2u);
  EXPECT_EQ(judged, (std::vector<std::uint64_t>{0, anytime_chunk, 2 * anytime_chunk}));
}

/// Views of which every `nth` is mistaken for one of the other hypothesis; notes which were asked for.
DrawScores mistaken_every(std::uint64_t nth, std::vector<std::uint64_t>& firsts) {
  return [nth, &firsts](std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying) {
    if (certifying > 0) firsts.push_back(first);
    Scores scores;
    const auto add = [nth](std::vector<double>& positive, std::vector<double>& negative, std::uint64_t views) {
      for (std::uint64_t i = 0; i < views; ++i) {
        positive.push_back(i % nth == 0 ? 0.0 : 1.0);
        negative.push_back(i % nth == 0 ? 1.0 : 0.0);
      }
    };
    add(scores.choose_positive, scores.choose_negative, choosing);
    add(scores.positive, scores.negative, certifying);
    return scores;
  };
}

TEST(ThresholdTestAnytime, RefutesWhatItsRatesExclude) {
  std::vector<std::uint64_t> firsts;
  const ThresholdClaim claim{.lower = mu_lower,
                             .upper = mu_upper,
                             .claimed = 1.0,
                             .alpha = 0.01,
                             .limits = {.most_runs = 100 * anytime_chunk}};
  const auto found = test_anytime(claim, mistaken_every(10, firsts), {}, {}, {});
  EXPECT_EQ(found.stop, AnytimeStop::refuted);
  EXPECT_EQ(firsts, std::vector<std::uint64_t>{0});
  EXPECT_GT(mu_lower(found.rates), 1.0);
  EXPECT_EQ(found.state.hits[0],
            anytime_chunk - 103);  // the threshold is between the scores: every tenth view is mistaken
  EXPECT_EQ(found.state.hits[1], 103u);
}

TEST(ThresholdTestAnytime, GoesOnFromTheStateUntilItIsHopeless) {
  std::vector<std::uint64_t> firsts;
  const ThresholdClaim claim{.lower = mu_lower,
                             .upper = mu_upper,
                             .claimed = 10.0,
                             .alpha = 0.01,
                             .limits = {.most_runs = 100 * anytime_chunk}};
  const AnytimeState from{.runs = 2 * anytime_chunk, .hits = {1024, 1024}};
  const auto found = test_anytime(claim, mistaken_every(10, firsts), from, {}, {});
  EXPECT_EQ(found.stop, AnytimeStop::hopeless);
  EXPECT_TRUE(firsts.empty());
  EXPECT_EQ(found.state.hits, from.hits);
}

// In the mean over twenty seeds, and whatever is bounded: docs/maths/anytime.md.
TEST(ThresholdTestAnytime, IsNotFarWeakerThanAFixedRun) {
  constexpr double mu = 1.0, delta = 0.01, alpha = 0.05;
  constexpr std::uint64_t views = 4096;
  for (const RatesBound& bound :
       {RatesBound(mu_lower), RatesBound([](const Rates& r) { return epsilon_lower(r, delta); })}) {
    double fixed = 0.0, anytime = 0.0;
    for (std::uint32_t seed = 1; seed <= 20; ++seed) {
      const auto normals = [seed](std::uint32_t node, std::uint64_t first, std::uint64_t count) {
        std::vector<double> drawn;
        for (std::uint64_t i = first; i < first + count; ++i) {
          random::Stream stream({seed}, random::Purpose::attack, static_cast<std::uint32_t>(i), node);
          drawn.push_back((node % 2 == 0 ? mu : 0.0) + stream.normal());
        }
        return drawn;
      };
      const auto draw = [&](std::uint64_t choosing, std::uint64_t first, std::uint64_t certifying) {
        return Scores{.choose_positive = normals(0, 0, choosing),
                      .choose_negative = normals(1, 0, choosing),
                      .positive = normals(2, first, certifying),
                      .negative = normals(3, first, certifying)};
      };
      fixed += certify(draw(views / 4, 0, views / 4), alpha, bound).value / 20;
      const ThresholdClaim claim{.lower = bound,
                                 .upper = [](const Rates&) { return std::numeric_limits<double>::infinity(); },
                                 .claimed = 100.0,
                                 .alpha = alpha,
                                 .limits = {.most_runs = views}};
      anytime += bound(test_anytime(claim, draw, {}, {}, {}).rates) / 20;
    }
    EXPECT_GE(anytime, fixed);
  }
}

TEST(AnytimeAttack, RefusesAStateBetweenUnits) {
  AnytimeState state{.runs = 5, .hits = {1}};
  EXPECT_THROW(static_cast<void>(run_anytime(state, {.most_runs = 100}, {}, {})), Error);
  EXPECT_THROW(static_cast<void>(run_anytime(state, {.most_runs = 100, .unit = 3}, {}, {})), Error);
  EXPECT_THROW(static_cast<void>(run_anytime(state, {.most_runs = 100, .unit = 0}, {}, {})), Error);
}

}  // namespace
}  // namespace hearsay::empirical
