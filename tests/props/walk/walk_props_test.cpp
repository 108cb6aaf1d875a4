// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/run/registry.hpp>

#include "props/checks.hpp"
#include "props/oracle/walk_oracle.hpp"

namespace hearsay::props {
namespace {

using oracle::Rational;

const run::Registry& registry() {
  static const run::Registry checks = [] {
    run::Registry filled;
    register_walk(filled);
    return filled;
  }();
  return checks;
}

run::Finding quick(std::string_view id) {
  return (*registry().find(id))({.claim = id, .effort = run::Effort::quick, .seed = {1}});
}

class WalkClaim : public testing::TestWithParam<const claims::Claim*> {};

TEST_P(WalkClaim, HasTheExpectedVerdictAtQuickEffort) {
  if (registry().find(GetParam()->id) == nullptr) GTEST_SKIP() << GetParam()->id << " is checked elsewhere";
  const auto finding = quick(GetParam()->id);
  EXPECT_EQ(to_string(finding.verdict), to_string(GetParam()->expected)) << finding.note;
  EXPECT_EQ(finding.witness.has_value(), finding.verdict == Verdict::refuted);
  EXPECT_GT(finding.instances, 0u);
  if (finding.slack && finding.verdict == Verdict::holds) EXPECT_GE(*finding.slack, 1.0);
  if (finding.slack && finding.verdict == Verdict::refuted) EXPECT_LT(*finding.slack, 1.0);
}

std::string name_of(const testing::TestParamInfo<const claims::Claim*>& info) {
  std::string name(info.param->id);
  for (auto& c : name) c = c == '.' ? '_' : c;
  return name;
}

std::vector<const claims::Claim*> walk_claims() {
  std::vector<const claims::Claim*> all;
  for (const auto& part : {claims::walk(), claims::walk_rates()}) {
    for (const auto& claim : part) all.push_back(&claim);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, WalkClaim, testing::ValuesIn(walk_claims()), name_of);

// What the catalogue tells the reader about the smallest counterexamples.
TEST(WalkClaims, WitnessesAreThoseOfTheCatalogue) {
  const auto thm4 = quick("walk.thm4"), lemma1 = quick("walk.lemma1"), min6 = quick("walk.thm6.min"),
             step6 = quick("walk.thm6.step"), thm2 = quick("walk.thm2.privacy");
  EXPECT_EQ(thm4.witness->instance["steps"], 1343);
  EXPECT_EQ(lemma1.witness->instance["steps"], 4);
  EXPECT_NE(lemma1.witness->actual.find("0.34607"), std::string::npos) << lemma1.witness->actual;
  EXPECT_EQ(min6.witness->instance["users"], 2980);
  EXPECT_EQ(min6.witness->instance["length"], 1);
  EXPECT_EQ(step6.witness->instance["users"], 27169);
  EXPECT_EQ(thm2.witness->instance["delta"], "e^-2562.56");
}

// A promise that is tight is found tight, one that is loose loose.
TEST(WalkClaims, SlackTellsTightBoundsFromLooseOnes) {
  EXPECT_DOUBLE_EQ(*quick("walk.thm1.publish.repaired").slack, 1.0);
  EXPECT_NEAR(*quick("walk.thm6.min.repaired").slack, 1.75 / 30 / std::log1p(std::expm1(1.0) / 30), 1e-12);
  EXPECT_GT(*quick("walk.thm3.final").slack, 10.0);
  EXPECT_FALSE(quick("walk.thm2.count").slack);
}

TEST(WalkOracle, CountsWalksByVisits) {
  using Counts = std::vector<boost::multiprecision::cpp_int>;
  EXPECT_EQ(oracle::walks_by_visits(3, 2), (Counts{4, 4, 1}));
  EXPECT_EQ(oracle::walks_by_visits(2, 3), (Counts{1, 3, 3, 1}));
  EXPECT_EQ(oracle::cycles_by_visits(4, 2, 2), (oracle::Row{Rational(1, 4), Rational(1, 2), Rational(1, 4)}));
  EXPECT_EQ(oracle::cycles_by_visits(2, 1, 3), (oracle::Row{0, 0, 0, 1}));
}

}  // namespace
}  // namespace hearsay::props
