// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/node_values.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>
#include <hearsay/graph/io/label_list.hpp>

namespace hearsay::graph {

std::vector<double> read_node_values(const std::string& path, const Graph& graph, Zeros zeros) {
  constexpr double missing = -1.0;
  const InputFile file(path);
  std::unordered_map<std::string, Node> places;
  for (Node v = 0; v < graph.nodes(); ++v) places.emplace(graph.label(v), v);
  std::vector<double> values(graph.nodes(), missing);
  Lines lines(file);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    const auto cells = split_list(line);
    if (!cells || cells->size() != 2) refuse(file.name(), lines.number(), "a line must be 'label,value'");
    const auto& label = cells->front();
    const auto place = places.find(label);
    if (place == places.end())
      refuse(file.name(), lines.number(), fmt::format("no node of the graph is '{}'", excerpt(label)));
    auto& value = values[place->second];
    if (value != missing) refuse(file.name(), lines.number(), fmt::format("node '{}' is given twice", excerpt(label)));
    value = finite(file.name(), lines.number(), cells->back());
    if (zeros == Zeros::allowed && value == 0.0) continue;
    if (!(value > 0.0))
      refuse(file.name(), lines.number(), fmt::format("'{}' is not positive", excerpt(cells->back())));
  }
  const auto lacking = std::ranges::find(values, missing);
  if (lacking != values.end())
    throw Error(
        Errc::shape, file.name(),
        fmt::format("has no value for node '{}'", excerpt(graph.label(static_cast<Node>(lacking - values.begin())))));
  return values;
}

}  // namespace hearsay::graph
