// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include <hearsay/accounting/token/complete/histogram.hpp>
#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/stats/binomial.hpp>

#include "props/oracle/walk_oracle.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

struct World {
  int users, steps, buckets;
  double local;  ///< epsilon of one answer
  [[nodiscard]] TokenQuestion question() const {
    return {.users = users, .steps = steps, .epsilon = local, .task = TokenTask::histogram, .buckets = buckets};
  }
};

/// Divergences of v's whole view at some epsilons: every walk, every answer. User 0 is v, user 1 changes from bucket 0
/// to bucket 1.
std::vector<double> view_deltas(const World& w, const std::vector<int>& others, const std::vector<double>& epsilons) {
  const double gamma = w.buckets / (std::exp(w.local) + w.buckets - 1.0);
  int answer_sets = 1;
  for (int t = 0; t < w.steps; ++t) answer_sets *= w.buckets;
  std::map<std::vector<int>, std::array<double, 2>> law;
  props::oracle::every_walk(w.users, w.steps, [&](const std::vector<int>& walk) {
    for (int set = 0; set < answer_sets; ++set) {
      std::array<double, 2> chance{std::pow(w.users, -w.steps), std::pow(w.users, -w.steps)};
      std::vector<int> view, counts(static_cast<std::size_t>(w.buckets), 0);
      for (int t = 0, rest = set; t < w.steps; ++t, rest /= w.buckets) {
        const int answer = rest % w.buckets, user = walk[static_cast<std::size_t>(t)];
        for (const int value : {0, 1}) {
          const int truth = user == 0 ? 0 : user == 1 ? value : others[static_cast<std::size_t>(user - 2)];
          chance[static_cast<std::size_t>(value)] *= gamma / w.buckets + (answer == truth ? 1.0 - gamma : 0.0);
        }
        if (user == 0) {  // v knows when it holds the token, what it receives and what it adds
          view.push_back(t);
          view.insert(view.end(), counts.begin(), counts.end());
          view.push_back(answer);
        }
        ++counts[static_cast<std::size_t>(answer)];
      }
      for (const std::size_t value : {0u, 1u}) law[view][value] += chance[value];
    }
  });
  std::vector<double> deltas;
  for (const double epsilon : epsilons) {
    double forward = 0.0, backward = 0.0;
    for (const auto& [view, p] : law) {
      forward += std::max(0.0, p[1] - std::exp(epsilon) * p[0]);
      backward += std::max(0.0, p[0] - std::exp(epsilon) * p[1]);
    }
    deltas.push_back(std::max(forward, backward));
  }
  return deltas;
}

/// Over all values of the others; and where they all hold a third value (the old one, for two buckets).
struct Enumerated {
  std::vector<double> worst, uniform;
};
Enumerated over_all_values(const World& w, const std::vector<double>& epsilons) {
  Enumerated result{std::vector<double>(epsilons.size(), 0.0), {}};
  std::vector<int> others(static_cast<std::size_t>(w.users - 2), 0);
  const int third = w.buckets == 2 ? 0 : 2;
  while (true) {
    if (std::ranges::is_sorted(others)) {  // who holds what does not matter
      const auto deltas = view_deltas(w, others, epsilons);
      for (std::size_t i = 0; i < deltas.size(); ++i) result.worst[i] = std::max(result.worst[i], deltas[i]);
      if (std::ranges::count(others, third) == w.users - 2) result.uniform = deltas;
    }
    std::size_t i = 0;
    while (i < others.size() && ++others[i] == w.buckets) others[i++] = 0;
    if (i == others.size()) return result;
  }
}

TEST(WalkHistogram, IsTheWorstOverAllValuesByEnumerationOfWalksAndAnswers) {
  const std::vector<double> epsilons{0.0, 0.05, 0.2, 0.8};
  for (const auto& w : {World{2, 4, 2, 1.0}, World{3, 5, 2, 1.0}, World{4, 4, 2, 0.3}, World{5, 4, 2, 0.5},
                        World{2, 4, 3, 1.0}, World{3, 4, 3, 0.2}, World{4, 4, 3, 1.0}, World{3, 3, 4, 0.5}}) {
    const auto exact = over_all_values(w, epsilons);
    for (std::size_t i = 0; i < epsilons.size(); ++i) {
      const auto found = TokenHistogram(w.question()).delta(epsilons[i]);
      SCOPED_TRACE(fmt::format("n = {}, T = {}, L = {}, epsilon = {}: {} in [{}, {}]", w.users, w.steps, w.buckets,
                               epsilons[i], exact.worst[i], found.lower(), found.upper()));
      EXPECT_LE(found.lower(), exact.worst[i] * (1.0 + 1e-12));
      EXPECT_GE(found.upper(), exact.worst[i] * (1.0 - 1e-12));
      EXPECT_LE(found.width(), 2e-9 * exact.worst[i] + 1e-16);
      if (w.buckets > 2) {
        EXPECT_NEAR(exact.uniform[i], exact.worst[i], 1e-12 * exact.worst[i]);
      }
    }
  }
}

TEST(WalkHistogram, WithTwoBucketsSomeMixedValuesLoseMoreThanUniformOnes) {
  const auto exact = over_all_values({5, 4, 2, 0.5}, {0.05});
  EXPECT_GT(exact.worst[0], 1.005 * exact.uniform[0]);
}

