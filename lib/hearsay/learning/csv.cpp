// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/learning/detail/text_file.hpp>

namespace hearsay::learning {

namespace {

std::vector<std::string> split_fields(const TextFile& file, const Line& line) {
  std::vector<std::string> fields;
  const std::string_view text = line.text;
  std::size_t i = 0;
  while (true) {
    while (i < text.size() && (text[i] == ' ' || text[i] == '\t')) ++i;
    if (i < text.size() && text[i] == '"') {
      std::string field;
      bool closed = false;
      for (++i; i < text.size(); ++i) {
        if (text[i] != '"') {
          field += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == '"') {
          field += text[i++];
        } else {
          closed = true;
          ++i;
          break;
        }
      }
      const auto comma = std::min(text.find(',', i), text.size());
      if (!closed || !trimmed(text.substr(i, comma - i)).empty()) {
        throw Error(Errc::syntax, file.path,
                    fmt::format("line {}, column {}: a quoted field must end with a quote and a comma", line.number,
                                fields.size() + 1));
      }
      fields.push_back(std::move(field));
      i = comma;
    } else {
      const auto comma = std::min(text.find(',', i), text.size());
      fields.emplace_back(trimmed(text.substr(i, comma - i)));
      i = comma;
    }
    if (i >= text.size()) return fields;
    ++i;
  }
}

}  // namespace

Table read_csv(const TextFile& file, std::string_view target) {
  auto first = split_fields(file, file.lines.front());
  const bool header = std::ranges::none_of(first, [](const auto& field) { return parse_real(field).has_value(); });
  std::vector<std::string> names = first;
  if (!header) {
    for (std::size_t column = 0; column < names.size(); ++column) names[column] = std::to_string(column + 1);
  }
  const auto target_column = find_target(file, names, target);
  TableBuilder builder(file, std::move(names), target_column);
  for (std::size_t i = header ? 1U : 0U; i < file.lines.size(); ++i)
    builder.add(file.lines[i].number, split_fields(file, file.lines[i]));
  return builder.finish();
}

}  // namespace hearsay::learning
