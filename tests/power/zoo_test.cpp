// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include <hearsay/claims/catalogue.hpp>
#include "zoo.hpp"

namespace hearsay::power {
namespace {

Budget replicates(std::uint64_t most, run::Effort effort = run::Effort::standard) {
  return {.effort = effort, .allows = [most](std::uint64_t spent) { return spent < most; }};
}

TEST(Zoo, HasAtLeastTwentyFiveDefectsWithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const auto& defect : zoo()) names.insert(defect.name);
  EXPECT_GE(names.size(), 25u);
  EXPECT_EQ(names.size(), zoo().size());
}

TEST(Zoo, NoDefectSurvivesTheStandardEffort) {
  for (const auto& defect : zoo())
    EXPECT_TRUE(defect.exposed(defect.sizes.front(), replicates(200'000)))
        << defect.name << " survives " << defect.check;
}

/// The ids in a claim's `controls`, which commas separate.
std::vector<std::string_view> controls_of(const claims::Claim& claim) {
  std::vector<std::string_view> ids;
  for (std::string_view rest = claim.controls; !rest.empty();) {
    const auto comma = rest.find(',');
    ids.push_back(rest.substr(0, comma));
    rest = comma == std::string_view::npos ? std::string_view() : rest.substr(comma + 1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
  return ids;
}

TEST(Zoo, HoldsEveryControlThatAClaimNames) {
  for (const auto* claim : claims::catalogue()) {
    for (const auto control : controls_of(*claim)) {
      EXPECT_EQ(std::ranges::count(zoo(), control, &Defect::control), 1)
          << claim->id << " names the control " << control;
    }
  }
}

TEST(Zoo, EveryDefectBreaksAClaimThatKnowsIt) {
  for (const auto& defect : zoo()) {
    const auto* claim = claims::find(defect.claim);
    EXPECT_EQ(claim == nullptr, defect.claim.empty())
        << defect.name << " breaks " << defect.claim << ", which is no claim";
    if (defect.control.empty()) continue;
    ASSERT_NE(claim, nullptr) << defect.name;
    EXPECT_EQ(std::ranges::count(controls_of(*claim), defect.control), 1)
        << claim->id << " does not name " << defect.control;
  }
}

// The same tests on what is right: a defect of size nothing.
TEST(Zoo, TheChecksAcceptWhatIsNotBroken) {
  const std::pair<std::string_view, double> harmless[] = {{"noise too small", 1.0},
                                                          {"sensitivity too small", 1.0},
                                                          {"lazy gossip accounted", 0.0},
                                                          {"exact losses too small", 0.0},
                                                          {"Laplace scale too small", 1.0},
                                                          {"randomized response with the wrong gamma", 1.0},
                                                          {"subsampling rate understated", 1.0},
                                                          {"walk noise too small", 1.0},
                                                          {"muting with the wrong probability", 0.0},
                                                          {"source sends several messages first", 0.0},
                                                          {"neighbors chosen with a bias to curious nodes", 0.0},
                                                          {"gradient too small", 0.0},
                                                          {"accounting stops steps early", 0.0}};
  for (const auto& [name, size] : harmless) {
    const auto defect = std::ranges::find(zoo(), name, &Defect::name);
    ASSERT_NE(defect, zoo().end()) << name;
    EXPECT_FALSE(defect->exposed(size, replicates(20'000, run::Effort::quick))) << name;
  }
}

}  // namespace
}  // namespace hearsay::power
