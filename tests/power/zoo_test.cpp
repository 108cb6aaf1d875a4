#include <gtest/gtest.h>

#include <algorithm>
#include <set>

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
  for (const auto& defect : zoo()) EXPECT_TRUE(defect.exposed(defect.sizes.front(), replicates(200'000))) << defect.name << " survives " << defect.check;
}

// The same tests on what is right: a defect of size nothing.
TEST(Zoo, TheChecksAcceptWhatIsNotBroken) {
  const std::pair<std::string_view, double> harmless[] = {
      {"noise too small", 1.0}, {"sensitivity too small", 1.0},         {"lazy gossip accounted", 0.0}, {"exact losses too small", 0.0}, {"Laplace scale too small", 1.0}, {"randomized response with the wrong gamma", 1.0},
      {"subsampling rate understated", 1.0}, {"walk noise too small", 1.0}, {"muting with the wrong probability", 0.0}, {"the source speaks first", 0.0}, {"neighbours chosen with a bias to the curious", 0.0}, {"gradient too small", 0.0},
      {"accounting stops rounds early", 0.0}};
  for (const auto& [name, size] : harmless) {
    const auto defect = std::ranges::find(zoo(), name, &Defect::name);
    ASSERT_NE(defect, zoo().end()) << name;
    EXPECT_FALSE(defect->exposed(size, replicates(20'000, run::Effort::quick))) << name;
  }
}

}  // namespace
}  // namespace hearsay::power
