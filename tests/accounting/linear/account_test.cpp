// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/account.hpp>

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/accounting/linear/naive.hpp"

namespace hearsay::accounting {
namespace {

using exact::Rational;
using Rows = std::vector<std::vector<int>>;

linalg::FractionMatrix matrix(const Rows& rows, std::size_t columns, int denominator = 1) {
  linalg::FractionMatrix result{.columns = columns, .rows = {}};
  for (const auto& row : rows) {
    auto& entries = result.rows.emplace_back();
    for (std::size_t j = 0; j < row.size(); ++j) {
      if (row[j] != 0) entries.push_back({static_cast<graph::Node>(j), Rational(row[j], denominator)});
    }
  }
  return result;
}

/// A and B, columns of A, columns of B, rounds.
LinearModel given(const Rows& a, std::size_t inputs, const Rows& b, std::size_t noises, std::size_t rounds = 1) {
  return GivenMatrices{.signal = matrix(a, inputs), .noise = matrix(b, noises), .rounds = rounds};
}

LinearModel protocol(const std::string& rest) {
  return parse_protocol("test", R"({"format": "hearsay-protocol-1", )" + rest + "}", ".");
}

std::string text_of(const SubjectLoss& found) {
  return !found.loss.is_private ? "infinite" : found.loss.exact ? exact::to_string(*found.loss.exact) : "not exact";
}

/// The loss in fractions; the other road must agree.
std::string loss_of(const LinearModel& model, const Subject& subject, const std::string& participation = "every") {
  const LinearQuestion question{
      .subjects = {subject}, .participation = parse_participation("test", participation), .road = LinearRoad::exact};
  const auto exact = linear_account(model, question);
  auto other = question;
  other.road = LinearRoad::dense;
  const auto dense = linear_account(model, other);
  EXPECT_EQ(dense.rank, exact.rank);
  EXPECT_EQ(dense.losses[0].loss.is_private, exact.losses[0].loss.is_private);
  if (exact.losses[0].loss.is_private) {
    EXPECT_NEAR(dense.losses[0].loss.loss.upper, exact.losses[0].loss.loss.upper,
                1e-9 * (1.0 + exact.losses[0].loss.loss.upper));
    EXPECT_LE(dense.losses[0].loss.loss.lower, exact.losses[0].loss.loss.upper * (1.0 + 1e-15));
  }
  return text_of(exact.losses[0]);
}

std::string loss_of(const LinearModel& model, graph::Node target, const std::string& participation = "every") {
  return loss_of(model, node_subject(target), participation);
}

TEST(LinearAccount, OneMessageIsTheGaussianMechanism) { EXPECT_EQ(loss_of(given({{1}}, 1, {{3}}, 1), 0), "1/9"); }

TEST(LinearAccount, DegenerateViews) {
  EXPECT_EQ(loss_of(given({}, 2, {}, 0), 0), "0");                                // nothing is seen
  EXPECT_EQ(loss_of(given({{0}}, 1, {{1}}, 1), 0), "0");                          // b = 0
  EXPECT_EQ(loss_of(given({{1}}, 1, {{0}}, 1), 0), "infinite");                   // B = 0
  EXPECT_EQ(loss_of(given({{1}}, 1, {{}}, 0), 0), "infinite");                    // no noise at all
  EXPECT_EQ(loss_of(given({{0}}, 1, {{0}}, 1), 0), "0");                          // B = 0 and b = 0
  EXPECT_EQ(loss_of(given({{1}, {2}}, 1, {{1}, {2}}, 1), 0), "1");                // a row that is twice the other
  EXPECT_EQ(loss_of(given({{1}, {1}}, 1, {{0, 2, 0}, {0, 2, 0}}, 3), 0), "1/4");  // columns of zeros
}

TEST(LinearAccount, IndependentCopiesAddUp) {
  EXPECT_EQ(loss_of(given({{1}, {1}}, 1, {{1, 0}, {0, 2}}, 2), 0), "5/4");  // 1 + 1/4
}

TEST(LinearAccount, NoiseThatCancelsHidesNothing) {
  EXPECT_EQ(loss_of(given({{1}, {1}}, 1, {{1}, {-1}}, 1), 0), "infinite");  // the sum of the rows is 2 x
}

// B = (1, 1)^T: the sum of both inputs' changes is hidden by the one noise, either alone is not.
TEST(LinearAccount, ADirectionMayBePrivateThoughItsNodesAreNot) {
  const auto model = given({{1, 0}, {0, 1}}, 2, {{1}, {1}}, 1);
  EXPECT_EQ(loss_of(model, 0), "infinite");
  EXPECT_EQ(loss_of(model, 1), "infinite");
  EXPECT_EQ(loss_of(model, direction_subject({{0, 1}, {1, 1}})), "1");
  EXPECT_EQ(loss_of(model, direction_subject({{0, 1}, {1, -1}})), "infinite");
  EXPECT_EQ(loss_of(model, direction_subject({{0, Rational(1, 2)}, {1, Rational(1, 2)}})), "1/4");
}

// S = [[2, 1], [1, 2]], S^-1 = [[2, -1], [-1, 2]] / 3.
TEST(LinearAccount, CorrelatedNoiseFavorsOneSign) {
  const Rows b = {{1, 1, 0}, {0, 1, 1}};
  const auto nodes = given({{1, 0}, {0, 1}}, 2, b, 3);
  EXPECT_EQ(loss_of(nodes, 0), "2/3");
  EXPECT_EQ(loss_of(nodes, group_subject({0, 1})), "2");
  EXPECT_EQ(loss_of(nodes, direction_subject({{0, 1}, {1, 1}})), "2/3");
  const auto rounds = given({{1, 0}, {0, 1}}, 2, b, 3, 2);
  EXPECT_EQ(loss_of(rounds, 0, "every"), "2");
  for (const auto* one : {"once", "period:2", "at-most:1:1", "at-most:2:2"})
    EXPECT_EQ(loss_of(rounds, 0, one), "2/3") << one;
  EXPECT_EQ(loss_of(rounds, 0, "at-most:2:1"), "2");
}

constexpr const char* path_of_three =
    R"("nodes": 3, "rounds": [{"mix": {"edges": [[0, 1], [1, 2]], "weights": "metropolis"}, "steps": 2}],
  "noise": [{"kind": "node", "sigma": "1"}], "view": {"observers": [0], "sees": "messages", "knows": )";

// Node 0 is sent z_1 and the mean of all three: subtracting leaves z_0 + z_2.
TEST(LinearAccount, MuffliatoOnAPath) {
  EXPECT_EQ(loss_of(protocol(std::string(path_of_three) + "\"none\"}"), 2), "1/2");
  EXPECT_EQ(loss_of(protocol(std::string(path_of_three) + "\"own\"}"), 2), "1");
}

// Round 0 sends z_1, round 1 sends (z_1 + z_2)/3 + z_1': what is new is z_2 / 3 + z_1', (1/9) / (1/9 + 1).
TEST(LinearAccount, FreshNoiseEveryRound) {
  const auto model = protocol(
      R"("nodes": 3, "rounds": {"repeat": 2, "round": {"mix": {"edges": [[0, 1], [1, 2]], "weights": "metropolis"}}},
    "noise": [{"kind": "node", "sigma": "1"}], "view": {"observers": [0], "sees": "messages", "knows": "own"})");
  EXPECT_EQ(loss_of(model, 2), "1/10");
}

std::string pair_of_nodes(const std::string& noise, const std::string& view, const std::string& round = "") {
  return R"("nodes": 2, "rounds": [{"mix": {"edges": [[0, 1]], "weights": "average"})" + round + R"(}], "noise": [)" +
         noise + R"(], "view": )" + view;
}
const std::string node_noise = R"({"kind": "node", "sigma": "1"})";
const std::string eavesdropper = R"({"observers": [], "sees": "all", "knows": "none"})";

TEST(LinearAccount, LinkNoiseAddsToTheNodes) {
  const auto view = R"({"observers": [0], "sees": "messages", "knows": "own"})";
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(node_noise + R"(, {"kind": "link", "sigma": "1/2"})", view)), 1),
            "4/5");  // 1 / (1 + 1/4)
}

