// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/line_process.hpp>

#include <gmock/gmock.h>
#include <signal.h>

#include <csignal>

#include <hearsay/core/error.hpp>

namespace {

using namespace std::chrono_literals;
using hearsay::LineAnswer;
using hearsay::LineProcess;

class LineProcessTest : public testing::Test {
 protected:
  void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }

  static LineProcess shell(const std::string& script) { return LineProcess({"sh", "-c", script}); }
};

TEST_F(LineProcessTest, AnswersLineAfterLine) {
  auto cat = shell("cat");
  for (const std::string line : {"one", "", "three"}) {
    const auto answer = cat.ask(line, 30s);
    EXPECT_EQ(answer.kind, LineAnswer::Kind::line);
    EXPECT_EQ(answer.text, line);
  }
  EXPECT_FALSE(cat.spoke_unasked());
}

TEST_F(LineProcessTest, TheSecondOfTwoLinesWasNotAskedFor) {
  auto program = shell("read x; printf 'a\\nb\\n'; read x");
  EXPECT_EQ(program.ask("", 30s).text, "a");
  EXPECT_TRUE(program.spoke_unasked());
}

TEST_F(LineProcessTest, SaysHowAProgramEnded) {
  auto left = shell("read x; echo first >&2; echo why >&2; exit 7");
  const auto answer = left.ask("", 30s);
  EXPECT_EQ(answer.kind, LineAnswer::Kind::ended);
  EXPECT_EQ(answer.text, "exit code 7");
  EXPECT_EQ(left.last_errors(), "first\nwhy\n");
  EXPECT_EQ(shell("kill -9 $$").ask("", 30s).text, "signal 9");
}

TEST_F(LineProcessTest, AnUnfinishedLineIsNoAnswer) {
  EXPECT_EQ(shell("read x; printf half").ask("", 30s).kind, LineAnswer::Kind::ended);
}

TEST_F(LineProcessTest, ALineBeyondTheLimitIsTooLong) {
  EXPECT_EQ(shell("head -c 70000000 /dev/zero; read x").ask("", 60s).kind, LineAnswer::Kind::too_long);
}

TEST_F(LineProcessTest, DoesNotWaitLongerThanItMay) {
  EXPECT_EQ(shell("sleep 600").ask("", 50ms).kind, LineAnswer::Kind::timed_out);
  EXPECT_EQ(shell("exec 1>&-; sleep 600").ask("", 50ms).text, "it closed its standard output");
}

TEST_F(LineProcessTest, ManyWordsOnStandardErrorDoNotBlockIt) {
  auto program = shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo; echo end >&2; read x; read x; echo done");
  EXPECT_EQ(program.ask("", 30s).text, "");
  EXPECT_EQ(program.ask("", 30s).text, "done");
  EXPECT_LE(program.last_errors().size(), 2000u);
}

TEST_F(LineProcessTest, WhatItStartedEndsWithIt) {
  pid_t child = 0;
  {
    auto program = shell("sleep 600 & echo $!; wait");
    child = std::stoi(program.ask("", 30s).text);
    EXPECT_EQ(kill(child, 0), 0);
  }
  for (int i = 0; i < 1000 && kill(child, 0) == 0; ++i) usleep(10'000);  // an orphan is reaped by somebody else
  EXPECT_NE(kill(child, 0), 0);
}

TEST_F(LineProcessTest, AProgramThatIsNotThereIsNamed) {
  try {
    const LineProcess none({"/no/such/program"});
    FAIL();
  } catch (const hearsay::Error& error) {
    EXPECT_STREQ(error.what(), "HS-104 /no/such/program: cannot be started: No such file or directory");
  }
}

TEST_F(LineProcessTest, LetsAProgramEndByItself) {
  auto program = shell("read x; echo; read y; echo over >&2");
  EXPECT_EQ(program.ask("", 30s).kind, LineAnswer::Kind::line);
  program.let_end(30s);
  EXPECT_EQ(program.last_errors(), "over\n");
}

}  // namespace
