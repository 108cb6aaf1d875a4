// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/detail/graphml_file.hpp>

#include <fmt/format.h>
#include <igraph.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <unordered_set>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/detail/igraph_session.hpp>
#include <hearsay/graph/detail/text_lines.hpp>
#include <hearsay/graph/generators.hpp>

namespace hearsay::graph {
namespace {

/// Name and type of the attributes of a GraphML file's nodes and edges.
struct Attributes {
  std::vector<std::pair<std::string, igraph_attribute_type_t>> nodes, edges;
};

Attributes attributes_of(const igraph_t& graph) {
  igraph_strvector_t names[3];
  igraph_vector_int_t types[3];
  for (int i = 0; i < 3; ++i) {
    if (igraph_strvector_init(&names[i], 0) != IGRAPH_SUCCESS || igraph_vector_int_init(&types[i], 0) != IGRAPH_SUCCESS)
      throw std::bad_alloc();
  }
  igraph_cattribute_list(&graph, &names[0], &types[0], &names[1], &types[1], &names[2], &types[2]);
  Attributes found;
  for (const auto& [which, list] : {std::pair{1, &found.nodes}, {2, &found.edges}}) {
    for (igraph_integer_t i = 0; i < igraph_strvector_size(&names[which]); ++i) {
      list->emplace_back(igraph_strvector_get(&names[which], i),
                         static_cast<igraph_attribute_type_t>(VECTOR(types[which])[i]));
    }
  }
  for (int i = 0; i < 3; ++i) {
    igraph_strvector_destroy(&names[i]);
    igraph_vector_int_destroy(&types[i]);
  }
  return found;
}

/// The nodes' attribute `name`, if every node has one of its own.
std::optional<std::vector<std::string>> distinct_names(const igraph_t& graph, const Attributes& attributes,
                                                       const char* name) {
  if (std::ranges::count(attributes.nodes, std::pair{std::string(name), IGRAPH_ATTRIBUTE_STRING}) == 0)
    return std::nullopt;
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (igraph_integer_t v = 0; v < igraph_vcount(&graph); ++v) {
    names.emplace_back(igraph_cattribute_VAS(&graph, name, v));
    if (names.back().empty() || names.back().size() > longest_label || !seen.insert(names.back()).second)
      return std::nullopt;
  }
  return names;
}

/// Sets which attribute of the edges is `weight`, its values if they are numbers, and the others.
void read_edge_attributes(GraphmlFile& file, const igraph_t& graph, const Attributes& attributes) {
  for (const auto& [name, type] : attributes.edges) {
    if (lower_case(name) != "weight") {
      if (name != "id") file.other_attributes.push_back(shown(name));
      continue;
    }
    file.weight_attribute = name;
    if (type != IGRAPH_ATTRIBUTE_NUMERIC) continue;
    for (igraph_integer_t e = 0; e < igraph_ecount(&graph); ++e)
      file.weights.push_back(igraph_cattribute_EAN(&graph, name.c_str(), e));
  }
}

void take_over(GraphmlFile& file, const igraph_t& graph) {
  const auto attributes = attributes_of(graph);
  read_edge_attributes(file, graph, attributes);
  auto labels = distinct_names(graph, attributes, "name");
  if (!labels) labels = distinct_names(graph, attributes, "id");
  if (labels) file.labels = std::move(*labels);
  file.nodes = static_cast<Node>(igraph_vcount(&graph));
  file.directed = igraph_is_directed(&graph);
  for (igraph_integer_t e = 0; e < igraph_ecount(&graph); ++e) {
    file.edges.emplace_back(static_cast<Node>(IGRAPH_FROM(&graph, e)), static_cast<Node>(IGRAPH_TO(&graph, e)));
  }
}

}  // namespace

GraphmlFile read_graphml_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> input(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!input) throw Error(Errc::file, path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  GraphmlFile file;
  igraph_session(path, nullptr, [&]() -> int {
    igraph_set_attribute_table(&igraph_cattribute_table);
    igraph_t raw;
    const auto code = igraph_read_graph_graphml(&raw, input.get(), 0);
    if (code == IGRAPH_EINVAL) throw Error(Errc::syntax, path, "holds no GraphML graph");
    if (code != IGRAPH_SUCCESS) return code;
    const std::unique_ptr<igraph_t, void (*)(igraph_t*)> release(&raw, igraph_destroy);
    if (igraph_vcount(&raw) == 0) throw Error(Errc::file, path, "holds a graph without nodes");
    require_graph_size(path, static_cast<double>(igraph_vcount(&raw)), static_cast<double>(igraph_ecount(&raw)));
    take_over(file, raw);
    return IGRAPH_SUCCESS;
  });
  return file;
}

}  // namespace hearsay::graph
