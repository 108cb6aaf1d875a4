// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/label_list.hpp>

#include <algorithm>

namespace hearsay::graph {

namespace {

constexpr std::string_view blanks = " \t";

}  // namespace

bool take_quoted(std::string_view& rest, std::string& part) {
  rest.remove_prefix(1);
  for (;;) {
    const auto quote = rest.find('"');
    if (quote == rest.npos) return false;
    part += rest.substr(0, quote);
    rest.remove_prefix(quote + 1);
    if (!rest.starts_with('"')) return true;
    part += '"';
    rest.remove_prefix(1);
  }
}

std::optional<std::vector<ListPart>> split_parts(std::string_view list) {
  std::vector<ListPart> parts;
  for (;;) {
    list.remove_prefix(std::min(list.find_first_not_of(blanks), list.size()));
    ListPart part{.text = {}, .quoted = list.starts_with('"')};
    if (part.quoted) {
      if (!take_quoted(list, part.text)) return std::nullopt;
      list.remove_prefix(std::min(list.find_first_not_of(blanks), list.size()));
      if (!list.empty() && list.front() != ',') return std::nullopt;
    } else {
      part.text = list.substr(0, list.find(','));
      list.remove_prefix(part.text.size());
      part.text.erase(part.text.find_last_not_of(blanks) + 1);
    }
    parts.push_back(std::move(part));
    if (list.empty()) return parts;
    list.remove_prefix(1);
  }
}

std::optional<std::vector<std::string>> split_list(std::string_view list) {
  auto parts = split_parts(list);
  if (!parts) return std::nullopt;
  std::vector<std::string> texts;
  for (auto& part : *parts) texts.push_back(std::move(part.text));
  return texts;
}

}  // namespace hearsay::graph
