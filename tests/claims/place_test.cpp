// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/claims/place.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hearsay::claims {
namespace {

using testing::Contains;
using testing::Each;
using testing::Not;

TEST(NamesPlace, NumbersAreWhole) {
  EXPECT_TRUE(names_place("key2022, Theorem 1, eq. (6) at T = 1", "Theorem 1"));
  EXPECT_TRUE(names_place("key2022, Theorem 1, eq. (6) at T = 1", "equation (6)"));
  EXPECT_FALSE(names_place("key2022, Theorem 12", "Theorem 1"));
  EXPECT_FALSE(names_place("key2022, Theorem 1.2", "Theorem 1"));
  EXPECT_FALSE(names_place("key2022, Appendix D.1", "Appendix D"));
  EXPECT_TRUE(names_place("key2022, Appendix D.1", "appendix d.1"));
}

TEST(NamesPlace, ListsNameEachOfTheirNumbers) {
  EXPECT_TRUE(names_place("key2022, Theorems 5 and 10, with convex parts", "Theorem 5"));
  EXPECT_TRUE(names_place("key2022, Theorems 5 and 10, with convex parts", "Theorem 10"));
  EXPECT_TRUE(names_place("key2022, Theorems 5, 7 and 10", "Theorem 10"));
  EXPECT_FALSE(names_place("key2022, Theorem 5, Lemma 10", "Theorem 10"));
  EXPECT_FALSE(names_place("key2022, Theorems 5 and 10", "Theorem 1"));
}

TEST(NamesPlace, ShortFormsAndCapitalsDoNotMatter) {
  EXPECT_TRUE(names_place("key2022, Theorem 1", "thm 1"));
  EXPECT_TRUE(names_place("key2022, Theorem 1", "Thm. 1"));
  EXPECT_TRUE(names_place("key2022, Abstract", "abstract"));
  EXPECT_FALSE(names_place("key2022, Theorem 1", ""));
}

TEST(At, EveryClaimOfAPaperIsFoundAtItsOwnPlace) {
  for (const auto* claim : catalogue()) {
    if (claim->level == Level::ours) continue;
    const auto comma = claim->source.find(", ");
    if (comma == std::string_view::npos) continue;
    const auto place = claim->source.substr(comma + 2, claim->source.find_first_of(",;", comma + 2) - comma - 2);
    if (place.find(' ') == std::string_view::npos || place.find(" and ") != std::string_view::npos) continue;
    const auto kind_and_number = place.substr(0, place.find(' ', place.find(' ') + 1));
    EXPECT_THAT(at(claim->source.substr(0, comma), kind_and_number), Contains(claim))
        << claim->id << ": " << kind_and_number;
  }
}

TEST(At, RepairsComeWithWhatTheyRepairAndOtherPapersDoNot) {
  const auto found = at("muffliato", "Theorem 1");
  EXPECT_THAT(found, Contains(find("muffliato.thm1")));
  EXPECT_THAT(found, Contains(find("muffliato.thm1.repaired")));
  EXPECT_THAT(found, Not(Contains(find("rumor.thm5.limit"))));
  EXPECT_THAT(found, Each(testing::Truly([](const Claim* claim) {
                return claim->id.starts_with("muffliato") || claim->level == Level::ours;
              })));
  EXPECT_EQ(at("2206.05091", "Theorem 1"), found);
  EXPECT_TRUE(at("no such paper", "").empty());
}

}  // namespace
}  // namespace hearsay::claims
