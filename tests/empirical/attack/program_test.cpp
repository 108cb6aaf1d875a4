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
  return {.view = {.events = {said == 1 ? "yes" : "no"}}};
}

using TestedProgram = std::function<ProgramOutcome(const ProgramTrial&)>;

RunTrials all(const TestedProgram& program) {
  return [program](std::span<const ProgramTrial> trials, const TellOutcome& tell) {
    for (const auto& trial : trials) {
      if (!tell(program(trial))) return;
    }
  };
}

/// Only the trials before number `cut`.
RunTrials until(std::uint64_t cut, const TestedProgram& program) {
  return [cut, program](std::span<const ProgramTrial> trials, const TellOutcome& tell) {
    for (const auto& trial : trials) {
      if (trial.number >= cut || !tell(program(trial))) return;
    }
  };
}

TestedProgram truthful(double truth) {
  return [truth](const ProgramTrial& trial) { return respond(trial, truth); };
}

/// A number behind Laplace noise of scale 1, added in doubles.
ProgramOutcome laplace_in_doubles(const ProgramTrial& trial, std::uint64_t seed) {
  Stream stream({seed}, Purpose::noise, trial.number);
  const auto exponential = [&] { return -std::log1p(-stream.uniform()); };
  const double noise = exponential() - exponential();
  return {.view = {.kind = ProgramView::Kind::numbers, .numbers = {trial.world + noise}, .events = {}}};
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
  const auto found = attack_program({.epsilon = 0.8, .runs = 20'000, .run = all(truthful(truth_of_one))});
  EXPECT_TRUE(found.refuted);
  EXPECT_TRUE(found.complete);
  EXPECT_FALSE(found.looked_at_representation);
  EXPECT_LE(found.values.epsilon, 1.0);
  EXPECT_EQ((found.state.training_size + found.state.certified) % program_chunk, 0u);
  EXPECT_LT(found.state.certified, 5'000u);
}

TEST(AttackProgram, GoesOnAfterTheFirstCrossingWhenAsked) {
  ProgramAttack attack{.epsilon = 0.8, .runs = 20'000, .run = all(truthful(truth_of_one))};
  auto soon = attack_program(attack);
  attack.to_the_end = true;
  const auto whole = attack_program(attack), resumed = attack_program(attack, std::move(soon.state));
  for (const auto& found : {whole, resumed}) {
    EXPECT_TRUE(found.refuted && found.complete);
    EXPECT_EQ(found.state.certified, 15'000u);
    EXPECT_GT(found.values.epsilon, 0.9);
    EXPECT_EQ(found.values.epsilon, whole.values.epsilon);
  }
}

TEST(AttackProgram, FindsNothingAgainstOneThatIsKeptAndComesNearIt) {
  const auto found = attack_program({.epsilon = 1.0, .runs = 20'000, .run = all(truthful(truth_of_one))});
  EXPECT_FALSE(found.refuted);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.state.certified, 15'000u);
  EXPECT_GT(found.values.epsilon, 0.9);
  EXPECT_GT(found.values.mu, 1.1);  // mu with the same test: 2 Phi^-1(0.731) = 1.23
}

// At a level of 0.2 a promise that is kept to the letter is refuted in at most a fifth of all runs: no more often than
// Bin(100, 0.2) allows with probability 1 - 1e-6.
TEST(AttackProgram, AccusesARightPromiseNoMoreOftenThanStated) {
  constexpr int seeds = 100;
  int alarms = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto program = [seed](const ProgramTrial& t) {
      Stream stream({seed}, Purpose::noise, t.number);
      const int said = stream.bernoulli(truth_of_one) ? t.world : 1 - t.world;
      return ProgramOutcome{.view = {.events = {said == 1 ? "yes" : "no"}}};
    };
    const auto found = attack_program(
        {.epsilon = 1.0, .runs = 600, .confidence = 0.8, .to_the_end = true, .seed = {seed}, .run = all(program)});
    alarms += found.refuted ? 1 : 0;
  }
  EXPECT_LE(alarms, 41);
}

// Every event has its share of the error, and each of its two rates half of that.
TEST(AttackProgram, EventsAndRatesShareTheError) {
  const auto found =
      attack_program({.epsilon = 1.0, .runs = 8000, .confidence = 0.9, .run = all([](const ProgramTrial& t) {
                                                                         return laplace_in_doubles(t, 5);
                                                                       })});
  ASSERT_GE(found.events.size(), 2u);
  double spent = 0.0;
  for (const auto& event : found.events) {
    spent += event.alpha;
    const auto of = [&](std::uint64_t happened, std::uint64_t trials) {
      return hearsay::stats::anytime_interval(happened, trials, 0.5 * event.alpha, 300.0);
    };
    const auto& tally = event.tally;
    EXPECT_EQ(tally.positives + tally.negatives, found.state.certified);
    EXPECT_EQ(event.rates.true_positive.lower(), of(tally.true_alarms, tally.positives).lower());
    EXPECT_EQ(event.rates.false_positive.upper(), of(tally.false_alarms, tally.negatives).upper());
    EXPECT_GE(event.name.subject == EventSubject::values ? found.values.epsilon : found.representation.epsilon,
              event.epsilon_lower);
  }
  EXPECT_NEAR(spent, 0.1, 1e-12);
}

// Theorem: the real-valued mechanism keeps its promise. Its doubles do not.
TEST(AttackProgram, LaplaceNoiseInDoublesIsRefutedByItsRepresentationOnly) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto found = attack_program(
        {.epsilon = 1.0, .runs = 6000, .run = all([&](const ProgramTrial& t) { return laplace_in_doubles(t, seed); })});
    EXPECT_FALSE(found.refuted);
    EXPECT_TRUE(found.refuted_by_representation);
    EXPECT_TRUE(found.complete);
    EXPECT_GT(found.values.epsilon, 0.5);
    EXPECT_LE(found.values.epsilon, 1.0);
    ASSERT_NE(found.best(EventSubject::representation), nullptr);
    EXPECT_GT(found.best(EventSubject::representation)->epsilon_lower, 1.0);
  }
}

TEST(AttackProgram, RawFeaturesLookAtNoRepresentation) {
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 4000, .features = ViewFeatures::raw, .run = all([](const ProgramTrial& t) {
                                                                      return laplace_in_doubles(t, 1);
                                                                    })});
  EXPECT_FALSE(found.looked_at_representation);
  EXPECT_FALSE(found.refuted || found.refuted_by_representation);
  EXPECT_EQ(found.best(EventSubject::representation), nullptr);
}

TEST(AttackProgram, TheLastDigitOfAHugeIntegerIsAValue) {
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 1000, .run = all([](const ProgramTrial& t) {
                                       Stream stream({7}, Purpose::noise, t.number);
                                       ProgramView view{
                                           .kind = ProgramView::Kind::numbers, .numbers = {}, .events = {}};
                                       const Integer number =
                                           (Integer(1) << 200) + 2 * Integer(stream.below(500)) + t.world;
                                       view.add(read_number(number.str()));
                                       return ProgramOutcome{.view = std::move(view)};
                                     })});
  EXPECT_TRUE(found.refuted);
  EXPECT_FALSE(found.looked_at_representation);
}

