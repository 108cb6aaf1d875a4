// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/rumor/rumor_props.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/run/registry.hpp>

#include "props/checks.hpp"

namespace hearsay::props {
namespace {

using accounting::rumor_world;
using accounting::RumorEnd;
using accounting::RumorLaw;

const run::Registry& registry() {
  static const run::Registry checks = [] {
    run::Registry filled;
    register_rumor(filled);
    return filled;
  }();
  return checks;
}

run::Finding check(std::string_view id) { return (*registry().find(id))({.claim = id, .effort = run::Effort::quick}); }

class RumorClaim : public testing::TestWithParam<const claims::Claim*> {};

TEST_P(RumorClaim, HasTheExpectedVerdict) {
  const auto finding = check(GetParam()->id);
  EXPECT_EQ(to_string(finding.verdict), to_string(GetParam()->expected)) << finding.note;
  EXPECT_EQ(finding.witness.has_value(), finding.verdict == Verdict::refuted);
  if (finding.verdict == Verdict::holds && finding.slack) EXPECT_GE(*finding.slack, 1.0);
}

std::vector<const claims::Claim*> checked_claims() {
  std::vector<const claims::Claim*> all;
  for (const auto& part : {claims::rumor(), claims::rumor_steps(), claims::rumor_sentences()}) {
    for (const auto& claim : part) {
      if (registry().find(claim.id) != nullptr) all.push_back(&claim);
    }
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RumorClaim, testing::ValuesIn(checked_claims()), [](const auto& instance) {
  std::string name(instance.param->id);
  std::ranges::replace(name, '.', '_');
  return name;
});

TEST(BracketAtMost, HoldsWhereAllOfTheBracketsDo) {
  const auto outcome = bracket_at_most({0.1, 0.2, 0.3}, {0.6, 0.7, 0.9});
  EXPECT_FALSE(outcome.violated);
  EXPECT_FALSE(outcome.undecided);
  EXPECT_DOUBLE_EQ(outcome.slack, 2.0);
}

TEST(BracketAtMost, IsViolatedWhereNoneDoes) {
  const auto outcome = bracket_at_most({0.5, 0.6, 0.7}, {0.2, 0.3, 0.4});
  EXPECT_TRUE(outcome.violated);
  EXPECT_LT(outcome.slack, 1.0);
}

TEST(BracketAtMost, IsUndecidedWhereTheyOverlap) {
  const auto outcome = bracket_at_most({0.1, 0.3, 0.5}, {0.2, 0.3, 0.4});
  EXPECT_FALSE(outcome.violated);
  EXPECT_TRUE(outcome.undecided);
}

TEST(BracketAtLeast, IsJudgedByTheLowerEnd) {
  EXPECT_FALSE(bracket_at_least({0.3, 0.4, 0.5}, 0.3).undecided);
  EXPECT_TRUE(bracket_at_least({0.2, 0.4, 0.5}, 0.3).undecided);
  EXPECT_TRUE(bracket_at_least({0.1, 0.1, 0.2}, 0.3).violated);
}

// The repair of Theorem 5 is attained, so a claim of more is false: n/(f+2) - 1.
TEST(TheEndInSight, CostsOneNodeExactly) {
  for (const auto& [size, odds] : {std::pair(RumorSize{3, 1}, 0.0),
                                   {RumorSize{4, 1}, 1.0 / 3.0},
                                   {RumorSize{4, 2}, 0.0},
                                   {RumorSize{5, 1}, 2.0 / 3.0},
                                   {RumorSize{5, 2}, 0.25}}) {
    const RumorLaw<double> law(rumor_world(size.nodes, size.curious, RumorEnd::terminated), 0.0);
    EXPECT_NEAR(rumor_uncertainty(law).upper(), odds, 1e-9) << size.nodes << ' ' << size.curious;
  }
}

// Without the second term Theorem 7 is false of the process that ends.
TEST(TheEndInSight, NeedsTheSecondTermOfTheRepair) {
  const RumorLaw<double> law(rumor_world(5, 1, RumorEnd::terminated), 0.0);
  EXPECT_TRUE(bracket_at_most(rumor_delta(law, 0.0, {.expansions = 2000}), 0.2).violated);
}

// The realistic witnesses of rumor.eq11 and rumor.thm9.phases: the paper's n = 2^16.
TEST(TheProofOfTheorem9, FailsAtTheSizeOfThePaper) {
  const double log_n = 16.0 * std::log(2.0);
  EXPECT_NEAR(log_n / (0.25 * std::log1p(-0.1)), -421.0, 0.5);
  const auto rounds = [](double s) { return std::log(s / (1.0 + 2.0 * s) * 65536.0) / std::log1p(s / 4.0); };
  EXPECT_NEAR(rounds(1.0), 44.8, 0.05);
  EXPECT_NEAR(log_n, 11.1, 0.05);
  EXPECT_NEAR(rounds(0.5), 82.4, 0.05);
  EXPECT_NEAR(log_n / 0.5, 22.2, 0.05);
}

// Each of these statements is met with equality somewhere: nothing stronger would pass.
TEST(RumorSlack, IsOneWhereTheBoundIsAttained) {
  for (const auto* id : {"rumor.thm5.limit.family", "rumor.thm5.terminated.repaired", "rumor.attack.bound",
                         "rumor.thm11", "rumor.appendixD.average"}) {
    const auto finding = check(id);
    ASSERT_TRUE(finding.slack.has_value()) << id;
    EXPECT_NEAR(*finding.slack, 1.0, 1e-6) << id;
  }
}

}  // namespace
}  // namespace hearsay::props
