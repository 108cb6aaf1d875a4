// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <limits>
#include <map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>
#include <hearsay/graph/io/detail/xml_reader.hpp>

namespace hearsay::graph {

namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const auto begin = text.find_first_not_of(blanks);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Reads the one graph of a file (Brandes et al.: GraphML progress report, 2002).
class GraphMl {
 public:
  explicit GraphMl(const InputFile& file) : name_(file.name()), xml_(file), nodes_(name_) {}

  [[nodiscard]] RawGraph read() {
    graph_.format = "GraphML";
    if (!xml_.next() || xml_.name() != "graphml")
      xml_.refuse(fmt::format("its root is <{}>: GraphML, which is read, has <graphml>", excerpt(xml_.name())));
    bool read_graph = false;
    for_children([&](const std::string& element) {
      if (element == "key") {
        read_key();
      } else if (element == "graph") {
        if (read_graph) xml_.refuse("a second <graph>: write each to a file of its own");
        read_graph = true;
        read_one_graph();
      } else {
        require_description(element, "graphml");
      }
    });
    if (xml_.next()) xml_.refuse("more after </graphml>");
    finish();
    return std::move(graph_);
  }

 private:
  /// What <key> declares, for nodes or edges: programs declare one for the others, too.
  struct Key {
    std::string name;
    std::optional<std::string> otherwise = std::nullopt;  ///< the value of whatever has no other
  };
  struct Edge {
    std::size_t line;
    std::string source, target;
    std::optional<std::string> weight = std::nullopt;
  };

  /// Calls `body` with the name of each element in this one; `body` reads it to its end.
  template <class Body>
  void for_children(const Body& body) {
    if (!xml_.has_content()) return;
    while (xml_.next() && !xml_.ends()) body(xml_.name());
  }

  /// Skips what describes and changes nothing; refuses everything else.
  void require_description(const std::string& element, std::string_view where) {
    if (element == "hyperedge")
      xml_.refuse("a <hyperedge> joins more than two nodes; write an edge for each pair of neighbors");
    if (element == "graph") xml_.refuse(fmt::format("a <graph> within a <{}>: write one graph, of nodes", where));
    if (element == "port") xml_.refuse("a <port> of a node, which is not read: edges join nodes");
    if (element != "desc" && element != "data")
      xml_.refuse(fmt::format("a <{}> within a <{}> is not read", excerpt(element), where));
    xml_.skip();
  }

  std::string required(const char* key) const {
    auto value = xml_.attribute(key);
    if (!value || value->empty()) xml_.refuse(fmt::format("a <{}> without '{}'", xml_.name(), key));
    return *std::move(value);
  }

  void read_key() {
    const auto id = required("id");
    Key key{.name = xml_.attribute("attr.name").value_or(id)};
    for_children([&](const std::string& element) {
      if (element == "default") {
        key.otherwise = xml_.take_text();
      } else {
        xml_.skip();
      }
    });
    if (!keys_.emplace(id, std::move(key)).second) xml_.refuse(fmt::format("two <key>s are '{}'", excerpt(id)));
  }

  /// Reads <data> of a node or an edge. @return its key, and its text.
  std::pair<const Key*, std::string> read_data() {
    const auto id = required("key");
    const auto key = keys_.find(id);
    if (key == keys_.end()) xml_.refuse(fmt::format("no <key> is '{}', which <data> names", excerpt(id)));
    return {&key->second, xml_.take_text()};
  }

  void read_one_graph() {
    const auto way = xml_.attribute("edgedefault").value_or("undirected");
    if (way != "directed" && way != "undirected")
      xml_.refuse(fmt::format("edgedefault must be directed or undirected, not '{}'", excerpt(way)));
    default_directed_ = way == "directed";
    for_children([&](const std::string& element) {
      if (element == "node") {
        read_node();
      } else if (element == "edge") {
        read_edge();
      } else {
        require_description(element, "graph");
      }
    });
  }

  void read_node() {
    nodes_.add(xml_.line(), required("id"));
    lines_.push_back(xml_.line());
    auto& name = names_.emplace_back();
    for_children([&](const std::string& element) {
      if (element != "data") return require_description(element, "node");
      const auto [key, text] = read_data();
      if (key->name != "name") return add_once(graph_.node_attributes, key->name);
      if (!name.empty()) xml_.refuse("a node with two names");
      name = without_blanks(text);
    });
  }

  void read_edge() {
    Edge edge{.line = xml_.line(), .source = required("source"), .target = required("target")};
    if (xml_.attribute("sourceport") || xml_.attribute("targetport"))
      xml_.refuse("an edge to a port of a node, which is not read: edges join nodes");
    const auto directed = xml_.attribute("directed");
    graph_.directed = graph_.directed || (directed ? *directed == "true" : default_directed_);
    for_children([&](const std::string& element) {
      if (element != "data") return require_description(element, "edge");
      const auto [key, text] = read_data();
      if (!is_weight(*key)) return add_once(graph_.edge_attributes, key->name);
      if (edge.weight) xml_.refuse("an edge with two weights");
      edge.weight = without_blanks(text);
      weight_key_ = key;
    });
    edges_.push_back(std::move(edge));
    require_edge_count(name_, edges_.size());
  }

  static bool is_weight(const Key& key) { return lower_case(key.name) == "weight"; }

  /// Values that keys give to whatever has no other.
  void take_defaults() {
    for (const auto& [id, key] : keys_) {
      if (!key.otherwise) continue;
      if (is_weight(key) && !edges_.empty()) {
        weight_key_ = &key;
        for (auto& edge : edges_) {
          if (!edge.weight) edge.weight = without_blanks(*key.otherwise);
        }
      } else if (key.name == "name") {
        for (auto& name : names_) {
          if (name.empty()) name = without_blanks(*key.otherwise);
        }
      }
    }
  }

  void finish() {
    if (nodes_.names().empty()) throw Error(Errc::file, name_, "holds a graph without nodes");
    take_defaults();
    if (weight_key_ != nullptr)
      graph_.without_weights = fmt::format("delete the edges' attribute '{}' and its key", excerpt(weight_key_->name));
    for (const auto& [line, source, target, weight] : edges_) {
      graph_.edges.emplace_back(nodes_.number(line, source), nodes_.number(line, target));
      graph_.weights.push_back(parse_real(weight.value_or("")).value_or(std::numeric_limits<double>::quiet_NaN()));
      graph_.lines.push_back(line);
    }
    label_nodes(graph_, name_, nodes_.names(), lines_, {{.attribute = "name", .names = std::move(names_)}});
  }

  const std::string& name_;
  XmlReader xml_;
  RawGraph graph_;
  DeclaredNodes nodes_;
  std::map<std::string, Key> keys_;
  std::vector<std::size_t> lines_;
  std::vector<std::string> names_;
  std::vector<Edge> edges_;
  const Key* weight_key_ = nullptr;
  bool default_directed_ = false;
};

}  // namespace

RawGraph read_graphml_file(const InputFile& file) { return GraphMl(file).read(); }

}  // namespace hearsay::graph
