#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/gaussian.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/learning/descent_loss.hpp>
#include <hearsay/learning/trials.hpp>
#include <hearsay/learning/token_noise.hpp>
#include <hearsay/random/stream.hpp>
#include "tests/error_message.hpp"

namespace hearsay::learning {
namespace {

const Split& houses() {
  static const Split split = prepare(generated_houses(), {}, {1});
  return split;
}

TEST(Preparation, StandardizesOnTheTrainingPartAndScalesRows) {
  Table table{Eigen::MatrixXd(5, 3), Eigen::VectorXd::LinSpaced(5, 0.0, 4.0), {"a", "b", "c"}, "y"};
  table.features << 1, 7, 1e300, 2, 7, -1e300, 3, 7, 1e300, 4, 7, 0, 5, 7, 1e300;
  const auto split = prepare(table, {}, {3});
  ASSERT_EQ(split.train.rows(), 4);
  ASSERT_EQ(split.test.rows(), 1);
  for (Eigen::Index i = 0; i < 4; ++i) EXPECT_NEAR(split.train.x.row(i).norm(), 1.0, 1e-15);
  EXPECT_NEAR(split.test.x.row(0).norm(), 1.0, 1e-15);
  EXPECT_EQ(split.train.x.col(1).cwiseAbs().maxCoeff(), 0.0);  // constant feature
  EXPECT_EQ(split.train.y.sum() + split.test.y.sum(), -1.0);   // 3 and 4 are above the mean 2
  EXPECT_EQ(prepare(table, {.bias = true}, {3}).train.x.cols(), 4);
  EXPECT_THROW((void)prepare(table, {.training_share = 0.1}, {3}), Error);
}

TEST(Preparation, StandardizesTwoColumnsByHand) {
  Table table{Eigen::MatrixXd(3, 2), Eigen::Vector3d(0.0, 1.0, 2.0), {"a", "b"}, "y"};
  table.features << 0, 0, 2, 4, 6, 0;
  const auto split = prepare(table, {.training_share = 0.7}, {5});
  ASSERT_EQ(split.train.rows(), 2);
  // Two training values m - s, m + s standardize to -1, 1; (+-1, +-1) scales to (+-1, +-1) / sqrt 2, (+-1, 0) stays.
  EXPECT_EQ(split.train.x.row(0), -split.train.x.row(1));
  EXPECT_NEAR(std::abs(split.train.x(0, 0)), std::abs(split.train.x(0, 1)) > 0.0 ? std::sqrt(0.5) : 1.0, 1e-15);
}

TEST(Deal, GivesEveryRowOnceAndEvenly) {
  const auto hands = deal(16'512, 2000, {1});
  std::set<Eigen::Index> seen;
  for (const auto& hand : hands) {
    EXPECT_TRUE(hand.size() == 8 || hand.size() == 9);
    seen.insert(hand.begin(), hand.end());
  }
  EXPECT_EQ(seen.size(), 16'512U);
  EXPECT_NE(deal(100, 10, {1}), deal(100, 10, {2}));
  EXPECT_THROW((void)deal(3, 4, {1}), Error);
  EXPECT_THROW((void)deal(3, 0, {1}), Error);
}

TEST(Logistic, MatchesTheTextbookFormulaAndSurvivesHugeMargins) {
  for (const double margin : {-3.0, -0.5, 0.0, 0.5, 3.0}) {
    EXPECT_NEAR(logistic_loss(margin), std::log(1.0 + std::exp(-margin)), 1e-15);
    EXPECT_NEAR(logistic_slope(margin), -1.0 / (1.0 + std::exp(margin)), 1e-15);
  }
  EXPECT_EQ(logistic_loss(-1e4), 1e4);
  EXPECT_EQ(logistic_loss(1e4), 0.0);
  EXPECT_EQ(logistic_slope(-1e4), -1.0);
  EXPECT_EQ(logistic_slope(1e4), 0.0);
}

TEST(Logistic, AccuracyCountsAZeroScoreAsMinusOne) {
  Samples samples{RowMatrix(3, 1), Eigen::Vector3d(1, -1, -1)};
  samples.x << 1, -1, 1;
  EXPECT_DOUBLE_EQ(accuracy(samples, Eigen::VectorXd::Zero(1)), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(accuracy(samples, Eigen::VectorXd::Ones(1)), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(accuracy(samples, -Eigen::VectorXd::Ones(1)), 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(logistic_constants(samples, 0.5).lipschitz, 1.0);
  EXPECT_DOUBLE_EQ(logistic_constants(samples, 0.5).smoothness, 0.75);
}

TEST(Logistic, ObjectiveIsTheMeanOfTheUsersAndItsMinimumIsStationary) {
  const LogisticProblem problem(houses().train, deal(houses().train.rows(), 2000, {1}), 0.01);
  const Eigen::VectorXd best = problem.minimum();
  Eigen::VectorXd gradient = Eigen::VectorXd::Zero(8), at_zero = gradient;
  for (Eigen::Index user = 0; user < 2000; ++user) {
    gradient += problem.gradient(user, best) / 2000.0;
    at_zero += problem.gradient(user, Eigen::VectorXd::Zero(8)) / 2000.0;
  }
  EXPECT_LT(gradient.norm(), 1e-9);
  EXPECT_NEAR(problem.objective(Eigen::VectorXd::Zero(8)), std::log(2.0), 1e-12);
  const double h = 1e-6;
  EXPECT_NEAR((problem.objective(h * at_zero) - problem.objective(-h * at_zero)) / (2.0 * h), at_zero.squaredNorm(), 1e-8);
  EXPECT_LT(problem.objective(best), problem.objective(0.9 * best));
  EXPECT_LT(problem.objective(best), problem.objective(1.1 * best));
}

TEST(Logistic, SampledGradientsAverageToTheGradient) {
  const LogisticProblem problem(houses().train, deal(houses().train.rows(), 2000, {1}), 0.1);
  const Eigen::VectorXd theta = Eigen::VectorXd::LinSpaced(8, -1.0, 1.0);
  random::Stream stream({1}, random::Purpose::activation, 0);
  Eigen::VectorXd mean = Eigen::VectorXd::Zero(8);
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) mean += problem.sampled_gradient(7, theta, stream) / draws;
  EXPECT_LT((mean - problem.gradient(7, theta)).norm(), 6.0 * std::sqrt(8.0 / draws));
}

TEST(Logistic, BadHandsAreRefused) {
  EXPECT_THROW(LogisticProblem(houses().test, {}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{0}, {}}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{-1}}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{houses().test.rows()}}), Error);
  EXPECT_THROW(LogisticProblem(houses().test, {{0}}, -1.0), Error);
}

TEST(Quadratic, OptimumOfTheAverage) {
  RowMatrix curvature(2, 1), centre(2, 1);
  curvature << 3.0, -1.0;
  centre << 1.0, 5.0;
  const QuadraticProblem problem(curvature, centre);
  EXPECT_DOUBLE_EQ(problem.optimum()[0], -1.0);  // (3 - 5) / 2
  EXPECT_DOUBLE_EQ(problem.objective(Eigen::VectorXd::Zero(1)), (3.0 - 25.0) / 4.0);
  EXPECT_DOUBLE_EQ(problem.gradient(1, Eigen::VectorXd::Zero(1))[0], 5.0);
  EXPECT_THROW(QuadraticProblem(-curvature, centre), Error);
}

TEST(Gossip, OneRoundOfDescentByHand) {
  // Path 0-1, W = J/2: theta_u after a step from 0 is nu c_u a_u, then averaged.
  RowMatrix curvature(2, 1), centre(2, 1);
  curvature << 1.0, 2.0;
  centre << 1.0, 3.0;
  const QuadraticProblem problem(curvature, centre);
  const auto plan = fixed_gossip(graph::gossip_matrix(graph::path(2), graph::Weights::metropolis), 1, false);
  const auto models = descend(problem, plan, {.rounds = 1, .step = 0.1, .noise = 0.0}, {1}, 0);
  EXPECT_NEAR(models(0, 0), 0.1 * (1.0 + 6.0) / 2.0, 1e-15);
  EXPECT_NEAR(models(1, 0), 0.1 * (1.0 + 6.0) / 2.0, 1e-15);
  const auto clipped_models = descend(problem, plan, {.rounds = 1, .step = 0.1, .noise = 0.0, .clip = 2.0}, {1}, 0);
  EXPECT_NEAR(clipped_models(0, 0), 0.1 * (1.0 + 2.0) / 2.0, 1e-15);
}

TEST(Gossip, NoiseHasTheStatedSpread) {
  const QuadraticProblem problem(RowMatrix::Ones(4000, 1), RowMatrix::Zero(4000, 1));
  const auto plan = [](std::uint32_t, std::uint32_t) {
    graph::GossipMatrix identity(4000, 4000);
    identity.setIdentity();
    return GossipRound{std::make_shared<const graph::GossipMatrix>(identity)};
  };
  const auto models = descend(problem, plan, {.rounds = 1, .step = 0.5, .noise = 3.0}, {1}, 0);
  EXPECT_NEAR(models.squaredNorm() / 4000.0, 2.25, 6.0 * 2.25 * std::sqrt(2.0 / 4000.0));  // (nu sigma)^2
  EXPECT_NEAR(models.mean(), 0.0, 6.0 * 1.5 / std::sqrt(4000.0));                            // independent from user to user
}

TEST(Gossip, ManyAcceleratedStepsReachTheMeanFasterThanPlainOnes) {
  const auto w = graph::gossip_matrix(graph::ring(30), graph::Weights::metropolis);
  RowMatrix start = RowMatrix::Zero(30, 2);
  start(0, 0) = 30.0;
  start(3, 1) = -60.0;
  auto plain = start, accelerated = start;
  gossip(fixed_gossip(w, 60, false)(0, 0), plain);
  gossip(fixed_gossip(w, 60, true)(0, 0), accelerated);
  const Eigen::RowVector2d mean(1.0, -2.0);
  EXPECT_LT((accelerated.rowwise() - mean).norm(), 0.1 * (plain.rowwise() - mean).norm());
  EXPECT_NEAR(accelerated.col(1).mean(), -2.0, 1e-12);
  EXPECT_GT(fixed_gossip(w, 0, true)(0, 0).steps, 10);
}

TEST(Gossip, FreshGraphsAreConnectedDifferEachRoundAndRepeatForTheSameSeed) {
  const auto plan = fresh_erdos_renyi(50, std::log(50.0) / 50.0, {1}, 0, true);
  const auto a = plan(0, 0), b = plan(0, 1), c = plan(1, 0), again = plan(0, 0);
  EXPECT_TRUE(a.w->isApprox(*again.w));
  EXPECT_FALSE(a.w->isApprox(*b.w));
  EXPECT_FALSE(a.w->isApprox(*c.w));
  EXPECT_GT(a.gamma, 1.0);
  EXPECT_THROW((void)fresh_erdos_renyi(50, 0.0, {1}, 1, false)(0, 0), Error);
}

// Of two nodes the documented 1000 graphs are drawn here again: which of them is the first with the edge?
TEST(Gossip, FreshGraphsAreTriedAThousandTimes) {
  const double q = 1e-3;
  const random::Seed seed{1};
  const auto plan = fresh_erdos_renyi(2, q, seed, 1, false);
  bool just_refused = false;
  for (std::uint32_t trial = 0; trial < 30; ++trial) {
    random::Stream stream(seed, random::Purpose::graph, trial, 0);
    int first = 0;
    while (first < 1500 && !graph::erdos_renyi(2, q, {stream.word64()}).adjacent(0, 1)) ++first;
    if (first < 1000) {
      EXPECT_NO_THROW((void)plan(trial, 0)) << first;
    } else {
      EXPECT_THROW((void)plan(trial, 0), Error) << first;
      just_refused = just_refused || first < 1500;
    }
  }
  EXPECT_TRUE(just_refused);
}

TEST(Gossip, WrongOptionsAreRefused) {
  const QuadraticProblem problem(RowMatrix::Ones(3, 1), RowMatrix::Zero(3, 1));
  EXPECT_THROW(descend(problem, {}, {.rounds = -1}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, {}, {.step = 0.0}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, {}, {.noise = -1.0}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, {}, {.clip = 0.0}, {1}, 0), Error);
  EXPECT_THROW(descend(problem, fixed_gossip(graph::gossip_matrix(graph::path(2), graph::Weights::metropolis), 1, false), {}, {1}, 0), Error);
  EXPECT_THROW((void)fixed_gossip(graph::gossip_matrix(graph::path(2), graph::Weights::metropolis), -1, false), Error);
}

TEST(Walk, StepsByHand) {
  const QuadraticProblem problem(RowMatrix::Ones(1, 1), RowMatrix::Constant(1, 1, 8.0));
  // theta_1 = 8 eta; theta_2 = theta_1 + eta_2 (8 - theta_1).
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .noise = 0.0}, {1}, 0)[0], 6.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .decaying = true, .noise = 0.0}, {1}, 0)[0], 4.0 + 0.5 / std::sqrt(2.0) * 4.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .noise = 0.0, .diameter = 6.0}, {1}, 0)[0], 3.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 2, .step = 0.5, .noise = 0.0, .clip = 2.0}, {1}, 0)[0], 2.0);
  EXPECT_DOUBLE_EQ(walk(problem, {.iterations = 9, .step = 0.5, .noise = 0.0, .budget = 1}, {1}, 0)[0], 4.0);
}