TEST(AttackProgram, ACutRunGoesOnWhereItEnded) {
  const ProgramAttack attack{.epsilon = 1.0, .runs = 3000, .run = all(truthful(0.7))};
  const auto whole = attack_program(attack);
  for (const std::uint64_t cut : {100u, 1000u, 2001u}) {
    auto interrupted = attack;
    interrupted.run = until(cut, truthful(0.7));
    auto part = attack_program(interrupted);
    EXPECT_FALSE(part.complete);
    EXPECT_EQ(part.state.training.size() + part.state.certified, cut);
    const auto resumed = attack_program(attack, std::move(part.state));
    EXPECT_TRUE(resumed.complete);
    EXPECT_EQ(resumed.values.epsilon, whole.values.epsilon);
    EXPECT_EQ(resumed.values.mu, whole.values.mu);
    EXPECT_EQ(resumed.state.certified, whole.state.certified);
  }
}

// Evidence is looked at at multiples of a chunk only, so that where a run was cut does not change how it ends.
TEST(AttackProgram, WhereARunIsCutDoesNotChangeItsVerdict) {
  const ProgramAttack attack{.epsilon = 0.5, .runs = 5000, .run = all(truthful(truth_of_one))};
  const auto whole = attack_program(attack);
  ASSERT_TRUE(whole.refuted);
  for (std::uint64_t cut = 1251; cut < 1250 + whole.state.certified; cut += 37) {
    auto interrupted = attack;
    interrupted.run = until(cut, truthful(truth_of_one));
    auto part = attack_program(interrupted);
    const auto resumed = attack_program(attack, std::move(part.state));
    EXPECT_EQ(resumed.state.certified, whole.state.certified) << cut;
  }
}

