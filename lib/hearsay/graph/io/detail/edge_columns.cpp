// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/edge_columns.hpp>

#include <algorithm>
#include <array>

#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

struct Ends {
  std::string_view source, target;
  bool common_labels = false;
};
constexpr std::array known_ends = {Ends{"source", "target"},
                                   Ends{"from", "to"},
                                   Ends{"u", "v", true},
                                   Ends{"src", "dst"},
                                   Ends{"src", "dest"},
                                   Ends{"src", "trg"},
                                   Ends{"source_id", "target_id"},
                                   Ends{"from_id", "to_id"},
                                   Ends{"fromnodeid", "tonodeid"},
                                   Ends{"sender", "receiver"},
                                   Ends{"node1", "node2", true},
                                   Ends{"node_1", "node_2", true},
                                   Ends{"node_a", "node_b", true},
                                   Ends{"id1", "id2", true},
                                   Ends{"id_1", "id_2", true}};

constexpr std::array<std::string_view, 29> column_words = {
    "source", "target", "from",  "to",     "src",    "dst",   "dest",   "sender", "receiver",   "recipient",
    "ego",    "alter",  "node",  "vertex", "person", "user",  "member", "actor",  "agent",      "friend",
    "id",     "name",   "label", "head",   "tail",   "start", "end",    "origin", "destination"};

}  // namespace

std::optional<EdgeColumns> edge_columns(const std::vector<std::string>& header) {
  std::vector<std::string> names;
  for (const auto& name : header) names.push_back(lower_case(name));
  const auto once = [&](std::string_view name) -> std::optional<std::size_t> {
    const auto found = std::ranges::find(names, name);
    if (found == names.end() || std::ranges::count(names, name) != 1) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  };
  for (const auto& known : known_ends) {
    const auto source = once(known.source), target = once(known.target);
    if (!source || !target || std::ranges::count(names, "weight") > 1) continue;
    return EdgeColumns{
        .source = *source, .target = *target, .weight = once("weight"), .common_labels = known.common_labels};
  }
  return std::nullopt;
}

std::string column_word(std::string_view text) {
  auto word = lower_case(text);
  while (!word.empty() && (word.back() == '_' || word.back() == ' ' || (word.back() >= '0' && word.back() <= '9')))
    word.pop_back();
  for (const std::string_view ending : {"_a", "_b", "_id", "_name"}) {
    if (word.ends_with(ending)) word.erase(word.size() - ending.size());
  }
  return std::ranges::count(column_words, word) > 0 ? word : std::string();
}

}  // namespace hearsay::graph
