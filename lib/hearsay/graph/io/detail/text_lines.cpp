// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/text_lines.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace hearsay::graph {

void refuse(const std::string& path, std::size_t line, std::string_view message) {
  throw Error(Errc::syntax, line == 0 ? path : fmt::format("{}:{}", path, line), message);
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
  if (number_ == 1 && line.starts_with(byte_order_mark)) line.remove_prefix(byte_order_mark.size());
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

bool is_digits(std::string_view text) {
  if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::int64_t whole(const std::string& path, std::size_t line, std::string_view text) {
  if (const auto value = parse_whole<std::int64_t>(text)) return *value;
  refuse(path, line, fmt::format("'{}' is not a whole number", excerpt(text)));
}

std::int64_t node_number(const std::string& path, std::size_t line, std::string_view text) {
  if (const auto value = parse_whole<std::int64_t>(text)) return *value;
  refuse(path, line,
         fmt::format("'{}' is not a whole number, as labels are in this format; {}", excerpt(text), formats_of_names));
}

double finite(const std::string& path, std::size_t line, std::string_view text) {
  if (const auto value = parse_real(text)) return *value;
  refuse(path, line, fmt::format("'{}' is not a finite number", excerpt(text)));
}

void require_label(const std::string& path, std::size_t line, std::string_view label) {
  if (label.size() > longest_label)
    refuse(path, line, fmt::format("label '{}' is longer than {} bytes", excerpt(label), longest_label));
  if (const auto fault = unfit_for_name(label); !fault.empty())
    refuse(path, line, fmt::format("label '{}' is not a name: {}", excerpt(label), fault));
}

std::string whole_text(const InputFile& file) {
  constexpr std::size_t most = std::size_t{1} << 30;
  std::ifstream in(file.path(), std::ios::binary);
  std::string text;
  std::vector<char> block(1 << 16);
  while (in.read(block.data(), static_cast<std::streamsize>(block.size())) || in.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
    if (text.size() > most) throw Error(Errc::too_large, file.name(), "has more than a gigabyte");
  }
  if (text.empty() || in.bad()) throw Error(Errc::file, file.name(), "cannot be read");
  if (text.find('\0') != text.npos) throw Error(Errc::file, file.name(), "is not text: it holds a zero byte");
  return text.starts_with(byte_order_mark) ? text.substr(byte_order_mark.size()) : text;
}

std::vector<std::string> labels_from_one(std::int64_t nodes) {
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(nodes));
  for (std::int64_t i = 1; i <= nodes; ++i) labels.push_back(std::to_string(i));
  return labels;
}

Node LabelNumbers::number(const std::string& path, std::size_t line, std::string_view label) {
  const auto [entry, fresh] = numbers_.try_emplace(std::string(label), static_cast<Node>(labels_.size()));
  if (fresh) {
    require_label(path, line, label);
    labels_.emplace_back(label);
    if (labels_.size() > static_cast<std::size_t>(largest_nodes))
      require_graph_size(path, static_cast<double>(labels_.size()), 0.0);
  }
  return entry->second;
}

std::optional<Node> LabelNumbers::find(const std::string& label) const {
  const auto found = numbers_.find(label);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

}  // namespace hearsay::graph
