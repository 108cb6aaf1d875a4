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
  account.losses.ranks_checked = true;
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
  EXPECT_EQ(found.losses[1].renyi.exact.value, 0.5 * found.unit);
  EXPECT_EQ(found.losses[2].renyi.exact_own_noise.value, 0.75 * found.unit);
  EXPECT_EQ(found.losses[2].target, 3);
  EXPECT_EQ(found.losses[2].distance, 3);
  EXPECT_FALSE(found.losses[0].epsilon);
  EXPECT_EQ(found.violations, 1u);
}

TEST(GossipReport, MeansAreOverThoseWhoDoNotObserve) {
  const auto found = report();
  EXPECT_EQ(found.mean.over, 3u);
  EXPECT_NEAR(found.mean.published, found.unit * 1.75 / 3.0, 1e-15);
  EXPECT_NEAR(found.mean.exact.value.value(), found.unit * 1.625 / 3.0, 1e-15);
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
  EXPECT_EQ(found.losses[2].epsilon->exact.value, with_delta.epsilon(0.125));
  EXPECT_EQ(found.losses[2].epsilon->exact_own_noise.value, with_delta.epsilon(0.75));
}

TEST(GossipReport, DoesNotDependOnJobs) {
  auto with_delta = scale;
  with_delta.delta = 1e-5;
  const GossipQuestion question{.observers = observer, .targets = others, .scale = with_delta};
  const auto one = gossip_report(account, testing::path(4), question, {.jobs = 1}),
             many = gossip_report(account, testing::path(4), question, {.jobs = 3});
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_EQ(one.losses[i].epsilon->exact.value, many.losses[i].epsilon->exact.value);
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

/// The same account, its losses in doubt: known to `accuracy`, and above that only if the ranks are checked.
GossipReport doubtful(double accuracy, bool ranks_checked) {
  auto doubted = account;
  doubted.losses.accuracy = accuracy;
  doubted.losses.ranks_checked = ranks_checked;
  return gossip_report(doubted, testing::path(4),
                       {.observers = observer, .targets = std::vector<Node>{2, 3}, .scale = scale});
}

TEST(GossipReport, LossesInDoubtHaveNoMiddle) {
  const auto found = doubtful(0.01, true);
  const auto& loss = found.losses[0].renyi.exact;
  EXPECT_FALSE(loss.value);
  EXPECT_EQ(loss.lower, 0.49 * found.unit);
  EXPECT_EQ(loss.upper, 0.51 * found.unit);
  EXPECT_EQ(found.in_doubt(), 2u);
  EXPECT_FALSE(found.mean.exact.value);
  EXPECT_TRUE(doubtful(1e-8, true).losses[0].renyi.exact.value);
  EXPECT_EQ(doubtful(1e-8, true).in_doubt(), 0u);
}

TEST(GossipReport, WhatNoRankBoundsMayBeEverything) {
  const auto found = doubtful(1e-12, false);
  EXPECT_FALSE(found.losses[0].renyi.exact.value);
  EXPECT_NEAR(found.losses[0].renyi.exact.lower, 0.5 * found.unit, 1e-9);
  EXPECT_EQ(found.losses[0].renyi.exact.upper, found.unit);
  EXPECT_EQ(found.violations, 1u);           // 1/2 is more than the published 1/4
  EXPECT_EQ(found.doubtful_violations, 1u);  // 1/8 is not more than 1/2, and 1 is
  auto unheard = account;
  unheard.losses.ranks_checked = false;
  unheard.losses.heard = {1, 1, 1, 0};
  EXPECT_EQ(unheard.losses.exact_of(3).upper, 0.0);
  EXPECT_EQ(unheard.losses.exact_of(2).upper, 1.0);
}

TEST(GossipReport, CountsOnlyWhatIsMoreForCertain) {
  auto tiny = account;
  tiny.losses.accuracy = 1e-12;
  tiny.losses.ranks_checked = true;
  tiny.losses.exact(2) = 1e-39;  // rounding
  const auto counts = [&](double published) {
    tiny.losses.published(2) = published;
    const auto found =
        gossip_report(tiny, testing::path(4), {.observers = observer, .targets = std::vector<Node>{2}, .scale = scale});
    return std::pair(found.violations, found.doubtful_violations);
  };
  EXPECT_THAT(counts(0.0), ::testing::Pair(0u, 1u));
  EXPECT_THAT(counts(1e-11), ::testing::Pair(0u, 0u));
  tiny.losses.heard = {1, 1, 0, 1};  // no message depends on it
  EXPECT_THAT(counts(0.0), ::testing::Pair(0u, 0u));
  EXPECT_EQ(tiny.losses.exact_of(2).value, 0.0);
  EXPECT_EQ(tiny.losses.exact_own_noise_of(2).upper, 0.0);
}

// The claim is 0.6 of the local loss; target 2 loses 1/2, target 3 1/8.
TEST(GossipAudit, IsInconclusiveWhereLossesAreNotKnown) {
  const LossClaim claim{LossUnit::renyi, 0.6 * report().unit};
  EXPECT_EQ(gossip_audit(doubtful(0.2, true), scale, claim, false).verdict, Verdict::inconclusive);
  EXPECT_EQ(gossip_audit(doubtful(0.05, true), scale, claim, false).verdict, Verdict::holds);
  EXPECT_EQ(gossip_audit(doubtful(1e-12, false), scale, claim, false).verdict, Verdict::inconclusive);
}

TEST(GossipAudit, OneTargetThatBreaksTheClaimForCertainRefutesIt) {
  auto found = doubtful(1e-12, false);
  found.losses[0].renyi.exact_own_noise = Enclosure::known(0.7 * found.unit);
  found.losses[1].renyi.exact_own_noise = {.lower = 0.0, .upper = found.unit, .value = std::nullopt};
  const auto audit = gossip_audit(found, scale, {LossUnit::renyi, 0.6 * found.unit}, true);
  EXPECT_EQ(audit.verdict, Verdict::refuted);
  EXPECT_EQ(audit.worst.target, 2);
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
  // As good as equal, and the formula misses it by more.
  found.losses[2].renyi.exact = Enclosure::known(found.losses[0].renyi.exact.safe() - 1e-12);
  EXPECT_THAT(order(3), ElementsAre(3, 1, 2));
}

TEST(WorstRatio, IsWhereTheFormulaMissesMost) {
  const auto worst = worst_ratio(report());
  EXPECT_EQ(worst.target, 2);
  EXPECT_EQ(worst.ratio, 2.0);
}

}  // namespace
}  // namespace hearsay::accounting