// The leak stops in the middle of a chunk, where only a run that is cut there would see it whole.
TEST(AttackProgram, WhatIsSeenBetweenChunksIsNotKept) {
  constexpr std::uint32_t last = 1000;
  static_assert(last % program_chunk != 0);
  const auto leaks = [](const ProgramTrial& t) { return respond(t, t.number < last ? 0.9 : 0.1); };
  ProgramAttack attack{.epsilon = 5.0, .runs = 3000, .run = all(leaks)};
  const auto whole = attack_program(attack);
  attack.run = until(last, leaks);
  auto part = attack_program(attack);
  EXPECT_GT(part.values.epsilon, whole.values.epsilon);
  attack.run = all(leaks);
  EXPECT_EQ(attack_program(attack, std::move(part.state)).values.epsilon, whole.values.epsilon);
}

// docs/attack_program.md has more of these means.
TEST(AttackProgram, TheBoundGrowsWithTheRuns) {
  const auto mean = [](std::uint64_t runs) {
    constexpr int seeds = 6;
    double sum = 0.0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      const auto program = [seed](const ProgramTrial& t) {
        auto outcome = laplace_in_doubles(t, seed);
        outcome.view.numbers[0] = std::round(outcome.view.numbers[0] * 1024.0) / 1024.0;
        return outcome;
      };
      sum += attack_program({.epsilon = 1.0, .runs = runs, .seed = {seed}, .run = all(program)}).values.epsilon / seeds;
    }
    return sum;
  };
  const double few = mean(1000), some = mean(4000), many = mean(12'000);
  EXPECT_GT(some, few + 0.1);
  EXPECT_GT(many, some + 0.05);
  EXPECT_GT(many, 0.75);
  EXPECT_LT(many, 1.0);
}

TEST(AttackProgram, MoreRunsKeepTheTraining) {
  ProgramAttack attack{.epsilon = 5.0, .runs = 1000, .run = all(truthful(0.7))};
  auto first = attack_program(attack);
  attack.runs = 2000;
  const auto second = attack_program(attack, std::move(first.state));
  EXPECT_EQ(second.state.training.size(), 250u);
  EXPECT_EQ(second.state.certified, 1750u);
  EXPECT_GE(second.values.epsilon, first.values.epsilon);
}

TEST(AttackProgram, AStateThatCountsOtherEventsIsRefused) {
  ProgramAttack attack{.epsilon = 5.0, .runs = 1000, .run = all(truthful(0.7))};
  auto state = attack_program(attack).state;
  attack.runs = 2000;
  state.events.front().threshold += 0.5;
  EXPECT_THROW(static_cast<void>(attack_program(attack, std::move(state))), Error);
}

TEST(AttackProgram, WhatNeverDiffersGivesNoEventAndNoBound) {
  const auto found =
      attack_program({.epsilon = 0.1, .runs = 1000, .run = all([](const ProgramTrial&) {
                                                      return ProgramOutcome{.view = {.events = {"always"}}};
                                                    })});
  EXPECT_TRUE(found.trained && found.complete);
  EXPECT_TRUE(found.events.empty());
  EXPECT_EQ(found.values.epsilon, 0.0);
  EXPECT_EQ(found.values.mu, 0.0);
  EXPECT_EQ(found.best(EventSubject::values), nullptr);
}

