// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <sstream>

#include <hearsay/report/table.hpp>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

TEST(Table, MatchesTheApprovedFile) {
  std::ostringstream out;
  Table sink(out);
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  expect_approved("three_rows.table.txt", out.str());
}

}  // namespace
}  // namespace hearsay::report
