// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/bound_certificate.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/formula/expression.hpp>

namespace {

using namespace hearsay;
using namespace hearsay::props::bound;

// Path 0-1-2, observer 0, target 2, two steps: README.md derives 1/3, 1/2 and 1.
const run::Witness path_witness{
    .instance = {{"graph", "0-1 1-2"}, {"observer", 0}, {"target", 2}, {"steps", 2}}, .claimed = "", .actual = ""};
// tests/props/bound/stream_bound_test.cpp derives 1/5 and 1.
const run::Witness pair_witness{
    .instance = {{"graph", "0-1"}, {"observer", 0}, {"target", 1}, {"rounds", 2}}, .claimed = "", .actual = ""};

/// "kind quantity: proved lower..upper refutes relation bound", or "none".
std::string told(const std::optional<report::Certificate>& found) {
  if (!found) return "none";
  return found->kind + " " + found->quantity + ": " + found->proves.lower + ".." + found->proves.upper + " " +
         found->verdict + " " + found->says->relation + " " + found->says->bound;
}
std::string of_gossip(const std::string& statement) {
  return told(gossip_certificate(formula::parse(statement), path_witness));
}
std::string of_stream(const std::string& statement) {
  return told(stream_certificate(formula::parse(statement), pair_witness));
}

TEST(BoundCertificate, TheComparisonThatFailsIsProved) {
  EXPECT_EQ(of_gossip("exact <= published"), "view loss: 1/2..1/2 refutes <= 1/3");
  EXPECT_EQ(of_gossip("exact <= 1 and published >= exact"), "view loss: 1/2..1/2 refutes <= 1/3");
  EXPECT_EQ(of_gossip("exact_own_noise <= 1/2"), "view loss: 1..1 refutes <= 1/2");
  EXPECT_EQ(of_gossip("exact >= 3/4"), "view loss: 1/2..1/2 refutes >= 3/4");
  EXPECT_EQ(of_gossip("exact == 1/3"), "view loss: 1/2..1/2 refutes == 1/3");
}

TEST(BoundCertificate, WhatHasNoProofHasNone) {
  EXPECT_EQ(of_gossip("exact <= 1"), "none");            // is not violated
  EXPECT_EQ(of_gossip("exact < 1/2"), "none");           // certificates know no strict comparison
  EXPECT_EQ(of_gossip("2*exact <= published"), "none");  // nor expressions
  EXPECT_EQ(of_gossip("exact <= sqrt(1/5)"), "none");    // nor bounds that are no fractions
  EXPECT_EQ(of_gossip("distance <= 1"), "none");
}

TEST(BoundCertificate, OfStreams) {
  EXPECT_EQ(of_stream("constant <= 1/6"), "stream constant: 1/5..1/5 refutes <= 1/6");
  EXPECT_EQ(of_stream("exact_own_noise <= 1/2").substr(0, 15), "stream loss: 1.");
  EXPECT_EQ(of_stream("rate <= 1/3"), "rate rate: 1/2.. refutes <= 1/3");
  EXPECT_EQ(of_stream("rate_own_noise >= 2"), "none");  // a rate is proved from below
}

// Three nodes, one curious, s = 1: the first message to the curious node is the source's with probability 3/4, since p
// = 1/3 + p/3 + 1/6, and later ones tell nothing about two active nodes. So delta(ln x) = (3 - x)/4.
const run::Witness rumor_witness{
    .instance = {{"nodes", 3}, {"curious", 1}, {"muting", "1"}}, .claimed = "", .actual = ""};
std::optional<report::Certificate> rumor(const std::string& statement) {
  return rumor_certificate(formula::parse(statement), rumor_witness);
}

TEST(BoundCertificate, OfRumors) {
  EXPECT_EQ(told(rumor("delta(0) <= 1/4")), "rumor delta: 1/2..1/2 refutes <= 1/4");
  EXPECT_EQ(told(rumor("n <= 3 and 1 <= delta(ln(2))")), "rumor delta: 1/4..1/2 refutes >= 1");
  EXPECT_EQ(rumor("uncertainty >= 1/2")->quantity, "uncertainty");
  EXPECT_EQ(told(rumor("delta(0) <= 1")), "none");
  EXPECT_EQ(told(rumor("2*delta(0) <= 1/4")), "none");
  EXPECT_EQ(told(rumor("n <= 2")), "none");
}

// A larger epsilon has a smaller delta, a larger bound is easier to keep: both are rounded to where less is said.
TEST(BoundCertificate, OfRumorsWithoutFractionsSaysLess) {
  const auto refuted = rumor("delta(1/2) <= sqrt(1/100)"), kept = rumor("delta(1/2) >= sqrt(1/2)");
  const auto bound = [](const report::Certificate& c) { return *exact::parse_fraction(c.says->bound); };
  const auto factor = [](const report::Certificate& c) {
    return exact::to_double(*exact::parse_fraction(c.instance.at("e_epsilon").get<std::string>()));
  };
  EXPECT_GE(bound(*refuted) * bound(*refuted), exact::Rational(1, 100));
  EXPECT_LE(bound(*kept) * bound(*kept), exact::Rational(1, 2));
  EXPECT_NEAR(factor(*refuted), std::exp(0.5), 1e-15);
  EXPECT_GT(factor(*refuted), factor(*kept));
}

}  // namespace
