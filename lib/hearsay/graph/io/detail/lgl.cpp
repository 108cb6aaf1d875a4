// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/lgl.hpp>

#include <algorithm>

#include <hearsay/core/number.hpp>

namespace hearsay::graph {

namespace {

bool is_number(std::string_view text) { return parse_real(text).has_value(); }

}  // namespace

void LglDoubt::note_comment(std::size_t line, std::string_view text) {
  constexpr std::size_t most = 1000;
  if (!text.starts_with(' ') || comments_.size() == most) return;
  const auto begin = text.find_first_not_of(' ');
  if (begin != text.npos) comments_.emplace_back(line, text.substr(begin, text.find_last_not_of(" \t") + 1 - begin));
}

std::optional<std::size_t> LglDoubt::line_of_node(const LabelNumbers& labels,
                                                  const std::vector<std::pair<Node, Node>>& edges) const {
  if (comments_.empty()) return std::nullopt;
  const auto& names = labels.labels();
  const bool numbers = std::ranges::all_of(names, is_number);
  const bool weights =
      !numbers && std::ranges::all_of(edges, [&](const auto& edge) { return is_number(names[edge.second]); });
  for (const auto& [line, text] : comments_) {
    const auto found = words(text, '\0');
    if (labels.find(text)) return line;
    if (found.size() == 1 && (weights || (numbers && is_number(text)))) return line;
    if (found.size() != 2) continue;
    const auto u = labels.find(std::string(found[0])), v = labels.find(std::string(found[1]));
    if (u && v && std::ranges::count(edges, std::pair(*u, *v)) > 0) return line;
  }
  return std::nullopt;
}

}  // namespace hearsay::graph
