// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/protocol_certificate.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include <hearsay/graph/families/generators.hpp>

#include "props/kit/instance.hpp"

namespace hearsay::props {
namespace {

ProtocolInstance heard_on_a_path() {
  return {.graph = graph::path(3),
          .rounds = 3,
          .injections = 3,
          .changes = 2,
          .noise = {{"node", "1"}},
          .observers = {0},
          .target = 2,
          .gamma = exact::Rational(3, 2),
          .feedback = {{1, 2, 3, exact::Rational(-1, 2)}}};
}

TEST(ProtocolRefutation, WritesWhatTheCheckerRuns) {
  const auto certificate = protocol_refutation("linear.adaptive.hidden", heard_on_a_path(), "loss = 3/7");
  EXPECT_EQ(certificate.kind, "protocol");
  EXPECT_EQ(certificate.verdict, "refutes");
  EXPECT_EQ(certificate.instance.dump(),
            R"({"nodes":3,"edges":[[0,1],[1,2]],"weights":"metropolis","rounds":3,"injections":3,"changes":2,)"
            R"("noise":{"node":"1"},"observers":[0],"own_noise":true,"view":"messages","target":2,"gamma":"3/2",)"
            R"("feedback":[[2,1,"-1/2"],[3,1,"-1/2"]]})");
  EXPECT_EQ(certificate.proves.lower, "3/7");
  EXPECT_EQ(certificate.proves.upper, "3/7");
}

TEST(ProtocolRefutation, OfAnInfiniteLossHasOneEnd) {
  const auto certificate = protocol_refutation("corr.zero_sum", heard_on_a_path(), "infinite");
  EXPECT_EQ(certificate.proves.lower, "inf");
  EXPECT_EQ(certificate.proves.upper, "");
}

TEST(FractionAtEnd, ReadsTheLastWord) {
  EXPECT_EQ(fraction_at_end("P(visits >= 1) = 19/28"), exact::Rational(19, 28));
  EXPECT_EQ(fraction_at_end("3"), 3);
  EXPECT_THROW((void)fraction_at_end("a loss"), std::logic_error);
}

}  // namespace
}  // namespace hearsay::props
