// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <cmath>
#include <vector>

#include <hearsay/accounting/gossip/report.hpp>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Node;
using ::testing::ElementsAre;

/// An account in which the nodes lose these shares; node 0 observes.
GossipAccount account_of(const std::vector<double>& published, const std::vector<double>& exact,
                         const std::vector<double>& own_noise) {
  GossipAccount account;
  const auto vector = [](const std::vector<double>& from) {
    return Eigen::VectorXd(Eigen::Map<const Eigen::VectorXd>(from.data(), static_cast<Eigen::Index>(from.size())));
  };
  account.losses.published = vector(published);
  account.losses.exact = vector(exact);
  account.losses.exact_own_noise = vector(own_noise);
  return account;
}

const std::vector<Node> observer{0};
const std::vector<Node> others{1, 2, 3};

/// Unit 2 2^2 / (2 2^2) = 2; three messages. The published sum of node 1 exceeds its cap; node 2 loses more than
/// published.
const GossipAccount account = account_of({1.0, 1.5, 0.25, 0.5}, {1.0, 1.0, 0.5, 0.125}, {0.0, 1.0, 0.625, 0.75});
const GaussianLossScale scale{.alpha = 2.0, .sigma = 2.0, .sensitivity = 2.0};

GossipReport report(const GaussianLossScale& in = scale, std::optional<std::int64_t> messages = 3) {
  return gossip_report(account, testing::path(4),
                       {.observers = observer, .targets = others, .messages = messages, .scale = in});
}

TEST(NodesWithout, ListsTheOthersInOrder) {
  EXPECT_THAT(nodes_without(testing::path(5), std::vector<Node>{3, 0}), ElementsAre(1, 2, 4));
  EXPECT_THAT(nodes_without(testing::path(2), std::vector<Node>{1, 0}), ElementsAre());
}

TEST(GossipReport, LossesAreSharesOfTheUnitAndPublishedOnesAreCapped) {
  const auto found = report();
  EXPECT_EQ(found.unit, 1.0 * 2.0 * 0.5 * 1.0);
  ASSERT_EQ(found.losses.size(), 3u);
  EXPECT_EQ(found.losses[0].renyi.published, found.unit);
  EXPECT_EQ(found.losses[1].renyi.exact, 0.5 * found.unit);
  EXPECT_EQ(found.losses[2].renyi.exact_own_noise, 0.75 * found.unit);
  EXPECT_EQ(found.losses[2].target, 3);
  EXPECT_EQ(found.losses[2].distance, 3);
  EXPECT_FALSE(found.losses[0].epsilon);
  EXPECT_EQ(found.violations, 1u);
}

TEST(GossipReport, MeansAreOverThoseWhoDoNotObserve) {
  const auto found = report();
  EXPECT_EQ(found.mean.over, 3u);
  EXPECT_NEAR(found.mean.published, found.unit * 1.75 / 3.0, 1e-15);
  EXPECT_NEAR(found.mean.exact, found.unit * 1.625 / 3.0, 1e-15);
  ASSERT_TRUE(found.mean.bound);
  EXPECT_NEAR(*found.mean.bound, found.unit, 1e-15);
  EXPECT_FALSE(report(scale, std::nullopt).mean.bound);
}

TEST(GossipReport, EpsilonsAreAtDelta) {
  auto with_delta = scale;
  with_delta.delta = 1e-5;
  const auto found = report(with_delta);
  ASSERT_TRUE(found.losses[2].epsilon);
  EXPECT_EQ(found.losses[2].epsilon->published, with_delta.epsilon(0.5));
  EXPECT_EQ(found.losses[2].epsilon->exact, with_delta.epsilon(0.125));
  EXPECT_EQ(found.losses[2].epsilon->exact_own_noise, with_delta.epsilon(0.75));
}

TEST(GossipReport, DoesNotDependOnJobs) {
  auto with_delta = scale;
  with_delta.delta = 1e-5;
  const GossipQuestion question{.observers = observer, .targets = others, .scale = with_delta};
  const auto one = gossip_report(account, testing::path(4), question, {.jobs = 1}),
             many = gossip_report(account, testing::path(4), question, {.jobs = 3});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(one.losses[i].epsilon->exact, many.losses[i].epsilon->exact);
}

TEST(GossipReport, RefusesTheAccountOfAnotherGraph) {
  const GossipQuestion question{.observers = observer, .targets = others};
  EXPECT_EQ(tests::message_of([&] { (void)gossip_report(account, testing::path(5), question); }),
            "HS-102 gossip_report: an account of 4 nodes, and a graph of 5");
}

TEST(GossipAudit, IsDecidedByTheWorstTarget) {
  const auto found = report();
  const auto trusting = gossip_audit(found, scale, {LossUnit::renyi, found.unit}, false);
  EXPECT_EQ(trusting.worst.target, 1);
  EXPECT_EQ(trusting.verdict, Verdict::holds);
  EXPECT_EQ(gossip_audit(found, scale, {LossUnit::renyi, 0.99 * found.unit}, false).verdict, Verdict::refuted);
}

// Without target 1: target 2 loses 1/2 to observers who know nobody's noise, target 3 loses 3/4 to those who know their
// own.
TEST(GossipAudit, DependsOnWhatTheObserversKnow) {
  auto found = report();
  found.losses.erase(found.losses.begin());
  const LossClaim claim{LossUnit::renyi, 0.6 * found.unit};
  const auto unknown = gossip_audit(found, scale, claim, false), own = gossip_audit(found, scale, claim, true);
  EXPECT_EQ(unknown.worst.target, 2);
  EXPECT_EQ(unknown.verdict, Verdict::holds);
  EXPECT_EQ(own.worst.target, 3);
  EXPECT_EQ(own.verdict, Verdict::refuted);
}

TEST(GossipAudit, IsInconclusiveWhereLossesAreNotKnown) {
  auto found = report();
  found.accuracy = 0.4 * found.unit;
  found.losses.erase(found.losses.begin());
  EXPECT_EQ(gossip_audit(found, scale, {LossUnit::renyi, 0.6 * found.unit}, false).verdict, Verdict::inconclusive);
}

TEST(LargestLosses, StartWithTheLargest) {
  auto found = report();
  const auto order = [&](std::size_t count) {
    std::vector<Node> targets;
    for (const auto& loss : largest_losses(found, count)) targets.push_back(loss.target);
    return targets;
  };
  EXPECT_THAT(order(2), ElementsAre(1, 2));
  EXPECT_THAT(order(20), ElementsAre(1, 2, 3));
  found.losses[2].renyi.exact =
      found.losses[0].renyi.exact - 1e-12;  // as good as equal, and the formula misses it by more
  EXPECT_THAT(order(3), ElementsAre(3, 1, 2));
}

TEST(WorstRatio, IsWhereTheFormulaMissesMost) {
  const auto worst = worst_ratio(report());
  EXPECT_EQ(worst.target, 2);
  EXPECT_EQ(worst.ratio, 2.0);
}

}  // namespace
}  // namespace hearsay::accounting
