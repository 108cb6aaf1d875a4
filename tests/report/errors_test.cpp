// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/errors.hpp>

namespace hearsay::report {
namespace {

using claims::Level;

/// Errors of rows that are refuted, each with an id, a root and a level.
Errors errors_of(const std::vector<claims::Claim>& claims, Verdict verdict = Verdict::refuted) {
  Errors errors;
  for (const auto& claim : claims) errors.add({.claim = &claim, .finding = {.verdict = verdict}});
  return errors;
}

claims::Claim claim_of(std::string_view id, Level level, std::string_view root) {
  claims::Claim made{};
  made.id = id;
  made.level = level;
  made.root = root;
  return made;
}

TEST(Errors, RowsOfOneRootAreOneError) {
  const auto errors = errors_of(
      {claim_of("a", Level::theorem, "a"), claim_of("b", Level::theorem, "a"), claim_of("c", Level::theorem, "c")});
  EXPECT_EQ(errors.rows(), 3);
  EXPECT_EQ(errors.count(Level::theorem), 2);
  EXPECT_EQ(errors.text(),
            "3 rows refuted, 2 independent errors: 2 published claims refuted (theorems, steps of proofs, tables)");
}

TEST(Errors, AnErrorCountsWhereItWeighsMost) {
  for (const bool misprint_first : {false, true}) {
    const auto misprint = claim_of("a", Level::misprint, "a"), theorem = claim_of("b", Level::theorem, "a");
    const auto errors = misprint_first ? errors_of({misprint, theorem}) : errors_of({theorem, misprint});
    EXPECT_EQ(errors.count(Level::misprint), 0);
    EXPECT_EQ(errors.published(), 1);
  }
}

TEST(Errors, OnlyTheoremsStepsAndTablesArePublishedClaimsRefuted) {
  for (const auto level : {Level::theorem, Level::step, Level::table})
    EXPECT_EQ(errors_of({claim_of("a", level, "a")}).published(), 1) << to_string(level);
  for (const auto level : {Level::definition, Level::figure, Level::prose, Level::code, Level::misprint, Level::ours}) {
    const auto errors = errors_of({claim_of("a", level, "a")});
    EXPECT_EQ(errors.published(), 0) << to_string(level);
    EXPECT_EQ(errors.text().find("published"), std::string::npos) << errors.text();
  }
}

TEST(Errors, WhatIsNotRefutedCountsNothing) {
  const auto errors = errors_of({claim_of("a", Level::theorem, "a")}, Verdict::holds);
  EXPECT_EQ(errors.rows(), 0);
  EXPECT_EQ(errors.text(), "");
}

}  // namespace
}  // namespace hearsay::report
