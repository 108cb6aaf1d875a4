// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/konect.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/number.hpp>
#include <hearsay/graph/families/generators.hpp>

namespace hearsay::graph {

void Konect::note_comment(const std::string& path, std::size_t line, std::string_view text) {
  const auto found = words(text, '\0');
  if (!found_) {
    const bool begins = line == 1 && found.size() == 2;
    if (begins && found[0] == "bip")
      refuse(path, line,
             "a bipartite KONECT network numbers its two kinds of nodes alike: give each a label of its own");
    found_ = begins && (found[0] == "sym" || found[0] == "asym");
    directed_ = found_ && found[0] == "asym";
    return;
  }
  if (edges_ >= 0 || found.size() < 2 || found.size() > 3) return;
  const auto edges = parse_whole<std::int64_t>(found[0]), nodes = parse_whole<std::int64_t>(found[1]);
  if (!edges || !nodes) return;
  require_graph_size(path, static_cast<double>(*nodes), 0.0);
  edges_ = *edges;
  nodes_ = *nodes;
  line_ = line;
}

void Konect::finish(const std::string& path, std::size_t edges, LabelNumbers& labels) const {
  if (edges_ < 0) return;
  if (static_cast<std::size_t>(edges_) != edges)
    refuse(path, line_, fmt::format("announces {} edges, and {} follow", edges_, edges));
  for (const auto& label : labels.labels()) {
    const auto number = parse_whole<std::int64_t>(label);
    if (!number || *number < 1 || *number > nodes_ || std::to_string(*number) != label)
      refuse(path, line_, fmt::format("announces nodes 1 to {}, and '{}' follows", nodes_, label));
  }
  for (std::int64_t v = 1; v <= nodes_; ++v) (void)labels.number(path, line_, std::to_string(v));
}

}  // namespace hearsay::graph