// In training the worlds differ, later they do not: the event that was frozen happens in no trial that certifies.
TEST(AttackProgram, AnEventThatNeverHappenedBoundsNothing) {
  const auto found = attack_program(
      {.epsilon = 0.1, .runs = 1000, .run = all([](const ProgramTrial& t) {
                                       const bool tells = t.number < 250 && t.world == 1;
                                       return ProgramOutcome{.view = {.events = {tells ? "leak" : "quiet"}}};
                                     })});
  ASSERT_FALSE(found.events.empty());
  for (const auto& event : found.events) {
    EXPECT_EQ(event.tally.true_alarms, 0u);
    EXPECT_EQ(event.tally.false_alarms, 0u);
    EXPECT_EQ(event.epsilon_lower, 0.0);
    EXPECT_LT(event.rates.true_positive.upper(), 0.05);
  }
  EXPECT_EQ(found.values.epsilon, 0.0);
  EXPECT_EQ(found.values.mu, 0.0);
}

TEST(AttackProgram, AFailureIsAnOutcome) {
  const auto found =
      attack_program({.epsilon = 1.0, .runs = 10'000, .run = all([](const ProgramTrial& t) {
                                                        Stream stream({7}, Purpose::noise, t.number);
                                                        const bool fails = t.world == 1 && stream.bernoulli(0.15);
                                                        return fails
                                                                   ? ProgramOutcome{.view = failed_view("exit code 1")}
                                                                   : respond(t, 0.5);
                                                      })});
  EXPECT_TRUE(found.refuted);
  EXPECT_GT(found.state.failures, 0u);
  EXPECT_GT(found.state.log.total(), found.state.failures);
}

/// A program that fails in these trials.
TestedProgram failing(const std::function<bool(std::uint32_t)>& fails, int& asked, bool silent = false) {
  return [=, &asked](const ProgramTrial& t) {
    ++asked;
    return fails(t.number) ? ProgramOutcome{.view = failed_view("exit code 1"), .said = "why", .silent = silent}
                           : respond(t, 0.5);
  };
}

TEST(AttackProgram, AProgramThatFailsTooOftenIsGivenUp) {
  int asked = 0;
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 1000, .run = all(failing([](std::uint32_t i) { return i % 8 == 3; }, asked))});
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->why, ProgramFailure::Why::too_often);
  EXPECT_EQ(found.failure->first.first, 3u);
  EXPECT_EQ(found.failure->first.how, "exit code 1");
  EXPECT_EQ(found.failure->first.said, "why");
  EXPECT_FALSE(found.complete);
  EXPECT_EQ(found.state.certified, 0u);
  EXPECT_LE(asked, 250);
}

TEST(AttackProgram, AProgramThatOnlyFailsIsAskedAHundredTimes) {
  int asked = 0;
  const auto found =
      attack_program({.epsilon = 1.0, .runs = 100'000, .run = all(failing([](std::uint32_t) { return true; }, asked))});
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->why, ProgramFailure::Why::in_a_row);
  EXPECT_EQ(found.failure->first.first, 0u);
  EXPECT_EQ(asked, 100);
}

TEST(AttackProgram, AProgramThatFailsFromSomeTrialOnIsAskedAHundredTimesMore) {
  int asked = 0;
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 10'000, .run = all(failing([](std::uint32_t i) { return i >= 5000; }, asked))});
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->first.first, 5000u);
  EXPECT_EQ(asked, 5100);
  EXPECT_EQ(found.state.certified, 2600u);
  EXPECT_FALSE(found.complete);
  EXPECT_FALSE(found.events.empty());  // what was finished is judged
}

