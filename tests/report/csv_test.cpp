// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/csv.hpp>

namespace hearsay::report {
namespace {

TEST(CsvCell, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_cell("ann"), "ann");
  EXPECT_EQ(csv_cell(""), "");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a;b"), "\"a;b\"");
  EXPECT_EQ(csv_cell("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_cell("ann", Quotes::always), "\"ann\"");
}

TEST(CsvCell, WhatASpreadsheetWouldComputeIsText) {
  for (const std::string text : {"=1+1", "+1", "-a", "@SUM(A1)", "-1 2", "-", "=", "-inf", "+x,y"}) {
    const auto cell = csv_cell(text);
    EXPECT_EQ(cell.substr(0, 2), "\"'") << text;
    EXPECT_EQ(csv_cell(text, Quotes::always), cell) << text;
  }
  EXPECT_EQ(csv_cell("=\"a\""), "\"'=\"\"a\"\"\"");
  EXPECT_EQ(csv_cell("a=1"), "a=1");
}

TEST(CsvCell, NumbersStayNumbers) {
  for (const std::string text : {"-1", "-0.5", "-1e-7", "12", "1e300"}) EXPECT_EQ(csv_cell(text), text);
}

TEST(CsvCell, IsOneLineOfUtf8) {
  EXPECT_EQ(csv_cell("a\nb\r\t\x1b"), "a\\x0ab\\x0d\\x09\\x1b");
  EXPECT_EQ(csv_cell("\t=1"), "\\x09=1");
  EXPECT_EQ(csv_cell("Jos\xe9"), "Jos\\xe9");
}

}  // namespace
}  // namespace hearsay::report
