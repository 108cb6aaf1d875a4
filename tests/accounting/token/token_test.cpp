#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/token/complete.hpp>
#include <hearsay/accounting/token/cycle.hpp>
#include <hearsay/accounting/token/realized.hpp>
#include <hearsay/accounting/token/ring.hpp>
#include <hearsay/accounting/token/tight.hpp>
#include <hearsay/accounting/token/visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/divergence/optimal_composition.hpp>
#include <hearsay/protocol/token/token.hpp>

#include "props/oracle/walk_oracle.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

using testing::HasSubstr;

TEST(WalkVisits, FormulasAreThePrintedOnes) {
  // T = 10^4, n = 100, delta = 1e-6: 100 + sqrt(300 ln 1e6) and 100 + sqrt(200 ln 1e6) + (2/3) ln 1e6, by hand.
  const double level = 6.0 * std::log(10.0);
  const auto chernoff = visits_chernoff(10'000.0, 0.01, 1e-6);
  EXPECT_NEAR(chernoff.value, 100.0 + std::sqrt(300.0 * level), 1e-9);
  EXPECT_TRUE(chernoff.valid);
  EXPECT_FALSE(visits_chernoff(1'000.0, 0.01, 1e-6).valid);
  EXPECT_NEAR(visits_bernstein(10'000.0, 0.01, 1e-6), 100.0 + std::sqrt(200.0 * level) + 2.0 * level / 3.0, 1e-9);
}

TEST(WalkVisits, ExactQuantileIsTheSmallestThatWorks) {
  const auto found = visits_exact(10'000, 0.01, 1e-6);
  EXPECT_LE(binomial_above(10'000, 0.01, found), 1e-6);
  EXPECT_GT(binomial_above(10'000, 0.01, found - 1), 1e-6);
  EXPECT_EQ(visits_exact(5, 1.0, 0.1), 5u);
  EXPECT_EQ(visits_exact(5, 0.0, 0.1), 0u);
}

TEST(WalkVisits, SpottedLawIsThatOfAllWalks) {
  std::vector<double> count(6, 0.0);
  props::oracle::every_walk(3, 5, [&](const std::vector<int>& walk) { count[static_cast<std::size_t>(props::oracle::spotted(walk, 1, 0))] += 1.0 / 243.0; });
  const auto law = spotted_law(3, 5, 5);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(law[k], count[k], 1e-15) << k;
}

TEST(WalkRing, NoiseEventsAreRoundedUp) {
  EXPECT_EQ(ring_noise_events(3, 1), 2);
  EXPECT_EQ(ring_noise_events_published(3, 1), 1);
  EXPECT_EQ(ring_noise_events(2, 7), 14);
  EXPECT_EQ(ring_noise_events(100, 100), 102);
}

TEST(WalkRing, PublishedGuaranteeIsAdvancedCompositionAndTightIsGaussian) {
  const RingQuestion q{.users = 10, .rounds = 5, .epsilon = 0.5, .delta = 1e-6, .delta_prime = 1e-7};
  const auto published = ring_published(q);
  EXPECT_NEAR(published.epsilon, std::sqrt(10.0 * 7.0 * std::log(10.0)) * 0.5 + 2.5 * (std::exp(0.5) - 1.0), 1e-12);
  EXPECT_NEAR(published.delta, 5.1e-6, 1e-18);
  EXPECT_TRUE(published.valid);
  const double mu = std::sqrt(5.0) * 0.5 / std::sqrt(2.0 * std::log(1.25e6));
  EXPECT_NEAR(ring_mu(q), mu, 1e-12);
  EXPECT_NEAR(divergence::gaussian_delta(mu, ring_tight(q).epsilon).estimate(), 5.1e-6, 1e-12);
  EXPECT_FALSE(ring_published({.users = 10, .rounds = 5, .epsilon = 1.5}).valid);
}

TEST(WalkRing, HistogramGammaIsUpsideDownAsPrintedAndRightWhenRepaired) {
  const RingQuestion q{.users = 1'000'000, .rounds = 1, .epsilon = 0.01, .delta = 1e-6, .task = TokenTask::histogram};
  EXPECT_GT(ring_response_published(q).gamma, response_randomness(q.epsilon, 2));
  const auto repaired = ring_response_repaired(q);
  EXPECT_NEAR(12.0 * repaired.local_epsilon * std::sqrt(std::log(1e6) / 999'999.0), q.epsilon, 1e-15);  // Theorem 5 solved for epsilon
  EXPECT_LT(repaired.gamma, response_randomness(q.epsilon, 2));
  EXPECT_TRUE(repaired.valid);
}

TEST(WalkCycle, DeltaAgreesWithQuadrature) {
  for (const auto& [length, inclusion, mu, epsilon] : {std::tuple{1, 0.5, 0.3, 0.1}, {2, 0.5, 0.187, 0.44675797012}, {7, 0.2, 1.0, 0.5}, {30, 0.05, 0.4, 0.0}, {5, 1.0, 0.5, 0.7}}) {
    const auto exact = cycle_delta(CycleMixture::binomial(length, inclusion, mu), epsilon);
    const auto again = props::oracle::cycle_delta_by_quadrature(length, inclusion, mu, epsilon);
    EXPECT_NEAR(exact.forward.estimate(), again.forward, 1e-8 * again.forward) << length;
    EXPECT_NEAR(exact.backward.estimate(), again.backward, 1e-8 * again.backward + 1e-15) << length;
  }
}

TEST(WalkCycle, TheCounterexampleToEquationTen) {
  // scipy (brentq for the threshold, norm.sf for the tails): 5.2613486696836444e-05 at epsilon = 0.44675797012080104
  const double mu = 0.99 / std::sqrt(2.0 * std::log(1.25e6)), claimed = cycle_epsilon_published(3, 2, 0.99);
  EXPECT_NEAR(claimed, 0.44675797012080104, 1e-14);
  EXPECT_NEAR(cycle_delta(CycleMixture::binomial(2, 0.5, mu), claimed).forward.estimate(), 5.2613486696836444e-05, 1e-12);
}

TEST(WalkComplete, PublishedIsPrintedAndRepairedRestoresTheFactor) {
  const TokenQuestion q{.users = 100, .steps = 10'000, .epsilon = 0.5, .delta = 1e-6, .delta_prime = 1e-6, .delta_hat = 1e-6};
  const double level = std::log(1e6), cycles = 200.0 + std::sqrt(300.0 * level), each = 0.15;
  EXPECT_NEAR(token_published(q).epsilon, std::sqrt(2.0 * cycles * level) * each + cycles * 0.5 * std::expm1(each), 1e-9);
  EXPECT_NEAR(token_published(q).delta, cycles * 1e-6 + 2e-6, 1e-15);
  const double exact = 100.0 + static_cast<double>(visits_exact(10'000, 0.01, 1e-6));
  EXPECT_NEAR(token_repaired(q).epsilon, std::sqrt(2.0 * exact * level) * each + exact * each * std::expm1(each), 1e-9);
  EXPECT_TRUE(token_published(q).valid && token_repaired(q).valid);
  auto few = q;
  few.steps = 1000;
  EXPECT_FALSE(token_published(few).valid);
  EXPECT_THAT(token_published(few).why, HasSubstr("Chernoff"));
  EXPECT_TRUE(token_repaired(few).valid);
}

TEST(WalkComplete, SgdIsProvedForOneContributionOnly) {
  TokenQuestion q{.users = 1000, .steps = 1, .epsilon = 0.5, .delta = 1e-6, .task = TokenTask::sgd};
  EXPECT_TRUE(token_repaired(q).valid) << token_repaired(q).why;
  q.steps = 10'000;
  EXPECT_FALSE(token_repaired(q).valid);
  EXPECT_THAT(token_repaired(q).why, HasSubstr("several contributions"));
}

TEST(WalkComplete, SgdIsTheoremFour) {
  const TokenQuestion q{.users = 2, .steps = 66, .epsilon = 0.9999, .delta = 0.4999, .delta_hat = 0.01, .task = TokenTask::sgd};
  EXPECT_NEAR(token_published(q).epsilon, 7.54924935, 1e-8);  // by hand: q = 2 N ln(2)/2, N = 33 + sqrt(99 ln 100)
  EXPECT_NEAR(token_published(q).delta, 0.5099, 1e-12);
  EXPECT_FALSE(token_repaired(q).valid);
  const double sigma = sgd_sigma(2000.0, 12.0, 1.0, 1e-6, false);
  EXPECT_NEAR(sgd_epsilon(2000.0, 12.0, sigma, 1e-6, false), 1.0, 1e-9);
  EXPECT_LT(sgd_sigma(2000.0, 12.0, 1.0, 1e-6, true), sigma);
}

TEST(WalkTight, BoundsTheExactLossOfTwoUsersFromAbove) {
  // n = 2: v learns exactly the contributions of u before its last visit; s - 1 free steps before a last visit at s.
  const TokenQuestion q{.users = 2, .steps = 40, .epsilon = 0.9, .delta = 1e-3};
  const double mu = 0.9 / std::sqrt(2.0 * std::log(1.25e3)), delta = 1e-3;
  const auto exact = [&](double epsilon) {
    double sum = 0.0;
    for (int s = 1; s <= 40; ++s) {
      for (int k = 1; k < s; ++k) {
        sum += std::ldexp(1.0, s - 41) * binomial_mass(static_cast<std::uint64_t>(s - 1), 0.5, static_cast<std::uint64_t>(k)) * divergence::gaussian_delta(mu * std::sqrt(k), epsilon).estimate();
      }
    }
    return sum;
  };
  const double found = walk_tight(q, delta).epsilon;
  EXPECT_LE(exact(found), delta);
  EXPECT_GT(exact(found / 1.3), delta);
}

TEST(WalkTight, KnownNeighborsCostMoreAndSoDoMoreSteps) {
  TokenQuestion q{.users = 20, .steps = 2000, .epsilon = 0.5, .delta = 1e-6};
  const double hidden = walk_tight(q, 1e-5).epsilon;
  q.known_neighbors = true;
  EXPECT_GT(walk_tight(q, 1e-5).epsilon, hidden);
  q.known_neighbors = false;
  q.steps = 4000;
  EXPECT_GT(walk_tight(q, 1e-5).epsilon, hidden);
}

/// The definition: every cycle of every observer, one list a pair.
std::vector<double> realized_by_lists(const std::vector<std::uint32_t>& walk, const RealizedQuestion& q) {
  const auto n = static_cast<std::size_t>(q.users);
  std::vector<double> result(n * n, 0.0);
  for (std::size_t v = 0; v < n; ++v) {
    for (std::size_t u = 0; u < n; ++u) {
      if (u == v) continue;
      double sum = 0.0, square = 0.0, drift = 0.0;
      std::size_t begin = 0;
      bool first = true;
      for (std::size_t t = 0; t < walk.size(); ++t) {
        if (walk[t] != v) continue;
        if (t > begin) {
          const double m = static_cast<double>(t - begin), each = q.epsilon / std::sqrt(m);
          int spotted = q.known_neighbors && walk[t - 1] == u ? 1 : 0;
          if (q.known_neighbors && !first && t - begin > 1 && walk[begin] == u) ++spotted;
          const double p = 1.0 / (static_cast<double>(q.users) - 1.0);
          double epsilon = (m - spotted) * std::log(1.0 + p * (std::exp(each) - 1.0)) + spotted * each;
          if (q.rule == CycleRule::published) epsilon = spotted > 0 ? spotted * each : std::log(1.0 + (1.0 - std::pow(1.0 - 1.0 / static_cast<double>(q.users), m)) * (std::exp(each) - 1.0));
          sum += epsilon, square += epsilon * epsilon, drift += epsilon * (std::exp(epsilon) - 1.0) / (std::exp(epsilon) + 1.0);
        }
        begin = t + 1;
        first = false;
      }
      const double level = std::min(std::log(1.0 / q.delta_prime), std::log(std::exp(1.0) + std::sqrt(square) / q.delta_prime));
      result[u * n + v] = std::min(sum, drift + std::sqrt(2.0 * square * level));
    }
  }
  return result;
}

TEST(WalkRealized, AgreesWithTheDefinitionForEveryPair) {
  random::Stream stream({5}, random::Purpose::activation, 0);
  for (const auto rule : {CycleRule::published, CycleRule::repaired}) {
    for (const bool known : {true, false}) {
      const RealizedQuestion q{.users = 7, .epsilon = 0.4, .delta = 1e-7, .delta_prime = 1e-7, .rule = rule, .known_neighbors = known};
      const auto walk = protocol::uniform_walk(7, 300, stream);
      const auto found = realized_losses(walk, q);
      const auto expected = realized_by_lists(walk, q);
      for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(found.epsilon[i], expected[i], 1e-10) << i;
    }
  }
}

TEST(WalkRealized, ShuffledCyclesTakeTheSmallestLossThatTheBlanketShows) {
  const double epsilon0 = 0.5, delta = 1e-4, gamma = 3.0 / (std::exp(epsilon0) + 2.0);
  const auto shown = [&](std::uint64_t m, double epsilon) {
    return std::min(shuffling_blanket_delta(epsilon0, gamma, m, epsilon, Concentration::hoeffding), shuffling_blanket_delta(epsilon0, gamma, m, epsilon, Concentration::bennett));
  };
  const double many = shuffled_answers_epsilon(2000, epsilon0, 3, delta);
  EXPECT_LT(many, 0.6 * epsilon0);
  EXPECT_LE(shown(2000, many), delta);
  EXPECT_GT(shown(2000, many * (1.0 - 1e-9)), delta);
  // Cycles of 2 and 1 answers among 3 users: u = 1 is in the first with probability 1 - (2/3)^2, in the second with 1/3.
  const std::vector<std::uint32_t> walk{1, 2, 0, 1, 0, 2};
  const auto found = realized_losses(walk, {.users = 3, .epsilon = epsilon0, .delta = delta, .delta_prime = delta, .rule = CycleRule::shuffled, .known_neighbors = false, .buckets = 3});
  const double first = std::log1p(5.0 / 9.0 * std::expm1(shuffled_answers_epsilon(2, epsilon0, 3, delta))), second = std::log1p(std::expm1(shuffled_answers_epsilon(1, epsilon0, 3, delta)) / 3.0);
  EXPECT_NEAR(found.at(1, 0), first + second, 1e-12);
  EXPECT_NEAR(found.delta[1 * 3 + 0], 3.0 * delta, 1e-15);
  EXPECT_THAT(message_of([&] { (void)realized_losses(walk, {.users = 3, .rule = CycleRule::shuffled}); }), HasSubstr("hidden neighbors"));
}

TEST(WalkRealized, LocalLossIsNoMoreThanPlainOrAdvancedComposition) {
  for (const auto& [count, epsilon] : {std::pair{1, 0.1}, {25, 0.1}, {400, 0.1}, {25, 2.0}}) {
    // User 1 holds the token `count` times: its local loss does not depend on when.
    const std::vector<std::uint32_t> walk(static_cast<std::size_t>(count), 1);
    const auto found = realized_losses(walk, {.users = 3, .epsilon = epsilon, .delta = 1e-7, .delta_prime = 1e-7});
    const double plain = count * epsilon, total = (count + 1) * 1e-7;
    EXPECT_LE(found.local[1], std::min(plain, advanced_composition_epsilon(count, epsilon, 1e-7)) * (1.0 + 1e-14)) << count;
    EXPECT_GE(found.local[1], divergence::optimal_composition_epsilon({epsilon, 1e-7}, static_cast<std::uint64_t>(count), total).lower()) << count;
    EXPECT_EQ(found.local[2], 0.0);
    // The exact loss of the sum of that many Gaussian mechanisms, at the same delta.
    const double mu = std::sqrt(count) * epsilon / std::sqrt(2.0 * std::log(1.25 / 1e-7));
    EXPECT_NEAR(divergence::gaussian_delta(mu, found.local_gaussian[1]).estimate(), total, 1e-9 * total) << count;
  }
  EXPECT_EQ(realized_losses(std::vector<std::uint32_t>(25, 1), {.users = 3, .epsilon = 0.1}).local[1], 2.5);
}

TEST(WalkComplete, TheBestLocalGuaranteeIsTheSmallestValidOne) {
  Guarantee good{2.0, 1e-5, true, ""}, better{1.0, 1e-5, true, ""}, void_one{0.0, 1.0, false, ""};
  EXPECT_EQ((LocalGuarantees{.plain = better, .advanced = good, .optimal = void_one, .gaussian = void_one}.best().epsilon), 1.0);
  EXPECT_EQ((LocalGuarantees{.plain = good, .advanced = void_one, .optimal = good, .gaussian = better}.best().epsilon), 1.0);
  EXPECT_FALSE((LocalGuarantees{.plain = void_one, .advanced = void_one, .optimal = void_one, .gaussian = void_one}.best().valid));
}

TEST(WalkRealized, KnownPathIsSquaredContributionsOverLength) {
  // v = 0 visited at steps 3 and 6 of 1 1 0 1 2 0 1: cycles {1,1} and {1,2}; the last contribution is never seen.
  const std::vector<std::uint32_t> walk{1, 1, 0, 1, 2, 0, 1};
  const auto mu = realized_path_mu(walk, 3, 2.0);
  EXPECT_NEAR(mu[1 * 3 + 0], 2.0 * std::sqrt(4.0 / 2.0 + 1.0 / 2.0), 1e-14);
  EXPECT_NEAR(mu[2 * 3 + 0], 2.0 * std::sqrt(1.0 / 2.0), 1e-14);
}

TEST(Walk, BadInputIsOneClearSentence) {
  EXPECT_EQ(message_of([] { (void)token_published({.users = 1, .steps = 10}); }), "HS-101 walk: users = 1 must be between 2 and 1000000000000");
  EXPECT_THAT(message_of([] { (void)token_published({.users = 10, .steps = 10, .colluders = 9}); }), HasSubstr("colluders = 9 must be between 1 and 8"));
  EXPECT_THAT(message_of([] { (void)token_published({.users = 10, .steps = 10, .epsilon = 0.0}); }), HasSubstr("epsilon = 0"));
  EXPECT_THAT(message_of([] { (void)token_published({.users = 10, .steps = 10, .delta_hat = 1.0}); }), HasSubstr("delta-hat = 1"));
  EXPECT_THAT(message_of([] { (void)ring_published({.users = 10, .rounds = 0}); }), HasSubstr("rounds = 0"));
  EXPECT_THAT(message_of([] { (void)realized_losses(std::vector<std::uint32_t>{3}, {.users = 3}); }), HasSubstr("walk[0] = 3 must be < users = 3"));
}

}  // namespace
}  // namespace hearsay::accounting
