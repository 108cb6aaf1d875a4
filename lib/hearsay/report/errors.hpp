// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>

#include <hearsay/run/runner.hpp>

namespace hearsay::report {

/// Counts what the refuted rows of a run come to: rows that follow from one error (`Claim::root`) are one error, and an
/// error counts where it weighs most, by the levels of its refuted rows (theorem before step, ..., misprint, ours).
class Errors {
 public:
  /// A row that is not refuted counts nothing; a refuted one without root is an error of its own.
  void add(const run::Row& row);

  [[nodiscard]] int rows() const { return rows_; }

  /// Errors of a level.
  [[nodiscard]] int count(claims::Level level) const;

  /// Theorems, steps of proofs and tables that fail: what alone is called a published claim refuted.
  [[nodiscard]] int published() const;

  /// "53 rows refuted, 39 errors: 26 published claims refuted (theorems, steps of proofs, tables), 7 misprints, ...";
  /// empty without a refuted row.
  [[nodiscard]] std::string text() const;

 private:
  int rows_ = 0;
  std::map<std::string_view, claims::Level> by_root_;
};

}  // namespace hearsay::report
