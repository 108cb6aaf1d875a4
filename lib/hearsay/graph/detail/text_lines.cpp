// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/detail/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/generators.hpp>

namespace hearsay::graph {

void refuse(const std::string& path, std::size_t line, std::string_view message) {
  throw Error(Errc::syntax, fmt::format("{}:{}", path, line), message);
}

std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string safe;
  for (const char c : text.substr(0, most)) safe += (c >= ' ' && c != '\x7f') || (c & '\x80') ? c : '?';
  return safe + (text.size() > most ? "..." : "");
}

Lines::Lines(const InputFile& file) : path_(file.name()), in_(file.path(), std::ios::binary) {
  if (!in_) throw Error(Errc::file, path_, fmt::format("cannot be opened: {}", std::strerror(errno)));
}

bool Lines::next(std::string_view& line) {
  buffer_.clear();
  ++number_;
  int c = in_.get();
  if (c == std::char_traits<char>::eof()) return false;
  for (; c != std::char_traits<char>::eof() && c != '\n'; c = in_.get()) {
    if (c == 0) throw Error(Errc::file, fmt::format("{}:{}", path_, number_), "is not text: it holds a zero byte");
    if (buffer_.size() == longest_line)
      refuse(path_, number_, fmt::format("the line is longer than {} bytes", longest_line));
    buffer_.push_back(static_cast<char>(c));
  }
  line = buffer_;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
  return true;
}

std::vector<std::string_view> words(std::string_view line, char comment) {
  constexpr std::string_view blanks = " \t\v\f";
  std::vector<std::string_view> found;
  for (auto begin = line.find_first_not_of(blanks); begin != line.npos && line[begin] != comment;
       begin = line.find_first_not_of(blanks, begin)) {
    const auto end = std::min(line.find_first_of(blanks, begin), line.size());
    found.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return found;
}

std::string lower_case(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

std::int64_t whole(const std::string& path, std::size_t line, std::string_view text) {
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size())
    refuse(path, line, fmt::format("'{}' is not a whole number", shown(text)));
  return value;
}

double finite(const std::string& path, std::size_t line, std::string_view text) {
  double value = 0.0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size() || !std::isfinite(value))
    refuse(path, line, fmt::format("'{}' is not a finite number", shown(text)));
  return value;
}

void require_label(const std::string& path, std::size_t line, std::string_view label) {
  if (label.size() > longest_label)
    refuse(path, line, fmt::format("label '{}' is longer than {} bytes", shown(label), longest_label));
  for (const char c : label) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
      refuse(path, line, "is not text: it holds control characters");
  }
}

std::vector<std::string> labels_from_one(std::int64_t nodes) {
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(nodes));
  for (std::int64_t i = 1; i <= nodes; ++i) labels.push_back(std::to_string(i));
  return labels;
}

Node LabelNumbers::number(const std::string& path, std::size_t line, std::string_view label) {
  require_label(path, line, label);
  const auto [entry, fresh] = numbers_.try_emplace(std::string(label), static_cast<Node>(labels_.size()));
  if (fresh) {
    labels_.emplace_back(label);
    if (labels_.size() > static_cast<std::size_t>(largest_nodes))
      require_graph_size(path, static_cast<double>(labels_.size()), 0.0);
  }
  return entry->second;
}

}  // namespace hearsay::graph
