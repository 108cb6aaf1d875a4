// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/stream.hpp>

#include <gtest/gtest.h>

#include "tests/error_message.hpp"
#include "tests/graphs.hpp"

namespace hearsay::report {
namespace {

using exact::Rational;

/// Two nodes that take their mean after each round, m_t = m_{t-1} + (x_t + z_t + z'_t) / 2, where x and z are node 1's:
/// node 0 watches it, by its messages y_t = m_{t-1} + x_t + z_t or by its own states m_{t-1} + z'_t.
StreamInstance pair_stream(bool messages, bool own_noise = false) {
  StreamInstance instance{.graph = testing::path(2), .observers = {0}, .own_noise = own_noise, .messages = messages};
  instance.target = 1;
  return instance;
}

Certificate stream_certificate() { return {.kind = "stream", .quantity = "any"}; }

// y_1 = x_1 + z_1 and y_2 - y_1 / 2 = x_2 + z_2 + z'_1 / 2: contributions lose 1 and 1 / (5/4), of whatever signs; with
// z' known twice 1.
TEST(StreamProofs, LossOfMessages) {
  for (const bool known : {false, true}) {
    auto certificate = stream_certificate();
    prove_stream_loss(certificate, pair_stream(true, known), 2, true);
    EXPECT_EQ(certificate.proves.lower, known ? "2" : "9/5");
    EXPECT_EQ(certificate.proves.upper, known ? "2" : "9/5");
    EXPECT_EQ(certificate.instance.at("own_noise"), known);
    EXPECT_EQ(certificate.instance.at("rounds"), 2);
    EXPECT_EQ(certificate.evidence.at("upper").at("diagonal").dump(), known ? R"(["1","1"])" : R"(["1","4/5"])");
  }
}

// The first state shows nothing of node 1, the second x_1 / 2 + z_1 / 2 + z'_2 beside what the first explains: 1/4 over
// 5/4. The contribution of the last round is not seen any more.
TEST(StreamProofs, LossOfOwnStates) {
  auto certificate = stream_certificate();
  prove_constant_loss(certificate, pair_stream(false), 2);
  EXPECT_EQ(certificate.proves.lower, "1/5");
  EXPECT_EQ(certificate.proves.upper, "1/5");
  EXPECT_EQ(certificate.instance.at("view"), "states");
  prove_constant_loss(certificate, pair_stream(false, true), 2);
  EXPECT_EQ(certificate.proves.lower, "1") << "without z'_2";
}

TEST(StreamProofs, NoUpperEndUnlessItIsAskedFor) {
  auto certificate = stream_certificate();
  prove_stream_loss(certificate, pair_stream(true), 2, false);
  EXPECT_EQ(certificate.proves.lower, "9/5");
  EXPECT_EQ(certificate.proves.upper, "");
  EXPECT_FALSE(certificate.evidence.contains("upper"));
}

TEST(StreamProofs, TheAbsoluteSumStandsBesideConstantContributions) {
  auto certificate = stream_certificate();
  prove_absolute_sum(certificate, pair_stream(true), 2);
  EXPECT_EQ(certificate.proves.lower, "9/5");
  EXPECT_EQ(certificate.proves.upper, "");
  EXPECT_TRUE(certificate.evidence.at("constant").contains("terms"));
}

// In the long run a constant stream adds 1/2 a round to the mean, and the noise (z + z') / 2 of variance 1/2: 1/4 over
// 1/2; with z' known over 1/4.
TEST(StreamProofs, ConstantContributionsLoseAtARateOfTheMean) {
  const std::vector<Rational> ones = {1};
  for (const bool known : {false, true}) {
    auto certificate = stream_certificate();
    prove_rate(certificate, pair_stream(true, known), ones, false);
    EXPECT_EQ(certificate.proves.lower, known ? "1" : "1/2");
    EXPECT_EQ(certificate.proves.upper, "");
    EXPECT_EQ(certificate.evidence.at("stream").dump(), R"(["1"])");
  }
}

TEST(StreamProofs, RefuseAContributionWithoutNoise) {
  auto instance = pair_stream(false, true);
  instance.observers = {0, 1};
  auto certificate = stream_certificate();
  EXPECT_EQ(tests::message_of([&] { prove_constant_loss(certificate, instance, 1); }),
            "HS-203 certificate: the observers see a contribution without noise");
}

}  // namespace
}  // namespace hearsay::report
