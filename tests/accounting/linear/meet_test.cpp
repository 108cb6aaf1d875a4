// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

#include <hearsay/accounting/linear/meet.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/source_dir.hpp"

namespace hearsay::accounting {
namespace {

Protocol parsed(const std::string& text) { return parse_protocol("test", text, "."); }

LinearAudience audience(std::vector<graph::Node> observers, const std::vector<graph::Node>& targets) {
  LinearAudience result{.observers = std::move(observers), .question = {}};
  for (const auto u : targets) result.question.subjects.push_back(node_subject(u));
  return result;
}

Protocol with_sigmas(Protocol protocol, const std::vector<double>& factors) {
  for (std::size_t i = 0; i < factors.size(); ++i) protocol.noise[i].sigma *= exact::decimal_fraction(factors[i]);
  return protocol;
}

NoiseFactor factor_of(const Protocol& protocol, std::size_t kind, const std::vector<LinearAudience>& audiences,
                      double allowed) {
  ScaledLosses losses(protocol, audiences, {});
  return factor_of_kind(losses, kind, allowed);
}

std::optional<NoiseSplit> split_of(const Protocol& protocol, const std::vector<LinearAudience>& audiences,
                                   double allowed) {
  ScaledLosses losses(protocol, audiences, {});
  return least_split(losses, allowed);
}

/// One curious user of DECOR among three: whose pair noises with 0 are known, so that node noise must do.
Protocol decor() {
  return parsed(R"({"format": "hearsay-protocol-1", "nodes": 3,
    "rounds": [{"mix": {"edges": [[0, 1], [0, 2], [1, 2]], "weights": "metropolis"}}],
    "noise": [{"kind": "node", "sigma": "1"}, {"kind": "pair", "sigma": "1", "pairs": [[0, 1], [0, 2], [1, 2]]}],
    "view": {"observers": [0], "sees": "all", "knows": "own"}})");
}

// Node 4 gets x_0 - x_1, node 5 gets x_0 + x_1 + x_2 + x_3. With variances a of the nodes 0 to 3 and b of the pair (0,
// 1) the largest losses are 1/(2 a + 4 b) and 1/(4 a): at most L for a = 1/(4 L), b = 1/(8 L), at a total of 4 a + 2 b.
Protocol difference_and_sum() {
  return parsed(R"({"format": "hearsay-protocol-1", "nodes": 6,
    "rounds": [{"mix": {"matrix": [[1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0],
                                   [1, -1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0]]}}],
    "noise": [{"kind": "node", "sigma": "3", "nodes": [0, 1, 2, 3]}, {"kind": "pair", "sigma": "2", "pairs": [[0, 1]]}],
    "view": {"observers": [4], "sees": "sum", "knows": "own"}})");
}

TEST(CommonFactor, MeetsTheAllowedLossWithTheDigitsThatArePrinted) {
  const std::vector<LinearAudience> audiences{audience({0}, {1, 2}), audience({1}, {0, 2})};
  for (const double allowed : {0.01, 0.07, 0.5, 0.9, 3.0}) {
    const auto found = common_factor(decor(), audiences, allowed);
    ASSERT_TRUE(found.factor);
    EXPECT_LE(fmt::format("{}", *found.factor).size(), 7u) << "five digits";
    const double loss = largest_loss(with_sigmas(decor(), {*found.factor, *found.factor}), audiences).upper;
    EXPECT_LE(loss, allowed);
    EXPECT_GE(loss, allowed * (1.0 - 2e-4)) << "five digits are at most 1e-4 too many";
    EXPECT_NEAR(found.loss, loss, 1e-12 * loss);
  }
}

/// Three rounds that share one noise of the variance of each: numbers lose 11/4, vectors 3.
GivenMatrices shared_noise() {
  GivenMatrices given{.signal = {.columns = 3, .rows = {}}, .noise = {.columns = 4, .rows = {}}, .rounds = 3};
  for (graph::Node t = 0; t < 3; ++t) {
    given.signal.rows.push_back({{t, 1}});
    given.noise.rows.push_back({{t, 1}, {3, 1}});
  }
  return given;
}

