// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/training_account.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/weights.hpp>
#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using divergence::Adjacency;
using graph::Node;

/// D-SGD with Metropolis weights, sigma 1, clip 1, no sampling.
TrainingQuestion training(const graph::Graph& graph, int rounds, int steps) {
  TrainingQuestion question;
  question.run.nodes = graph.nodes();
  question.run.mixes = {mix_of(graph::gossip_matrix(graph, graph::Weights::metropolis))};
  question.run.rounds = rounds;
  question.run.gossip_steps = steps;
  question.sigma = {1.0};
  return question;
}

std::vector<TrainingLoss> losses_to(const TrainingQuestion& question, Node observer, std::vector<Node> targets) {
  return training_losses(question, {{.observers = {observer}, .targets = std::move(targets)}}, {}).front();
}

TEST(TrainingAccount, RoundsOfARecord) {
  const auto most = [](const std::string& text, std::size_t rounds) {
    return most_rounds(parse_participation("test", text), rounds);
  };
  EXPECT_EQ(most("every", 7), 7U);
  EXPECT_EQ(most("once", 7), 1U);
  EXPECT_EQ(most("period:3", 7), 3U);
  EXPECT_EQ(most("at-most:5:1", 7), 5U);
  EXPECT_EQ(most("at-most:5:3", 7), 3U);
  EXPECT_EQ(most("period:9", 7), 1U);
  EXPECT_EQ(most("at-most:1000:1000", 1'000'000'000), 1000U);
  for (const auto* text :
       {"every", "once", "period:1", "period:2", "period:3", "at-most:2:1", "at-most:2:4", "at-most:4:3"}) {
    for (std::size_t rounds = 1; rounds <= 12; ++rounds) {
      const auto ones = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(rounds));
      EXPECT_EQ(most(text, rounds), heaviest_pattern(parse_participation("test", text), ones).size()) << text << rounds;
    }
  }
}

TEST(TrainingAccount, TheLocalBoundIsThatOfTheRoundsOfARecord) {
  MiniBatches batches{.rate = 0.1, .clip = 2.0, .adjacency = Adjacency::add_remove};
  batches.participation = parse_participation("test", "period:3");
  const auto found = local_accountant(batches, 3.0, 7).mechanism();
  EXPECT_EQ(found.count, 3U);
  EXPECT_EQ(found.rate, 0.1);
  EXPECT_EQ(found.noise_multiplier, 1.5);
  EXPECT_EQ(found.adjacency, Adjacency::add_remove);
  EXPECT_EQ(sensitivity_of(batches), 2.0);
  batches.adjacency = Adjacency::replace;
  EXPECT_EQ(sensitivity_of(batches), 4.0);
}

// What an observer sees is computed from the noisy gradients, so without sampling the network never loses more than
// they do. Both bounds must count the same change.
TEST(TrainingAccount, TheNetworkLosesNoMoreThanTheGradients) {
  for (const auto adjacency : {Adjacency::add_remove, Adjacency::replace}) {
    for (const auto& graph : {hearsay::testing::path(4), hearsay::testing::ring(5), hearsay::testing::star(4)}) {
      auto question = training(graph, 3, 2);
      question.sigma = {0.7};
      question.batches.clip = 1.3;
      question.batches.adjacency = adjacency;
      std::vector<Node> targets;
      for (Node u = 1; u < graph.nodes(); ++u) targets.push_back(u);
      for (const auto& loss : losses_to(question, 0, targets)) {
        ASSERT_TRUE(loss.network_epsilon);
        EXPECT_LE(loss.network_epsilon->upper(), loss.all_values.upper() * (1.0 + 1e-9));
        EXPECT_EQ(loss.local.upper(), loss.all_values.upper());
        if (graph.adjacent(0, loss.target)) {
          // The message of the first step shows the last gradient under the target's own noise alone.
          EXPECT_GE(loss.network_epsilon->lower(), 0.4 * loss.all_values.lower());
        }
      }
    }
  }
}

TEST(TrainingAccount, ReplacingARecordChangesTwiceAsMuch) {
  auto question = training(hearsay::testing::path(3), 2, 2);
  const double replace = losses_to(question, 0, {2}).front().network->upper;
  question.batches.adjacency = Adjacency::add_remove;
  EXPECT_NEAR(replace, 4.0 * losses_to(question, 0, {2}).front().network->upper, 1e-9 * replace);
  question.batches.clip = 2.0;
  EXPECT_NEAR(replace, losses_to(question, 0, {2}).front().network->upper, 1e-9 * replace);
}

// The view of all values shows every noisy gradient alone.
TEST(TrainingAccount, AnObserverOfAllValuesHasTheGradients) {
  for (const auto& graph : {hearsay::testing::path(3), hearsay::testing::ring(4)}) {
    const auto question = training(graph, 3, 2);
    auto run = question.run;
    run.sigma = {exact::Rational(1) / 2};  // sensitivity 2
    run.view = {.observers = {}, .sees = ProtocolView::Sees::all, .knows_own = false};
    const auto account = linear_account(training_protocol(run), {.subjects = {node_subject(1)}});
    const double mu = std::sqrt(account.losses.front().loss.vectors.upper);
    EXPECT_NEAR(divergence::gaussian_epsilon(mu, question.delta).estimate(),
                losses_to(question, 0, {1}).front().all_values.upper(), 1e-6);
  }
}

TEST(TrainingAccount, HiddenModelsHaveTheLocalBoundOnly) {
  auto question = training(hearsay::testing::path(5), 2, 1);
  question.batches.rate = 0.9;
  const auto hidden = losses_to(question, 0, {4}).front();
  EXPECT_FALSE(hidden.network_holds);
  EXPECT_EQ(hidden.promised(), hidden.local.upper());
  question.gradients = Gradients::seen;
  const auto seen = losses_to(question, 0, {1, 4});
  EXPECT_LT(seen[1].network_epsilon->upper(), hidden.local.upper());  // what makes the test one
  EXPECT_TRUE(seen[1].by_network());
  EXPECT_EQ(seen[1].promised(), seen[1].network_epsilon->upper());
  EXPECT_EQ(seen[0].promised(), std::min(seen[0].network_epsilon->upper(), seen[0].local.upper()));
}

// Of an estimate nothing is promised: more rows than are decided in fractions, and some depend on the others.
TEST(TrainingAccount, AnEstimateIsNoPromise) {
  auto question = training(hearsay::testing::star(5), 12, 6);
  question.gradients = Gradients::seen;
  const auto loss = losses_to(question, 0, {2}).front();
  ASSERT_EQ(loss.certified, Certified::estimate);
  EXPECT_FALSE(loss.network_holds);
  EXPECT_EQ(loss.promised(), loss.local.upper());
}

TEST(TrainingAccount, WithoutGossipThereIsNoNetwork) {
  auto question = training(hearsay::testing::path(3), 4, 1);
  question.gossip = false;
  question.gradients = Gradients::seen;
  question.batches.rate = 0.2;
  const auto loss = losses_to(question, 0, {1}).front();
  EXPECT_FALSE(loss.network);
  const auto local =
      divergence::SampledGaussianDp({.rate = 0.2, .noise_multiplier = 1.0, .count = 4, .adjacency = Adjacency::replace})
          .epsilon(question.delta);
  EXPECT_EQ(loss.promised(), local.upper());
}

TEST(TrainingAccount, NodesMayHaveNoiseOfTheirOwn) {
  auto question = training(hearsay::testing::path(3), 2, 1);
  question.sigma = {1.0, 2.0, 4.0};
  const auto losses = losses_to(question, 0, {1, 2});
  EXPECT_NEAR(losses[0].local.upper(), divergence::gaussian_epsilon(std::sqrt(2.0), question.delta).upper(), 1e-9);
  EXPECT_NEAR(losses[1].local.upper(), divergence::gaussian_epsilon(std::sqrt(0.5), question.delta).upper(), 1e-9);
}

double largest_promise(const TrainingQuestion& question, Node observer, const std::vector<Node>& targets) {
  double largest = 0.0;
  for (const auto& loss : losses_to(question, observer, targets)) largest = std::max(largest, loss.promised());
  return largest;
}

TEST(NoiseThatMeets, KeepsThePromiseAndLittleLessDoesNot) {
  for (const auto gradients : {Gradients::hidden, Gradients::seen}) {
    for (const bool by_node : {false, true}) {
      auto question = training(hearsay::testing::path(5), 3, 1);
      if (by_node) question.sigma = {1.0, 1.0, 1.0, 0.5, 1.0};
      question.batches.rate = 0.8;
      question.gradients = gradients;
      const std::vector<Node> targets = {3, 4};
      const auto losses = training_losses(question, {{.observers = {0}, .targets = targets}}, {});
      const auto found = noise_that_meets(question, losses, 1.0, {});
      ASSERT_TRUE(found.factor);
      EXPECT_EQ(found.sigma.has_value(), !by_node);
      const auto scaled = [&](double factor) {
        auto changed = question;
        for (auto& sigma : changed.sigma) sigma *= factor;
        return largest_promise(changed, 0, targets);
      };
      EXPECT_LE(found.epsilon, 1.0);
      EXPECT_NEAR(scaled(*found.factor), found.epsilon, 1e-6);
      EXPECT_GT(scaled(0.99 * *found.factor), 1.0);
    }
  }
}

TEST(NoiseThatMeets, LessNoiseDoesWhereTheNetworkCounts) {
  auto question = training(hearsay::testing::path(5), 2, 1);
  question.batches.rate = 0.9;
  const auto factor = [&] {
    const auto losses = training_losses(question, {{.observers = {0}, .targets = {4}}}, {});
    return noise_that_meets(question, losses, 1.0, {}).factor.value();
  };
  const double hidden = factor();
  question.gradients = Gradients::seen;
  EXPECT_LT(factor(), 0.9 * hidden);
}

TEST(TrainingAccount, RefusesBadInputNamingParameterValueAndRange) {
  using tests::message_of;
  const auto refused = [](auto change) {
    auto question = training(hearsay::testing::path(3), 1, 1);
    change(question);
    return message_of([&] { (void)losses_to(question, 0, {1}); });
  };
  EXPECT_EQ(refused([](auto& q) { q.delta = 0.0; }), "HS-101 training_losses: delta = 0 must be in (0, 1)");
  EXPECT_EQ(refused([](auto& q) { q.sigma = {0.0}; }), "HS-101 training_losses: sigma = 0 must be finite and > 0");
  EXPECT_EQ(refused([](auto& q) {
              q.sigma = {1.0, 1.0};
            }),
            "HS-102 training_losses: sigma has 2 entries, not 1 or the 3 nodes");
  EXPECT_EQ(refused([](auto& q) { q.batches.clip = -1.0; }),
            "HS-101 training_losses: clip = -1 must be finite and > 0");
  EXPECT_EQ(refused([](auto& q) { q.batches.rate = 2.0; }), "HS-101 training_losses: rate = 2 must be in [0, 1]");
}

}  // namespace
}  // namespace hearsay::accounting
