// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/sink.hpp>

#include <string>

#include "tests/report/three_rows.hpp"

namespace hearsay::report {
namespace {

/// Writes down what it is told.
class Diary final : public Sink {
 public:
  void begin(const RunInfo& told) override { text += "begin " + std::to_string(told.seed) + "\n"; }
  void row(const run::Row& row) override { text += std::string(row.claim->id) + "\n"; }
  void end(const run::Summary& summary) override {
    text += "end " + std::to_string(summary.refuted) + " " + std::to_string(summary.surprises) + "\n";
  }
  std::string text;
};

TEST(Sink, EverySinkIsToldTheSameInOrder) {
  Diary first, second;
  Sink* sinks[] = {&first, &second};
  feed(info, three_rows(), sinks);
  EXPECT_EQ(first.text, "begin 7\npaper.bound\npaper.bound.repaired\npaper.rate\nend 2 1\n");
  EXPECT_EQ(second.text, first.text);
}

TEST(WitnessLine, SaysTheInstanceAndBothNumbers) {
  const run::Witness witness{.instance = {{"graph", "0-1"}, {"world", {{"steps", 2}, {"muting", 1.0 / 3.0}}}},
                             .claimed = "1/3",
                             .actual = "1/2"};
  EXPECT_EQ(witness_line(witness), "graph 0-1, world (steps 2, muting 0.3333333333): claimed 1/3, actual 1/2");
}

}  // namespace
}  // namespace hearsay::report
