// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/json.hpp>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

TEST(Json, MatchesTheApprovedFileApartFromTheMachine) {
  Json sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  auto result = sink.result();
  ASSERT_TRUE(result.contains("machine"));
  result.erase("machine");
  result["version"] = "any";
  expect_approved("three_rows.json", result.dump(1) + "\n");
}

}  // namespace
}  // namespace hearsay::report