// +2z and -2z: the sum is noiseless; the change (1, -1) is hidden by z = 1/2.
TEST(LinearAccount, PairwiseNoiseAloneHidesDifferencesOnly) {
  const auto model = protocol(pair_of_nodes(R"({"kind": "pair", "sigma": 2, "pairs": [[0, 1]]})", eavesdropper));
  EXPECT_EQ(loss_of(model, 0), "infinite");
  EXPECT_EQ(loss_of(model, direction_subject({{0, 1}, {1, -1}})), "1/4");
}

TEST(LinearAccount, APairwiseNoiseIsKnownToBothEnds) {
  const auto noise = node_noise + R"(, {"kind": "pair", "sigma": "5", "pairs": [[1, 0]]})";
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(noise, R"({"observers": [0], "sees": "all", "knows": "own"})")), 1), "1");
}

TEST(LinearAccount, CopiesWithNoise) {
  const auto view = R"({"observers": [1], "sees": "messages", "knows": "own"})";
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(R"({"kind": "message", "sigma": 3})", view)), 0), "1/9");
  // Two copies, one for itself, less their mean: variance 1 - 1/2.
  EXPECT_EQ(
      loss_of(protocol(pair_of_nodes(R"({"kind": "message", "sigma": 1, "zero_sum": true, "self": true})", view)), 0),
      "2");
  // One copy less its own mean is no noise.
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(R"({"kind": "message", "sigma": 1, "zero_sum": true})", view)), 0),
            "infinite");
}

