// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <libxml/HTMLparser.h>

#include <algorithm>
#include <boost/locale/utf.hpp>
#include <iterator>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

/// A key of a node or an edge, and its value.
struct GmlItem {
  std::string key;
  enum class Kind { number, text, list } kind = Kind::number;
  std::string value = {};  ///< of a number or a text, as it stands there; empty for a list
};

/// The words of GML (Himsolt: GML, a portable graph file format): keys, numbers, texts in quotes, brackets.
class GmlText {
 public:
  GmlText(const std::string& name, std::string text) : name_(name), text_(std::move(text)) {}

  [[noreturn]] void refuse_here(std::string_view why) const { refuse(name_, line_, why); }
  [[nodiscard]] std::size_t line() const { return line_; }
  [[nodiscard]] std::size_t comments() const { return comments_; }

  /// Takes a bracket, if it is the next word.
  bool take(char bracket) {
    skip();
    if (place_ == text_.size() || text_[place_] != bracket) return false;
    ++place_;
    return true;
  }
  [[nodiscard]] bool at_end() {
    skip();
    return place_ == text_.size();
  }

  std::string key() {
    skip();
    const auto begin = place_;
    while (place_ < text_.size() && (is_letter(text_[place_]) || (place_ > begin && is_digit(text_[place_])))) ++place_;
    if (place_ == begin) refuse_here(fmt::format("'{}' is not a key", excerpt(next_word())));
    return text_.substr(begin, place_ - begin);
  }

  /// The value after a key; of a list only that it is one: it is left out.
  GmlItem value(std::string key, int depth = 0) {
    GmlItem item{.key = std::move(key)};
    if (take('[')) {
      item.kind = GmlItem::Kind::list;
      if (depth > 100) refuse_here("lists within lists, more than 100 deep");
      while (!take(']')) {
        auto inner = this->key();
        (void)value(std::move(inner), depth + 1);
      }
    } else if (place_ < text_.size() && text_[place_] == '"') {
      item.kind = GmlItem::Kind::text;
      const auto end = text_.find('"', place_ + 1);
      if (end == text_.npos) refuse_here("a text in quotes that does not end");
      item.value = text_.substr(place_ + 1, end - place_ - 1);
      line_ += static_cast<std::size_t>(std::ranges::count(item.value, '\n'));
      place_ = end + 1;
    } else {
      item.value = next_word();
      place_ += item.value.size();
      const bool infinite = lower_case(item.value).ends_with("inf") || lower_case(item.value) == "nan";
      if (!parse_real(item.value) && !infinite)
        refuse_here(fmt::format("'{}', the value of '{}', is not a number, a text in quotes or a list",
                                excerpt(item.value), excerpt(item.key)));
    }
    return item;
  }

 private:
  static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  [[nodiscard]] std::string next_word() const {
    auto end = place_;
    while (end < text_.size() && !is_blank(text_[end]) && text_[end] != '[' && text_[end] != ']') ++end;
    return text_.substr(place_, end - place_);
  }

  /// Blanks, and lines that begin with #.
  void skip() {
    for (; place_ < text_.size(); ++place_) {
      const char c = text_[place_];
      if (c == '#' && (place_ == 0 || text_[place_ - 1] == '\n')) {
        ++comments_;
        place_ = std::min(text_.find('\n', place_), text_.size() - 1);
      } else if (!is_blank(c)) {
        return;
      }
      if (text_[place_] == '\n') ++line_;
    }
  }

  const std::string& name_;
  std::string text_;
  std::size_t place_ = 0, line_ = 1, comments_ = 0;
};

/// Reads the one graph of a file.
class Gml {
 public:
  explicit Gml(const InputFile& file) : name_(file.name()), text_(name_, whole_text(file)), nodes_(name_) {}

  [[nodiscard]] RawGraph read() {
    graph_.format = "GML";
    while (!text_.at_end()) {
      auto key = text_.key();
      if (lower_case(key) != "graph") {
        (void)text_.value(std::move(key));
        continue;
      }
      if (read_graph_) text_.refuse_here("a second graph: write each to a file of its own");
      read_graph_ = true;
      if (!text_.take('[')) text_.refuse_here("'graph' must be a list in brackets");
      read_graph();
    }
    if (!read_graph_) throw Error(Errc::syntax, name_, "holds no GML graph");
    finish();
    return std::move(graph_);
  }

 private:
  struct Edge {
    std::size_t line;
    std::string source, target;
  };

  void read_graph() {
    while (!text_.take(']')) {
      auto key = text_.key();
      if (key == "node") {
        add_node(items(key));
      } else if (key == "edge") {
        add_edge(items(key));
      } else if (key == "hyperedge" || key == "graph") {
        text_.refuse_here(fmt::format("'{}' within a graph is not read", key));
      } else {
        const auto item = text_.value(std::move(key));
        if (item.key == "directed") graph_.directed = flag(item);
      }
    }
  }

  bool flag(const GmlItem& item) const {
    if (item.value != "0" && item.value != "1")
      text_.refuse_here(fmt::format("'{}' must be 0 or 1, not '{}'", item.key, excerpt(item.value)));
    return item.value == "1";
  }

  std::vector<GmlItem> items(const std::string& of) {
    if (!text_.take('[')) text_.refuse_here(fmt::format("'{}' must be a list in brackets", of));
    std::vector<GmlItem> found;
    while (!text_.take(']')) found.push_back(text_.value(text_.key()));
    return found;
  }

