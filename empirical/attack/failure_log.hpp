// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay::empirical {

/// Trials that failed in the same way.
struct FailureKind {
  std::string how;  ///< "ended without an answer: exit code 1"
  std::uint64_t trials = 0;
  std::uint32_t first = 0;  ///< number of the first of them
  std::string said = {};    ///< in the first: the line that was no answer, or the last lines of standard error
};

/// How the trials of a program failed.
class FailureLog {
 public:
  /// Kinds that are told apart; more go into one.
  static constexpr std::size_t most_kinds = 16;

  void add(std::uint32_t trial, std::string_view how, std::string_view said);
  /// Another trial did not fail.
  void answered() { in_a_row_ = 0; }

  /// Restores a log. @param in_a_row  see there.
  static FailureLog restored(std::vector<FailureKind> kinds, std::uint64_t in_a_row);

  [[nodiscard]] const std::vector<FailureKind>& kinds() const { return kinds_; }
  [[nodiscard]] std::uint64_t total() const;
  /// The last trials, all of which failed.
  [[nodiscard]] std::uint64_t in_a_row() const { return in_a_row_; }
  /// The kind of the first trial that failed. @pre total() > 0.
  [[nodiscard]] const FailureKind& first() const;

 private:
  std::vector<FailureKind> kinds_;
  std::uint64_t in_a_row_ = 0;
};

}  // namespace hearsay::empirical