// Both end at the mean of both: (1/2)^2 / (1/2).
TEST(LinearAccount, FinalValuesAreSeenOnceEach) {
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(node_noise, R"({"observers": [], "sees": "final", "knows": "none"})")), 0),
            "1/2");
}

// Node 0 sees its own state before and after: the difference is node 1's noisy value.
TEST(LinearAccount, OwnStatesTellTheOther) {
  const auto model = protocol(
      pair_of_nodes(node_noise, R"({"observers": [0], "sees": "states", "knows": "none"})", R"(, "steps": 2)"));
  EXPECT_EQ(loss_of(model, 1), "1");
}

TEST(LinearAccount, StepsThatAreNotSeenTellNothing) {
  const auto model = protocol(
      pair_of_nodes(node_noise, R"({"observers": [0], "sees": "states", "knows": "none", "steps_seen": "first"})",
                    R"(, "steps": 2)"));
  EXPECT_EQ(loss_of(model, 1), "0");
}

// y_1 = x_0 + z_0, y_2 = x_0 + x_1 + z_1: M = [[2, 1], [1, 1]].
TEST(LinearAccount, TemporalNoiseThatTelescopes) {
  const auto model = protocol(R"("nodes": 1, "rounds": {"repeat": 2, "round": {"mix": {"matrix": [[1]]}}},
    "noise": [{"kind": "temporal", "matrix": [[1, 0], [-1, 1]]}], "view": )" +
                              eavesdropper);
  EXPECT_EQ(loss_of(model, 0), "5");
  EXPECT_EQ(loss_of(model, 0, "once"), "2");
}

// theta doubles and is seen again: what is added in the second round has no noise of its own.
TEST(LinearAccount, FeedbackAddsNoNoise) {
  const auto model =
      protocol(R"("nodes": 1, "rounds": [{"mix": {"matrix": [[1]]}}, {"mix": {"matrix": [[1]]}, "feedback": [[1]]}],
    "noise": [{"kind": "node", "sigma": 1, "at": "first"}], "view": )" +
               eavesdropper);
  EXPECT_EQ(loss_of(model, 0), "infinite");
}

