// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/raw_graph.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include <hearsay/core/printable.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

/// Whether every node has a name, and no two have the same.
bool tell_apart(const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> seen;
  return std::ranges::all_of(names, [&](const auto& name) { return !name.empty() && seen.insert(name).second; });
}

/// Whether some node has a name that is another node's id.
bool taken_for_ids(const std::vector<std::string>& names, const std::vector<std::string>& ids) {
  const std::unordered_set<std::string_view> all(ids.begin(), ids.end());
  for (std::size_t v = 0; v < ids.size(); ++v) {
    if (names[v] != ids[v] && all.contains(names[v])) return true;
  }
  return false;
}

}  // namespace

void label_nodes(RawGraph& graph, const std::string& path, std::vector<std::string> ids,
                 const std::vector<std::size_t>& lines, const std::vector<NodeNames>& named) {
  const auto chosen = std::ranges::find_if(named, tell_apart, &NodeNames::names);
  if (chosen != named.end()) {
    graph.labels = chosen->names;
    if (taken_for_ids(chosen->names, ids))
      graph.remarks.push_back(
          fmt::format("nodes are named by their {}; other nodes have the same as ids", chosen->attribute));
  } else {
    graph.labels = std::move(ids);
  }
  for (auto other = named.begin(); other != chosen; ++other) {
    if (std::ranges::all_of(other->names, &std::string::empty)) continue;
    graph.remarks.push_back(fmt::format("nodes are named by their {}: not each has a {} of its own",
                                        chosen == named.end() ? "id" : chosen->attribute, other->attribute));
  }
  for (std::size_t v = 0; v < graph.labels.size(); ++v) require_label(path, lines[v], graph.labels[v]);
}

Reading reading_of(RawGraph&& raw, const Graph& graph) {
  auto reading = reading_of(std::string(raw.format), graph);
  reading.directed = raw.directed;
  reading.header = std::move(raw.header);
  reading.comments = raw.comments;
  reading.edge_attributes = std::move(raw.edge_attributes);
  reading.node_attributes = std::move(raw.node_attributes);
  reading.remarks = std::move(raw.remarks);
  return reading;
}

void add_once(std::vector<std::string>& names, std::string_view name) {
  const auto text = excerpt(name);
  if (std::ranges::count(names, text) == 0) names.push_back(text);
}

void require_edge_count(const std::string& path, std::size_t edges) {
  if (edges > 2 * static_cast<std::size_t>(largest_edges)) require_graph_size(path, 0.0, static_cast<double>(edges));
}

void DeclaredNodes::add(std::size_t line, const std::string& name) {
  if (!numbers_.emplace(name, static_cast<Node>(names_.size())).second)
    refuse(path_, line, fmt::format("two nodes are '{}'", excerpt(name)));
  names_.push_back(name);
  if (names_.size() > static_cast<std::size_t>(largest_nodes))
    require_graph_size(path_, static_cast<double>(names_.size()), 0.0);
}

Node DeclaredNodes::number(std::size_t line, const std::string& name) const {
  const auto found = numbers_.find(name);
  if (found == numbers_.end()) refuse(path_, line, fmt::format("no node is '{}', which an edge names", excerpt(name)));
  return found->second;
}

}  // namespace hearsay::graph
