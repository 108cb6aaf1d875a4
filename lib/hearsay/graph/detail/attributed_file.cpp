// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/detail/attributed_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/graph/detail/text_lines.hpp>
#include <hearsay/graph/generators.hpp>

namespace hearsay::graph {

namespace {

using nlohmann::json;

/// Reads one object.
class NodeLink {
 public:
  explicit NodeLink(const InputFile& input) : name_(input.name()) {
    std::ifstream in(input.path(), std::ios::binary);
    object_ = parse_json<json>(std::string{std::istreambuf_iterator<char>(in), {}}, name_);
  }

  [[nodiscard]] AttributedFile read() {
    file_.format = "node-link JSON";
    if (!object_.is_object()) refuse_all("must hold an object with \"nodes\" and \"links\"");
    file_.directed = flag("directed");
    if (flag("multigraph")) refuse_all("is a multigraph");
    for (const auto& node : list("nodes", "nodes")) add_node(node);
    if (file_.labels.empty()) throw Error(Errc::file, name_, "holds a graph without nodes");
    file_.nodes = static_cast<Node>(file_.labels.size());
    for (const auto& link : list("links", "edges")) add_link(link);
    return std::move(file_);
  }

 private:
  [[noreturn]] void refuse_all(std::string_view why) const { throw Error(Errc::syntax, name_, why); }

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
    if (!value.is_string()) refuse_all(fmt::format("{} {}: \"{}\" must be a text or a whole number", what, place, key));
    const auto text = value.get<std::string>();
    if (text.empty()) refuse_all(fmt::format("{} {}: an empty label", what, place));
    require_label(name_, place, text);
    return text;
  }

  void add_node(const json& node) {
    const auto place = file_.labels.size() + 1;
    const auto text = label(node, "id", "node", place);
    if (!numbers_.emplace(text, static_cast<Node>(file_.labels.size())).second)
      refuse_all(fmt::format("two nodes are '{}'", shown(text)));
    file_.labels.push_back(text);
    require_graph_size(name_, static_cast<double>(file_.labels.size()), 0.0);
  }

  [[nodiscard]] Node end(const json& link, const char* key) const {
    const auto text = label(link, key, "link", file_.edges.size() + 1);
    const auto found = numbers_.find(text);
    if (found == numbers_.end()) refuse_all(fmt::format("no node is '{}', which a link names", shown(text)));
    return found->second;
  }

  void add_link(const json& link) {
    const auto source = end(link, "source"), target = end(link, "target");
    double weight = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [key, value] : link.items()) {
      if (key == "source" || key == "target") continue;
      if (lower_case(key) == "weight") {
        file_.weight_attribute = key;
        if (value.is_number()) weight = value.get<double>();
      } else if (std::ranges::count(file_.other_attributes, shown(key)) == 0) {
        file_.other_attributes.push_back(shown(key));
      }
    }
    file_.edges.emplace_back(source, target);
    file_.weights.push_back(weight);
    require_graph_size(name_, 0.0, static_cast<double>(file_.edges.size()));
  }

  std::string name_;
  json object_;
  AttributedFile file_;
  std::map<std::string, Node> numbers_;
};

/// Whether GML begins so: a comment, or one of its first keys.
bool begins_as_gml(std::string_view beginning) {
  const auto first = words(beginning.substr(0, beginning.find('\n')), '\0');
  const bool alone = first.size() == 1 && first[0] == "graph";  // the bracket is on a line of its own
  return alone || (first.size() >= 2 && ((first[0] == "graph" && first[1].starts_with('[')) ||
                                         (first[0] == "Creator" && first[1].starts_with('"'))));
}

}  // namespace

AttributedFile read_node_link_file(const InputFile& file) { return NodeLink(file).read(); }

std::optional<AttributedFile> read_attributed_file(const InputFile& file) {
  const auto& start = file.beginning();
  const auto first = start.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (first != start.npos && start[first] == '<') return read_graphml_file(file);
  if (first != start.npos && start[first] == '{') return read_node_link_file(file);
  if (file.is_named(".gml") || begins_as_gml(start)) return read_gml_file(file);
  for (const auto* ending : {".graphml", ".xml"}) {
    if (file.is_named(ending)) refuse(file.name(), 1, "an XML file starts with '<'");
  }
  if (file.is_named(".json")) refuse(file.name(), 1, "a JSON file starts with '{'");
  return std::nullopt;
}

}  // namespace hearsay::graph
