// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/run/registry.hpp>

#include "props/checks.hpp"

namespace hearsay::props {
namespace {

const run::Registry& registry() {
  static const run::Registry checks = [] {
    run::Registry filled;
    register_dp(filled);
    return filled;
  }();
  return checks;
}

class DpClaim : public testing::TestWithParam<const claims::Claim*> {};

TEST_P(DpClaim, HasTheExpectedVerdictAtQuickEffortForSeveralSeeds) {
  const auto* check = registry().find(GetParam()->id);
  if (check == nullptr) GTEST_SKIP() << GetParam()->id << " is checked elsewhere";
  for (const std::uint64_t seed : {1u, 2u, 20260u}) {
    const auto finding = (*check)({.effort = run::Effort::quick, .seed = {seed}});
    EXPECT_EQ(to_string(finding.verdict), to_string(GetParam()->expected)) << "seed " << seed << ": " << finding.note;
    EXPECT_EQ(finding.witness.has_value(), finding.verdict == Verdict::refuted);
    EXPECT_GT(finding.instances, 0u);
  }
}

std::string name_of(const testing::TestParamInfo<const claims::Claim*>& info) {
  std::string name(info.param->id);
  for (auto& c : name) c = c == '.' ? '_' : c;
  return name;
}

std::vector<const claims::Claim*> dp_claims() {
  std::vector<const claims::Claim*> all;
  for (const auto& claim : claims::dp()) all.push_back(&claim);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, DpClaim, testing::ValuesIn(dp_claims()), name_of);

// What the catalogue tells the reader about the smallest failure of the classical calibration.
TEST(DpClaims, TheClassicalCalibrationFirstFailsAtEpsilonThreePointSevenNine) {
  const auto finding = (*registry().find("dp.gaussian.classical.large_epsilon"))({.effort = run::Effort::quick});
  ASSERT_TRUE(finding.witness);
  EXPECT_DOUBLE_EQ(finding.witness->instance["epsilon"].get<double>(), 3.79);
  EXPECT_DOUBLE_EQ(finding.witness->instance["delta"].get<double>(), 0.9);
  EXPECT_EQ(finding.witness->certificate, run::Certificate::interval);
}

}  // namespace
}  // namespace hearsay::props
