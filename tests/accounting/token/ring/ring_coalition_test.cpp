// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include <hearsay/accounting/token/report.hpp>
#include <hearsay/accounting/token/ring/ring_coalition.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/protocol/token/token.hpp>

namespace hearsay::accounting {
namespace {

constexpr RingQuestion pair{
    .users = 5, .rounds = 3, .epsilon = 0.5, .delta = 1e-4, .delta_prime = 1e-4, .colluders = 2};

/// Squared signal to noise ratio of what colluders see of user `target`, by the protocol itself: contributions and
/// noise between two looks, Delta = sigma = 1. Infinite if a contribution has no noise.
double seen_by_coalition(const protocol::RingSum& plan, const std::vector<bool>& colludes, std::int64_t target) {
  double contributions = 0.0, variance = 0.0, drawn = 0.0, total = 0.0;
  const std::vector<double> values(static_cast<std::size_t>(plan.users), 0.0);
  const auto noise = [&](std::int64_t, double scale) {
    drawn = scale * scale;
    return 0.0;
  };
  const auto see = [&](const protocol::TokenMove& move) {
    if (colludes[static_cast<std::size_t>(move.user)]) {
      if (contributions > 0.0) total += contributions * contributions / variance;
      contributions = variance = 0.0;
    } else {
      variance += drawn;
      contributions += move.user == target ? 1.0 : 0.0;
    }
    drawn = 0.0;
  };
  (void)protocol::ring_sum(plan, values, noise, see);
  return total;
}

/// The worst over all coalitions of a size and all other users.
double worst_seen(const protocol::RingSum& plan, int colluders) {
  double worst = 0.0;
  for (std::uint32_t set = 0; set < 1u << plan.users; ++set) {
    if (std::popcount(set) != colluders) continue;
    std::vector<bool> colludes;
    for (std::int64_t u = 0; u < plan.users; ++u) colludes.push_back((set >> u & 1) != 0);
    for (std::int64_t u = 0; u < plan.users; ++u) {
      if (!colludes[static_cast<std::size_t>(u)]) worst = std::max(worst, seen_by_coalition(plan, colludes, u));
    }
  }
  return worst;
}

// Every coalition of every ring of 3 to 6 users, through the protocol.
TEST(RingCoalition, TheWorstCoalitionSeesWhatTheFormulaSays) {
  for (std::int64_t users = 3; users <= 6; ++users) {
    for (std::int64_t rounds = 1; rounds <= 3; ++rounds) {
      for (int colluders = 2; colluders < users; ++colluders) {
        const protocol::RingSum shared{.users = users, .rounds = rounds, .noise = protocol::RingNoise::distributed};
        EXPECT_NEAR(worst_seen(shared, colluders), static_cast<double>(rounds * (users - 1)), 1e-9);
        EXPECT_TRUE(std::isinf(worst_seen({.users = users, .rounds = rounds}, colluders)));
      }
    }
  }
}

TEST(RingCoalition, ASumHasNoFiniteEpsilonWithACounterAndOneWithSharedNoise) {
  const auto counter = ring_coalition(pair);
  EXPECT_TRUE(std::isinf(counter.value.epsilon));
  EXPECT_FALSE(counter.valid);
  const auto shared = ring_coalition_distributed(pair);
  ASSERT_TRUE(shared.valid);
  const double mu = std::sqrt(12.0) * signal_to_noise(pair.calibration, pair.epsilon, pair.delta);
  EXPECT_NEAR(divergence::gaussian_delta(mu, shared.value.epsilon).estimate(), shared.value.delta, 1e-9);
  EXPECT_EQ(shared.value.delta, ring_published(pair).value.delta);
}

// One lap: the answer itself, randomized response of the repaired gamma. delta(eps) = (e^eps0 - e^eps) / (e^eps0 + 1).
TEST(RingCoalition, AHistogramLosesOneAnswerALap) {
  RingQuestion q{.users = 2000,
                 .rounds = 1,
                 .epsilon = 0.05,
                 .delta = 1e-4,
                 .delta_prime = 1e-4,
                 .task = TokenTask::histogram,
                 .colluders = 2};
  const double local = ring_response_repaired(q).value.local_epsilon, delta = ring_published(q).value.delta;
  const auto found = ring_coalition(q);
  ASSERT_TRUE(found.valid);
  EXPECT_NEAR((std::exp(local) - std::exp(found.value.epsilon)) / (std::exp(local) + 1.0), delta, 1e-8);
  q.colluders = 1;
  EXPECT_GT(found.value.epsilon, ring_tight(q).value.epsilon);
}

TEST(RingCoalition, TheReportTellsCoalitionsFromOneUser) {
  auto one = pair;
  one.colluders = 1;
  EXPECT_TRUE(ring_report(one).published.valid);
  EXPECT_FALSE(ring_report(one).distributed.has_value());
  const auto report = ring_report(pair);
  EXPECT_FALSE(report.published.valid);
  EXPECT_FALSE(report.repaired.valid);
  EXPECT_FALSE(report.tight.valid);
  ASSERT_TRUE(report.distributed.has_value());
  EXPECT_GT(report.distributed->value.epsilon, ring_report(one).tight.value.epsilon);
}

TEST(RingCoalition, NeedsTwoColludersAndSomebodyElse) {
  auto q = pair;
  q.colluders = 1;
  EXPECT_THROW((void)ring_coalition(q), Error);
  q.colluders = 5;
  EXPECT_THROW((void)ring_coalition(q), Error);
  q = pair, q.noise = Noise::laplace;
  EXPECT_THROW((void)ring_coalition_distributed(q), Error);
}

}  // namespace
}  // namespace hearsay::accounting
