// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>

#include "tests/error_message.hpp"

namespace hearsay {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::StartsWith;

std::string refusal(const std::string& text) {
  return tests::message_of([&] { static_cast<void>(parse_json<ordered_json>(text, "plan.json")); });
}

TEST(JsonText, ReadsWhatHasOneMeaning) {
  const auto* text = "\xEF\xBB\xBF {\"b\": [1, -2.5e3, true, null, \"\\u00e9\"], \"a\": {\"b\": {}, \"a\": {}}} \n";
  EXPECT_EQ(parse_json<ordered_json>(text, "plan.json").dump(),
            "{\"b\":[1,-2500.0,true,null,\"é\"],\"a\":{\"b\":{},\"a\":{}}}");
  EXPECT_EQ(parse_json<json>(text, "plan.json").dump(),
            "{\"a\":{\"a\":{},\"b\":{}},\"b\":[1,-2500.0,true,null,\"é\"]}");
  EXPECT_EQ(parse_json<json>("[{\"a\": 1}, {\"a\": 2}]", "").dump(), "[{\"a\":1},{\"a\":2}]");
}

TEST(JsonText, AKeyTwiceIsRefusedAtAnyDepthByItsLine) {
  EXPECT_THAT(refusal("{\"a\": 1,\n \"a\": 1}"),
              StartsWith("HS-103 plan.json:2: the key 'a' occurs twice in an object"));
  EXPECT_THAT(refusal("[{\"x\": {\n\"k\": {}, \"l\": 0, \"k\":\n\n 2}}]"),
              StartsWith("HS-103 plan.json:2: the key 'k'"));
  EXPECT_THAT(refusal("{\"a\": 1, \"\\u0061\": 2}"), HasSubstr("the key 'a' occurs twice"));  // spelled differently
  EXPECT_THAT(refusal("{\"\": 1, \"\": 2}"), HasSubstr("the key '' occurs twice"));
}

TEST(JsonText, WholeNumbersKeepTheirDigits) {
  EXPECT_EQ(parse_json<json>("[18446744073709551615, -9223372036854775808]", "").dump(),
            "[18446744073709551615,-9223372036854775808]");
  EXPECT_EQ(parse_json<json>("[1e30, 18446744073709551616.0]", "").size(), 2u);
  for (const auto* text : {"18446744073709551616", "[1.5,\n18446744073709551616]", "{\"a\":\n-9223372036854775809 }"})
    EXPECT_THAT(refusal(text), HasSubstr("a whole number does not fit into 64 bits")) << text;
  EXPECT_THAT(refusal("[1.5,\n18446744073709551616,\n1]"), StartsWith("HS-103 plan.json:2: "));
}

TEST(JsonText, WhatIsNoJsonIsNamedByItsLine) {
  EXPECT_THAT(refusal("{\n\"a\": 1,\n"), StartsWith("HS-103 plan.json:3: is not JSON: unexpected end of input"));
  EXPECT_THAT(refusal("[1,\nNaN]"), StartsWith("HS-103 plan.json:2: is not JSON: invalid literal"));
  EXPECT_THAT(refusal("[1] 2"), StartsWith("HS-103 plan.json:1: is not JSON: "));
  EXPECT_THAT(refusal("\n[1e400]"), StartsWith("HS-103 plan.json:2: is not JSON: number overflow"));
  EXPECT_THAT(refusal("[\"Jos\xe9\"]"), HasSubstr("is not JSON: invalid string"));
  EXPECT_THAT(refusal("[\"\\ud800\"]"), HasSubstr("is not JSON: invalid string"));
  EXPECT_THAT(refusal(""), HasSubstr("is not JSON: unexpected end of input"));
  EXPECT_THAT(refusal(std::string(100'000, '[')), HasSubstr("nests deeper than 500 levels"));
  EXPECT_EQ(parse_json<json>(std::string(500, '[') + std::string(500, ']'), "").size(), 1u);
}

TEST(JsonText, WritesUtf8WhateverItIsGiven) {
  EXPECT_EQ(json_text({{"Jos\xe9", "\xff\x1b"}, {"n", 1}}, -1), "{\"Jos\ufffd\":\"\ufffd\\u001b\",\"n\":1}");
  EXPECT_EQ(json_text({{"a", 1}}), "{\n \"a\": 1\n}");
}

TEST(JsonText, FilesAreReadWhole) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "hearsay_json_text";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "plan.json") << "{\"a\": 1,\n\"a\": 2}";
  std::ofstream(folder / "good.json") << "[1]";
  const auto said = [&](const char* name) {
    return tests::message_of([&] { static_cast<void>(read_json<json>((folder / name).string())); });
  };
  EXPECT_EQ(read_json<json>((folder / "good.json").string()).dump(), "[1]");
  EXPECT_THAT(said("plan.json"), HasSubstr("plan.json:2: the key 'a'"));
  EXPECT_THAT(said("goood.json"), HasSubstr("cannot be read: No such file or directory; did you mean"));
  EXPECT_THAT(said("."), HasSubstr("is not a regular file"));
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace hearsay
