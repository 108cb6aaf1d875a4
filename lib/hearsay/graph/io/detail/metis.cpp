// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

/// Reads METIS (Karypis: METIS manual 5.1, section 4.1.1): a line "n m", then for each of n nodes a line of its
/// neighbors, counted from 1; `%` starts a comment line; each of the m edges stands at both of its ends.
class Metis {
 public:
  explicit Metis(const InputFile& file) : name_(file.name()), lines_(file) {}

  [[nodiscard]] RawGraph read() {
    read_sizes();
    for (std::int64_t v = 0; v < nodes_; ++v) read_neighbors(static_cast<Node>(v));
    for (std::string_view line; next(line);) {
      if (!words(line, '\0').empty()) refuse_line(fmt::format("more lines than its {} nodes", nodes_));
    }
    require_both_ends();
    graph_.format = "METIS";
    graph_.labels = labels_from_one(nodes_);
    return std::move(graph_);
  }

  /// Whether the file could as well be a list of two labels a line, which is known once it is read.
  [[nodiscard]] bool pairs_only() const { return pairs_only_; }

 private:
  /// The next line that is no comment.
  bool next(std::string_view& line) {
    while (lines_.next(line)) {
      if (!line.starts_with('%')) return true;
      ++graph_.comments;
    }
    return false;
  }

  void read_sizes() {
    std::string_view line;
    const auto given = next(line) ? words(line, '\0') : std::vector<std::string_view>();
    if (given.size() < 2 || given.size() > 4) refuse_line("the first line must be 'nodes edges'");
    nodes_ = node_number(name_, lines_.number(), given[0]);
    edges_ = node_number(name_, lines_.number(), given[1]);
    if (nodes_ < 1 || edges_ < 0) refuse_line("there is at least one node, and no number is negative");
    require_graph_size(name_, static_cast<double>(nodes_), static_cast<double>(edges_));
    if (given.size() > 2 && whole(name_, lines_.number(), given[2]) != 0)
      refuse_line(fmt::format(
          "'{}' in the first line announces weights, which are not read: W is read from Matrix Market", given[2]));
    pairs_only_ = given.size() == 2;
  }

  void read_neighbors(Node v) {
    std::string_view line;
    if (!next(line)) refuse_line(fmt::format("the file ends after {} of its {} nodes", v, nodes_));
    const auto given = words(line, '\0');
    for (const auto text : given) {
      const auto u = node_number(name_, lines_.number(), text);
      if (u < 1 || u > nodes_) refuse_line(fmt::format("node {} is not in 1 to {}", u, nodes_));
      graph_.edges.emplace_back(v, static_cast<Node>(u - 1));
    }
    if (graph_.edges.size() > 2 * static_cast<std::size_t>(edges_))
      refuse_line(fmt::format("more neighbors than two for each of its {} edges", edges_));
    pairs_only_ = pairs_only_ && given.size() == 2;
  }

  /// Keeps each edge once.
  void require_both_ends() {
    auto& ends = graph_.edges;
    if (ends.size() != 2 * static_cast<std::size_t>(edges_))
      refuse_line(fmt::format("{} neighbors, and {} edges have two each", ends.size(), edges_));
    std::ranges::sort(ends);
    for (const auto& [u, v] : ends) {
      if (u == v || !std::ranges::binary_search(ends, std::pair(v, u)))
        refuse_line(fmt::format("node {} has the neighbor {}, but not the other way round", u + 1, v + 1));
    }
    std::erase_if(ends, [](const auto& edge) { return edge.first > edge.second; });
  }

  [[noreturn]] void refuse_line(std::string_view why) const {
    refuse(name_, lines_.number(), fmt::format("read as METIS, which begins with two numbers: {}", why));
  }

  const std::string& name_;
  Lines lines_;
  RawGraph graph_;
  std::int64_t nodes_ = 0, edges_ = 0;
  bool pairs_only_ = false;
};

/// Whether the first line that is no comment holds whole numbers, two to four.
bool begins_as_metis(const InputFile& file) {
  Lines lines(file);
  for (std::string_view line; lines.next(line);) {
    const auto found = words(line, '%');
    if (found.empty()) continue;
    const auto is_whole = [](std::string_view text) { return parse_whole<std::int64_t>(text).has_value(); };
    return found.size() >= 2 && found.size() <= 4 && std::ranges::all_of(found, is_whole);
  }
  return false;
}

}  // namespace

bool is_metis(const InputFile& file) {
  if (file.is_named(".metis")) return true;
  if (!begins_as_metis(file)) return false;
  if (file.is_named(".graph")) return true;
  Metis metis(file);
  try {
    (void)metis.read();
  } catch (const Error&) {
    return false;
  }
  if (metis.pairs_only())
    refuse(file.name(), 1,
           "may begin METIS, which has the extension .metis, or an edge list, which begins with another edge than this "
           "self-loop");
  return true;
}

RawGraph read_metis_file(const InputFile& file) { return Metis(file).read(); }

}  // namespace hearsay::graph
