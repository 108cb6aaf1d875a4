// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include <hearsay/core/error.hpp>
#include <hearsay/report/baseline.hpp>

namespace hearsay::report {
namespace {

using nlohmann::ordered_json;

ordered_json result(const std::string& verdict, ordered_json tightness) {
  return {{"parameters", {{"effort", "quick"}}},
          {"seed", 1},
          {"claims", {{{"id", "a.b"}, {"verdict", verdict}, {"tightness", std::move(tightness)}}}}};
}

TEST(Baseline, EqualRunsHaveNoDifference) {
  EXPECT_TRUE(compare(result("holds", 0.5), result("holds", 0.5), 1e-6).empty());
}

TEST(Baseline, NamesAVerdictThatChanged) {
  EXPECT_EQ(compare(result("holds", 0.5), result("refuted", 0.5), 1e-6),
            std::vector<std::string>{"a.b: holds -> refuted"});
}

TEST(Baseline, NamesATightnessThatMovedBeyondTheTolerance) {
  EXPECT_TRUE(compare(result("holds", 0.5), result("holds", 0.5000001), 1e-6).empty());
  EXPECT_EQ(compare(result("holds", 0.5), result("holds", 0.51), 1e-6),
            std::vector<std::string>{"a.b: tightness 0.5 -> 0.51"});
  EXPECT_EQ(compare(result("holds", nullptr), result("holds", 0.51), 1e-6).size(), 1u);
}

TEST(Baseline, NamesClaimsThatCameAndWent) {
  auto other = result("holds", 0.5);
  other["claims"][0]["id"] = "c.d";
  EXPECT_EQ(compare(result("refuted", 0.5), other, 1e-6),
            (std::vector<std::string>{"a.b: gone (was refuted)", "c.d: new (holds)"}));
}

TEST(Baseline, IsReadCompletelyBeforeAnythingIsCompared) {
  const std::string path = ::testing::TempDir() + "hearsay_baseline.json";
  const auto read = [&](const ordered_json& baseline) {
    std::ofstream(path) << baseline;
    return read_result(path, "`verify`");
  };
  EXPECT_EQ(read(result("holds", 0.5)), result("holds", 0.5));
  for (const char* key : {"id", "verdict", "tightness"}) {
    auto broken = result("holds", 0.5);
    broken["claims"][0].erase(key);
    EXPECT_THROW(static_cast<void>(read(broken)), Error) << key;
  }
  std::filesystem::remove(path);
}

TEST(Baseline, OfAnotherEffortSeedOrSelectionIsRefusedBeforeARun) {
  const RunInfo info{.effort = run::Effort::quick, .seed = 7, .patterns = {"walk.*"}};
  const ordered_json same = {
      {"parameters", {{"effort", "quick"}, {"claims", {"walk.*"}}}}, {"seed", 7}, {"claims", ordered_json::array()}};
  EXPECT_NO_THROW(require_comparable(same, info));
  for (const auto& [pointer, value] : {std::pair{"/parameters/effort", ordered_json("standard")},
                                       {"/parameters/claims", ordered_json::array()},
                                       {"/seed", ordered_json(8)}}) {
    auto other = same;
    other[ordered_json::json_pointer(pointer)] = value;
    EXPECT_THROW(require_comparable(other, info), Error) << pointer;
  }
}

TEST(Baseline, RefusesWhatIsNoResult) {
  EXPECT_THROW(static_cast<void>(compare(ordered_json::array(), result("holds", 0.5), 1e-6)), Error);
  EXPECT_THROW(static_cast<void>(read_result("/nonexistent.json", "`verify`")), Error);
}

}  // namespace
}  // namespace hearsay::report