// L = [[1, 1], [0, 1]]; node 0 knows the first column. What is left is (1, 1) and node 1's own (0, 1/2): e_1 = 2 (0,
// 1/2).
TEST(LinearAccount, AnyCovarianceWithKnowersAColumn) {
  const std::string noise = R"({"kind": "matrix", "matrix": [[1, 1], [0, 1]], "known_by": [[0], [1]]})";
  const auto view = R"({"observers": [0], "sees": "all", "knows": "own"})";
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(noise, view)), 1), "infinite");
  EXPECT_EQ(loss_of(protocol(pair_of_nodes(noise + R"(, {"kind": "node", "sigma": "1/2", "nodes": [1]})", view)), 1),
            "4");
}

// In the sum of three leaves each faces three noises.
TEST(LinearAccount, ASumHidesEachInTheOthers) {
  const auto model =
      protocol(R"("nodes": 4, "rounds": [{"mix": {"edges": [[0, 1], [0, 2], [0, 3]], "weights": "metropolis"}}],
    "noise": [{"kind": "node", "sigma": "1"}], "view": {"observers": [0], "sees": "sum", "knows": "own"})");
  EXPECT_EQ(loss_of(model, 1), "1/3");
  EXPECT_EQ(loss_of(model, group_subject({1, 2})), "4/3");
  EXPECT_EQ(loss_of(model, direction_subject({{1, 1}, {2, -1}})), "0");
}

// Random protocols: every node's loss by the definition, in fractions; and doubles agree.
TEST(LinearAccount, RandomProtocolsHaveTheLossOfTheirDefinition) {
  testing::RandomProtocols random(3);
  int finite = 0, infinite = 0;
  for (int i = 0; i < 250; ++i) {
    const auto protocol = random.next();
    const testing::Naive naive(protocol);
    const auto a = naive.signal(), b = naive.noise();
    LinearQuestion question{.subjects = {}, .road = LinearRoad::exact, .execution = {.jobs = 1}};
    std::vector<std::optional<testing::Matrix>> expected;
    for (graph::Node u = 0; u < protocol.nodes; ++u) {
      if (std::ranges::count(protocol.view.observers, u) > 0) continue;
      question.subjects.push_back(node_subject(u));
      testing::Matrix columns;
      for (std::size_t t = 0; t < protocol.injections(); ++t)
        columns.push_back(testing::column_of(a, t * protocol.nodes + u));
      expected.push_back(testing::loss_matrix(b, columns));
    }
    const auto exact = linear_account(protocol, question);
    question.road = LinearRoad::dense;
    const auto dense = linear_account(protocol, question);
    for (std::size_t k = 0; k < expected.size(); ++k) {
      const auto& found = exact.losses[k].loss;
      ASSERT_EQ(found.is_private, expected[k].has_value()) << "protocol " << i;
      EXPECT_EQ(dense.losses[k].loss.is_private, found.is_private) << "protocol " << i;
      (found.is_private ? finite : infinite) += 1;
      if (!found.is_private) continue;
      EXPECT_EQ(*found.exact, props::oracle::boolean_maximum(*expected[k])) << "protocol " << i;
      const auto& rounded = dense.losses[k].loss.loss;
      const double truth = exact::to_double(*found.exact);
      if (!std::isfinite(rounded.upper)) continue;  // said to be too nearly dependent
      EXPECT_NEAR(rounded.upper, truth, 1e-7 * (1.0 + truth)) << "protocol " << i;
      EXPECT_LE(rounded.lower, truth * (1.0 + 1e-14)) << "protocol " << i;
      EXPECT_GE(rounded.upper, truth * (1.0 - 1e-14)) << "protocol " << i;
    }
  }
  EXPECT_GT(finite, 50);
  EXPECT_GT(infinite, 50);
}

