// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include <hearsay/accounting/rumor/bounds.hpp>
#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/first_sender.hpp>
#include <hearsay/accounting/rumor/first_sender_exact.hpp>
#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/accounting/rumor/sender_survey.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/families/generators.hpp>
#include "tests/connected_graphs.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Graph;
using graph::Node;
using testing::connected_graphs;

constexpr std::size_t no_factor = 0;  ///< solve by conjugate gradients

/// The laws of all sources, one by one.
std::vector<SenderLaw> all_laws(const FirstSender& first) {
  std::vector<SenderLaw> laws;
  for (linalg::Index i = 0; i < first.part().size(); ++i) {
    const linalg::Index source[] = {i};
    laws.push_back(first.laws(source).front());
  }
  return laws;
}

/// Calls body(graph, curious) for all connected graphs of 2 to `most` nodes and all sets that leave an honest node.
template <class Body>
void for_all_worlds(Node most, const Body& body) {
  for (Node n = 2; n <= most; ++n) {
    for (const auto& graph : connected_graphs(n)) {
      for (unsigned mask = 1; mask + 1 < 1u << n; ++mask) {
        std::vector<Node> curious;
        for (Node v = 0; v < n; ++v) {
          if ((mask >> v & 1u) != 0) curious.push_back(v);
        }
        body(graph, curious);
      }
    }
  }
}

// Reference: the hidden Markov chain of the whole process, in fractions; the two roads share no code.
TEST(FirstSender, FractionsAreThoseOfTheLawOfTranscripts) {
  for_all_worlds(5, [](const Graph& graph, const std::vector<Node>& curious) {
    const RumorLaw<Rational> law(rumor_world(graph, curious), Rational(0));
    const auto laws = exact_sender_laws(graph, curious);
    const auto part = honest_part(graph, curious);
    for (linalg::Index i = 0; i < part.size(); ++i) {
      std::vector<Rational> first(part.size());
      for (std::size_t label = 0; label < law.labels().size(); ++label) {
        const auto sender = static_cast<Node>(law.labels()[label].sender);
        if (part.number[sender] == part.size()) continue;  // a curious node's message is not the first
        const std::size_t transcript[] = {label};
        first[part.number[sender]] += law.probability(static_cast<int>(part.nodes[i]), transcript);
      }
      ASSERT_EQ(laws[i], first) << to_string(graph) << ", source " << part.nodes[i];
    }
  });
}

// Reference: the same engine's search over whole transcripts, which goes on after the first observation.
TEST(FirstSender, WhatFollowsTheFirstMessageAddsNothing) {
  const auto expect_same = [](const Graph& graph, const std::vector<Node>& curious) {
    const RumorLaw<double> law(rumor_world(graph, curious), 0.0);
    const FirstSender first(graph, curious);
    const auto laws = all_laws(first);
    for (const double epsilon : {0.0, 0.7}) {
      Bracket worst = Bracket::exact(0.0);
      for (const auto& i : laws) {
        for (const auto& j : laws) {
          const auto delta = sender_delta(first.part(), i, j, epsilon);
          if (delta.upper() > worst.upper()) worst = delta;
        }
      }
      const auto expected = rumor_delta(law, epsilon);
      EXPECT_LE(expected.lower(), worst.upper() + 1e-11) << to_string(graph);
      EXPECT_GE(expected.upper(), worst.lower() - 1e-11) << to_string(graph);
      EXPECT_LT(expected.width(), 1e-6);
    }
  };
  expect_same(testing::path(5), {4});
  expect_same(testing::path(5), {2});
  expect_same(testing::star(4), {1});
  expect_same(testing::ring(6), {0, 1});
  expect_same(testing::grid(2, 3), {5});
}

// Reference: shared specification (16-at-size.md); 7/15 by hand from the fractions.
TEST(FirstSender, GridOfSixNodes) {
  const Graph graph = testing::grid(2, 3);
  const std::vector<Node> curious{5};
  const FirstSender first(graph, curious);
  const auto laws = all_laws(first);
  double at_zero = 0.0, later = 0.0;
  for (const auto& i : laws) {
    for (const auto& j : laws) {
      at_zero = std::max(at_zero, sender_delta(first.part(), i, j, 0.0).estimate());
      later = std::max(later, sender_delta(first.part(), i, j, 0.7).estimate());
    }
  }
  EXPECT_NEAR(at_zero, 7.0 / 15.0, 1e-12);
  EXPECT_NEAR(later, 0.196333, 1e-6);
}

