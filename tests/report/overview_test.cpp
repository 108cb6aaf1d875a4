// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/overview.hpp>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

/// The overview of some rows, with one blank for each run of blanks and line feeds.
std::string joined(const std::vector<run::Row>& rows) {
  Overview sink;
  Sink* sinks[] = {&sink};
  feed(info, rows, sinks);
  std::string text;
  for (const char c : sink.text().string()) {
    const char next = c == '\n' ? ' ' : c;
    if (next != ' ' || !text.ends_with(' ')) text += next;
  }
  return text;
}

TEST(Overview, MatchesTheApprovedFile) {
  Overview sink;
  Sink* sinks[] = {&sink};
  feed(info, three_rows(), sinks);
  expect_approved("three_rows.overview.txt", sink.text().string());
}

TEST(Overview, CutsTheInstanceOfACounterexampleAndNoneOfItsNumbers) {
  auto rows = three_rows();
  rows.resize(1);
  auto& witness = *rows[0].finding.witness;
  witness.instance["other"] = std::string(60, 'x');
  EXPECT_NE(
      joined(rows).find("paper.bound claimed 1/3, actual 1/2: graph 0-1 1-2, steps 2, other xxxxxxxxxxx… 1 claim."),
      std::string::npos);
  witness.claimed = "at most 1 / 3, as printed in the theorem";
  EXPECT_NE(joined(rows).find("paper.bound claimed at most 1 / 3, as printed in the theorem, actual 1/2 1 claim."),
            std::string::npos);
  witness.claimed = "the probability from one source minus that from another <= 10/37";
  witness.actual = "the probability from one source minus that from another = 2011465171/7277096736";
  EXPECT_NE(joined(rows).find("paper.bound claimed the probability from one source minus that from another <= 10/37, "
                              "actual the probability from one source minus that from another = about 0.2764104 "
                              "1 claim."),
            std::string::npos);
}

}  // namespace
}  // namespace hearsay::report