TEST(CommonFactor, IsOfVectorsUnlessNumbersAreAskedFor) {
  std::vector<LinearAudience> audiences{audience({}, {0})};
  const LinearModel model = shared_noise();
  EXPECT_NEAR(largest_loss(model, audiences).upper, 3.0, 1e-6);
  EXPECT_NEAR(common_factor(model, audiences, 0.3).factor.value(), std::sqrt(3.0 / 0.3), 1e-3);
  audiences.front().question.contributions = Contributions::numbers;
  EXPECT_EQ(largest_loss(model, audiences).upper, 2.75);
  EXPECT_NEAR(common_factor(model, audiences, 0.3).factor.value(), std::sqrt(2.75 / 0.3), 1e-3);
}

TEST(FactorOfKind, MeetsTheAllowedLossAndLittleLessDoesNot) {
  const std::vector<LinearAudience> audiences{audience({0}, {1, 2})};
  for (const double allowed : {0.05, 0.25, 0.6}) {
    const auto found = factor_of(decor(), 0, audiences, allowed);
    ASSERT_TRUE(found.factor);
    EXPECT_LE(found.loss, allowed);
    EXPECT_EQ(largest_loss(with_sigmas(decor(), {*found.factor}), audiences).upper, found.loss);
    EXPECT_LE(fmt::format("{}", *found.factor).size(), 6u) << "four digits";
    EXPECT_GT(largest_loss(with_sigmas(decor(), {*found.factor * 0.997}), audiences).upper, allowed);
  }
}

// The gallery has node, temporal and message noise alone; here are the others.
TEST(FactorOfKind, OfTheOnlyNoiseIsTheCommonOne) {
  std::vector<Protocol> protocols;
  for (const auto& file : std::filesystem::directory_iterator(tests::source_dir() / "docs/examples/protocols"))
    protocols.push_back(read_protocol(file.path().string()));
  for (const std::string noise : {R"({"kind": "matrix", "matrix": [["1", "1/2"], [0, "3/4"], [0, "1/3"]]})",
                                  R"({"kind": "link", "sigma": "2"})"}) {
    protocols.push_back(parsed(R"({"format": "hearsay-protocol-1", "nodes": 3,
      "rounds": [{"mix": {"edges": [[0, 1], [0, 2], [1, 2]], "weights": "metropolis"}}],
      "noise": [)" + noise + R"(], "view": {"observers": [0], "sees": "messages", "knows": "own"}})"));
  }
  std::size_t compared = 0;
  for (const auto& protocol : protocols) {
    if (protocol.noise.size() != 1) continue;
    std::vector<graph::Node> targets;
    for (graph::Node u = 0; u < protocol.nodes; ++u)
      if (std::ranges::count(protocol.view.observers, u) == 0) targets.push_back(u);
    const std::vector<LinearAudience> audiences{audience(protocol.view.observers, targets)};
    const auto common = common_factor(protocol, audiences, 0.1), alone = factor_of(protocol, 0, audiences, 0.1);
    ASSERT_EQ(common.factor.has_value(), alone.factor.has_value()) << protocol.name;
    if (!common.factor) continue;
    EXPECT_GE(*alone.factor, *common.factor * (1.0 - 1e-12)) << protocol.name;
    EXPECT_LE(*alone.factor, *common.factor * 1.004) << protocol.name;
    ++compared;
  }
  EXPECT_GE(compared, 10u);
}

// Pair noise between 1 and 2 hides their difference only: their sum, a change of 1 in a variance of 2, stays.
TEST(FactorOfKind, SaysWhatStaysWhereNoFactorDoes) {
  const std::vector<LinearAudience> audiences{audience({0}, {1, 2})};
  const auto found = factor_of(decor(), 1, audiences, 0.25);
  EXPECT_FALSE(found.factor);
  EXPECT_NEAR(found.loss, 0.5, 1e-9);
  EXPECT_EQ(factor_of(decor(), 1, audiences, 2.0).factor, 0.0) << "node noise alone keeps 1";
}