// Theorem 5's value, which is for nodes that may draw themselves: such a message is not observed and moves nothing, so
// the law of the first sender is the same without them.
TEST(FirstSender, CompleteGraphHasTheClosedForm) {
  for (const auto& [n, f] : {std::pair<Node, Node>{4, 1}, {12, 3}, {60, 20}}) {
    const auto graph = graph::complete(n);
    std::vector<Node> curious(f);
    std::iota(curious.begin(), curious.end(), n - f);
    for (const auto factor : {linalg::largest_factor, no_factor}) {
      const FirstSender first(graph, curious, factor);
      EXPECT_EQ(first.factored(), factor > 0);
      const auto laws = all_laws(first);
      for (const double epsilon : {0.0, 0.4, 1.0}) {
        const auto delta = sender_delta(first.part(), laws[0], laws[1], epsilon);
        const double expected = rumor_delta_limit(rumor_crowd(n, f), epsilon);
        EXPECT_GE(expected, delta.lower() - 1e-15);
        EXPECT_LE(expected, delta.upper() + 1e-15);
        EXPECT_LT(delta.width(), 1e-10);
      }
    }
  }
}

/// ln of a fraction, to a few roundings.
double log_of(const Rational& fraction) { return std::log(exact::to_double(fraction)); }

void expect_brackets_hold(const Graph& graph, const std::vector<Node>& curious, std::size_t factor, double width) {
  const FirstSender first(graph, curious, factor);
  const auto laws = all_laws(first);
  const auto exact = exact_sender_laws(graph, curious);
  const auto& part = first.part();
  for (linalg::Index i = 0; i < part.size(); ++i) {
    const auto own = first.own(laws[i]);
    ASSERT_LE(Rational(own.lower()), exact[i][i]);
    ASSERT_GE(Rational(own.upper()), exact[i][i]);
    for (linalg::Index j = 0; j < part.size(); ++j) {
      const auto total = sender_delta(part, laws[i], laws[j], 0.0);
      const auto expected = exact_sender_delta(exact[i], exact[j], 1);
      ASSERT_LE(Rational(total.lower()), expected) << to_string(graph) << ' ' << i << ' ' << j;
      ASSERT_GE(Rational(total.upper()), expected) << to_string(graph) << ' ' << i << ' ' << j;
      ASSERT_LT(total.width(), width);
      const auto pure = sender_pure_epsilon(part, laws[i], laws[j]);
      double largest = 0.0;
      for (linalg::Index v = 0; v < part.size(); ++v) {
        if (exact[i][v] > 0)
          largest = std::max(largest, exact[j][v] == 0 ? infinity : log_of(Rational(exact[i][v] / exact[j][v])));
      }
      ASSERT_LE(pure.lower(), largest + 1e-14);
      ASSERT_GE(pure.upper(), largest - 1e-14);
      if (largest < infinity) ASSERT_LT(pure.width(), 1e3 * width);
    }
  }
}

TEST(FirstSender, BracketsHoldOnAllSmallGraphs) {
  for_all_worlds(5, [](const Graph& graph, const std::vector<Node>& curious) {
    expect_brackets_hold(graph, curious, linalg::largest_factor, 1e-11);
  });
  for_all_worlds(4, [](const Graph& graph, const std::vector<Node>& curious) {
    expect_brackets_hold(graph, curious, no_factor, 1e-9);
  });
}

/// A path of honest nodes, each with a curious leaf: P falls by a constant factor from node to node.
Graph comb(Node teeth) {
  std::vector<graph::Edge> edges;
  for (Node v = 0; v < teeth; ++v) {
    edges.emplace_back(v, teeth + v);
    if (v + 1 < teeth) edges.emplace_back(v, v + 1);
  }
  return {2 * teeth, edges};
}

// Probabilities down to 1e-16, whose relative errors the factor keeps small.
TEST(FirstSender, SmallProbabilitiesKeepTheirDigits) {
  std::vector<Node> curious(40);
  std::iota(curious.begin(), curious.end(), Node{40});
  expect_brackets_hold(comb(40), curious, linalg::largest_factor, 1e-11);
}

