// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hearsay/accounting/linear/scaled.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::accounting {
namespace {

Protocol parsed_protocol(const std::string& text) { return parse_protocol("test", text, "."); }

/// Every node of a ring of eight hears both neighbors; noise of nodes and of pairs, four rounds.
Protocol ring_of_eight(const std::string& more = "") {
  return parsed_protocol(R"({"format": "hearsay-protocol-1", "nodes": 8,
    "rounds": {"repeat": 4, "round": {"mix": {"edges": [[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[0,7]],
      "weights": "metropolis"}, "steps": 1}},
    "noise": [{"kind": "node", "sigma": "1"},
      {"kind": "pair", "sigma": "2", "pairs": [[0,1],[1,2],[2,3],[3,4],[4,5],[5,6],[6,7],[0,7]]})" +
                         more + R"(], "view": {"observers": [0], "sees": "messages", "knows": "own"}})");
}

std::vector<LinearAudience> two_audiences(const Protocol& protocol, Contributions contributions) {
  std::vector<LinearAudience> audiences;
  for (const graph::Node v : {0u, 3u}) {
    auto& audience = audiences.emplace_back(LinearAudience{.observers = {v}, .question = {}});
    audience.question.contributions = contributions;
    for (graph::Node u = 0; u < protocol.nodes; ++u)
      if (u != v) audience.question.subjects.push_back(node_subject(u));
  }
  return audiences;
}

NoiseFactors factors_of(const std::vector<double>& values) {
  NoiseFactors factors;
  for (const double x : values) factors.push_back(exact::decimal_fraction(x));
  return factors;
}

const std::vector<std::vector<double>> noise_settings{{1, 1},   {0.5, 2}, {3, 0.25},  {1, 0},     {2, 1},
                                                      {0.1, 1}, {1, 10},  {1, 0.001}, {0.125, 8}, {1.5, 1.5}};

// linear_account builds the scaled protocol anew and computes every loss, mostly in fractions.
TEST(ScaledLosses, AreThoseOfTheScaledProtocol) {
  for (const auto contributions : {Contributions::vectors, Contributions::numbers}) {
    const auto protocol = ring_of_eight();
    const auto audiences = two_audiences(protocol, contributions);
    ScaledLosses losses(protocol, audiences, {});
    for (const auto& setting : noise_settings) {
      const auto factors = factors_of(setting);
      const double expected = largest_loss(scaled(protocol, factors), audiences).upper;
      EXPECT_NEAR(losses.largest(factors).upper, expected, 1e-9 * expected) << setting[0] << " " << setting[1];
      ScaledLosses fresh(protocol, audiences, {});
      EXPECT_NEAR(fresh.largest(factors).upper, expected, 1e-9 * expected) << "without anything known";
    }
  }
}

TEST(ScaledLosses, AreAllowedWhereTheLargestIs) {
  const auto protocol = ring_of_eight();
  const auto audiences = two_audiences(protocol, Contributions::vectors);
  ScaledLosses losses(protocol, audiences, {});
  for (const auto& setting : noise_settings) {
    const auto factors = factors_of(setting);
    const double largest = largest_loss(scaled(protocol, factors), audiences).upper;
    for (const double share : {0.5, 0.999, 1.001, 2.0})
      EXPECT_EQ(losses.allowed(factors, share * largest), share > 1.0) << setting[0] << " " << setting[1];
  }
}

TEST(ScaledLosses, ScaleEveryKindOfNoise) {
  const auto protocol = ring_of_eight(R"(, {"kind": "message", "sigma": "1/2", "zero_sum": true},
    {"kind": "link", "sigma": "1/3"},
    {"kind": "temporal", "matrix": [[1, 0, 0, 0], ["1/2", 1, 0, 0], [0, "1/2", 1, 0], [0, 0, "1/2", 1]]})");
  const auto audiences = two_audiences(protocol, Contributions::vectors);
  ScaledLosses losses(protocol, audiences, {});
  for (std::size_t k = 0; k < protocol.noise.size(); ++k) {
    for (const double factor : {0.0, 0.25, 4.0}) {
      std::vector<double> setting(protocol.noise.size(), 1.0);
      setting[k] = factor;
      const auto factors = factors_of(setting);
      const double expected = largest_loss(scaled(protocol, factors), audiences).upper;
      EXPECT_NEAR(losses.largest(factors).upper, expected, 1e-9 * expected) << k << " " << factor;
    }
  }
}

// All of two steps without fresh noise: 16 rows, and 8 + 1 noises.
TEST(ScaledLosses, OfDependentRowsAreThoseOfIndependentOnes) {
  auto protocol = ring_of_eight();
  protocol.rounds.resize(1);
  protocol.rounds.front().steps = 2;
  protocol.view = {.observers = {}, .sees = ProtocolView::Sees::all};
  std::vector<LinearAudience> audiences{{.observers = {}, .question = {}}};
  for (graph::Node u = 0; u < protocol.nodes; ++u) audiences.front().question.subjects.push_back(node_subject(u));
  ScaledLosses losses(protocol, audiences, {});
  for (const auto& setting : noise_settings) {
    if (setting[1] == 0.0) continue;
    const auto factors = factors_of(setting);
    const double expected = largest_loss(scaled(protocol, factors), audiences).upper;
    EXPECT_NEAR(losses.largest(factors).upper, expected, 1e-7 * expected) << setting[0] << " " << setting[1];
  }
}

TEST(ScaledLosses, TestsBoundTheLossAtAllFactorsAndReachItAtTheirOwn) {
  const auto protocol = ring_of_eight();
  const auto audiences = two_audiences(protocol, Contributions::numbers);
  ScaledLosses losses(protocol, audiences, {});
  const auto shown = [](const NoiseTest& test, const std::vector<double>& setting) {
    return test.shown / (setting[0] * setting[0] * test.variances[0] + setting[1] * setting[1] * test.variances[1]);
  };
  for (const auto& own : {noise_settings[0], noise_settings[1], noise_settings[2]}) {
    const auto tests = losses.tests(factors_of(own));
    ASSERT_FALSE(tests.empty());
    double best = 0.0;
    for (const auto& test : tests) best = std::max(best, shown(test, own));
    const double largest = losses.largest(factors_of(own)).upper;
    EXPECT_NEAR(best, largest, 1e-9 * largest);
    for (const auto& setting : noise_settings) {
      const double bound = losses.largest(factors_of(setting)).upper * (1.0 + 1e-12);
      for (const auto& test : tests) EXPECT_LE(shown(test, setting), bound);
    }
  }
}

TEST(ScaledLosses, TellHowFarTheyAreAndEndWhenAsked) {
  const auto protocol = ring_of_eight();
  std::size_t told = 0, last = 0, all = 1;
  ScaledLosses losses(protocol, two_audiences(protocol, Contributions::vectors),
                      {.progress = [&](std::size_t done, std::size_t total, std::string_view) {
                        ++told;
                        EXPECT_GE(done, last);
                        last = done;
                        all = total;
                      }});
  for (const auto& setting : noise_settings) (void)losses.largest(factors_of(setting));
  EXPECT_EQ(told, noise_settings.size());
  EXPECT_LT(last, all);
  losses.finish();
  EXPECT_EQ(last, all);
  ScaledLosses stopped(protocol, two_audiences(protocol, Contributions::vectors), {.stop = [] { return true; }});
  EXPECT_THROW((void)stopped.largest(factors_of({1, 1})), Interrupted);
}

TEST(LargestVectorsLoss, IsTheUpperEndOfAllThatIsComputed) {
  LossMatrix matrix{
      .rounds = 4, .values = Eigen::MatrixXd::Random(4, 4), .exact = {}, .doubt = Eigen::VectorXd::Constant(4, 1e-9)};
  matrix.values = (matrix.values * matrix.values.transpose()).eval();
  for (const std::string participation : {"every", "once", "period:2", "at-most:2:2"}) {
    const auto asked = parse_participation("test", participation);
    EXPECT_EQ(largest_vectors_loss(matrix, asked).upper, largest_loss(matrix, asked).vectors.upper) << participation;
  }
}

}  // namespace
}  // namespace hearsay::accounting