/// Hockey-stick divergence of Bin(trials, high) and Bin(trials, low), the given direction, term by term.
double binomial_delta(int trials, double high, double low, double epsilon, bool forward) {
  double sum = 0.0;
  for (int k = 0; k <= trials; ++k) {
    const auto mass = [&](double p) {
      return stats::binomial_mass(static_cast<std::uint64_t>(trials), p, static_cast<std::uint64_t>(k));
    };
    sum += std::max(0.0,
                    forward ? mass(high) - std::exp(epsilon) * mass(low) : mass(low) - std::exp(epsilon) * mass(high));
  }
  return sum;
}

/// The mixture over the last visit and over the increments before it that count, each with probability `either`.
double mixture_delta(int users, int steps, double either, double high, double low, double epsilon) {
  const double observed = 1.0 / users;
  double worse = 0.0;
  for (const bool forward : {false, true}) {
    std::vector<double> profile;
    for (int s = 0; s < steps; ++s) profile.push_back(binomial_delta(s, high, low, epsilon, forward));
    double sum = 0.0;
    for (int visit = 1; visit <= steps; ++visit) {
      for (int s = 0; s < visit; ++s) {
        sum += observed * std::pow(1.0 - observed, steps - visit) *
               stats::binomial_mass(static_cast<std::uint64_t>(visit - 1), (1.0 - observed) * either,
                                    static_cast<std::uint64_t>(s)) *
               profile[static_cast<std::size_t>(s)];
      }
    }
    worse = std::max(worse, sum);
  }
  return worse;
}

TEST(WalkHistogram, ManyStepsAgreeWithTheDoubleSum) {
  // n = T = 8 is worst where 2 of the 6 others hold one of the two values; with n = 10 besides 1 shows less than 0.
  for (const auto& w : {World{12, 60, 2, 0.7}, World{12, 60, 3, 0.7}, World{12, 60, 40, 0.7}, World{8, 8, 2, 0.2},
                        World{10, 8, 2, 0.2}}) {
    const double gamma = w.buckets / (std::exp(w.local) + w.buckets - 1.0), lie = gamma / w.buckets,
                 change = (1.0 - gamma) / (w.users - 1);
    for (const double epsilon : {0.0, 0.01, 0.1, 0.5}) {
      double expected = 0.0;
      if (w.buckets > 2) {
        const double either = 2.0 * lie + change, rho = (lie + change) / either;
        expected = mixture_delta(w.users, w.steps, either, rho, 1.0 - rho, epsilon);
      } else {
        for (int holders = 0; holders <= w.users - 2; ++holders) {
          const double low = lie + holders * change;
          expected = std::max(expected, mixture_delta(w.users, w.steps, 1.0, low + change, low, epsilon));
        }
      }
      const auto found = TokenHistogram(w.question()).delta(epsilon);
      SCOPED_TRACE(fmt::format("n = {}, L = {}, epsilon = {}: {} in [{}, {}]", w.users, w.buckets, epsilon, expected,
                               found.lower(), found.upper()));
      EXPECT_LE(found.lower(), expected * (1.0 + 1e-11));
      EXPECT_GE(found.upper(), expected * (1.0 - 1e-11));
      EXPECT_LE(found.width(), 2e-9 * expected + 1e-16);
    }
  }
}

TEST(WalkHistogram, EpsilonInvertsDelta) {
  for (const auto& w :
       {World{5, 4, 2, 0.5}, World{400, 4000, 2, 0.4}, World{400, 4000, 5, 0.4}, World{50, 5000, 2, 0.05}}) {
    for (const double delta : {0.01, 1e-5}) {
      const auto epsilon = TokenHistogram(w.question()).epsilon(delta);
      SCOPED_TRACE(fmt::format("n = {}, L = {}, delta = {}: [{}, {}]", w.users, w.buckets, delta, epsilon.lower(),
                               epsilon.upper()));
      EXPECT_LE(epsilon.width(), 1e-6 * epsilon.upper());
      EXPECT_LE(TokenHistogram(w.question()).delta(epsilon.upper()).upper(), delta * (1.0 + 1e-12));
      if (epsilon.lower() > 0.0) {
        EXPECT_GE(TokenHistogram(w.question()).delta(epsilon.lower()).upper(), delta * (1.0 - 1e-12));
      }
    }
  }
}

TEST(WalkHistogram, TightPromisesTheUpperEnd) {
  const auto q = World{40, 400, 2, 0.5}.question();
  EXPECT_DOUBLE_EQ(walk_tight(q, 1e-6).value.epsilon, TokenHistogram(q).epsilon(1e-6).upper());
}

TEST(WalkHistogram, RefusesByName) {
  EXPECT_THAT(message_of([] { (void)TokenHistogram({.users = 5, .steps = 5}); }),
              testing::StartsWith("HS-203 TokenHistogram: requires a histogram"));
  EXPECT_THAT(message_of([] {
                (void)TokenHistogram(World{5, 5, 2, 0.5}.question()).epsilon(1.0);
              }),
              testing::HasSubstr("delta = 1"));
  EXPECT_THAT(
      message_of([] {
        (void)TokenHistogram({.users = 1'000'000'000, .steps = 1'000'000'000, .task = TokenTask::histogram}).delta(0.1);
      }),
      testing::StartsWith("HS-302 TokenHistogram"));
}

}  // namespace
}  // namespace hearsay::accounting