TEST(AttackProgram, AProgramThatIsSilentTwiceIsAskedNoMore) {
  int asked = 0;
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 10'000, .run = all(failing([](std::uint32_t) { return true; }, asked, true))});
  ASSERT_TRUE(found.failure);
  EXPECT_EQ(found.failure->why, ProgramFailure::Why::silent);
  EXPECT_EQ(asked, 2);
  int later = 0;  // one that was silent once may be slow to start
  const auto slow = attack_program(
      {.epsilon = 1.0, .runs = 1000, .run = all(failing([](std::uint32_t i) { return i == 0; }, later, true))});
  EXPECT_TRUE(slow.complete);
}

TEST(AttackProgram, ATenthMayFail) {
  int asked = 0;
  const auto found = attack_program(
      {.epsilon = 1.0, .runs = 1000, .run = all(failing([](std::uint32_t i) { return i % 10 == 3; }, asked))});
  EXPECT_FALSE(found.failure);
  EXPECT_TRUE(found.complete);
  EXPECT_EQ(found.state.failures, 75u);
  EXPECT_EQ(found.state.log.kinds().size(), 1u);
  EXPECT_EQ(found.state.log.total(), 100u);
}

TEST(AttackProgram, IsWatchedAfterEveryTrial) {
  std::uint64_t told = 0;
  ProgramAttack attack{.epsilon = 1.0, .runs = 200, .run = all(truthful(0.5))};
  attack.watch = [&](const ProgramState& state) { EXPECT_EQ(state.training.size() + state.certified, ++told); };
  EXPECT_TRUE(attack_program(attack).complete);
  EXPECT_EQ(told, 200u);
}

/// A whole number near 1000 times world + standard Gaussian noise: mu = 1, and order / 2 the Renyi loss of an order.
ProgramOutcome gaussian(const ProgramTrial& trial) {
  Stream stream({23}, Purpose::noise, trial.number);
  const double seen = std::round(1000.0 * (trial.world + stream.normal()));
  return {.view = {.kind = ProgramView::Kind::numbers, .numbers = {seen}, .events = {}, .whole = {true}}};
}

TEST(AttackProgram, PromisesOfMuAndOfARenyiLossAreRefutedOrNot) {
  struct Case {
    std::optional<double> order;
    double broken, kept;  ///< an event shows at most 0.67 of the Renyi loss 1 of order 2
  };
  for (const auto& [order, broken, kept] : {Case{std::nullopt, 0.7, 1.0}, Case{2.0, 0.3, 1.0}, Case{1.5, 0.25, 0.75}}) {
    ProgramAttack attack{
        .promise = ProgramPromise{.order = order, .bound = broken}, .runs = 20'000, .run = all(gaussian)};
    const auto found = attack_program(attack);
    EXPECT_TRUE(found.refuted) << broken;
    EXPECT_LT(found.state.certified, 15'000u);  // it stops there
    const auto* best = found.best(EventSubject::values);
    ASSERT_NE(best, nullptr);
    EXPECT_EQ(best->promised_lower, order ? best->renyi_lower : best->mu_lower);
    attack.until = 1.1 * broken;
    EXPECT_GT(attack_program(attack).values.mu, found.values.mu);  // it goes on
    attack.until = std::nullopt;
    attack.promise->bound = kept;
    const auto whole = attack_program(attack);
    EXPECT_FALSE(whole.refuted);
    EXPECT_EQ(whole.state.certified, 15'000u);
    EXPECT_GT(order ? whole.values.renyi : whole.values.mu, 0.0);
  }
}

TEST(AttackProgram, RefusesNumbersOutsideTheirDomain) {
  const auto run = all(truthful(0.5));
  EXPECT_THROW(static_cast<void>(attack_program({.epsilon = -1.0, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.delta = 1.0, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.promise = ProgramPromise{.bound = -1.0}, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.promise = ProgramPromise{.order = 1.0}, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.promise = ProgramPromise{.bound = 1.0}, .until = 0.9, .run = run})),
               Error);
  EXPECT_THROW(static_cast<void>(attack_program({.runs = 99, .run = run})), Error);
  EXPECT_THROW(static_cast<void>(attack_program({.confidence = 1.0, .run = run})), Error);
}

}  // namespace