// Both programs of the loss: B z = A d with |z|^2 = loss, and (w^T A d)^2 / |B^T w|^2 = loss; or B^T w = 0, w^T A d
// = 1.
TEST(LinearAccount, WitnessesProveTheLossFromBothSides) {
  testing::RandomProtocols random(4);
  int finite = 0, infinite = 0;
  for (int i = 0; i < 150; ++i) {
    const auto protocol = random.next();
    if (protocol.view.observers.size() == protocol.nodes) continue;
    graph::Node target = 0;
    while (std::ranges::count(protocol.view.observers, target) > 0) ++target;
    const auto account =
        linear_account(protocol, {.subjects = {node_subject(target)}, .witness = true, .execution = {.jobs = 1}});
    const auto system = linear_system<Rational>(protocol);
    const auto& found = account.losses[0];
    ASSERT_TRUE(found.witness);
    const auto full = [](const LinearWitness::Vector& entries, std::size_t size) {
      std::vector<Rational> vector(size, Rational(0));
      for (const auto& [place, value] : entries) vector[place] = value;
      return vector;
    };
    const auto change = full(found.witness->change, system.inputs());
    const auto signal = run<Rational>(system, {.inputs = change, .noises = {}}, 1);
    const auto test = full(found.witness->test, system.rows.size());
    const auto image = run_adjoint(system, test, 1).noises;
    if (!found.loss.is_private) {
      EXPECT_EQ(dot(image, image), 0);
      EXPECT_EQ(dot(test, signal), 1);
      ++infinite;
      continue;
    }
    const auto noise = full(found.witness->noise, system.noises.size());
    EXPECT_EQ(run<Rational>(system, {.inputs = {}, .noises = noise}, 1), signal);
    EXPECT_EQ(dot(noise, noise), *found.loss.exact);
    EXPECT_EQ(dot(test, signal) * dot(test, signal), *found.loss.exact * dot(image, image));
    ++finite;
  }
  EXPECT_GT(finite, 30);
  EXPECT_GT(infinite, 10);
}

TEST(LinearAccount, ConjugateGradientsEncloseTheExactLoss) {
  const auto model = protocol(
      R"("nodes": 4, "rounds": {"repeat": 5, "round": {"mix": {"edges": [[0, 1], [1, 2], [2, 3]], "weights": "metropolis"}}},
    "noise": [{"kind": "node", "sigma": "1"}], "view": {"observers": [0], "sees": "messages", "knows": "own"})");
  LinearQuestion question{.subjects = {node_subject(1), node_subject(3)}, .road = LinearRoad::exact};
  const auto exact = linear_account(model, question);
  question.road = LinearRoad::conjugate;
  const auto found = linear_account(model, question);
  EXPECT_EQ(found.rank, exact.rank);
  for (std::size_t i = 0; i < 2; ++i) {
    const double truth = exact::to_double(*exact.losses[i].loss.exact);
    EXPECT_EQ(found.losses[i].loss.certified, Certified::interval);
    EXPECT_LE(found.losses[i].loss.loss.lower, truth);
    EXPECT_GE(found.losses[i].loss.loss.upper, truth);
    EXPECT_NEAR(found.losses[i].loss.loss.lower, found.losses[i].loss.loss.upper, 1e-9 * truth);
  }
}

TEST(LinearAccount, ReconstructionNeedsNoNoise) {
  const auto none = protocol(std::string(path_of_three) + "\"own\"}");
  LinearQuestion question{.subjects = {node_subject(2)}, .reconstruct = true, .road = LinearRoad::exact};
  EXPECT_EQ(linear_account(none, question).reconstructible, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(linear_account(none, question).reconstructible_proved);
  question.road = LinearRoad::dense;
  EXPECT_EQ(linear_account(none, question).reconstructible, (std::vector<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace hearsay::accounting
