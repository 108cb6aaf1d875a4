// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/readers.hpp>

#include <igraph.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <new>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/graph/detail/igraph_session.hpp>
#include <hearsay/graph/generators.hpp>

namespace hearsay::graph {
namespace {

constexpr std::size_t longest_line = 65536;
constexpr std::size_t longest_label = 200;

[[noreturn]] void refuse(const std::string& path, std::size_t line, std::string_view message) {
  throw Error(Errc::syntax, fmt::format("{}:{}", path, line), message);
}

/// @param where  the file, with the line if it has lines.
/// @param remedy  what to do to the file for the graph alone.
[[noreturn]] void refuse_weights(std::string_view where, std::string_view remedy) {
  throw Error(
      Errc::syntax, where,
      fmt::format("holds weights, which are not read: W is derived from the graph alone; to drop them, {}", remedy));
}

/// A piece of the file, made fit to be shown in a one-line message.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string safe;
  for (const char c : text.substr(0, most)) safe += (c >= ' ' && c != '\x7f') || (c & '\x80') ? c : '?';
  return safe + (text.size() > most ? "..." : "");
}

/// A text file by lines, numbered from 1, without line ends.
class Lines {
 public:
  explicit Lines(const std::string& path) : path_(path), in_(path, std::ios::binary) {
    if (!in_) throw Error(Errc::file, path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  }
  bool next(std::string_view& line) {
    buffer_.clear();
    ++number_;
    int c = in_.get();
    if (c == std::char_traits<char>::eof()) return false;
    for (; c != std::char_traits<char>::eof() && c != '\n'; c = in_.get()) {
      if (c == 0) throw Error(Errc::file, fmt::format("{}:{}", path_, number_), "is not text: it holds a zero byte");
      if (buffer_.size() == longest_line)
        refuse(path_, number_, fmt::format("the line is longer than {} bytes", longest_line));
      buffer_.push_back(static_cast<char>(c));
    }
    line = buffer_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (number_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    return true;
  }
  [[nodiscard]] std::size_t number() const { return number_; }

 private:
  std::string path_;
  std::ifstream in_;
  std::string buffer_;
  std::size_t number_ = 0;
};

/// The blank-separated words of a line, up to a word that starts with `comment`.
std::vector<std::string_view> words(std::string_view line, char comment) {
  constexpr std::string_view blanks = " \t\v\f";
  std::vector<std::string_view> found;
  for (auto begin = line.find_first_not_of(blanks); begin != line.npos && line[begin] != comment;
       begin = line.find_first_not_of(blanks, begin)) {
    const auto end = std::min(line.find_first_of(blanks, begin), line.size());
    found.push_back(line.substr(begin, end - begin));
    begin = end;
  }
  return found;
}

std::string lower_case(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return small;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

/// Collects edges as a file gives them; drops self-loops and repeats, and says so.
class Collector {
 public:
  explicit Collector(const std::string& path) : path_(path) {}
  void add(Node u, Node v) {
    if (u == v) {
      ++loops_;
      return;
    }
    edges_.emplace_back(std::min(u, v), std::max(u, v));
    // Many files list an edge in both directions: twice the limit may be read, once the limit may remain.
    if (edges_.size() > 2 * static_cast<std::size_t>(largest_edges))
      require_graph_size(path_, 0.0, static_cast<double>(edges_.size()));
  }
  FileGraph finish(Node nodes, std::vector<std::string> labels, std::vector<std::string> notes = {}) {
    Graph graph(nodes, edges_, std::move(labels));
    require_graph_size(path_, static_cast<double>(nodes), static_cast<double>(graph.edges()));
    const std::size_t repeats = edges_.size() - graph.edges();
    std::string dropped;
    if (loops_ > 0) dropped = counted(loops_, "self-loop", "self-loops");
    if (repeats > 0) dropped += (dropped.empty() ? "" : " and ") + counted(repeats, "repeated edge", "repeated edges");
    if (!dropped.empty()) notes.insert(notes.begin(), fmt::format("{}: dropped {}", path_, dropped));
    return {.graph = std::move(graph), .notes = std::move(notes)};
  }

 private:
  std::string path_;
  std::vector<Edge> edges_;
  std::size_t loops_ = 0;
};

FileGraph read_edge_list(const std::string& path) {
  Lines lines(path);
  std::unordered_map<std::string, Node> numbers;
  std::vector<std::string> labels;
  Collector collector(path);
  const auto node = [&](std::string_view label) {
    if (label.size() > longest_label) {
      refuse(path, lines.number(), fmt::format("label '{}' is longer than {} bytes", shown(label), longest_label));
    }
    for (const char c : label) {
      if (static_cast<unsigned char>(c) < ' ' || c == '\x7f')
        refuse(path, lines.number(), "is not text: it holds control characters");
    }
    const auto [entry, fresh] = numbers.try_emplace(std::string(label), static_cast<Node>(labels.size()));
    if (fresh) labels.emplace_back(label);
    return entry->second;
  };
  for (std::string_view line; lines.next(line);) {
    const auto found = words(line, '#');
    if (found.empty()) continue;
    if (found.size() == 1)
      refuse(path, lines.number(),
             fmt::format("'{}' is one label; an edge needs two, separated by blanks", shown(found[0])));
    if (found.size() > 2)
      refuse_weights(fmt::format("{}:{}", path, lines.number()), fmt::format("keep 2 of the {} columns", found.size()));
    const Node u = node(found[0]);
    collector.add(u, node(found[1]));
    if (labels.size() > static_cast<std::size_t>(largest_nodes))
      require_graph_size(path, static_cast<double>(labels.size()), 0.0);
  }
  if (labels.empty()) throw Error(Errc::file, path, "holds no edges");
  const auto nodes = static_cast<Node>(labels.size());
  return collector.finish(nodes, std::move(labels));
}

/// A whole number of a Matrix Market file.
std::int64_t whole(const std::string& path, std::size_t line, std::string_view text) {
  std::int64_t value = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failed != std::errc{} || end != text.data() + text.size())
    refuse(path, line, fmt::format("'{}' is not a whole number", shown(text)));
  return value;
}

FileGraph read_matrix_market(const std::string& path) {
  Lines lines(path);
  std::string_view line;
  lines.next(line);
  const std::string header = lower_case(line);
  const auto kind = words(header, '\0');
  const auto one_of = [](std::string_view word, std::initializer_list<std::string_view> known) {
    return std::ranges::count(known, word) > 0;
  };
  if (kind.size() != 5 || kind[0] != "%%matrixmarket" || kind[1] != "matrix" || kind[2] != "coordinate" ||
      !one_of(kind[3], {"pattern", "real", "integer"}) || !one_of(kind[4], {"general", "symmetric"})) {
    refuse(path, 1, "the header must be %%MatrixMarket matrix coordinate pattern general|symmetric");
  }
  if (kind[3] != "pattern")
    refuse_weights(path + ":1",
                   fmt::format("write pattern for {} and keep the first 2 columns of the entries", kind[3]));

  std::vector<std::string_view> size;
  while (size.empty()) {
    if (!lines.next(line)) refuse(path, lines.number(), "the file ends before the line 'rows columns entries'");
    size = words(line, '%');
  }
  if (size.size() != 3) refuse(path, lines.number(), "the size line must be 'rows columns entries'");
  const auto rows = whole(path, lines.number(), size[0]), columns = whole(path, lines.number(), size[1]),
             entries = whole(path, lines.number(), size[2]);
  if (rows != columns || rows < 1)
    refuse(path, lines.number(), fmt::format("a graph needs a square matrix, not {} x {}", rows, columns));
  if (entries < 1) refuse(path, lines.number(), fmt::format("{} entries hold no edges", entries));
  require_graph_size(path, static_cast<double>(rows), 0.0);

  Collector collector(path);
  std::int64_t read = 0;
  while (lines.next(line)) {
    const auto found = words(line, '%');
    if (found.empty()) continue;
    if (++read > entries) refuse(path, lines.number(), fmt::format("more entries than the {} announced", entries));
    if (found.size() != 2) refuse(path, lines.number(), "an entry needs 'row column'");
    const auto i = whole(path, lines.number(), found[0]), j = whole(path, lines.number(), found[1]);
    if (std::min(i, j) < 1 || std::max(i, j) > rows) {
      refuse(path, lines.number(), fmt::format("node {} is outside 1 .. {}", i < 1 || i > rows ? i : j, rows));
    }
    collector.add(static_cast<Node>(i - 1), static_cast<Node>(j - 1));
  }
  if (read < entries)
    refuse(path, lines.number(), fmt::format("the file ends after {} of the {} entries announced", read, entries));
  std::vector<std::string> labels;
  labels.reserve(static_cast<std::size_t>(rows));
  for (std::int64_t i = 1; i <= rows; ++i) labels.push_back(std::to_string(i));
  return collector.finish(static_cast<Node>(rows), std::move(labels));
}

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

/// Refuses edges with an attribute `weight`, in capitals or not. @return the names of the other attributes of edges.
std::vector<std::string> unread_attributes(const std::string& path, const Attributes& attributes) {
  std::vector<std::string> others;
  for (const auto& [name, type] : attributes.edges) {
    if (lower_case(name) == "weight")
      refuse_weights(path, fmt::format("delete the edges' attribute '{}' and its key", name));
    if (name != "id") others.push_back(shown(name));
  }
  return others;
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

FileGraph read_graphml(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw Error(Errc::file, path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::optional<FileGraph> result;
  igraph_session(path, nullptr, [&]() -> int {
    igraph_set_attribute_table(&igraph_cattribute_table);
    igraph_t raw;
    const auto code = igraph_read_graph_graphml(&raw, file.get(), 0);
    if (code == IGRAPH_EINVAL) throw Error(Errc::syntax, path, "holds no GraphML graph");
    if (code != IGRAPH_SUCCESS) return code;
    const std::unique_ptr<igraph_t, void (*)(igraph_t*)> release(&raw, igraph_destroy);
    if (igraph_vcount(&raw) == 0) throw Error(Errc::file, path, "holds a graph without nodes");
    require_graph_size(path, static_cast<double>(igraph_vcount(&raw)), static_cast<double>(igraph_ecount(&raw)));
    const auto attributes = attributes_of(raw);
    const auto unread = unread_attributes(path, attributes);
    auto labels = distinct_names(raw, attributes, "name");
    if (!labels) labels = distinct_names(raw, attributes, "id");
    Collector collector(path);
    for (igraph_integer_t e = 0; e < igraph_ecount(&raw); ++e) {
      collector.add(static_cast<Node>(IGRAPH_FROM(&raw, e)), static_cast<Node>(IGRAPH_TO(&raw, e)));
    }
    std::vector<std::string> notes;
    if (igraph_is_directed(&raw)) notes.push_back(fmt::format("{}: directions are ignored", path));
    if (!unread.empty())
      notes.push_back(fmt::format("{}: attributes of edges are ignored: {}", path, fmt::join(unread, ", ")));
    result = collector.finish(static_cast<Node>(igraph_vcount(&raw)),
                              labels ? std::move(*labels) : std::vector<std::string>{}, std::move(notes));
    return IGRAPH_SUCCESS;
  });
  return std::move(*result);
}

}  // namespace

FileGraph read_graph(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    const int why = errno;
    throw Error(Errc::file, path,
                fmt::format("cannot be opened: {}{}", std::strerror(why),
                            did_you_mean(why == ENOENT ? nearest_file(path) : "")));
  }
  if (S_ISDIR(status.st_mode)) throw Error(Errc::file, path, "is a directory, not a graph file");
  if (!S_ISREG(status.st_mode)) throw Error(Errc::file, path, "is not a regular file");
  if (status.st_size == 0) throw Error(Errc::file, path, "is empty");

  std::ifstream in(path, std::ios::binary);
  if (!in) throw Error(Errc::file, path, fmt::format("cannot be opened: {}", std::strerror(errno)));
  std::string start(64, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  const auto first = start.find_first_not_of("\xEF\xBB\xBF \t\r\n");
  if (first != start.npos && start[first] == '<') return read_graphml(path);
  if (start.starts_with("%%")) return read_matrix_market(path);
  for (const std::string_view ending : {".mtx", ".graphml", ".xml"}) {
    if (path.ends_with(ending)) {
      refuse(path, 1,
             ending == ".mtx" ? "a Matrix Market file starts with %%MatrixMarket" : "an XML file starts with '<'");
    }
  }
  return read_edge_list(path);
}

}  // namespace hearsay::graph