// Without a bound on its errors the end of a comb that underflows has no finite epsilon.
TEST(FirstSender, UnderflowIsNoProof) {
  std::vector<Node> curious(2000);
  std::iota(curious.begin(), curious.end(), Node{2000});
  const FirstSender first(comb(2000), curious);
  const linalg::Index ends[] = {0, 1999};
  const auto laws = first.laws(ends);
  const auto pure = sender_pure_epsilon(first.part(), laws[0], laws[1]);
  EXPECT_EQ(pure.upper(), infinity);
  EXPECT_LE(pure.lower(), 1999 * std::acosh(1.5) + 2.0);
}

// 0-1-2-3-4 with 2 curious, and 5-6 apart, from which nothing is ever observed.
TEST(FirstSender, ComponentsAreToldApart) {
  const std::vector<graph::Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 6}};
  const Graph graph(7, edges);
  const std::vector<Node> curious{2};
  const FirstSender first(graph, curious);
  const auto laws = all_laws(first);
  const auto& part = first.part();
  const auto delta = [&](Node i, Node j) {
    return sender_delta(part, laws[part.number[i]], laws[part.number[j]], 5.0).estimate();
  };
  const auto epsilon = [&](Node i, Node j) {
    return sender_pure_epsilon(part, laws[part.number[i]], laws[part.number[j]]).estimate();
  };
  EXPECT_EQ(delta(0, 3), 1.0);
  EXPECT_EQ(delta(0, 1), 0.0);  // both reach the curious node by 1 alone
  EXPECT_EQ(delta(5, 6), 0.0);
  EXPECT_EQ(delta(5, 0), 1.0);
  EXPECT_EQ(delta(0, 5), 1.0);
  EXPECT_EQ(epsilon(0, 3), infinity);
  EXPECT_EQ(epsilon(5, 6), 0.0);
  EXPECT_EQ(epsilon(5, 0), infinity);
  EXPECT_NEAR(epsilon(0, 1), 0.0, 1e-12);
  const auto exact = exact_sender_laws(graph, curious);
  EXPECT_EQ(exact_sender_delta(exact[part.number[5]], exact[part.number[0]], 100), 1);
  EXPECT_EQ(exact_sender_delta(exact[part.number[5]], exact[part.number[6]], 1), 0);
}

// delta(epsilon(delta)) = delta.
TEST(FirstSender, EpsilonInvertsDelta) {
  const FirstSender first(testing::grid(2, 3), std::vector<Node>{5});
  const auto laws = all_laws(first);
  const auto& part = first.part();
  for (const double delta : {0.01, 0.05, 0.12}) {
    const auto epsilon = sender_epsilon(part, laws[0], laws[4], delta);
    EXPECT_LT(epsilon.width(), 1e-9);
    EXPECT_NEAR(sender_delta(part, laws[0], laws[4], epsilon.upper()).estimate(), delta, 1e-9);
    EXPECT_LE(sender_delta(part, laws[0], laws[4], epsilon.upper()).upper(), delta);
  }
  EXPECT_EQ(sender_epsilon(part, laws[0], laws[0], 0.1).upper(), 0.0);
  EXPECT_EQ(sender_epsilon(part, laws[0], laws[4], 0.99).upper(), 0.0);
}

// Sums over all sources: k_v [L^{-1} 1]_v is the sum of the laws.
TEST(FirstSender, SumOfAllSources) {
  const FirstSender first(testing::petersen(), std::vector<Node>{0, 7});
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(first.part().tellers.size()));
  for (const auto& law : all_laws(first)) sum += law.probability;
  EXPECT_LT((first.all_sources().probability - sum).cwiseAbs().maxCoeff(), 1e-13);
}