  /// A number of 64 bits as all readers write it: it names a node.
  std::string identifier(const GmlItem& item) const {
    if (item.kind == GmlItem::Kind::number) {
      if (const auto value = parse_whole<std::int64_t>(item.value)) return std::to_string(*value);
      if (const auto value = parse_whole<std::uint64_t>(item.value)) return std::to_string(*value);
    }
    text_.refuse_here(fmt::format("'{}' must be a whole number of 64 bits, not '{}'", item.key, excerpt(item.value)));
  }

  /// Sets one of several fields. @throws Error(Errc::syntax) if it was set before.
  void set(std::string& field, const GmlItem& item, std::string value) const {
    if (!field.empty()) text_.refuse_here(fmt::format("'{}' is given twice", item.key));
    field = std::move(value);
  }

  void add_node(const std::vector<GmlItem>& node) {
    std::string id, label, name;
    for (const auto& item : node) {
      if (item.key == "id") {
        set(id, item, identifier(item));
      } else if (item.key == "label" && item.kind != GmlItem::Kind::list) {
        set(label, item, decoded(item));
      } else if (item.key == "name" && item.kind != GmlItem::Kind::list) {
        set(name, item, decoded(item));
      } else if (item.key == "graph" || item.key == "node" || (item.key == "isGroup" && flag(item))) {
        text_.refuse_here("a node that holds a graph of its own: write one graph, of nodes");
      } else {
        add_once(graph_.node_attributes, item.key);
      }
    }
    if (id.empty()) text_.refuse_here("a node without 'id'");
    nodes_.add(text_.line(), id);
    lines_.push_back(text_.line());
    labels_.push_back(std::move(label));
    names_.push_back(std::move(name));
  }

  void add_edge(const std::vector<GmlItem>& items) {
    Edge edge{.line = text_.line(), .source = {}, .target = {}};
    double weight = std::numeric_limits<double>::quiet_NaN();
    for (const auto& item : items) {
      if (item.key == "source") {
        set(edge.source, item, identifier(item));
      } else if (item.key == "target") {
        set(edge.target, item, identifier(item));
      } else if (lower_case(item.key) == "weight") {
        graph_.without_weights = fmt::format("delete the edges' attribute '{}'", item.key);
        if (item.kind == GmlItem::Kind::number) weight = parse_real(item.value).value_or(weight);
      } else if (lower_case(item.key) == "sourceport" || lower_case(item.key) == "targetport") {
        text_.refuse_here("an edge to a port of a node, which is not read: edges join nodes");
      } else {
        add_once(graph_.edge_attributes, item.key);
      }
    }
    if (edge.source.empty() || edge.target.empty()) text_.refuse_here("an edge needs 'source' and 'target'");
    edges_.push_back(std::move(edge));
    graph_.weights.push_back(weight);
    graph_.lines.push_back(text_.line());
    require_edge_count(name_, edges_.size());
  }

  /// A text without the entities that GML writes for what is not ASCII, numbers or names of HTML.
  [[nodiscard]] std::string decoded(const GmlItem& item) const {
    std::string plain;
    for (std::string_view text = item.value; !text.empty();) {
      const auto mark = std::min(text.find('&'), text.size());
      plain += text.substr(0, mark);
      text.remove_prefix(mark);
      const auto end = text.find(';');
      if (text.empty()) break;
      const auto name = end == text.npos ? "" : text.substr(1, end - 1);
      if (name.empty() || name.find_first_of(" &\t\n") != name.npos) {
        plain += '&';  // on its own
        text.remove_prefix(1);
        continue;
      }
      boost::locale::utf::utf_traits<char>::encode(code_point(name), std::back_inserter(plain));
      text.remove_prefix(end + 1);
    }
    return plain;
  }

  [[nodiscard]] char32_t code_point(std::string_view entity) const {
    std::optional<std::uint32_t> code;
    if (entity.starts_with("#x") || entity.starts_with("#X")) {
      code = parse_hexadecimal<std::uint32_t>(entity.substr(2));
    } else if (entity.starts_with('#')) {
      code = parse_whole<std::uint32_t>(entity.substr(1));
    } else if (entity == "apos") {
      code = '\'';
    } else if (const auto* known = htmlEntityLookup(reinterpret_cast<const xmlChar*>(std::string(entity).c_str()))) {
      code = known->value;
    }
    if (!code || !boost::locale::utf::is_valid_codepoint(*code))
      text_.refuse_here(fmt::format("'&{};' is not a character", excerpt(entity)));
    return *code;
  }

  void finish() {
    if (nodes_.names().empty()) throw Error(Errc::file, name_, "holds a graph without nodes");
    for (const auto& [line, source, target] : edges_)
      graph_.edges.emplace_back(nodes_.number(line, source), nodes_.number(line, target));
    graph_.comments = text_.comments();
    label_nodes(
        graph_, name_, nodes_.names(), lines_,
        {{.attribute = "label", .names = std::move(labels_)}, {.attribute = "name", .names = std::move(names_)}});
  }

  const std::string& name_;
  GmlText text_;
  RawGraph graph_;
  DeclaredNodes nodes_;
  std::vector<std::size_t> lines_;
  std::vector<std::string> labels_, names_;
  std::vector<Edge> edges_;
  bool read_graph_ = false;
};

}  // namespace

RawGraph read_gml_file(const InputFile& file) { return Gml(file).read(); }

}  // namespace hearsay::graph
