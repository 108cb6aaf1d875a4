// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/table.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "empirical/figures/selection.hpp"
#include "tests/error_message.hpp"

namespace hearsay::empirical {
namespace {

Table example_table() {
  Table table({"name", "n", "x"});
  table.row("a b", 3, 1.0 / 3.0);
  table.row(std::string("c"), 4u, std::numeric_limits<double>::quiet_NaN());
  table.row("a b", 4, 2.0);
  return table;
}

TEST(Table, CsvQuotesTextKeepsNineDigitsAndLeavesOutWhatIsNotThere) {
  EXPECT_EQ(example_table().csv(), "name,n,x\n\"a b\",3,0.333333333\n\"c\",4,\n\"a b\",4,2\n");
}

TEST(Table, RefusesRowsOfAnotherLengthAndUnknownColumns) {
  auto table = example_table();
  EXPECT_EQ(tests::message_of([&] { table.row(1, 2); }),
            "HS-102 Table: a row of 2 values for the 3 columns name, n, x");
  EXPECT_EQ(tests::message_of([&] { (void)table.column("nam"); }),
            "HS-105 Table: 'nam' is not a column; known: name, n, x; did you mean 'name'?");
}

TEST(Selection, FindsRowsByTextAndByNumberWholeOrNot) {
  const auto table = example_table();
  EXPECT_EQ(rows_where(table, all_rows(table), {{"name", "a b"}, {"n", 4.0}}, "test"), (Rows{2}));
  EXPECT_EQ(distinct(table, all_rows(table), "name"), (std::vector<Cell>{"a b", "c"}));
  EXPECT_EQ(distinct(table, {1, 2}, "n").size(), 1u);
  EXPECT_FALSE(same(Cell{"4"}, Cell{4.0}));
  EXPECT_TRUE(same(Cell{std::int64_t{4}}, Cell{4.0}));
}

TEST(Selection, NamesTheValuesThatThereAreIfNoneIsMeant) {
  const auto table = example_table();
  EXPECT_EQ(tests::message_of([&] {
              (void)rows_where(table, all_rows(table), {{"name", "d"}}, "spec.json");
            }),
            "HS-105 spec.json: no row has name \"d\"; there are \"a b\", \"c\"");
}

}  // namespace
}  // namespace hearsay::empirical
