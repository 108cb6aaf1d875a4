// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <hearsay/core/lower_case.hpp>
#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/io/detail/input_file.hpp>

namespace hearsay::graph {

inline constexpr std::size_t longest_line = 65536;
inline constexpr std::size_t longest_label = 200;
inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  ///< of UTF-8

/// @throws Error(Errc::syntax) named "path:line"; line 0: by the path alone.
[[noreturn]] void refuse(const std::string& path, std::size_t line, std::string_view message);

/// A text file by lines, numbered from 1, without line ends.
class Lines {
 public:
  /// @throws Error(Errc::file) if it cannot be opened.
  explicit Lines(const InputFile& file);
  /// The next line, if there is one. @throws Error for a zero byte or a line that is too long.
  bool next(std::string_view& line);
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  std::string path_;
  std::ifstream in_;
  std::string buffer_;
  std::size_t number_ = 0;
};

/// The blank-separated words of a line, up to a word that starts with `comment`.
[[nodiscard]] std::vector<std::string_view> words(std::string_view line, char comment);

/// Whether a text is a whole number, of any length: a sign or none, then digits.
[[nodiscard]] bool is_digits(std::string_view text);

/// A whole number, or a finite one. @throws Error(Errc::syntax) named by the line.
[[nodiscard]] std::int64_t whole(const std::string& path, std::size_t line, std::string_view text);

/// Where a label may have blanks, for refusals.
inline constexpr std::string_view formats_of_names =
    "labels with blanks stand in quotes, or in CSV, GraphML, GML or node-link JSON";
/// The number of a node, in a format whose nodes have no other labels.
/// @throws Error(Errc::syntax), which names the formats of labels, if the text is none.
[[nodiscard]] std::int64_t node_number(const std::string& path, std::size_t line, std::string_view text);
[[nodiscard]] double finite(const std::string& path, std::size_t line, std::string_view text);

/// Refuses a label that is too long, or unfit for a name (core/printable.hpp). @throws Error(Errc::syntax) named by the
/// line.
void require_label(const std::string& path, std::size_t line, std::string_view label);

/// All that a file holds, for formats that are not read line by line, without a byte order mark in front.
/// @throws Error(Errc::file) if it holds a zero byte or cannot be read; Error(Errc::too_large) beyond a gigabyte.
[[nodiscard]] std::string whole_text(const InputFile& file);

/// "1" to "n", as files without labels count their nodes.
[[nodiscard]] std::vector<std::string> labels_from_one(std::int64_t nodes);

/// Numbers for the labels of a file, in the order in which they first occur.
class LabelNumbers {
 public:
  /// The label's number. @throws as require_label; Error(Errc::too_large) beyond the nodes that a graph may have.
  Node number(const std::string& path, std::size_t line, std::string_view label);
  /// The number of a label that occurred; nothing for another.
  [[nodiscard]] std::optional<Node> find(const std::string& label) const;
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }
  [[nodiscard]] std::vector<std::string> take_labels() { return std::move(labels_); }

 private:
  std::unordered_map<std::string, Node> numbers_;
  std::vector<std::string> labels_;
};

}  // namespace hearsay::graph
