// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/learning/detail/text_file.hpp>

namespace hearsay::learning {

namespace {

bool starts_with_word(std::string_view text, std::string_view word) {
  if (text.size() < word.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (std::tolower(static_cast<unsigned char>(text[i])) != word[i]) return false;
  }
  return text.size() == word.size() || text[word.size()] == ' ' || text[word.size()] == '\t';
}

/// Cuts one name, plain or in quotes, from the front of `text`.
std::string take_name(std::string_view& text, std::string_view ends) {
  text = trimmed(text);
  if (!text.empty() && (text.front() == '\'' || text.front() == '"')) {
    const auto close = text.find(text.front(), 1);
    std::string name(text.substr(1, close == std::string_view::npos ? close : close - 1));
    text = close == std::string_view::npos ? std::string_view{} : text.substr(close + 1);
    return name;
  }
  const auto end = std::min(text.find_first_of(ends), text.size());
  std::string name(trimmed(text.substr(0, end)));
  text.remove_prefix(end);
  return name;
}

std::vector<std::string> comma_separated(std::string_view text) {
  std::vector<std::string> fields;
  while (true) {
    fields.push_back(take_name(text, ","));
    text = trimmed(text);
    if (text.empty() || text.front() != ',') return fields;
    text.remove_prefix(1);
  }
}

struct Attribute {
  std::string name;
  bool nominal = false;
  std::vector<std::string> values = {};
};

Attribute parse_attribute(const TextFile& file, const Line& line) {
  std::string_view rest = trimmed(line.text).substr(std::string_view("@attribute").size());
  Attribute attribute{.name = take_name(rest, " \t")};
  rest = trimmed(rest);
  if (!rest.empty() && rest.front() == '{' && rest.back() == '}') {
    attribute.nominal = true;
    attribute.values = comma_separated(rest.substr(1, rest.size() - 2));
  } else if (!starts_with_word(rest, "numeric") && !starts_with_word(rest, "real") &&
             !starts_with_word(rest, "integer")) {
    throw Error(Errc::syntax, file.path,
                fmt::format("line {}: attribute '{}' has type '{}'; numeric, real, integer or {{a, b}} are read",
                            line.number, attribute.name.substr(0, 60), rest.substr(0, 40)));
  }
  return attribute;
}

}  // namespace

Table read_arff(const TextFile& file, std::string_view target) {
  std::vector<Attribute> attributes;
  std::size_t i = 0;
  for (; i < file.lines.size(); ++i) {
    const auto text = trimmed(file.lines[i].text);
    if (text.front() == '%' || starts_with_word(text, "@relation")) continue;
    if (starts_with_word(text, "@data")) break;
    if (!starts_with_word(text, "@attribute")) {
      throw Error(Errc::syntax, file.path,
                  fmt::format("line {}: expected @relation, @attribute or @data", file.lines[i].number));
    }
    attributes.push_back(parse_attribute(file, file.lines[i]));
  }
  if (attributes.empty() || i == file.lines.size()) {
    throw Error(Errc::syntax, file.path, "an ARFF file needs @attribute lines and a @data line");
  }
  std::vector<std::string> names;
  for (const auto& attribute : attributes) names.push_back(attribute.name);
  const auto target_column = find_target(file, names, target);
  for (std::size_t column = 0; column < attributes.size(); ++column) {
    if (attributes[column].nominal && column != target_column) {
      throw Error(Errc::syntax, file.path,
                  fmt::format("attribute '{}' is nominal; features must be numeric", attributes[column].name));
    }
  }
  if (attributes[target_column].nominal && attributes[target_column].values.size() != 2) {
    throw Error(Errc::syntax, file.path,
                fmt::format("label column '{}' has {} classes; exactly two are needed", names[target_column],
                            attributes[target_column].values.size()));
  }
  TableBuilder builder(file, names, target_column, attributes[target_column].values);
  for (++i; i < file.lines.size(); ++i) {
    const auto text = trimmed(file.lines[i].text);
    if (text.front() == '%') continue;
    if (text.front() == '{')
      throw Error(Errc::syntax, file.path,
                  fmt::format("line {}: sparse rows are not read; write all values", file.lines[i].number));
    const auto fields = comma_separated(text);
    builder.add(file.lines[i].number, fields);
    if (!attributes[target_column].nominal && !parse_real(fields[target_column])) {
      refuse(file, file.lines[i].number, target_column + 1, names[target_column],
             fmt::format("'{}' is not a finite number", fields[target_column].substr(0, 40)));
    }
  }
  return builder.finish();
}

}  // namespace hearsay::learning
