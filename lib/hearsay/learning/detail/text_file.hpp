// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hearsay/learning/table.hpp>

namespace hearsay::learning {

/// One line of a text file, numbered from 1, without its line break.
struct Line {
  std::size_t number;
  std::string_view text;
};

/// A text file in memory.
struct TextFile {
  std::string path, content;
  std::vector<Line> lines;  ///< of the content, without blank ones; empty until it is cut
};

/// The file, not cut into lines.
/// @throws Error(Errc::file) for what cannot be opened, is no regular file or holds a zero byte; Error(Errc::too_large)
/// beyond 4 GiB.
[[nodiscard]] TextFile read_text(const std::string& path);

/// Without blanks at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// A field that stands for a missing value: empty, ?, NA, NaN, null (any case).
[[nodiscard]] bool is_missing(std::string_view text);

/// @throws Error(Errc::syntax) "PATH: line L, column C ('name'): message".
[[noreturn]] void refuse(const TextFile& file, std::size_t line, std::size_t column, std::string_view name,
                         std::string_view message);

/// Number of the target among `names`: by name, else by number from 1; empty: the last.
/// @throws Error(Errc::unknown).
[[nodiscard]] std::size_t find_target(const TextFile& file, const std::vector<std::string>& names,
                                      std::string_view target);

/// Collects rows of fields into a table; the target may be text.
class TableBuilder {
 public:
  /// @param classes  the two values of a nominal target in their order, or empty.
  TableBuilder(const TextFile& file, std::vector<std::string> names, std::size_t target,
               std::vector<std::string> classes = {});
  /// @throws Error(Errc::syntax) as read_table; Error(Errc::too_large).
  void add(std::size_t line, const std::vector<std::string>& fields);
  /// @throws Error(Errc::shape) without rows or features; Error(Errc::syntax) for a text target without exactly two
  /// values.
  [[nodiscard]] Table finish();

 private:
  const TextFile& file_;
  std::vector<std::string> names_;
  std::size_t target_;
  std::vector<std::string> classes_;
  std::vector<double> features_;
  std::vector<std::string> targets_;
  std::vector<std::size_t> lines_;
};

[[nodiscard]] Table read_csv(const TextFile& file, std::string_view target);
[[nodiscard]] Table read_arff(const TextFile& file, std::string_view target);
[[nodiscard]] Table read_libsvm(const TextFile& file);

}  // namespace hearsay::learning
