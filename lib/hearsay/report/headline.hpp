// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/run/runner.hpp>

namespace hearsay::report {

/// What a run comes to, in the words that every report uses. Published statements are counted apart from those that no
/// paper prints (`Level::ours`). Refuted rows that follow from one error (`Claim::root`) are one error, which counts
/// where it weighs most, by the levels of its refuted rows (theorem before step, ..., misprint, ours).
class Headline {
 public:
  /// Verdicts on one kind of statement.
  struct Verdicts {
    int hold = 0, refuted = 0;
  };

  /// A refuted row without root is an error of its own.
  void add(const run::Row& row);

  [[nodiscard]] const Verdicts& published() const { return published_; }
  [[nodiscard]] const Verdicts& ours() const { return ours_; }

  /// Errors of a level.
  [[nodiscard]] int errors(claims::Level level) const;

  /// "Published statements (papers and released code): 150 hold, 78 refuted. ...", then those that no paper prints,
  /// then what has no verdict and the surprises of the run; a kind of statement without verdicts is left out.
  [[nodiscard]] std::vector<std::string> sentences(const run::Summary& s) const;

  /// The sentences in one line.
  [[nodiscard]] std::string text(const run::Summary& s) const;

 private:
  Verdicts published_, ours_;
  std::map<std::string_view, claims::Level> by_root_;
};

}  // namespace hearsay::report
