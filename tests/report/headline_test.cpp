// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/headline.hpp>

namespace hearsay::report {
namespace {

using claims::Level;

/// The headline of rows with one verdict, each with an id, a level and a root.
Headline headline_of(const std::vector<claims::Claim>& claims, Verdict verdict = Verdict::refuted) {
  Headline headline;
  for (const auto& claim : claims) headline.add({.claim = &claim, .finding = {.verdict = verdict}});
  return headline;
}

claims::Claim claim_of(std::string_view id, Level level, std::string_view root) {
  claims::Claim made{};
  made.id = id;
  made.level = level;
  made.root = root;
  return made;
}

TEST(Headline, RowsOfOneRootAreOneError) {
  const auto headline = headline_of(
      {claim_of("a", Level::theorem, "a"), claim_of("b", Level::theorem, "a"), claim_of("c", Level::theorem, "c")});
  EXPECT_EQ(headline.errors(Level::theorem), 2);
  EXPECT_EQ(headline.text({.refuted = 3}),
            "Published statements (papers and released code): 0 not refuted, 3 refuted. The refuted ones follow from 2 "
            "independent errors: 2 in theorems, steps of proofs and tables. 0 inconclusive, 0 broken; 0 unexpected "
            "verdicts.");
}

TEST(Headline, AnErrorCountsWhereItWeighsMost) {
  for (const bool misprint_first : {false, true}) {
    const auto misprint = claim_of("a", Level::misprint, "a"), theorem = claim_of("b", Level::theorem, "a");
    const auto headline = misprint_first ? headline_of({misprint, theorem}) : headline_of({theorem, misprint});
    EXPECT_EQ(headline.errors(Level::misprint), 0);
    EXPECT_EQ(headline.errors(Level::theorem), 1);
  }
}

TEST(Headline, WhatNoPaperPrintsIsNoPublishedStatement) {
  for (const auto level : {Level::theorem, Level::step, Level::definition, Level::table, Level::figure, Level::prose,
                           Level::code, Level::misprint}) {
    EXPECT_EQ(headline_of({claim_of("a", level, "a")}).published().refuted, 1) << to_string(level);
    EXPECT_EQ(headline_of({claim_of("a", level, "")}, Verdict::holds).published().hold, 1) << to_string(level);
  }
  const auto conjecture = headline_of({claim_of("a", Level::ours, "a")});
  EXPECT_EQ(conjecture.published().refuted, 0);
  EXPECT_EQ(conjecture.ours().refuted, 1);
  EXPECT_EQ(
      conjecture.text({.refuted = 1, .surprises = 1}),
      "Statements that no paper prints (repairs, conjectures, warnings): 0 not refuted, 1 refuted. 0 inconclusive, 0 "
      "broken; 1 unexpected verdict.");
}

TEST(Headline, WhatHasNoVerdictIsNeitherHeldNorRefuted) {
  for (const auto verdict : {Verdict::inconclusive, Verdict::broken}) {
    const auto headline = headline_of({claim_of("a", Level::theorem, "a")}, verdict);
    EXPECT_EQ(headline.published().hold + headline.published().refuted, 0);
    EXPECT_EQ(headline.errors(Level::theorem), 0);
  }
}

}  // namespace
}  // namespace hearsay::report
