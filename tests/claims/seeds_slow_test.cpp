// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/run/runner.hpp>
#include "empirical/checks.hpp"
#include "props/checks.hpp"

// A red build means a change of fact, not of luck: what `verify --effort quick` says must not depend on the seed.

namespace hearsay::claims {
namespace {

class EverySeed : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(EverySeed, GivesTheExpectedVerdictOnEveryClaim) {
  run::Registry registry;
  props::register_checks(registry);
  empirical::register_checks(registry);
  const auto rows =
      run::verify(catalogue(), registry, {.effort = run::Effort::quick, .execution = {.seed = {GetParam()}}});
  for (const auto& row : rows)
    EXPECT_TRUE(row.as_expected()) << row.claim->id << ": " << to_string(row.finding.verdict) << ", "
                                   << row.finding.note;
  EXPECT_EQ(run::exit_code(rows), 0);
}

INSTANTIATE_TEST_SUITE_P(OneToThirtyFour, EverySeed, ::testing::Range<std::uint64_t>(1, 35));

// With these a search that stopped after its planned cases missed a coverage demand of muffliato.thm9.
INSTANTIATE_TEST_SUITE_P(SeedsOfMissedCoverage, EverySeed, ::testing::Values(1004, 1007, 1023, 1026, 1037, 1063));

}  // namespace
}  // namespace hearsay::claims
