// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_view.hpp"

#include <gmock/gmock.h>

namespace {

using hearsay::empirical::failed_view;
using hearsay::empirical::ProgramView;
using hearsay::empirical::read_view;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(ProgramView, NumbersAreFlattened) {
  const auto view = read_view(R"({"view": [0.5, [1, [-2e3]]]})", 0);
  EXPECT_EQ(view.kind, ProgramView::Kind::numbers);
  EXPECT_THAT(view.numbers, ElementsAre(0.5, 1.0, -2000.0));
  EXPECT_THAT(read_view(R"({"view": 7})", 0).numbers, ElementsAre(7.0));
  EXPECT_EQ(read_view(R"({"view": []})", 0).kind, ProgramView::Kind::numbers);
}

TEST(ProgramView, TextAndListsAreEvents) {
  EXPECT_THAT(read_view(R"({"view": "0>2  2>2 end"})", 0).events, ElementsAre("0>2", "2>2", "end"));
  const auto mixed = read_view(R"({"view": ["a b", 1, null, {"x": 2}]})", 0);
  EXPECT_THAT(mixed.events, ElementsAre("a b", "1", "null", R"({"x":2})"));
  EXPECT_THAT(mixed.numbers, IsEmpty());
  EXPECT_THAT(read_view(R"({"view": true})", 0).events, ElementsAre("true"));
}

TEST(ProgramView, EverythingElseIsGarbage) {
  const std::string deep = R"({"view": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  for (const std::string line : {"", "view", R"({"view": nan})", "[1]", R"({"views": 1})", R"({"view": {"a": 1}})",
                                 R"({"view": 1e999})", R"({"view": 1, "trial": 4})", R"({"view": 1} 2)"}) {
    EXPECT_TRUE(read_view(line, 5).failed()) << line;
  }
  EXPECT_TRUE(read_view(deep, 5).failed());
  EXPECT_FALSE(read_view(R"({"view": 1, "trial": 5})", 5).failed());
}

TEST(ProgramView, SurvivesAFile) {
  for (const auto& view : {read_view(R"({"view": [0.1, 2]})", 0), read_view(R"({"view": ["a", "b"]})", 0),
                           read_view(R"({"view": []})", 0), failed_view("garbage: no JSON")}) {
    const nlohmann::ordered_json stored = view;
    EXPECT_EQ(nlohmann::ordered_json::parse(stored.dump()).get<ProgramView>(), view) << stored;
  }
}

}  // namespace
