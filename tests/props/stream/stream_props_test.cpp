// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/graph/generators.hpp>
#include <hearsay/run/runner.hpp>

#include "empirical/checks.hpp"
#include "props/checks.hpp"
#include "props/oracle/rational_stream.hpp"

namespace hearsay::props {
namespace {

using oracle::Rational;

TEST(StreamClaims, AllComeOutAsExpected) {
  run::Registry registry;
  register_checks(registry);
  empirical::register_checks(registry);
  const std::array<std::string, 2> patterns{"stream.*", "muffliato.thm6*"};
  const auto rows = run::verify(claims::select(patterns), registry, {.effort = run::Effort::quick});
  for (const auto& row : rows) {
    EXPECT_TRUE(row.as_expected()) << row.claim->id << ": " << to_string(row.finding.verdict) << ", "
                                   << row.finding.note
                                   << (row.finding.witness
                                           ? row.finding.witness->instance.dump() + " claimed " +
                                                 row.finding.witness->claimed + " actual " + row.finding.witness->actual
                                           : "");
    EXPECT_GT(row.finding.instances, 0u) << row.claim->id;
  }
}

// Worked by hand in docs/maths/streams.md, section 6.
TEST(StreamOracle, RatesOfThePetersenGraph) {
  const auto petersen = graph::petersen();
  const auto w = oracle::rational_matrix(petersen);
  std::vector<graph::Node> closed{0};
  for (const auto v : petersen.neighbours(0)) closed.push_back(v);
  graph::Node far = 0;
  while (std::ranges::find(closed, far) != closed.end()) ++far;
  EXPECT_EQ(oracle::constant_rate(w, closed, far), Rational(4, 27));
  EXPECT_EQ(oracle::constant_rate(w, closed, closed[1]), Rational(19, 27));
  EXPECT_EQ(oracle::constant_rate(w, closed, 0), Rational(1));
  EXPECT_EQ(oracle::constant_rate_own_noise(w, closed, far), Rational(1, 2));
}

TEST(StreamOracle, SecondRoundOfTheThreePath) {
  const auto w = oracle::rational_matrix(graph::path(3));
  EXPECT_EQ(oracle::boolean_maximum(oracle::stream_loss_matrix(w, {{1}, {}, 1}, 2, 2)), Rational(1, 11));
  EXPECT_EQ(oracle::boolean_maximum(oracle::stream_loss_matrix(w, {{1}, {0}, 1}, 2, 2)), Rational(1, 10));
}

// K2 with W = J and an alternating stream: what is seen is -s/2 + noise of density 5/8, see docs/maths/streams.md,
// section 5.
TEST(StreamOracle, AlternatingStreamOnTwoNodes) {
  const std::array<int, 2> period{1, -1};
  const auto rate = oracle::periodic_rate(oracle::rational_matrix(graph::path(2)), 0, 1, period, false);
  EXPECT_EQ(rate.transient, Rational(2, 5));
  EXPECT_EQ(rate.earlier, Rational(0));
}

// The numbers of docs/maths/streams.md, section 5, by 120 rounds of the definition in another program.
TEST(StreamOracle, TheTransientPartOfAPathGrowsWithAndWithoutTheNewestRound) {
  const std::array<int, 10> period{1, 1, 1, 1, 1, -1, -1, -1, -1, -1};
  const auto rate = oracle::periodic_rate(oracle::rational_matrix(graph::path(3)), 0, 2, period, false);
  EXPECT_NEAR(oracle::to_double(rate.transient), 0.1879, 1e-3);
  EXPECT_NEAR(oracle::to_double(rate.earlier), 0.1224, 1e-3);
}

// What the catalogue tells the reader about the smallest counterexamples.
TEST(StreamClaims, WitnessesAreThoseOfTheCatalogue) {
  run::Registry registry;
  register_checks(registry);
  const auto quick = [&](std::string_view id) {
    return (*registry.find(id))({.claim = id, .effort = run::Effort::quick, .seed = {1}});
  };
  const auto g2 = quick("stream.lemmaG2"), thm13 = quick("stream.thm13"), f = quick("stream.appendixF.everywhere"),
             adaptive = quick("stream.adaptive");
  EXPECT_EQ(g2.witness->instance["graph"], "0-1 1-2");
  EXPECT_EQ(g2.witness->actual, "4/43 per round; with the newest round's term 16/387");
  EXPECT_EQ(thm13.witness->instance["stream"], "square wave +-1 of half-period 9");
  EXPECT_EQ(thm13.witness->certificate, run::Certificate::exact);
  EXPECT_EQ(f.witness->instance["rounds"], 3);
  EXPECT_EQ(adaptive.witness->claimed, "38/129");
  EXPECT_EQ(adaptive.witness->actual, "41/127");
}

}  // namespace
}  // namespace hearsay::props
