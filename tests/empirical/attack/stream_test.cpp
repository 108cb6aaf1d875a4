// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include <hearsay/accounting/continual/losses.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace hearsay::empirical {
namespace {

StreamAttack path_attack(int nodes, int rounds, int half_period) {
  return {.w = graph::gossip_matrix(graph::path(static_cast<graph::Node>(nodes)), graph::Weights::metropolis),
          .observers = {1},
          .target = 0,
          .stream = wave(rounds, half_period),
          .terms = {.runs = 3000, .confidence = 0.999, .execution = {.seed = {3}}}};
}

/// mu of the view by the accountant, which shares no code with the attack.
double mu_by_accountant(const StreamAttack& a) {
  const accounting::ContinualAccountant accountant(
      a.w, {.observed = a.observers, .known_noise = a.own_noise_known ? a.observers : std::vector<graph::Node>{}},
      static_cast<int>(a.stream.size()), std::array{a.target}, {.jobs = 1});
  return std::sqrt(accountant.loss_of(a.target, a.stream)) / a.sigma;
}

TEST(Wave, ChangesSignAfterEachHalfPeriod) {
  EXPECT_EQ(wave(5, 2), (Eigen::VectorXd(5) << 1, 1, -1, -1, 1).finished());
  EXPECT_EQ(wave(3, 0), Eigen::VectorXd::Ones(3));
  EXPECT_THROW((void)wave(0, 1), Error);
}

// Two nodes that average, two rounds: node 1 sees z1 and (z1 + x0 + z0)/2 + z1'. Less half of the first this is
// (x0 + z0)/2 + z1', so mu^2 = (1/4) / (1/4 + 1) = 1/5; with its own noise known, x0 + z0, so mu = 1.
TEST(StreamAttack, TwoNodesByHand) {
  auto attack = path_attack(2, 2, 0);
  attack.w = graph::gossip_matrix(graph::path(2), graph::Weights::metropolis);
  ASSERT_EQ(attack.w.coeff(0, 1), 0.5);
  attack.terms.runs = 20'000;
  for (const bool known : {false, true}) {
    attack.own_noise_known = known;
    const double mu = known ? 1.0 : std::sqrt(0.2);
    const double found = attack_stream(attack).gaussian.mu;
    EXPECT_LE(found, mu);
    EXPECT_GE(found, mu - 0.06);
  }
}

TEST(StreamAttack, CertifiesMostOfTheExactLossAndNeverMore) {
  for (const bool known : {false, true}) {
    for (const int half_period : {0, 3}) {
      auto attack = path_attack(6, 12, half_period);
      attack.own_noise_known = known;
      attack.sigma = 0.5;
      attack.observers = known ? std::vector<graph::Node>{1, 4} : std::vector<graph::Node>{1};
      const double exact = mu_by_accountant(attack);
      const auto found = attack_stream(attack);
      EXPECT_LE(found.gaussian.mu, exact) << known << half_period;
      EXPECT_GE(found.gaussian.mu, 0.9 * exact) << known << half_period;
      EXPECT_LE(found.any_law.mu, exact);
    }
  }
}

// Theorem 13: Delta <= sqrt(T/n) + sqrt(C) with one C for all streams. By the C that the constant stream needs in 100
// rounds a square wave may lose as much as the constant stream. It loses more.
TEST(StreamAttack, ASquareWaveRefutesTheoremThirteenAndAConstantStreamDoesNot) {
  const auto square = path_attack(20, 100, 25), constant = path_attack(20, 100, 0);
  const double published = mu_by_accountant(constant);
  EXPECT_NEAR(published, 4.86725, 1e-4);                 // by another program, from the powers of W in dense arithmetic
  EXPECT_NEAR(mu_by_accountant(square), 5.59405, 1e-4);  // the same
  EXPECT_GT(attack_stream(square).gaussian.mu, published);
  EXPECT_LT(attack_stream(constant).gaussian.mu, published);
}

TEST(StreamAttack, AnytimeRefutesAClaimThatIsTooSmallAndNoCorrectOne) {
  auto attack = path_attack(4, 18, 9);
  attack.terms.runs = 4096;
  const double exact = mu_by_accountant(attack);
  EXPECT_EQ(attack_stream_anytime(attack, 0.8 * exact).stop, AnytimeStop::refuted);
  const auto correct = attack_stream_anytime(attack, exact);
  EXPECT_NE(correct.stop, AnytimeStop::refuted);
  EXPECT_LE(correct.mu_lower, exact);
}

TEST(StreamAttack, GivesTheSameBitsForAnyNumberOfJobs) {
  auto attack = path_attack(5, 8, 2);
  attack.own_noise_known = true;
  attack.terms.runs = 600;
  attack.terms.execution.jobs = 1;
  const auto one = attack_stream(attack);
  attack.terms.execution.jobs = 3;
  const auto three = attack_stream(attack);
  EXPECT_EQ(one.gaussian.mu, three.gaussian.mu);
  EXPECT_EQ(one.any_law.mu, three.any_law.mu);
}

TEST(StreamAttack, RefusesATargetThatObserves) {
  auto attack = path_attack(3, 2, 0);
  attack.observers = {0};
  EXPECT_THROW((void)attack_stream(attack), Error);
}

}  // namespace
}  // namespace hearsay::empirical