TEST(LeastSplit, OfADifferenceAndASumByHand) {
  const std::vector<LinearAudience> audiences{audience({4}, {0, 1, 2, 3}), audience({5}, {0, 1, 2, 3})};
  for (const double allowed : {0.1, 0.5, 2.0}) {
    const auto found = split_of(difference_and_sum(), audiences, allowed);
    ASSERT_TRUE(found);
    EXPECT_NEAR(3.0 * found->node, std::sqrt(0.25 / allowed), 2e-3 / std::sqrt(allowed));
    EXPECT_NEAR(2.0 * found->pair, std::sqrt(0.125 / allowed), 2e-3 / std::sqrt(allowed));
    EXPECT_GE(found->variance, 1.25 / allowed * (1.0 - 1e-12));
    EXPECT_LE(found->variance, 1.25 / allowed * 1.003);
    EXPECT_NEAR(found->least, 1.25 / allowed, 1e-9 / allowed) << "the two tests are the two constraints";
    EXPECT_LE(largest_loss(with_sigmas(difference_and_sum(), {found->node, found->pair}), audiences).upper, allowed);
    EXPECT_DOUBLE_EQ(found->now, 4.0 * 9.0 + 2.0 * 4.0);
  }
}

TEST(LeastSplit, LeavesOutPairNoiseThatIsOnlyACost) {
  const std::vector<LinearAudience> audiences{audience({0}, {1, 2})};
  const auto found = split_of(decor(), audiences, 0.25).value_or(NoiseSplit{.pair = 1.0});
  EXPECT_EQ(found.pair, 0.0);
  EXPECT_NEAR(found.node, 2.0, 1e-12) << "1 / 0.25 is the variance";
  EXPECT_NEAR(found.variance, 12.0, 1e-9);
  EXPECT_NEAR(found.least, 12.0, 1e-4);
  EXPECT_LE(found.least, 12.0 + 1e-9);
}

TEST(LeastSplit, IsBelowEverySplitOfAGridAndAboveItsBound) {
  // A path of four that gossips twice; every node listens to the others.
  const auto path = parsed(R"({"format": "hearsay-protocol-1", "nodes": 4,
    "rounds": [{"mix": {"edges": [[0, 1], [1, 2], [2, 3]], "weights": "metropolis"}, "steps": 2}],
    "noise": [{"kind": "node", "sigma": "1"}, {"kind": "pair", "sigma": "1", "pairs": [[0, 1], [1, 2], [2, 3], [0, 3]]}],
    "view": {"observers": [0], "sees": "messages", "knows": "own"}})");
  std::vector<LinearAudience> audiences;
  for (graph::Node v = 0; v < 4; ++v) {
    std::vector<graph::Node> others;
    for (graph::Node u = 0; u < 4; ++u)
      if (u != v) others.push_back(u);
    audiences.push_back(audience({v}, others));
  }
  const auto found = split_of(path, audiences, 0.3);
  ASSERT_TRUE(found);
  EXPECT_GT(found->least, 0.9 * found->variance);
  EXPECT_LE(found->least, found->variance * (1.0 + 1e-9));
  for (const double pair : {0.125, 0.25, 0.5, 1.0, 2.0, 4.0}) {
    const auto loss = largest_loss(with_sigmas(path, {1.0, pair}), audiences).upper;
    EXPECT_LE(found->variance, loss / 0.3 * (4.0 + 8.0 * pair * pair) * 1.001) << pair;
  }
}

TEST(LeastSplit, AsksForBothNoisesAndNoOther) {
  auto protocol = decor();
  const std::vector<LinearAudience> audiences{audience({0}, {1, 2})};
  protocol.noise.pop_back();
  EXPECT_FALSE(split_of(protocol, audiences, 1.0));
  EXPECT_THROW((void)split_of(decor(), audiences, 0.0), Error);
  EXPECT_THROW((void)factor_of(decor(), 0, audiences, -1.0), Error);
}

}  // namespace
}  // namespace hearsay::accounting
