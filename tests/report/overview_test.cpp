// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/overview.hpp>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

TEST(Overview, MatchesTheApprovedFile) {
  Overview sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  expect_approved("three_rows.overview.txt", sink.text().string());
}

}  // namespace
}  // namespace hearsay::report
