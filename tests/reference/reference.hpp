// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/source_dir.hpp"

namespace hearsay::tests {

/// The rows of tests/reference/<name>: numbers separated by tabs, lines with # skipped.
inline std::vector<std::vector<double>> reference_rows(const std::string& name) {
  std::ifstream file(source_dir() / "tests/reference" / name);
  std::vector<std::vector<double>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::vector<double> row;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(std::stod(field));
    rows.push_back(row);
  }
  return rows;
}

/// Remembers the row that came closest to its tolerance, and prints it whether the test passes or not.
class WorstRow {
 public:
  explicit WorstRow(std::string name) : name_(std::move(name)) {}
  WorstRow(const WorstRow&) = delete;
  WorstRow& operator=(const WorstRow&) = delete;
  void add(double share_of_tolerance, const std::string& where) {
    ++rows_;
    if (rows_ == 1 || !(share_of_tolerance <= worst_)) worst_ = share_of_tolerance, where_ = where;
  }
  ~WorstRow() {
    std::printf("%s: %d rows, worst %.2g of tolerance at %s\n", name_.c_str(), rows_, worst_, where_.c_str());
  }

 private:
  std::string name_, where_;
  int rows_ = 0;
  double worst_ = 0.0;
};

}  // namespace hearsay::tests
