// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/raw_graph.hpp>

#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

using nlohmann::json;

/// Reads one object.
class NodeLink {
 public:
  explicit NodeLink(const InputFile& input) : name_(input.name()), nodes_(name_) {
    object_ = parse_json<json>(whole_text(input), name_);
  }

  [[nodiscard]] RawGraph read() {
    graph_.format = "node-link JSON";
    if (!object_.is_object()) refuse_all("must hold an object with \"nodes\" and \"links\"");
    require_node_link();
    graph_.directed = flag("directed");
    if (flag("multigraph")) refuse_all("is a multigraph");
    for (const auto& node : list("nodes", "nodes")) add_node(node);
    if (nodes_.names().empty()) throw Error(Errc::file, name_, "holds a graph without nodes");
    for (const auto& link : list("links", "edges")) add_link(link);
    graph_.labels = nodes_.names();
    return std::move(graph_);
  }

 private:
  [[noreturn]] void refuse_all(std::string_view why) const { throw Error(Errc::syntax, name_, why); }

  /// Refuses other JSON that programs write of graphs.
  void require_node_link() const {
    constexpr std::string_view instead = "which is not read: networkx.node_link_data gives what is";
    if (object_.contains("adjacency")) refuse_all(fmt::format("is adjacency JSON, {}", instead));
    if (object_.contains("elements")) refuse_all(fmt::format("is Cytoscape JSON, {}", instead));
    if (object_.contains("children")) refuse_all(fmt::format("is a tree in JSON, {}", instead));
    if (object_.contains("graph") && object_["graph"].is_object() && object_["graph"].contains("nodes"))
      refuse_all(fmt::format("is JSON Graph Format, {}", instead));
    if (object_.contains("hyperedges")) refuse_all("holds hyperedges, which join more than two nodes");
    if (object_.contains("links") && object_.contains("edges"))
      refuse_all("has \"links\" and \"edges\": keep the one that holds the edges");
  }

  [[nodiscard]] bool flag(const char* key) const {
    if (!object_.contains(key)) return false;
    if (!object_[key].is_boolean()) refuse_all(fmt::format("\"{}\" must be true or false", key));
    return object_[key].get<bool>();
  }

  [[nodiscard]] const json& list(const char* key, const char* other) const {
    const char* found = object_.contains(key) ? key : other;
    if (!object_.contains(found)) refuse_all(fmt::format("lacks \"{}\"", key));
    if (!object_[found].is_array()) refuse_all(fmt::format("\"{}\" must be a list", found));
    return object_[found];
  }

  /// A node's name: a text or a whole number.
  [[nodiscard]] std::string label(const json& object, const char* key, std::string_view what, std::size_t place) const {
    if (!object.is_object() || !object.contains(key)) refuse_all(fmt::format("{} {} lacks \"{}\"", what, place, key));
    const auto& value = object[key];
    if (value.is_number_integer()) return value.dump();
    if (!value.is_string())
      refuse_all(fmt::format("{} {}: \"{}\" must be a text or a whole number of 64 bits", what, place, key));
    return value.get<std::string>();
  }

  void add_node(const json& node) {
    const auto place = nodes_.names().size() + 1;
    const auto text = label(node, "id", "node", place);
    if (text.empty()) refuse_all(fmt::format("node {}: an empty label", place));
    require_label(name_, 0, text);
    nodes_.add(0, text);
    for (const auto& [key, value] : node.items()) {
      if (key == "nodes" || key == "graph") refuse_all(fmt::format("node {} holds a graph of its own", place));
      if (key != "id") add_once(graph_.node_attributes, key);
    }
  }

  void add_link(const json& link) {
    const auto place = graph_.edges.size() + 1;
    const auto source = nodes_.number(0, label(link, "source", "link", place)),
               target = nodes_.number(0, label(link, "target", "link", place));
    double weight = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [key, value] : link.items()) {
      if (key == "source" || key == "target") continue;
      if (lower_case(key) == "weight") {
        graph_.without_weights = fmt::format("delete the edges' attribute '{}'", key);
        if (value.is_number()) weight = value.get<double>();
      } else {
        add_once(graph_.edge_attributes, key);
      }
    }
    graph_.edges.emplace_back(source, target);
    graph_.weights.push_back(weight);
    require_edge_count(name_, graph_.edges.size());
  }

  const std::string& name_;
  json object_;
  RawGraph graph_;
  DeclaredNodes nodes_;
};

}  // namespace

RawGraph read_node_link_file(const InputFile& file) { return NodeLink(file).read(); }

}  // namespace hearsay::graph
