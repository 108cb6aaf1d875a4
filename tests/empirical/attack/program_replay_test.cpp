// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_replay.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/clopper_pearson.hpp>

namespace {

using namespace hearsay::empirical;
using hearsay::Error;
using hearsay::random::Purpose;
using hearsay::random::Stream;

constexpr double truth = 0.731058578630005;  // e / (1 + e): epsilon 1 at delta 0

/// Randomized response whose coins belong to the trial's own seed, as a program's do.
RunTrials responding(std::uint64_t of_coins, std::uint64_t cut = ~std::uint64_t{0}) {
  return [of_coins, cut](std::span<const ProgramTrial> trials, const TellOutcome& tell) {
    for (const auto& trial : trials) {
      Stream stream({of_coins}, Purpose::noise, trial.number);
      const int said = stream.bernoulli(truth) ? trial.world : 1 - trial.world;
      if (trial.number >= cut || !tell({.view = {.events = {said == 1 ? "yes" : "no"}}})) return;
    }
  };
}

ProgramAttack attack_with(double epsilon, std::uint64_t seed, std::uint64_t runs) {
  return {.epsilon = epsilon, .runs = runs, .seed = {seed}, .run = responding(1000 + seed)};
}

ChosenEvents chosen_events() {
  const auto attack = attack_with(0.5, 1, 4000);
  return {.attack = attack, .state = attack_program(attack).state};
}

TEST(ReplayProgram, CountsTheEventOnFreshTrialsWithExactLimits) {
  const auto chosen = chosen_events();
  const auto found = replay_program(attack_with(0.5, 2, 2000), chosen);
  EXPECT_TRUE(found.complete && found.refuted);
  ASSERT_EQ(found.events.size(), 1u);
  const auto& event = found.events.front();
  EXPECT_THAT(chosen.state.events, testing::Contains(event.name));
  EXPECT_EQ(event.tally.positives + event.tally.negatives, 2000u);
  std::uint64_t ones = 0, alarms = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {  // the same trials, counted here
    const int world = program_trial({2}, i).world;
    Stream stream({1002}, Purpose::noise, i);
    const int said = stream.bernoulli(truth) ? world : 1 - world;
    ones += static_cast<std::uint64_t>(world);
    alarms += world == 1 && said == 1 ? 1 : 0;
  }
  EXPECT_EQ(event.tally.positives, ones);
  EXPECT_EQ(event.tally.true_alarms, alarms);
  const auto limits = hearsay::stats::clopper_pearson(alarms, ones, 1.0 - 0.95);
  EXPECT_EQ(event.rates.true_positive.lower(), limits.lower());
  EXPECT_EQ(found.values.epsilon, epsilon_lower(event.rates, 0.0));
  EXPECT_LT(found.values.epsilon, 1.05);
  EXPECT_GT(found.values.epsilon, 0.75);
}

/// At the exact promise the bound is wrong in at most one run of twenty; 200 runs, five standard deviations.
TEST(ReplayProgram, RarelyRefutesAPromiseThatIsKept) {
  const auto chosen = chosen_events();
  int refuted = 0;
  for (std::uint64_t seed = 2; seed < 202; ++seed)
    refuted += replay_program(attack_with(1.0, seed, 1000), chosen).refuted ? 1 : 0;
  EXPECT_LE(refuted, 10 + 16);
}

TEST(ReplayProgram, JudgesAnotherPromiseThanThatWhichChose) {
  const auto chosen = chosen_events();
  for (const auto order : {std::optional<double>(), std::optional(2.0)}) {
    auto attack = attack_with(0.0, 3, 4000);
    // The mu of the trade-off at this event is 2 Phi^-1(truth) = 1.232; Renyi of order 2 is ln(p^2/q + q^2/p) = 0.735.
    const double exact = order ? std::log(truth * truth / (1 - truth) + (1 - truth) * (1 - truth) / truth) : 1.2320;
    attack.promise = {.order = order, .bound = 0.8 * exact};
    EXPECT_TRUE(replay_program(attack, chosen).refuted);
    attack.promise->bound = 1.05 * exact;
    const auto kept = replay_program(attack, chosen);
    EXPECT_FALSE(kept.refuted);
    EXPECT_GT(kept.events.front().promised_lower, 0.8 * exact);
    EXPECT_EQ(kept.values.renyi > 0.0, order.has_value());
  }
}

TEST(ReplayProgram, ARunThatIsCutShortShowsNothing) {
  auto attack = attack_with(0.5, 2, 2000);
  attack.run = responding(1002, 1900);
  const auto found = replay_program(attack, chosen_events());
  EXPECT_EQ(found.state.certified, 1900u);
  EXPECT_FALSE(found.complete || found.refuted);
  EXPECT_EQ(found.values.epsilon, 0.0);
}

TEST(ReplayProgram, AProgramThatOnlyFailsIsAskedAHundredTimes) {
  auto attack = attack_with(0.5, 2, 2000);
  attack.run = [](std::span<const ProgramTrial> trials, const TellOutcome& tell) {
    for (std::size_t i = 0; i < trials.size(); ++i) {
      if (!tell({.view = failed_view("ended")})) return;
    }
  };
  const auto found = replay_program(attack, chosen_events());
  EXPECT_EQ(found.state.certified, failures_in_a_row);
  ASSERT_TRUE(found.failure);
  EXPECT_FALSE(found.complete);
}

TEST(ReplayProgram, TheSameTrialsAndOtherEventsAreRefused) {
  auto chosen = chosen_events();
  EXPECT_THROW(static_cast<void>(replay_program(attack_with(0.5, 1, 2000), chosen)), Error);  // its own seed
  auto other = chosen;
  other.state.events.front().threshold += 1.0;
  EXPECT_THROW(static_cast<void>(replay_program(attack_with(0.5, 2, 2000), other)), Error);
  chosen.state.events.clear();
  EXPECT_THROW(static_cast<void>(replay_program(attack_with(0.5, 2, 2000), chosen)), Error);
}

}  // namespace
