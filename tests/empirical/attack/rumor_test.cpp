// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <numeric>

#include <hearsay/accounting/rumor/chain.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/core/error.hpp>
#include "empirical/attack/rumor.hpp"

namespace hearsay::empirical {
namespace {

TEST(RumorSourceAttack, ThreeNinesIntervalsCoverTheLumpedChain) {
  for (const std::uint32_t suspects : {0u, 5u, 50u}) {
    for (const double s : {0.0, 0.4, 1.0}) {
      const RumorSourceAttack attack{.nodes = 500,
                                     .curious = 60,
                                     .muting = s,
                                     .suspects = suspects,
                                     .runs = 5000,
                                     .confidence = 0.9999,
                                     .execution = {.seed = {5}}};
      const auto found = attack_rumor_source(attack);
      const double exact = accounting::rumor_map_success({500, 60}, s, suspects == 0 ? 440 : suspects).estimate();
      EXPECT_TRUE(found.probability.contains(exact)) << suspects << ' ' << s << ' ' << exact << ' '
                                                     << found.probability.lower() << ' ' << found.probability.upper();
    }
  }
}

/// P(node 0, the source, is the first suspect seen) + P(the end comes before any is seen)/suspects, by the exact law.
double first_seen_success(const accounting::RumorLaw<double>& law, int suspects) {
  using accounting::RumorLabel;
  auto mu = law.start(0);
  double success = 0.0, left = 1.0;
  while (left > 1e-12) {
    const auto visits = law.visits(mu);
    mu.assign(mu.size(), 0.0);
    for (std::size_t o = 0; o < law.labels().size(); ++o) {
      const RumorLabel& label = law.labels()[o];
      const auto next = law.observe(visits, o);
      const double mass = std::accumulate(next.begin(), next.end(), 0.0);
      if (label.kind == RumorLabel::Kind::end) {
        success += mass / suspects;
      } else if (label.sender == 0) {
        success += mass;
      } else if (label.sender >= suspects) {
        for (std::size_t x = 0; x < next.size(); ++x) mu[x] += next[x];
      }
    }
    left = std::accumulate(mu.begin(), mu.end(), 0.0);
  }
  return success;
}

double terminated_success(int nodes, int curious, double muting, int suspects) {
  return first_seen_success(
      accounting::RumorLaw<double>(accounting::rumor_world(nodes, curious, accounting::RumorEnd::terminated), muting),
      suspects);
}

// The simulation of every view against the exact law of that view, and the law against that of messages in order.
TEST(RumorSourceAttack, EachViewHasItsOwnSuccess) {
  using accounting::RumorSight;
  struct Case {
    RumorView view;
    RumorSight sight;
    double muting, seen, swap;
    bool delayed, terminated;
  };
  for (const auto& c : {Case{RumorView::eavesdropper, RumorSight::eavesdropper, 0.5, 0.25, 0.0, false, false},
                        {RumorView::eavesdropper, RumorSight::eavesdropper, 1.0, 0.25, 0.0, true, true},
                        {RumorView::reordered, RumorSight::reordered, 0.5, 1.0, 0.5, false, false},
                        {RumorView::reordered, RumorSight::reordered, 0.0, 1.0, 1.0, false, false},
                        {RumorView::reordered, RumorSight::reordered, 1.0, 1.0, 0.25, true, true},
                        {RumorView::messages, RumorSight::ordered, 1.0, 1.0, 0.0, true, false},
                        {RumorView::timed, RumorSight::ordered, 0.5, 1.0, 0.0, false, false},
                        {RumorView::involved, RumorSight::ordered, 0.5, 1.0, 0.0, false, true}}) {
    const bool overhears = c.view == RumorView::eavesdropper;
    const int curious = overhears ? 0 : 1, suspects = overhears ? 4 : 2;
    const RumorSourceAttack attack{.nodes = 4,
                                   .curious = static_cast<std::uint32_t>(curious),
                                   .muting = c.muting,
                                   .suspects = static_cast<std::uint32_t>(suspects),
                                   .delayed_start = c.delayed,
                                   .view = c.view,
                                   .seen = c.seen,
                                   .swap = c.swap,
                                   .unending = !c.terminated,
                                   .recorded = 1,
                                   .runs = 50'000,
                                   .confidence = 1.0 - 1e-6,
                                   .execution = {.seed = {23}}};
    auto world = accounting::rumor_world(
        4, curious, c.terminated ? accounting::RumorEnd::terminated : accounting::RumorEnd::unending);
    world.sight = c.sight, world.delayed = c.delayed;
    const double exact = first_seen_success(accounting::RumorLaw<double>(world, c.muting, c.seen, c.swap), suspects);
    const auto found = attack_rumor_source(attack).probability;
    EXPECT_TRUE(found.contains(exact)) << static_cast<int>(c.view) << ' ' << exact << ' ' << found.lower() << ' '
                                       << found.upper();
  }
}

TEST(RumorSourceAttack, RefutesACapThatIsTooSmallAndNoCorrectOneInEveryView) {
  RumorSourceAttack attack{.nodes = 20,
                           .curious = 0,
                           .muting = 0.5,
                           .view = RumorView::eavesdropper,
                           .seen = 0.25,
                           .unending = true,
                           .runs = 8192,
                           .confidence = 0.999,
                           .execution = {.seed = {6}}};
  const double delta = 0.25 / (1.0 - 0.5 * 0.75), cap = delta + (1.0 - delta) / 20.0;  // Appendix A.2
  EXPECT_NE(attack_rumor_source_anytime(attack, cap).stop, AnytimeStop::refuted);
  EXPECT_EQ(attack_rumor_source_anytime(attack, 0.25).stop, AnytimeStop::refuted);  // the first message alone
  attack = {.nodes = 20,
            .curious = 5,
            .muting = 1.0,
            .delayed_start = true,
            .unending = true,
            .runs = 8192,
            .confidence = 0.999,
            .execution = {.seed = {6}}};
  EXPECT_NE(attack_rumor_source_anytime(attack, 0.25 + 0.75 / 15.0).stop, AnytimeStop::refuted);  // Appendix B
  EXPECT_EQ(attack_rumor_source_anytime(attack, 0.2).stop, AnytimeStop::refuted);
}

// Terminated transcripts give another success than unending ones, here by eight standard errors: each simulation meets
// its own law only.

TEST(RumorSourceAttack, UnendingAndTerminatedTranscriptsHaveTheirOwnSuccess) {
  RumorSourceAttack attack{.nodes = 4,
                           .curious = 1,
                           .muting = 0.0,
                           .suspects = 2,
                           .unending = true,
                           .recorded = 1,
                           .runs = 100'000,
                           .confidence = 1.0 - 1e-6,
                           .execution = {.seed = {17}}};
  const double unending = accounting::rumor_map_success({4, 1}, 0.0, 2).estimate(),
               terminated = terminated_success(4, 1, 0.0, 2);
  const Bracket going_on = attack_rumor_source(attack).probability;
  EXPECT_TRUE(going_on.contains(unending)) << unending << ' ' << going_on.lower() << ' ' << going_on.upper();
  EXPECT_FALSE(going_on.contains(terminated)) << terminated;
  attack.unending = false;
  const Bracket ending = attack_rumor_source(attack).probability;
  EXPECT_TRUE(ending.contains(terminated)) << terminated << ' ' << ending.lower() << ' ' << ending.upper();
  EXPECT_FALSE(ending.contains(unending)) << unending;
}

TEST(RumorSourceAttack, NobodyCuriousMeansAGuess) {
  const Bracket found = attack_rumor_source({.nodes = 5,
                                             .curious = 0,
                                             .muting = 0.5,
                                             .unending = true,
                                             .recorded = 1,
                                             .runs = 10'000,
                                             .confidence = 1.0 - 1e-6,
                                             .execution = {.seed = {2}}})
                            .probability;
  EXPECT_TRUE(found.contains(0.2));
}

TEST(RumorSourceAttack, ReorderedRumorsGiveTheSameBitsForAnyNumberOfJobs) {
  RumorSourceAttack attack{.nodes = 60,
                           .curious = 6,
                           .muting = 0.7,
                           .rumors = 3,
                           .view = RumorView::reordered,
                           .swap = 0.5,
                           .runs = 333,
                           .execution = {.seed = {9}, .jobs = 1}};
  const auto one = attack_rumor_source(attack);
  attack.execution.jobs = 5;
  EXPECT_EQ(one.successes, attack_rumor_source(attack).successes);
}

TEST(RumorSourceAttack, RefusesViewsThatDoNotGoTogether) {
  RumorSourceAttack attack{.nodes = 5, .curious = 1, .muting = 0.5, .delayed_start = true, .recorded = 1};
  EXPECT_THROW((void)attack_rumor_source(attack), Error);
  attack.delayed_start = false, attack.view = RumorView::eavesdropper;
  EXPECT_THROW((void)attack_rumor_source(attack), Error);
  attack.view = RumorView::reordered, attack.swap = 2.0;
  EXPECT_THROW((void)attack_rumor_source(attack), Error);
}

TEST(RumorSourceAttack, GivesTheSameBitsForAnyNumberOfJobs) {
  for (const std::uint32_t rumors : {1u, 3u}) {
    RumorSourceAttack attack{.nodes = 200,
                             .curious = 20,
                             .muting = 0.7,
                             .rumors = rumors,
                             .runs = 777,
                             .execution = {.seed = {9}, .jobs = 1}};
    const auto one = attack_rumor_source(attack);
    attack.execution.jobs = 5;
    EXPECT_EQ(one.successes, attack_rumor_source(attack).successes);
  }
}

TEST(RumorSourceAttack, MoreRumorsTellMore) {
  RumorSourceAttack attack{.nodes = 500, .curious = 60, .muting = 1.0, .runs = 2000, .execution = {.seed = {3}}};
  double previous = 0.0;
  for (const std::uint32_t rumors : {1u, 3u, 10u}) {
    attack.rumors = rumors;
    const auto found = attack_rumor_source(attack).probability;
    EXPECT_GT(found.lower(), previous);
    previous = found.upper();
  }
}

// One remembered suspect of one rumor is the first suspect seen.

TEST(RumorSourceAttack, OneSuspectIsAlwaysNamed) {
  EXPECT_EQ(attack_rumor_source({.nodes = 50, .curious = 5, .muting = 0.5, .suspects = 1, .runs = 100}).successes,
            100u);
}

TEST(RumorSourceAttack, RefusesBadNumbersInOneLine) {
  const auto message = [](const RumorSourceAttack& attack) {
    try {
      (void)attack_rumor_source(attack);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message({.nodes = 1, .curious = 0}), "HS-101 attack rumor: nodes = 1 must be between 2 and 4294967295");
  EXPECT_EQ(message({.nodes = 10, .curious = 10}), "HS-101 attack rumor: curious = 10 must be between 0 and 9");
  EXPECT_EQ(message({.nodes = 20, .curious = 2, .suspects = 19}),
            "HS-101 attack rumor: suspects = 19 must be between 1 and 18");
  EXPECT_EQ(message({.nodes = 20, .curious = 2, .runs = 0}),
            "HS-101 attack rumor: runs = 0 must be between 1 and 4294967295");
  EXPECT_EQ(message({.nodes = 20, .curious = 2, .muting = 1.5}), "HS-101 attack rumor: muting = 1.5 must be in [0, 1]");
}

}  // namespace
}  // namespace hearsay::empirical
