#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <hearsay/accounting/walk_cycle.hpp>
#include <hearsay/accounting/walk_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>

#include "props/oracle/walk_oracle.hpp"
#include "tests/accounting/walk_two_users.hpp"

namespace hearsay::accounting {
namespace {

TEST(WalkLoss, TwoUsersAreAMixtureOfGaussians) {
  for (const auto& [steps, mu, epsilon] : {std::tuple{2, 0.5, 0.3}, {5, 0.3, 0.5}, {40, 0.17, 1.5}, {400, 0.1, 3.0}, {400, 0.02, 0.05}}) {
    const WalkLoss loss({.users = 2, .steps = steps}, mu);
    expect_contains(loss.delta(epsilon), two_users_delta(steps, mu, epsilon), 0.1, fmt::format("T = {}", steps));
  }
}

TEST(WalkLoss, EpsilonOfTwoUsersIsTighterThanOnePercent) {
  for (const auto& [steps, mu, epsilon] : {std::tuple{40, 0.17, 1.5}, {400, 0.05, 2.0}}) {
    const double delta = two_users_delta(steps, mu, epsilon);
    expect_contains(WalkLoss({.users = 2, .steps = steps}, mu, 1e-6 * delta).epsilon(delta), epsilon, 0.01, fmt::format("T = {}", steps));
  }
}

/// Composition of at most two cycles by quadrature: E over the first cycle's output of the second's divergence at what is left.
/// The walk has at most 4 steps, so at most two cycles have a contribution in them.
double few_steps_delta(int users, int steps, double mu, double epsilon, bool forward) {
  const double p = 1.0 / (users - 1);
  const auto one = [&](int length, double level) {  // hockey-stick divergence at e^level, any real level
    const auto found = props::oracle::cycle_delta_by_quadrature(length, p, mu, level);
    return forward ? found.forward : found.backward;
  };
  const auto two = [&](int first, int second) {
    const auto cycle = CycleMixture::binomial(first, p, mu);
    const double unit = std::sqrt(static_cast<double>(first));
    double sum = 0.0;
    const double spacing = 0.05;
    for (double z = -9.0; z < 9.0 + first * mu / unit; z += spacing) {
      const double x = z * unit, loss = cycle.loss(x), q = std::exp(-0.5 * z * z) / std::sqrt(2.0 * M_PI);
      sum += forward ? q * std::exp(loss) * one(second, epsilon - loss) : q * one(second, epsilon + loss);
    }
    return sum * spacing;
  };
  std::map<std::vector<int>, double> chance;  // of the lengths of the cycles with a contribution
  props::oracle::every_walk(users, steps, [&](const std::vector<int>& walk) {
    std::vector<int> lengths;
    int run = 0;
    for (const int user : walk) {
      if (user != 0) {
        ++run;
        continue;
      }
      if (run > 0) lengths.push_back(run);
      run = 0;
    }
    chance[lengths] += std::pow(users, -steps);
  });
  double total = 0.0;
  for (const auto& [lengths, weight] : chance) {
    if (lengths.size() == 1) total += weight * one(lengths[0], epsilon);
    if (lengths.size() == 2) total += weight * two(lengths[0], lengths[1]);
  }
  return total;
}

TEST(WalkLoss, FourStepsAgreeWithEveryWalk) {
  const double mu = 0.8;
  for (const int users : {3, 4}) {
    for (const double epsilon : {0.1, 0.6}) {
      const double truth = std::max(few_steps_delta(users, 4, mu, epsilon, true), few_steps_delta(users, 4, mu, epsilon, false));
      const auto found = WalkLoss({.users = users, .steps = 4}, mu).delta(epsilon);
      EXPECT_LE(found.lower(), truth * (1.0 + 1e-6)) << users << " " << epsilon;
      EXPECT_GE(found.upper(), truth * (1.0 - 1e-6)) << users << " " << epsilon;
      EXPECT_LT(found.width(), 0.05 * truth);
    }
  }
}

TEST(WalkLoss, FourStepsWithKnownNeighborsAgreeWithEveryWalk) {
  // First and last contributor of a cycle are known, so that only the middle of a cycle of three steps is hidden.
  const double mu = 0.8;
  for (const int users : {3, 4}) {
    for (const double epsilon : {0.1, 0.6, 1.5}) {
      double forward = 0.0, backward = 0.0;
      props::oracle::every_walk(users, 4, [&](const std::vector<int>& walk) {
        const double weight = std::pow(users, -4), p = 1.0 / (users - 1);
        double square = 0.0;
        std::vector<int> cycle;
        for (const int user : walk) {
          if (user != 0) {
            cycle.push_back(user);
            continue;
          }
          const auto count = static_cast<double>(std::ranges::count(cycle, 1));
          if (cycle.size() == 3) {  // then it is the only one
            const auto known = static_cast<std::size_t>((cycle.front() == 1) + (cycle.back() == 1));
            const auto found = cycle_delta(CycleMixture{.length = 3.0, .mu = mu, .weight = {1.0 - p, p}, .first = known, .missing = 0.0}, epsilon);
            forward += weight * found.forward.estimate(), backward += weight * found.backward.estimate();
          } else if (!cycle.empty()) {
            square += count * count / static_cast<double>(cycle.size());
          }
          cycle.clear();
        }
        const double both = weight * divergence::gaussian_delta(mu * std::sqrt(square), epsilon).estimate();
        forward += both, backward += both;
      });
      const double truth = std::max(forward, backward);
      const auto found = WalkLoss({.users = users, .steps = 4, .known_neighbors = true}, mu).delta(epsilon);
      SCOPED_TRACE(fmt::format("n = {}, epsilon = {}: {} in [{}, {}]", users, epsilon, truth, found.lower(), found.upper()));
      EXPECT_LE(found.lower(), truth * (1.0 + 1e-9));
      EXPECT_GE(found.upper(), truth * (1.0 - 1e-9));
      EXPECT_LT(found.width(), 0.05 * truth);
    }
  }
}

TEST(WalkLoss, ManyUsersWithKnownNeighborsAreRefusedBeforeTheWork) {
  for (const std::int64_t users : {20'000, 1'000'000}) {
    const WalkQuestion q{.users = users, .steps = 100 * users, .epsilon = 0.5, .delta = 1e-6, .known_neighbors = true};
    try {
      (void)WalkLoss(q, 0.1, 1e-9);
      ADD_FAILURE() << users;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), Errc::too_large);
      EXPECT_THAT(error.what(), testing::HasSubstr("the loss is rarely large and mostly tiny"));
    }
  }
}

}  // namespace
}  // namespace hearsay::accounting
