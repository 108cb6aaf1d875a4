// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/markdown.hpp>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

TEST(Markdown, MatchesTheApprovedFile) {
  Markdown sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  expect_approved("three_rows.md", sink.text());
}

}  // namespace
}  // namespace hearsay::report