// A network too large to enumerate: gradients against the factor, and bits that do not depend on the other columns.
TEST(FirstSender, GradientsAgreeWithTheFactor) {
  const auto graph =
      graph::barabasi_albert(400, 3, 5, random::Seed{3});  // columns converge in different numbers of steps
  std::vector<Node> curious(40);
  std::iota(curious.begin(), curious.end(), Node{100});
  const FirstSender direct(graph, curious), iterated(graph, curious, no_factor);
  const linalg::Index sources[] = {0, 150, 359};
  const auto a = direct.laws(sources), b = iterated.laws(sources);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_LE((a[i].probability - b[i].probability).cwiseAbs().sum(), a[i].errors.total + b[i].errors.total);
    EXPECT_LT(a[i].errors.total, 1e-12);
    EXPECT_LT(b[i].errors.total, 1e-10);
    EXPECT_LT(a[i].errors.relative, 1e-9);
    EXPECT_LT(b[i].errors.relative, 1e-6);
    const linalg::Index alone[] = {sources[i]};
    EXPECT_EQ(iterated.laws(alone).front().probability, b[i].probability);
  }
}

// Every number of the survey, by the definitions and in fractions.
TEST(SenderSurvey, IsWhatTheDefinitionsSay) {
  const auto expect_survey = [](const Graph& graph, const std::vector<Node>& curious) {
    const FirstSender first(graph, curious);
    const auto survey = survey_all(first, {}, {});
    const auto exact = exact_sender_laws(graph, curious);
    const auto n = first.part().size();
    Rational success = 0, least_odds = n;
    double worst = 0.0;
    for (linalg::Index v = 0; v < n; ++v) {
      Rational most = 0, sum = 0;
      for (linalg::Index i = 0; i < n; ++i) most = std::max(most, exact[i][v]), sum += exact[i][v];
      success += most;
      if (most > 0) least_odds = std::min(least_odds, Rational((sum - most) / most));
    }
    for (linalg::Index i = 0; i < n; ++i) {
      Rational largest = 0, sum = 0;
      double pure = 0.0;
      for (linalg::Index j = 0; j < n; ++j) {
        const auto delta = exact_sender_delta(exact[i], exact[j], 1);
        largest = std::max(largest, delta), sum += delta;
        for (linalg::Index v = 0; v < n; ++v) {
          if (first.part().component[i] == first.part().component[j] && exact[i][v] > 0)
            pure = std::max(pure, log_of(Rational(exact[i][v] / exact[j][v])));
        }
      }
      const auto& node = survey.nodes[i];
      EXPECT_NEAR(node.delta.estimate, exact::to_double(largest), 1e-13);
      EXPECT_EQ(exact_sender_delta(exact[i], exact[node.against], 1), largest);
      if (n > 1) EXPECT_NEAR(node.delta_mean.estimate, exact::to_double(Rational(sum / (n - 1))), 1e-13);
      EXPECT_NEAR(node.pure_epsilon_within.estimate, pure, 1e-12);
      worst = std::max(worst, exact::to_double(largest));
    }
    EXPECT_NEAR(survey.delta.estimate, worst, 1e-13);
    EXPECT_NEAR(survey.map_success.estimate, exact::to_double(Rational(success / n)), 1e-13);
    EXPECT_NEAR(survey.uncertainty.estimate, exact::to_double(least_odds), 1e-12);
    EXPECT_LT(survey.uncertainty.upper - survey.uncertainty.lower, 1e-11);
  };
  for_all_worlds(4, expect_survey);
  expect_survey(testing::petersen(), {0, 7});
  expect_survey(testing::barbell(4, 2), {1, 9});
  expect_survey(testing::grid(3, 5), {7});
}

// The complete graph: Theorem 5's uncertainty n / (f + 1) - 1.
TEST(SenderSurvey, UncertaintyOfTheCompleteGraph) {
  const FirstSender first(graph::complete(12), std::vector<Node>{0, 1, 2});
  const auto survey = survey_all(first, {}, {});
  EXPECT_NEAR(survey.uncertainty.estimate, rumor_uncertainty_limit(rumor_crowd(12, 3)), 1e-12);
  EXPECT_NEAR(survey.delta.estimate, 0.25, 1e-12);
}