TEST(Walk, ASpentBudgetLeavesNoiseOrNothing) {
  const QuadraticProblem problem(RowMatrix::Ones(2, 1), RowMatrix::Zero(2, 1));
  const TokenOptions forward{.iterations = 100, .noise = 1.0, .budget = 0, .spent = TokenOptions::Spent::forward};
  EXPECT_EQ(walk(problem, forward, {1}, 0)[0], 0.0);
  auto noise = forward;
  noise.spent = TokenOptions::Spent::noise_only;
  noise.step = 1.0;
  double squares = 0.0;
  for (std::uint32_t trial = 0; trial < 400; ++trial) squares += std::pow(walk(problem, noise, {1}, trial)[0], 2) / 400.0;
  EXPECT_NEAR(squares, 100.0, 6.0 * 100.0 * std::sqrt(2.0 / 400.0));
}

TEST(WalkNoise, MeetsItsGuaranteeAndOrdersTheModels) {
  const TokenGuarantee guarantee{.epsilon = 10.0};
  EXPECT_EQ(contribution_budget(guarantee), 13);  // 1.25 * 10, rounded up
  const double local = local_noise(guarantee), network = network_noise(guarantee), central = central_noise(guarantee);
  EXPECT_LT(central, network);
  EXPECT_LT(network, local);
  // Local: 13 contributions of sensitivity 2 are one Gaussian mechanism; exact, so the promise is met with equality.
  const double delta = divergence::gaussian_delta(2.0 * std::sqrt(13.0) / local, 10.0).estimate();
  EXPECT_NEAR(delta, 1e-6, 1e-10);
  // Network: no order that the lemma allows gives less than epsilon, and one gives epsilon (dense search).
  const double largest = 0.5 + std::sqrt(0.25 + network * network / 2.0);  // sigma^2 = 2 alpha (alpha - 1)
  double best = 1e9;
  for (int i = 1; i <= 100'000; ++i) {
    const double alpha = 1.0 + (largest - 1.0) * i / 100'000.0;
    best = std::min(best, 4.0 * 13.0 * alpha * std::log(2000.0) / (network * network * 1999.0) + std::log(1e6) / (alpha - 1.0));
  }
  EXPECT_NEAR(best, 10.0, 1e-6);
  EXPECT_NEAR(central, 16.0 * std::sqrt(20'000.0 * std::log(2e6) * std::log(1.25 * 10.0 * 1e6)) / 20'000.0, 1e-12);
  EXPECT_FALSE(central_noise_proved(guarantee));
  EXPECT_TRUE(central_noise_proved({.epsilon = 0.5}));
  EXPECT_NEAR(local_noise({.epsilon = 10.0, .clip = 0.4}), 0.4 * local, 1e-9);
  EXPECT_NEAR(network_noise({.epsilon = 10.0, .clip = 0.4}), 0.4 * network, 1e-9);
  EXPECT_THROW((void)local_noise({.users = 1}), Error);
  EXPECT_THROW((void)network_noise({.epsilon = 0.0}), Error);
}

TEST(Trials, DoNotDependOnTheNumberOfJobs) {
  const LogisticProblem problem(houses().test, deal(houses().test.rows(), 50, {1}));
  const auto plan = fresh_erdos_renyi(50, 0.1, {1}, 0, true);
  const auto one = gossip_trials(problem, houses().train, plan, {.rounds = 3}, {1}, 4, 1), many = gossip_trials(problem, houses().train, plan, {.rounds = 3}, {1}, 4, 4);
  EXPECT_EQ(one.objective, many.objective);
  EXPECT_EQ(one.node_accuracy, many.node_accuracy);
  EXPECT_EQ(one.iterations, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_GT(one.disagreement(0, 3), 0.0);
  const auto walked = token_trials(problem, houses().train, {.iterations = 25}, 10, {1}, 2, 2);
  EXPECT_EQ(walked.iterations, (std::vector<std::int64_t>{0, 10, 20, 25}));
  walk(problem, {.iterations = 25}, {1}, 1, [&](std::int64_t t, const Eigen::VectorXd& token) {
    if (t % 10 == 0) {
      EXPECT_EQ(walked.objective(1, t / 10), problem.objective(token)) << t;
    } else if (t == 25) {
      EXPECT_EQ(walked.objective(1, 3), problem.objective(token));
    }
  });
  EXPECT_THROW((void)token_trials(problem, houses().train, {}, 0, {1}, 2, 2), Error);
  EXPECT_THROW((void)gossip_trials(problem, houses().train, plan, {}, {1}, 0, 1), Error);
}

TEST(Trials, NoiselessGossipLearnsTheGeneratedHouses) {
  const LogisticProblem problem(houses().train, deal(houses().train.rows(), 2000, {1}));
  const auto curves = gossip_trials(problem, houses().test, {}, {.rounds = 200, .step = 4.0, .noise = 0.0}, {1}, 1, 1);
  const Eigen::VectorXd best = problem.minimum();
  const double excess = curves.objective(0, 200) - problem.objective(best);
  EXPECT_GE(excess, 0.0);
  EXPECT_LE(excess, best.squaredNorm() / (2.0 * 4.0 * 200.0));  // gradient descent with step <= 1 / smoothness = 4: |theta*|^2 / (2 nu T)
  EXPECT_NEAR(curves.accuracy(0, 200), accuracy(houses().test, best), 0.01);
  EXPECT_GT(accuracy(houses().test, best), 0.75);
}

TEST(Trials, SummaryIsTheUsualOne) {
  const auto summary = summarize(Eigen::Vector3d(1.0, 2.0, 6.0));
  EXPECT_DOUBLE_EQ(summary.mean, 3.0);
  EXPECT_DOUBLE_EQ(summary.deviation, std::sqrt(7.0));
  EXPECT_DOUBLE_EQ(summarize(Eigen::VectorXd::Constant(1, 5.0)).deviation, 0.0);
}

TEST(DescentLosses, InDoubtCountWithAllTheyMayBe) {
  accounting::GossipLosses losses;
  losses.exact = Eigen::Vector3d(0.0, 0.25, 0.9);
  losses.accuracy = 0.5;
  EXPECT_EQ(largest_exact(losses), Eigen::Vector3d(0.5, 0.75, 1.0));
  losses.accuracy = 1.0;
  EXPECT_EQ(largest_exact(losses), Eigen::Vector3d::Ones());
  losses.accuracy = 1e-9;
  EXPECT_EQ(largest_exact(losses), losses.exact);
}

TEST(GossipPlan, RefusesGraphsThatAreNeverConnected) {
  const auto plan = fresh_erdos_renyi(50, 0.01, random::Seed{1}, 1, false);
  EXPECT_EQ(tests::message_of([&] { (void)plan(0, 0); }), "HS-201 fresh_erdos_renyi: 1000 graphs with n = 50, q = 0.01 were not connected: take q above ln(n)/n");
}

TEST(DescentLosses, AddUpToTheMessagesAndTheirRank) {
  // Complete graph, K = 2: the second message of every neighbour is the mean of all, so n - 1 first messages and the mean span everything
  // but, all noise unknown, each other node's loss is 1 and the observer's row, set to 0 here, would be 1 too.
  const auto plan = fixed_gossip(graph::gossip_matrix(graph::complete(5), graph::Weights::metropolis), 2, false);
  const auto losses = descent_losses(plan, 0, 3, 1);
  ASSERT_EQ(losses.exact.cols(), 3);
  for (Eigen::Index u = 0; u < 5; ++u) {
    EXPECT_NEAR(losses.exact(u, 2), u == 1 ? 0.0 : 1.0, 1e-12);
    EXPECT_NEAR(losses.published(u, 0), u == 1 ? 0.0 : 1.0, 1e-12);  // 1 + 4/5, capped
  }
  const auto path = descent_losses(fixed_gossip(graph::gossip_matrix(graph::path(3), graph::Weights::metropolis), 2, false), 0, 1, 0);
  EXPECT_NEAR(path.published(2, 0), 1.0 / 3.0, 1e-12);  // path of three: row (1, 1, 1)/3
  EXPECT_NEAR(path.exact(2, 0), 0.5, 1e-12);
}

}  // namespace
}  // namespace hearsay::learning
