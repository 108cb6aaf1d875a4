// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/system/line_process.hpp>

#include <gmock/gmock.h>
#include <signal.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include <hearsay/core/error.hpp>

namespace {

using namespace std::chrono_literals;
using hearsay::LineAnswer;
using hearsay::LineProcess;

/// Whether a process is no more, or only its parent has not noticed; waits for that.
bool gone(pid_t process) {
  for (int i = 0; i < 2000; ++i) {
    std::ifstream stat(fmt::format("/proc/{}/stat", process));
    std::string text;
    if (!std::getline(stat, text) || text.substr(text.rfind(')') + 1).starts_with(" Z")) return true;
    usleep(10'000);
  }
  return false;
}

/// A program that ignores every sign to end, and starts another one of that kind; it says who both are. One that ends
/// by itself leaves the file.
std::string stubborn(const std::string& file) {
  return fmt::format("trap '' TERM INT HUP; (trap '' TERM INT HUP; sleep 40; : >{0}) & echo $$ $!; sleep 40; : >{0}",
                     file);
}

std::string ended_file() { return testing::TempDir() + fmt::format("hearsay_ended_{}", getpid()); }

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
  EXPECT_TRUE(gone(child));
}

TEST_F(LineProcessTest, AProgramThatIgnoresEverySignIsKilledWithWhatItStarted) {
  pid_t leader = 0, child = 0;
  {
    auto program = shell(stubborn(ended_file()));
    std::istringstream(program.ask("", 30s).text) >> leader >> child;
    EXPECT_EQ(kill(child, 0), 0);
  }
  EXPECT_TRUE(gone(leader));
  EXPECT_TRUE(gone(child));
  EXPECT_NE(std::remove(ended_file().c_str()), 0) << "it was not killed";
}

TEST_F(LineProcessTest, AProgramMayTidyUpBeforeItEnds) {
  const std::string path = testing::TempDir() + fmt::format("hearsay_tidied_{}", getpid());
  {
    auto program = shell(fmt::format("trap 'echo tidied > {}; exit' TERM; echo; while :; do sleep 0.01; done", path));
    EXPECT_EQ(program.ask("", 30s).kind, LineAnswer::Kind::line);
  }
  std::string word;
  std::ifstream(path) >> word;
  EXPECT_EQ(word, "tidied");
  std::remove(path.c_str());
}

TEST_F(LineProcessTest, NoLongerWaitsOnceItIsStopped) {
  int asked = 0;
  auto program = shell("sleep 600");
  EXPECT_EQ(program.ask("", 600s, [&] { return ++asked > 3; }).kind, LineAnswer::Kind::stopped);
}

// A second copy does not hold the first one's standard input open: closing it is the sign to end.
TEST_F(LineProcessTest, NoProgramInheritsAnothersInput) {
  auto first = shell("echo; cat; echo over >&2"), second = shell("echo; sleep 600");
  EXPECT_EQ(first.ask("", 30s).kind, LineAnswer::Kind::line);
  EXPECT_EQ(second.ask("", 30s).kind, LineAnswer::Kind::line);
  first.let_end(30s);
  EXPECT_EQ(first.last_errors(), "over\n");
}

using ProcessGuardTest = LineProcessTest;

/// Starts the program and is killed, which no destructor sees.
[[noreturn]] void start_and_be_killed(const std::string& path) {
  LineProcess program({"sh", "-c", stubborn(path + "_ended")});
  std::ofstream(path) << program.ask("", 30s).text << std::endl;
  std::raise(SIGKILL);
  std::abort();
}

TEST_F(ProcessGuardTest, NoProgramOutlivesAProcessThatIsKilled) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");  // a process of its own, which has a guard of its own
  const std::string path = testing::TempDir() + "hearsay_guarded";
  EXPECT_EXIT(start_and_be_killed(path), testing::KilledBySignal(SIGKILL), "");
  pid_t leader = 0, child = 0;
  std::ifstream(path) >> leader >> child;
  std::remove(path.c_str());
  ASSERT_GT(leader, 0);
  EXPECT_TRUE(gone(leader));
  EXPECT_TRUE(gone(child));
  EXPECT_NE(std::remove((path + "_ended").c_str()), 0) << "it was not killed";
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
