// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/failure_log.hpp"

#include <algorithm>
#include <utility>

namespace hearsay::empirical {

void FailureLog::add(std::uint32_t trial, std::string_view how, std::string_view said) {
  ++in_a_row_;
  if (kinds_.size() + 1 >= most_kinds && std::ranges::find(kinds_, how, &FailureKind::how) == kinds_.end())
    how = "otherwise";
  const auto known = std::ranges::find(kinds_, how, &FailureKind::how);
  if (known != kinds_.end()) {
    ++known->trials;
  } else {
    kinds_.push_back({.how = std::string(how), .trials = 1, .first = trial, .said = std::string(said)});
  }
}

FailureLog FailureLog::restored(std::vector<FailureKind> kinds, std::uint64_t in_a_row) {
  FailureLog log;
  log.kinds_ = std::move(kinds);
  log.in_a_row_ = in_a_row;
  return log;
}

std::uint64_t FailureLog::total() const {
  std::uint64_t sum = 0;
  for (const auto& kind : kinds_) sum += kind.trials;
  return sum;
}

const FailureKind& FailureLog::first() const { return *std::ranges::min_element(kinds_, {}, &FailureKind::first); }

}  // namespace hearsay::empirical
