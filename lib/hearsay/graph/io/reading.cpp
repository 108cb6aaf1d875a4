// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/reading.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hearsay/graph/components.hpp>

namespace hearsay::graph {

namespace {

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", count, count == 1 ? one : many);
}

}  // namespace

Reading reading_of(std::string format, const Graph& graph) {
  return {.format = std::move(format),
          .nodes = graph.nodes(),
          .edges = graph.edges(),
          .components = components(graph).sizes.size()};
}

std::vector<std::string> notes_of(const Reading& reading, const std::string& path) {
  std::vector<std::string> notes;
  const auto note = [&](const std::string& text) { notes.push_back(fmt::format("{}: {}", path, text)); };
  std::string dropped;
  if (reading.self_loops > 0) dropped = counted(reading.self_loops, "self-loop", "self-loops");
  if (reading.repeated_edges > 0)
    dropped += (dropped.empty() ? "" : " and ") + counted(reading.repeated_edges, "repeated edge", "repeated edges");
  if (!dropped.empty()) note("dropped " + dropped);
  if (reading.directed) note("directions are ignored");
  if (!reading.edge_attributes.empty())
    note(fmt::format("attributes of edges are ignored: {}", fmt::join(reading.edge_attributes, ", ")));
  if (!reading.header.empty()) note(fmt::format("the first line names the columns: {}", reading.header));
  for (const auto& remark : reading.remarks) note(remark);
  return notes;
}

}  // namespace hearsay::graph
