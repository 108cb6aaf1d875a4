// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/exact/wide_float.hpp>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace hearsay {
namespace {

/// In a process of its own that has not yet used the type: do the first logarithms of two threads agree with the next?
template <class Float>
bool first_logarithms_agree() {
  const pid_t child = fork();
  if (child == 0) {
    alarm(10);  // an epsilon of 0 would never end
    std::atomic<int> ready = 0;
    Float first[2];
    const auto work = [&](int k) {
      ++ready;
      while (ready < 2) {
      }
      first[k] = log(Float(125000));
    };
    std::thread other(work, 1);
    work(0);
    other.join();
    const Float again = log(Float(125000));
    _exit(first[0] == again && first[1] == again ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Without the limits filled, about one process in twenty ends with a wrong digit, an assertion or not at all.
TEST(WideFloat, FirstLogarithmsOfTwoThreads) {
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(first_logarithms_agree<Float50>()) << i;
    ASSERT_TRUE(first_logarithms_agree<Float100>()) << i;
  }
}

}  // namespace
}  // namespace hearsay
