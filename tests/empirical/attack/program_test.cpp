// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <set>

#include <hearsay/core/error.hpp>
#include <hearsay/stats/anytime.hpp>

namespace {

using namespace hearsay::empirical;
using hearsay::Error;
using hearsay::random::Purpose;
using hearsay::random::Stream;

/// Randomized response that tells the truth with probability `truth`.
ProgramOutcome respond(const ProgramTrial& trial, double truth) {
  Stream stream({7}, Purpose::noise, trial.number);
  const int said = stream.bernoulli(truth) ? trial.world : 1 - trial.world;
  return {.view = {.events = {said == 1 ? "yes" : "no"}}, .errors = {}};
}

RunTrials all(const std::function<ProgramOutcome(const ProgramTrial&)>& program) {
  return [program](std::span<const ProgramTrial> trials) {
    std::vector<ProgramOutcome> outcomes;
    for (const auto& trial : trials) outcomes.push_back(program(trial));
    return outcomes;
  };
}

constexpr double truth_of_one = 0.731058578630005;  // e / (1 + e): epsilon 1

TEST(AttackProgram, WorldsAreFairCoinsAndSeedsAreTheirOwn) {
  int ones = 0;
  std::set<std::string> seeds;
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    const auto trial = program_trial({1}, i);
    ones += trial.world;
    seeds.insert(trial.seed);
  }
  EXPECT_NEAR(ones, 5000, 250);  // five standard deviations
  EXPECT_EQ(seeds.size(), 10'000u);
  EXPECT_EQ(program_trial({1}, 17).seed, program_trial({1}, 17).seed);
  EXPECT_NE(program_trial({1}, 17).seed, program_trial({2}, 17).seed);
}

TEST(AttackProgram, RefutesAPromiseThatIsTooSmall) {
  const auto found = attack_program(
      {.epsilon = 0.8, .runs = 20'000, .run = all([](const ProgramTrial& t) { return respond(t, truth_of_one); })});
  EXPECT_TRUE(found.refuted);
  EXPECT_TRUE(found.complete);
  EXPECT_LE(found.epsilon_lower, 1.0);
  EXPECT_EQ((found.state.training_size + found.state.certified) % program_chunk, 0u);
  EXPECT_LT(found.state.certified, 15'000u);
}

TEST(AttackProgram, FindsNothingAgainstOneThatIsKeptAndComesNearIt) {
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 20'000, .run = all([](const ProgramTrial& t) { return respond(t, truth_of_one); })});
  EXPECT_FALSE(found.refuted);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.state.certified, 15'000u);
  EXPECT_GT(found.epsilon_lower, 0.85);
  EXPECT_GT(found.mu_lower, 1.0);  // mu with the same test: 2 Phi^-1(0.731) = 1.23
}

TEST(AttackProgram, BothRatesShareTheError) {
  const auto found =
      attack_program({.epsilon = 1.0, .runs = 8000, .confidence = 0.9, .run = all([](const ProgramTrial& t) {
                                                                         return respond(t, truth_of_one);
                                                                       })});
  const auto& tally = found.state.tally;
  const auto of = [](std::uint64_t happened, std::uint64_t trials) {
    return hearsay::stats::anytime_interval(happened, trials, 0.05);
  };
  EXPECT_EQ(found.rates.true_positive.lower(), of(tally.true_alarms, tally.positives).lower());
  EXPECT_EQ(found.rates.false_positive.upper(), of(tally.false_alarms, tally.negatives).upper());
}

TEST(AttackProgram, ACutRunGoesOnWhereItEnded) {
  const ProgramAttack attack{
      .epsilon = 1.0, .runs = 3000, .run = all([](const ProgramTrial& t) { return respond(t, 0.7); })};
  const auto whole = attack_program(attack);
  for (const std::uint64_t cut : {100u, 1000u, 2001u}) {
    auto interrupted = attack;
    interrupted.run = [&](std::span<const ProgramTrial> trials) {
      auto outcomes = attack.run(trials);
      while (!outcomes.empty() && trials[outcomes.size() - 1].number >= cut) outcomes.pop_back();
      return outcomes;
    };
    auto part = attack_program(interrupted);
    EXPECT_FALSE(part.complete);
    EXPECT_EQ(part.state.training.size() + part.state.certified, cut);
    const auto resumed = attack_program(attack, std::move(part.state));
    EXPECT_TRUE(resumed.complete);
    EXPECT_EQ(resumed.epsilon_lower, whole.epsilon_lower);
    EXPECT_EQ(resumed.state.certified, whole.state.certified);
  }
}

TEST(AttackProgram, MoreRunsKeepTheTraining) {
  ProgramAttack attack{.epsilon = 5.0, .runs = 1000, .run = all([](const ProgramTrial& t) { return respond(t, 0.7); })};
  auto first = attack_program(attack);
  attack.runs = 2000;
  const auto second = attack_program(attack, std::move(first.state));
  EXPECT_EQ(second.state.training.size(), 250u);
  EXPECT_EQ(second.state.certified, 1750u);
}

TEST(AttackProgram, AFailureIsAnOutcome) {
  const auto found = attack_program({.epsilon = 1.0,
                                     .runs = 10'000,
                                     .run = all([](const ProgramTrial& t) {
                                       Stream stream({7}, Purpose::noise, t.number);
                                       const bool fails = t.world == 1 && stream.bernoulli(0.15);
                                       return fails ? ProgramOutcome{failed_view("exit code 1"), ""} : respond(t, 0.5);
                                     })});
  EXPECT_TRUE(found.refuted);
  EXPECT_GT(found.state.failures, 0u);
}

TEST(AttackProgram, AProgramThatFailsTooOftenIsGivenUp) {
  int asked = 0;
  const auto found =
      attack_program({.epsilon = 1.0,
                      .runs = 1000,
                      .run = all([&](const ProgramTrial& t) {
                        ++asked;
                        return t.number % 8 == 3 ? ProgramOutcome{failed_view("exit code 1"), "why"} : respond(t, 0.5);
                      })});
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->trial, 3u);
  EXPECT_EQ(found.failure->how, "exit code 1");
  EXPECT_EQ(found.failure->errors, "why");
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.state.certified, 0u);
  EXPECT_LE(asked, 250);
}

TEST(AttackProgram, ATenthMayFail) {
  const auto found =
      attack_program({.epsilon = 1.0,
                      .runs = 1000,
                      .run = all([&](const ProgramTrial& t) {
                        return t.number % 10 == 3 ? ProgramOutcome{failed_view("exit code 1"), "why"} : respond(t, 0.5);
                      })});
  EXPECT_FALSE(found.failure);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.state.failures, 75u);
}

TEST(AttackProgram, RefusesNumbersOutsideTheirDomain) {
  const auto run = all([](const ProgramTrial& t) { return respond(t, 0.5); });
  EXPECT_THROW(static_cast<void>(attack_program({.epsilon = -1.0, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.delta = 1.0, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.runs = 99, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.confidence = 1.0, .run = run})), Error);
}

}  // namespace
