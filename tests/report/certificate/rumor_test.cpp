// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/rumor.hpp>

#include <gtest/gtest.h>

#include <hearsay/exact/fraction.hpp>
#include "tests/error_message.hpp"

namespace hearsay::report {
namespace {

using exact::Rational;

/// Nodes 0 and 1 are honest, node 2 is curious, and whoever has told the rumor is silent: it walks. A walk at node 0
/// goes to 0, 1 or 2 with 1/3 each, so that the first message seen is of node 0 with a = (a + b + 1)/3 from 0 and b =
/// (a + b)/3 from 1: 2/3 and 1/3. What follows does not depend on the source.
const RumorInstance walking = {.nodes = 3, .curious = 1, .muting = 0};

Certificate rumor_certificate() { return {.kind = "rumor", .quantity = "any"}; }

TEST(RumorProofs, AnEventGainsWhatOneSourceMakesItLikelier) {
  auto certificate = rumor_certificate();
  prove_rumor_event(certificate, walking, 1, {"0>2"});
  EXPECT_EQ(certificate.proves.lower, "1/3");
  EXPECT_EQ(certificate.proves.upper, "");
  EXPECT_EQ(certificate.evidence.dump(), R"({"event":["0>2"]})");
  prove_rumor_event(certificate, walking, Rational(3, 2), {"0>2"});
  EXPECT_EQ(certificate.proves.lower, "1/6");
  EXPECT_EQ(certificate.instance.at("e_epsilon"), "3/2");
  prove_rumor_event(certificate, walking, 1, {"0>2", "1>2"});
  EXPECT_EQ(certificate.proves.lower, "0");
}

TEST(RumorProofs, DeltaIsProvedFromBothSides) {
  auto certificate = rumor_certificate();
  prove_rumor_delta(certificate, walking, 1, 10);
  EXPECT_EQ(certificate.proves.lower, "1/3");
  EXPECT_EQ(certificate.proves.upper, "1/3");
  auto private_at_two = rumor_certificate();
  prove_rumor_delta(private_at_two, walking, 2, 10);
  EXPECT_EQ(private_at_two.proves.upper, "0");
  EXPECT_FALSE(private_at_two.evidence.contains("event")) << "nothing is likelier than twice";
}

TEST(RumorProofs, OddsAreOfTheOtherSources) {
  auto certificate = rumor_certificate();
  prove_rumor_odds(certificate, walking, "0>2", 0);
  EXPECT_EQ(certificate.proves.upper, "1/2");
  prove_rumor_odds(certificate, walking, "0>2", 1);
  EXPECT_EQ(certificate.proves.upper, "2");
}

TEST(RumorProofs, UncertaintyIsTheLeastOdds) {
  auto certificate = rumor_certificate();
  prove_rumor_uncertainty(certificate, walking, 10);
  EXPECT_EQ(certificate.proves.lower, "1/2");
  EXPECT_EQ(certificate.proves.upper, "1/2");
  EXPECT_EQ(certificate.evidence.at("floor"), "1/2");
}

TEST(RumorProofs, TheFirstWhoIsSeenIsTheLikeliestSource) {
  auto certificate = rumor_certificate();
  prove_rumor_map(certificate, walking, "1>2", {0, 1});
  EXPECT_EQ(certificate.proves.upper, "1");
  EXPECT_EQ(certificate.instance.at("suspects").dump(), "[0,1]");
  EXPECT_NE(tests::message_of([&] { prove_rumor_map(certificate, walking, "1>2", {0}); }).find("shows no suspect"),
            std::string::npos);
}

}  // namespace
}  // namespace hearsay::report
