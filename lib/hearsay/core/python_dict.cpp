// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/core/python_dict.hpp>

#include <algorithm>

namespace hearsay {

namespace {

void skip_blanks(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

/// How many bytes the text in quotes takes that `text` begins with; npos if it does not end.
std::size_t quoted_size(std::string_view text) {
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == text.front()) {
      return i + 1;
    }
  }
  return text.npos;
}

bool is_quote(char c) { return c == '\'' || c == '"'; }

/// How many bytes stand before the comma or the bracket that ends a value; npos if there is none.
std::size_t value_size(std::string_view text) {
  std::string open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_quote(c)) {
      const auto size = quoted_size(text.substr(i));
      if (size == text.npos) return text.npos;
      i += size - 1;
    } else if (c == '(' || c == '[' || c == '{') {
      open += c == '(' ? ')' : c == '[' ? ']' : '}';
    } else if (open.empty() && (c == ',' || c == '}')) {
      return i;
    } else if (open.empty() && c == ':') {
      return text.npos;
    } else if (c == ')' || c == ']' || c == '}') {
      if (open.empty() || open.back() != c) return text.npos;
      open.pop_back();
    }
  }
  return text.npos;
}

/// Takes "'key': value" off the front of `text`.
std::optional<PythonItem> take_item(std::string_view& text) {
  if (text.empty() || !is_quote(text.front())) return std::nullopt;
  const auto size = quoted_size(text);
  if (size == text.npos) return std::nullopt;
  PythonItem item{.key = std::string(text.substr(1, size - 2)), .value = {}};
  if (item.key.find('\\') != item.key.npos) return std::nullopt;
  text.remove_prefix(size);
  skip_blanks(text);
  if (!text.starts_with(':')) return std::nullopt;
  text.remove_prefix(1);
  skip_blanks(text);
  const auto length = value_size(text);
  if (length == text.npos) return std::nullopt;
  item.value = text.substr(0, length);
  item.value = item.value.substr(0, item.value.find_last_not_of(" \t") + 1);
  if (item.value.empty()) return std::nullopt;
  text.remove_prefix(length);
  return item;
}

}  // namespace

std::optional<std::vector<PythonItem>> parse_python_dict(std::string_view text) {
  if (!text.starts_with('{')) return std::nullopt;
  text.remove_prefix(1);
  std::vector<PythonItem> items;
  skip_blanks(text);
  while (!text.starts_with('}')) {
    auto item = take_item(text);
    if (!item || std::ranges::count(items, item->key, &PythonItem::key) > 0) return std::nullopt;
    items.push_back(*std::move(item));
    if (text.starts_with(',')) {
      text.remove_prefix(1);
      skip_blanks(text);
    } else if (!text.starts_with('}')) {
      return std::nullopt;
    }
  }
  if (text != "}") return std::nullopt;
  return items;
}

}  // namespace hearsay
