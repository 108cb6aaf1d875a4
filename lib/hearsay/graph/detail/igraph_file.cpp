// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/detail/attributed_file.hpp>

#include <fmt/format.h>
#include <igraph.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <unordered_set>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/detail/igraph_session.hpp>
#include <hearsay/graph/detail/text_lines.hpp>
#include <hearsay/graph/generators.hpp>

namespace hearsay::graph {
namespace {

/// Name and type of the attributes of a file's nodes and edges.
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
void read_edge_attributes(AttributedFile& file, const igraph_t& graph, const Attributes& attributes) {
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

/// The nodes' numbers `id`, as GML has them, if they are whole and each node has one of its own.
std::optional<std::vector<std::string>> distinct_numbers(const igraph_t& graph, const Attributes& attributes) {
  if (std::ranges::count(attributes.nodes, std::pair{std::string("id"), IGRAPH_ATTRIBUTE_NUMERIC}) == 0)
    return std::nullopt;
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (igraph_integer_t v = 0; v < igraph_vcount(&graph); ++v) {
    const double id = igraph_cattribute_VAN(&graph, "id", v);
    if (!(std::abs(id) < 1e15) || id != std::nearbyint(id)) return std::nullopt;
    names.push_back(fmt::format("{:.0f}", id));
    if (!seen.insert(names.back()).second) return std::nullopt;
  }
  return names;
}

void take_over(AttributedFile& file, const igraph_t& graph) {
  const auto attributes = attributes_of(graph);
  read_edge_attributes(file, graph, attributes);
  auto labels = distinct_names(graph, attributes, file.format == "GML" ? "label" : "name");
  if (!labels) labels = distinct_names(graph, attributes, "id");
  if (!labels) labels = distinct_numbers(graph, attributes);
  if (labels) file.labels = std::move(*labels);
  file.nodes = static_cast<Node>(igraph_vcount(&graph));
  file.directed = igraph_is_directed(&graph);
  for (igraph_integer_t e = 0; e < igraph_ecount(&graph); ++e) {
    file.edges.emplace_back(static_cast<Node>(IGRAPH_FROM(&graph, e)), static_cast<Node>(IGRAPH_TO(&graph, e)));
  }
}

/// @param read  igraph's reader of the format.
AttributedFile read_by_igraph(const InputFile& input, std::string_view format,
                              const std::function<igraph_error_t(igraph_t*, std::FILE*)>& read) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(input.path().c_str(), "rb"), std::fclose);
  if (!stream) throw Error(Errc::file, input.name(), fmt::format("cannot be opened: {}", std::strerror(errno)));
  AttributedFile file{.format = format};
  igraph_session(input.name(), nullptr, [&]() -> int {
    igraph_set_attribute_table(&igraph_cattribute_table);
    igraph_t raw;
    const auto code = read(&raw, stream.get());
    if (code == IGRAPH_EINVAL) throw Error(Errc::syntax, input.name(), fmt::format("holds no {} graph", format));
    if (code != IGRAPH_SUCCESS) return code;
    const std::unique_ptr<igraph_t, void (*)(igraph_t*)> release(&raw, igraph_destroy);
    if (igraph_vcount(&raw) == 0) throw Error(Errc::file, input.name(), "holds a graph without nodes");
    require_graph_size(input.name(), static_cast<double>(igraph_vcount(&raw)),
                       static_cast<double>(igraph_ecount(&raw)));
    take_over(file, raw);
    return IGRAPH_SUCCESS;
  });
  return file;
}

}  // namespace

AttributedFile read_graphml_file(const InputFile& file) {
  return read_by_igraph(file, "GraphML",
                        [](igraph_t* graph, std::FILE* in) { return igraph_read_graph_graphml(graph, in, 0); });
}

AttributedFile read_gml_file(const InputFile& file) { return read_by_igraph(file, "GML", igraph_read_graph_gml); }

}  // namespace hearsay::graph
