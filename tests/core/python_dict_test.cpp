// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/python_dict.hpp>

namespace hearsay {
namespace {

/// "key=value;" of every item, or "none".
std::string read(std::string_view text) {
  const auto items = parse_python_dict(text);
  if (!items) return "none";
  std::string all;
  for (const auto& [key, value] : *items) all += key + "=" + std::string(value) + ";";
  return all;
}

TEST(PythonDict, HasKeysAndTheTextsOfValues) {
  EXPECT_EQ(read("{}"), "");
  EXPECT_EQ(read("{'weight': 0.5}"), "weight=0.5;");
  EXPECT_EQ(read("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), }"),
            "descr='<f8';fortran_order=False;shape=(3, 4);");
  EXPECT_EQ(read(R"({"it's": 'a, b}', 'c': {'d': [1, (2)]}})"), "it's='a, b}';c={'d': [1, (2)]};");
  EXPECT_EQ(read(R"({'a': 'it\'s, {'})"), R"(a='it\'s, {';)");
}

TEST(PythonDict, IsNothingElse) {
  for (const auto* text :
       {"", "{", "}", "{}}", "{} ", "{1: 2}", "{'a'}", "{'a': }", "{'a': 1 'b': 2}", "{'a': 1, 'a': 2}", "{'a: 1}",
        "{'a': [1}", "{'a': (1]}", "{'a': 'b}", "['a']", "{'a': 1}, 2", "{,}", "{'a\\n': 1}"})
    EXPECT_EQ(read(text), "none") << text;
}

}  // namespace
}  // namespace hearsay
