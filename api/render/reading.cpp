// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/reading.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <hearsay/report/text.hpp>
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using Json = nlohmann::ordered_json;
using graph::LineSums;
using Kind = LineSums::Kind;

std::string counted(std::size_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

/// "1 self-loop, 2 comments": what of a file is no part of the graph; empty if all is.
std::string skipped_words(const graph::Reading& read) {
  std::string words;
  const auto add = [&](const std::string& text) { words += (words.empty() ? "" : ", ") + text; };
  if (read.self_loops > 0) add(counted(read.self_loops, "self-loop"));
  if (read.repeated_edges > 0) add(counted(read.repeated_edges, "repeated edge"));
  if (read.directed) add("directions");
  if (!read.edge_attributes.empty())
    add(fmt::format("attributes of edges ({})", fmt::join(read.edge_attributes, ", ")));
  if (!read.node_attributes.empty())
    add(fmt::format("attributes of nodes ({})", fmt::join(read.node_attributes, ", ")));
  if (!read.header.empty()) add("a line of names of columns");
  if (read.comments > 0) add(counted(read.comments, "comment line"));
  return words;
}

bool from_file(const graph::Reading& read) { return read.format != "family"; }

/// What was read, in a sentence.
std::string sentence(const std::string& spec, const std::string& weights, const graph::Loaded& loaded) {
  const auto& read = loaded.reading;
  auto text = report::shortened(spec, 30) + ": ";
  if (from_file(read)) text += read.format + ", ";
  text += fmt::format("{} nodes, {} edges", loaded.graph.nodes(), loaded.graph.edges());
  if (read.largest_only && read.components > 1) {
    text +=
        fmt::format(", the largest of {} components of {} nodes and {} edges", read.components, read.nodes, read.edges);
  } else if (from_file(read)) {
    text += ", " + counted(read.components, "component");
  }
  if (!weights.empty()) text += ", " + weights;
  if (const auto skipped = skipped_words(read); !skipped.empty()) text += "; left out: " + skipped;
  for (const auto& remark : read.remarks) text += "; " + remark;
  return text;
}

/// "0.6", or "between 0.5 and 1.5".
std::string range(const LineSums& sums) {
  const auto least = fmt::format("{:.6g}", sums.least), most = fmt::format("{:.6g}", sums.most);
  return least == most ? least : fmt::format("between {} and {}", least, most);
}

/// What a W that is not doubly stochastic does; empty for one that is.
std::string sums_words(const ReadWeights& read, const graph::Graph& graph) {
  const auto& [rows, columns] = read.sums;
  if (rows.kind == Kind::other && columns.kind != Kind::other) {
    return fmt::format(
        "rows of W sum to {}, columns to 1: the sum of all values is kept, as in push-sum, but the protocol does not "
        "average",
        range(rows));
  }
  if (rows.kind == Kind::other) return fmt::format("rows of W sum to {}: the protocol does not average", range(rows));
  std::string words;
  if (rows.kind == Kind::rounded)
    words = fmt::format("rows of W sum to 1 up to rounding, with an error of at most {:.2g} (node {})", rows.deviation,
                        graph.label(rows.at));
  if (columns.kind == Kind::other)
    words += fmt::format("{}columns of W sum to {}: the mean of all values is not kept", words.empty() ? "" : "; ",
                         range(columns));
  return words;
}

Json to_json(const LineSums& sums) {
  return {{"least", sums.least}, {"most", sums.most}, {"deviation", sums.deviation}};
}

Json to_json(const ReadWeights& read) {
  return {{"format", read.format},
          {"symmetric", read.symmetric},
          {"averages", read.sums.rows.kind != Kind::other},
          {"row_sums", to_json(read.sums.rows)},
          {"column_sums", to_json(read.sums.columns)}};
}

Json reading_json(const graph::Loaded& loaded) {
  const auto& read = loaded.reading;
  Json json = {{"format", read.format},
               {"nodes", loaded.graph.nodes()},
               {"edges", loaded.graph.edges()},
               {"directed", read.directed},
               {"components", read.components}};
  if (read.largest_only) json["before"] = {{"nodes", read.nodes}, {"edges", read.edges}};
  json["weights"] = nullptr;
  json["skipped"] = {{"self_loops", read.self_loops},
                     {"repeated_edges", read.repeated_edges},
                     {"directions", read.directed},
                     {"comments", read.comments},
                     {"edge_attributes", read.edge_attributes},
                     {"node_attributes", read.node_attributes}};
  if (!read.header.empty()) json["skipped"]["header"] = read.header;
  json["notes"] = loaded.notes;
  return json;
}

}  // namespace

report::TerminalText ReadGraph::text() const {
  report::TerminalText text;
  for (const auto& sentence : sentences) text += paragraph("{}", sentence);
  return text;
}

std::string ReadGraph::line() const { return fmt::format("{}", fmt::join(sentences, "; ")); }

ReadGraph reading(const std::string& spec, const std::string& weights, const graph::Loaded& loaded) {
  ReadGraph read{.sentences = {sentence(spec, weights.empty() ? "" : weights + " weights", loaded)},
                 .json = reading_json(loaded)};
  if (!weights.empty()) read.json["weights"] = weights;
  return read;
}

ReadGraph reading(const GraphSource& options, const GossipGraph& made) {
  if (!made.read_weights) return reading(options.spec, options.weights, made.loaded);
  const auto& weights = *made.read_weights;
  const auto words = fmt::format("{} weights of {}, {}", report::shortened(options.weights, 30), weights.format,
                                 weights.symmetric ? "symmetric" : "not symmetric");
  ReadGraph read{.sentences = {sentence(options.spec, words, made.loaded)}, .json = reading_json(made.loaded)};
  read.json["weights"] = to_json(weights);
  if (const auto sums = sums_words(weights, made.graph()); !sums.empty()) {
    read.sentences.push_back(sums);
    read.json["notes"].push_back(sums);
  }
  return read;
}

}  // namespace hearsay::api
