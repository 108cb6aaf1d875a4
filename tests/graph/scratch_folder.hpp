// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "tests/error_message.hpp"

namespace hearsay::graph {

/// `a b` and `b c`, a line each, as gzip packs them.
inline const std::string packed(
    "\037\213\010\000\000\000\000\000\002\003\113\124\110\342\112\122\110\346\002\000\062\130\065\276\010\000\000\000",
    28);

/// A folder of its own, removed afterwards.
class ScratchFolder : public testing::Test {
 protected:
  void SetUp() override {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::temp_directory_path() /
              ("hearsay_" + std::string(test->test_suite_name()) + "_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    const auto path = folder_ / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  /// What `read` refuses, less the folder's name.
  std::string refusal_of(const std::function<void()>& read) const {
    auto what = tests::message_of(read);
    EXPECT_EQ(what.find('\n'), what.npos);
    const auto prefix = folder_.string() + "/";
    for (auto at = what.find(prefix); at != what.npos; at = what.find(prefix)) what.erase(at, prefix.size());
    return what;
  }

  std::filesystem::path folder_;
};

}  // namespace hearsay::graph