// The uncertainty and delta of whole transcripts, by the engine that searches them.
TEST(SenderSurvey, UncertaintyIsThatOfWholeTranscripts) {
  for (const auto& [graph, curious] : {std::pair{testing::grid(2, 3), std::vector<Node>{5}},
                                       {testing::path(5), std::vector<Node>{1, 4}},
                                       {testing::ring(6), std::vector<Node>{0}}}) {
    const auto survey = survey_all(FirstSender(graph, curious), {.epsilon = 0.3}, {});
    const RumorLaw<double> law(rumor_world(graph, curious), 0.0);
    EXPECT_NEAR(survey.uncertainty.estimate, rumor_uncertainty(law).estimate(), 1e-9);
    EXPECT_NEAR(survey.delta.estimate, rumor_delta(law, 0.3).estimate(), 1e-7);
  }
}

// What is never observed is an outcome too: 5 and 6 hide behind each other, and from the others not at all.
TEST(SenderSurvey, CountsWhatIsNeverObserved) {
  const std::vector<graph::Edge> edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 6}};
  const FirstSender first(Graph(7, edges), std::vector<Node>{2});
  const auto survey = survey_all(first, {}, {});
  EXPECT_EQ(survey.delta.estimate, 1.0);
  EXPECT_EQ(survey.pure_epsilon.lower, infinity);
  EXPECT_NEAR(survey.map_success.estimate, 3.0 / 6.0, 1e-14);  // {0, 1}, {3, 4}, {5, 6}: one right of two each
  EXPECT_NEAR(survey.uncertainty.estimate, 1.0, 1e-13);
  EXPECT_EQ(survey.nodes[4].delta_within.estimate, 0.0);
  EXPECT_NEAR(survey.nodes[4].delta_mean.estimate, 4.0 / 5.0, 1e-15);
}

// The largest epsilon(delta) is that of some pair, and no pair is above.
TEST(SenderSurvey, LargestEpsilonIsThatOfAllPairs) {
  const FirstSender first(testing::grid(3, 4), std::vector<Node>{0, 7});
  const auto laws = all_laws(first);
  for (const double delta : {0.05, 0.2, 0.9}) {
    double expected = 0.0;
    for (const auto& i : laws) {
      for (const auto& j : laws) expected = std::max(expected, sender_epsilon(first.part(), i, j, delta).estimate());
    }
    const auto survey = survey_all(first, {.delta = delta}, {});
    EXPECT_NEAR(survey.epsilon->estimate, expected, 1e-9);
    EXPECT_LE(survey_all(first, {.epsilon = survey.epsilon->upper}, {}).delta.upper, delta);
  }
}

// The same bits on any number of threads, and pairs as the survey has them.
TEST(SenderSurvey, PairsAreThoseOfTheSurvey) {
  const auto graph = graph::regular(60, 4, random::Seed{2});
  const FirstSender first(graph, std::vector<Node>{0, 10, 20, 30});
  const auto one = survey_all(first, {.epsilon = 0.2}, {.jobs = 1}),
             two = survey_all(first, {.epsilon = 0.2}, {.jobs = 2});
  std::vector<std::pair<linalg::Index, linalg::Index>> pairs;
  for (linalg::Index i = 0; i < first.part().size(); ++i) {
    EXPECT_EQ(one.nodes[i].delta.upper, two.nodes[i].delta.upper);
    EXPECT_EQ(one.nodes[i].against, two.nodes[i].against);
    pairs.emplace_back(i, one.nodes[i].against);
  }
  const auto found = survey_pairs(first, pairs, {.epsilon = 0.2}, {.jobs = 2});
  ASSERT_EQ(found.size(), pairs.size());
  for (linalg::Index i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].source, i);
    EXPECT_EQ(found[i].delta.estimate, one.nodes[i].delta.estimate);
    EXPECT_EQ(found[i].own.estimate, one.nodes[i].own.estimate);
  }
}

TEST(FirstSender, RefusesWhatHasNoSource) {
  const Graph graph = testing::path(3);
  EXPECT_THROW(FirstSender(graph, std::vector<Node>{0, 1, 2}), Error);
  EXPECT_THROW(FirstSender(graph, std::vector<Node>{3}), Error);
  const FirstSender first(graph, std::vector<Node>{0});
  const auto laws = all_laws(first);
  EXPECT_THROW((void)sender_delta(first.part(), laws[0], laws[1], -1.0), Error);
  EXPECT_THROW((void)sender_epsilon(first.part(), laws[0], laws[1], 1.0), Error);
}

}  // namespace
}  // namespace hearsay::accounting
