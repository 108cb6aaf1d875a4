// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/schedule_file.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/edge_columns.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>
#include <hearsay/graph/io/label_list.hpp>

namespace hearsay::graph {

namespace {

/// The cells of a line. @throws Error(Errc::syntax) for a quote that is not closed.
std::vector<std::string> cells(const std::string& path, std::size_t line, std::string_view text) {
  auto found = split_list(text);
  if (!found)
    refuse(path, line, "holds a quote that is not closed, or that is followed by something else than a comma");
  return *std::move(found);
}

struct Contact {
  std::size_t line;
  Node u, v;
  double weight;
};

/// Reads the contacts of each step.
class Reader {
 public:
  explicit Reader(const InputFile& file) : path_(file.name()), lines_(file) {}

  [[nodiscard]] Schedule read() {
    read_header();
    for (std::string_view line; lines_.next(line);) {
      if (!line.empty()) read_contact(cells(path_, lines_.number(), line));
    }
    if (steps_.empty()) throw Error(Errc::file, path_, "holds no contacts");
    require_graph_size(path_, static_cast<double>(numbers_.labels().size()), static_cast<double>(edges_.size()));
    const double size = static_cast<double>(numbers_.labels().size()) * static_cast<double>(steps_.size());
    if (size > 1e8)
      throw Error(Errc::too_large, path_, fmt::format("{} nodes in {} steps", numbers_.labels().size(), steps_.size()));
    std::vector<GossipMatrix> steps;
    for (const auto& [number, contacts] : steps_) steps.push_back(matrix_of(contacts));
    const auto nodes = static_cast<Node>(numbers_.labels().size());
    Graph graph(nodes, edges_, numbers_.take_labels());
    auto reading = reading_of("CSV of steps", graph);
    return {.graph = std::move(graph), .rounds = std::move(steps), .reading = std::move(reading)};
  }

 private:
  void read_header() {
    std::string_view line;
    const bool some = lines_.next(line);
    const auto header = some ? cells(path_, 1, line) : std::vector<std::string>();
    const auto columns = edge_columns(header);
    const auto step = std::ranges::find_if(header, [](const auto& name) {
      const auto known = lower_case(name);
      return known == "step" || known == "round";  // as it was called before
    });
    const std::size_t known = columns ? (columns->weight ? 4 : 3) : 0;
    if (step == header.end() || header.size() != known)
      refuse(path_, 1, "the header must be step,u,v or step,u,v,weight");
    columns_ = *columns;
    step_ = static_cast<std::size_t>(step - header.begin());
    width_ = known;
  }

  Node node(std::string_view label) {
    if (label.empty()) refuse(path_, lines_.number(), "an empty label");
    return numbers_.number(path_, lines_.number(), label);
  }

  void read_contact(const std::vector<std::string>& row) {
    if (row.size() != width_)
      refuse(path_, lines_.number(), fmt::format("{} cells, and the header has {}", row.size(), width_));
    const auto step = whole(path_, lines_.number(), row[step_]);
    const Node u = node(row[columns_.source]), v = node(row[columns_.target]);
    if (u == v) refuse(path_, lines_.number(), "a node cannot be paired with itself");
    const double weight = columns_.weight ? finite(path_, lines_.number(), row[*columns_.weight]) : 0.5;
    steps_[step].push_back({.line = lines_.number(), .u = u, .v = v, .weight = weight});
    edges_.emplace_back(std::min(u, v), std::max(u, v));
    if (edges_.size() > static_cast<std::size_t>(largest_edges))
      require_graph_size(path_, 0.0, static_cast<double>(edges_.size()));
  }

  [[nodiscard]] GossipMatrix matrix_of(const std::vector<Contact>& contacts) const {
    std::vector<Eigen::Triplet<double, std::int64_t>> entries;
    std::vector<double> left(numbers_.labels().size(), 1.0);
    std::set<Edge> seen;
    for (const auto& [line, u, v, weight] : contacts) {
      if (!seen.emplace(std::min(u, v), std::max(u, v)).second)
        refuse(path_, line, "a pair that is given twice in this step");
      if (!columns_.weight && (left[u] < 1.0 || left[v] < 1.0))
        refuse(path_, line,
               fmt::format("node '{}' is in two pairs of this step, which need weights",
                           numbers_.labels()[left[u] < 1.0 ? u : v]));
      for (const auto& [a, b] : {std::pair(u, v), std::pair(v, u)}) {
        entries.emplace_back(a, b, weight);
        left[a] -= weight;
        if (left[a] < -1e-12)
          throw Error(Errc::domain, fmt::format("{}:{}", path_, line),
                      fmt::format("the weights of node '{}' sum to more than 1 in this step", numbers_.labels()[a]));
      }
    }
    const auto nodes = static_cast<std::int64_t>(numbers_.labels().size());
    for (std::int64_t u = 0; u < nodes; ++u) {
      if (left[static_cast<std::size_t>(u)] > 1e-12) entries.emplace_back(u, u, left[static_cast<std::size_t>(u)]);
    }
    GossipMatrix w(nodes, nodes);
    w.setFromTriplets(entries.begin(), entries.end());
    w.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0.0; });
    return w;
  }

  std::string path_;
  Lines lines_;
  EdgeColumns columns_;
  std::size_t step_ = 0, width_ = 0;
  LabelNumbers numbers_;
  std::vector<Edge> edges_;
  std::map<std::int64_t, std::vector<Contact>> steps_;
};

}  // namespace

Schedule read_schedule(const std::string& path) { return Reader(InputFile(path)).read(); }

}  // namespace hearsay::graph
