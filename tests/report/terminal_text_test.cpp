// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/terminal_text.hpp>

namespace hearsay::report {
namespace {

TEST(TerminalText, WhatItIsMadeOfIsShownNotSent) {
  const std::string evil = "net\x1b[2K\x1b[1Gall\a\n";
  EXPECT_EQ(TerminalText(evil), "net\\x1b[2K\\x1b[1Gall\\x07\\x0a");
  EXPECT_EQ(TerminalText::lines("a\nb\x1b\n"), "a\nb\\x1b\n");
  EXPECT_EQ(terminal_text("{}: {:>3} of {:.1f}\n{}", evil, 5, 0.25, std::string_view("b\x9b")),
            "net\\x1b[2K\\x1b[1Gall\\x07\\x0a:   5 of 0.2\nb\\x9b");
  EXPECT_EQ(terminal_text("{:<5}|{:>4}|{}", "ab", "c", true), "ab   |   c|true");
}

TEST(TerminalText, OnlyEmphasisSteers) {
  EXPECT_EQ(emphasized("holds", Emphasis::good), "\x1b[32mholds\x1b[0m");
  EXPECT_EQ(emphasized("\x1b[0m", Emphasis::bold), "\x1b[1m\\x1b[0m\x1b[0m");
  EXPECT_NE(emphasized("x", Emphasis::bad).string(), emphasized("x", Emphasis::doubtful).string());
  EXPECT_EQ(terminal_text("{}: {}", "\x1b[32m", emphasized("holds", Emphasis::good)),
            "\\x1b[32m: \x1b[32mholds\x1b[0m");
}

TEST(TerminalText, IsPlainWithoutEmphasis) {
  const auto text = terminal_text("a {} b {}\n", emphasized("holds", Emphasis::good), emphasized("", Emphasis::bold));
  EXPECT_EQ(text.plain(), "a holds b \n");
  EXPECT_EQ(TerminalText("\x1b[32m").plain(), "\\x1b[32m");
}

TEST(TerminalText, IsJoinedAndWrapped) {
  auto text = TerminalText("one") + emphasized(" two", Emphasis::bold);
  text += terminal_text(" {}", "three");
  EXPECT_EQ(text.wrapped(8), "one\x1b[1m two\x1b[0m\nthree");
}

}  // namespace
}  // namespace hearsay::report
