// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/run/registry.hpp>
#include "empirical/checks.hpp"
#include "props/checks.hpp"
#include "tests/source_dir.hpp"

namespace hearsay::claims {
namespace {

run::Registry all_checks() {
  run::Registry registry;
  props::register_checks(registry);
  empirical::register_checks(registry);
  return registry;
}

TEST(Catalogue, EveryClaimHasACheckAndEveryCheckAClaim) {
  const auto registry = all_checks();
  for (const auto* claim : catalogue()) EXPECT_NE(registry.find(claim->id), nullptr) << claim->id;
  EXPECT_EQ(registry.size(), catalogue().size()) << "a check is registered under an id that is no claim's";
}

TEST(Catalogue, IdsAreUniqueAndWellFormed) {
  std::set<std::string_view> seen;
  const std::regex form("[a-z0-9]+(\\.[A-Za-z0-9_]+)+");
  for (const auto* claim : catalogue()) {
    EXPECT_TRUE(seen.insert(claim->id).second) << claim->id;
    EXPECT_TRUE(std::regex_match(std::string(claim->id), form)) << claim->id;
  }
}

TEST(Catalogue, EveryRepairIsInTheCatalogueAndExpectedToHold) {
  for (const auto* claim : catalogue()) {
    if (claim->repaired_by.empty()) continue;
    const auto* repair = find(claim->repaired_by);
    ASSERT_NE(repair, nullptr) << claim->id << " is repaired by " << claim->repaired_by;
    EXPECT_EQ(repair->expected, Verdict::holds) << repair->id;
  }
}

// The formulas that the authors have corrected since are not refuted in silence: (6), (9), (13), (15), (18) and what
// follows from them.
TEST(Catalogue, RefutedFormulasOfMuffliatoThatWereCorrectedSaySo) {
  int rows = 0;
  for (const auto* claim : catalogue()) {
    const bool corrected = claim->root == "muffliato.thm1" || claim->root == "muffliato.thm6" ||
                           claim->root == "muffliato.thm13" || claim->root == "muffliato.corollary5";
    if (!corrected || claim->level == Level::ours) continue;
    ++rows;
    EXPECT_NE(claim->paper_version.find("corrected by the authors"), std::string_view::npos) << claim->id;
  }
  EXPECT_GE(rows, 11);
}

// A theorem or a step of a proof of Muffliato is refuted at a size of the paper's figures, too.
TEST(Catalogue, RefutedTheoremsOfMuffliatoHaveARealisticWitness) {
  for (const auto* claim : catalogue()) {
    if (!claim->id.starts_with("muffliato.") || claim->expected != Verdict::refuted) continue;
    if (claim->level == Level::theorem || claim->level == Level::step)
      EXPECT_FALSE(claim->realistic.empty()) << claim->id;
  }
}

TEST(Catalogue, EverySourceKeyIsInTheBibliography) {
  std::ifstream file(tests::source_dir() / "docs/references.bib");
  std::stringstream text;
  text << file.rdbuf();
  for (const auto* claim : catalogue()) {
    const std::string key(claim->source.substr(0, claim->source.find_first_of(", ")));
    if (key != "hearsay") {
      EXPECT_NE(text.str().find("{" + key + ","), std::string::npos) << claim->id << " cites " << key;
    }
  }
}

TEST(Glob, MatchesWholeIds) {
  EXPECT_TRUE(glob_match("muffliato.*", "muffliato.thm1"));
  EXPECT_TRUE(glob_match("*", "a.b"));
  EXPECT_TRUE(glob_match("*thm?.re*", "muffliato.thm1.repaired"));
  EXPECT_FALSE(glob_match("muffliato.thm1", "muffliato.thm1.repaired"));
  EXPECT_FALSE(glob_match("thm1", "muffliato.thm1"));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_TRUE(glob_match("", ""));
}

TEST(Select, RefusesAPatternThatMatchesNothing) {
  const std::vector<std::string> patterns = {"nothing.*"};
  try {
    static_cast<void>(select(patterns));
    FAIL();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "HS-105 claims: 'nothing.*' matches no claim; `hearsay claims` lists them");
  }
}

}  // namespace
}  // namespace hearsay::claims
