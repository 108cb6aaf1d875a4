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

/// How reading this answer to trial 5 fails.
std::string failure(const std::string& line) {
  const auto view = read_view(line, 5);
  return view.failed() ? view.events.front() : "it does not";
}

TEST(ProgramView, EverythingElseIsGarbageThatSaysWhatItIs) {
  const std::string deep = R"({"view": )" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_EQ(failure(""), "malformed answer: a line that is not JSON");
  EXPECT_EQ(failure("Loading the model ..."), "malformed answer: a line that is not JSON");
  EXPECT_EQ(failure(R"({"view": 1} 2)"), "malformed answer: a line that is not JSON");
  EXPECT_EQ(failure("[1]"), "malformed answer: no \"view\"");
  EXPECT_EQ(failure("3"), "malformed answer: no \"view\"");
  EXPECT_EQ(failure(R"({"views": 1})"), "malformed answer: no \"view\"");
  EXPECT_EQ(failure(R"({"view": {"a": 1}})"), "malformed answer: the view is an object");
  EXPECT_EQ(failure(R"({"view": 1, "trial": 4})"), "malformed answer: the answer to another trial");
  EXPECT_EQ(failure(R"({"view": 1, "trial": "5"})"), "malformed answer: the answer to another trial");
  EXPECT_EQ(failure(R"({"view": 1, "trial": [5]})"), "malformed answer: the answer to another trial");
  EXPECT_EQ(failure(R"({"view": 1e999})"), "malformed answer: a number larger than the largest double");
  EXPECT_EQ(failure(R"({"view": )" + std::string(10'000, '9') + "}"),
            "malformed answer: a number with too many digits");
  EXPECT_EQ(failure(deep), "malformed answer: arrays are nested more than 64 deep");
  EXPECT_EQ(failure(R"({"view": 1, "trial": 5})"), "it does not");
  EXPECT_EQ(failure(R"({"other": {"a": [1, "x"]}, "trial": 5.0, "view": 1})"), "it does not");
}

TEST(ProgramView, WhatIsWrittenForNoNumberIsNamed) {
  for (const std::string word : {"NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "-nan"}) {
    EXPECT_EQ(failure(R"({"view": )" + word + "}"), "malformed answer: " + word + " is not a JSON number");
    EXPECT_EQ(failure(R"({"view": [0.5, )" + word + R"(], "trial": 5})"),
              "malformed answer: " + word + " is not a JSON number");
  }
  EXPECT_EQ(failure(R"({"view": "NaN"})"), "it does not");
  EXPECT_EQ(failure(R"({"view": nano})"), "malformed answer: a line that is not JSON");
}

TEST(ProgramView, AKeyTwiceIsRefusedAtAnyDepth) {
  EXPECT_EQ(failure(R"({"view": 1, "view": 2})"), "malformed answer: a key occurs twice");
  EXPECT_EQ(failure(R"({"view": 1, "trial": 5, "trial": 5})"), "malformed answer: a key occurs twice");
  EXPECT_EQ(failure(R"({"view": [{"a": 1, "b": {"c": 1, "c": 1}}]})"), "malformed answer: a key occurs twice");
  EXPECT_EQ(failure(R"({"view": 1, "log": {"a": 1, "a": 2}})"), "malformed answer: a key occurs twice");
  EXPECT_EQ(failure(R"({"view": [{"a": 1}, {"a": 1}]})"), "it does not");
}

TEST(ProgramView, NoDigitOfAnIntegerIsLost) {
  const auto view = read_view(
      R"({"view": [7, 9007199254740993, 18446744073709551617, -1606938044258990275541962092341162602522202993782792835301376, 2.0]})",
      0);
  ASSERT_EQ(view.kind, ProgramView::Kind::numbers);
  EXPECT_THAT(view.whole, ElementsAre(true, true, true, true, false));
  EXPECT_EQ(view.text(0), "7");
  EXPECT_EQ(view.text(1), "9007199254740993");
  EXPECT_EQ(view.text(2), "18446744073709551617");
  EXPECT_EQ(view.text(3), "-1606938044258990275541962092341162602522202993782792835301376");
  EXPECT_DOUBLE_EQ(view.numbers[3], -0x1p200);
  EXPECT_NE(read_view(R"({"view": 9007199254740993})", 0), read_view(R"({"view": 9007199254740992})", 0));
  EXPECT_EQ(read_view(R"({"view": )" + std::string(1000, '7') + "}", 0).text(0), std::string(1000, '7'));
}

TEST(ProgramView, ListsOfAnythingKeepTheirItemsAsTheyWereWritten) {
  const auto view =
      read_view(R"({"view": [12345678901234567890123, [1, "a", [true, {"b": null, "c": [2.50]}]], "x\ny"]})", 0);
  EXPECT_THAT(view.events, ElementsAre("12345678901234567890123", R"([1,"a",[true,{"b":null,"c":[2.50]}]])", "x\ny"));
}

TEST(ProgramView, SurvivesAFile) {
  for (const auto& view : {read_view(R"({"view": [0.1, 2, 3.0, -0.0, 9007199254740993, 0.1234567890123456789]})", 0),
                           read_view(R"({"view": ["a", "b"]})", 0), read_view(R"({"view": []})", 0),
                           failed_view("malformed answer: no JSON")}) {
    const nlohmann::ordered_json stored = view;
    EXPECT_EQ(nlohmann::ordered_json::parse(stored.dump()).get<ProgramView>(), view) << stored;
  }
}

}  // namespace
