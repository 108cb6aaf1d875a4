// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/spec.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/io/readers.hpp>

namespace hearsay::graph {
namespace {

/// What a parser of numbers made of `text`. @throws Error(Errc::syntax) if that is nothing.
template <class Number>
Number required(std::optional<Number> parsed, std::string_view spec, std::string_view text, std::string_view kind) {
  if (parsed) return *parsed;
  throw Error(Errc::syntax, spec, fmt::format("'{}' is not {}", text, kind));
}

std::int64_t whole(std::string_view spec, std::string_view text) {
  return required(parse_whole<std::int64_t>(text), spec, text, "a whole number");
}

/// "R x C" of a grid.
std::pair<std::int64_t, std::int64_t> sides(std::string_view spec, std::string_view text) {
  const auto cross = text.find('x');
  if (cross == text.npos) throw Error(Errc::syntax, spec, fmt::format("'{}' must be ROWSxCOLUMNS, as in 4x5", text));
  return {whole(spec, text.substr(0, cross)), whole(spec, text.substr(cross + 1))};
}

/// "n=10,p=0.5": every required parameter once, an optional seed, nothing else.
class Parameters {
 public:
  Parameters(std::string_view spec, std::string_view text, std::initializer_list<std::string_view> required)
      : spec_(spec) {
    while (!text.empty()) {
      const auto comma = std::min(text.find(','), text.size());
      const auto item = text.substr(0, comma);
      const auto equals = item.find('=');
      if (equals == item.npos)
        throw Error(Errc::syntax, spec, fmt::format("'{}' must be NAME=VALUE, as in n=100", item));
      const auto name = item.substr(0, equals);
      if (name != "seed" && std::ranges::count(required, name) == 0) {
        throw Error(Errc::syntax, spec,
                    fmt::format("unknown parameter '{}'; known: {}[,seed=S]", name, fmt::join(required, ", ")));
      }
      if (!values_.emplace(name, item.substr(equals + 1)).second)
        throw Error(Errc::syntax, spec, fmt::format("parameter '{}' is given twice", name));
      if (comma + 1 == text.size()) throw Error(Errc::syntax, spec, "ends in a comma");
      text.remove_prefix(std::min(comma + 1, text.size()));
    }
    for (const auto name : required) {
      if (!values_.contains(name)) throw Error(Errc::syntax, spec, fmt::format("parameter '{}' is missing", name));
    }
  }
  [[nodiscard]] std::int64_t whole_number(std::string_view name) const { return whole(spec_, values_.at(name)); }
  [[nodiscard]] double number(std::string_view name) const {
    return required(parse_real(values_.at(name)), spec_, values_.at(name), "a finite number");
  }
  [[nodiscard]] random::Seed seed(random::Seed otherwise) const {
    const auto given = values_.find("seed");
    if (given == values_.end()) return otherwise;
    const auto seed = parse_whole<std::uint64_t>(given->second);
    return {required(seed, spec_, given->second, "a seed (a whole number, 0 to 2^64 - 1)")};
  }

 private:
  std::string_view spec_;
  std::map<std::string_view, std::string_view> values_;
};

/// "0-1 0-2 2-3", with blanks or commas between: nodes are numbered from 0 to the largest that is named.
Graph listed_edges(std::string_view spec, std::string_view text) {
  constexpr std::string_view between = " ,";
  std::vector<Edge> edges;
  Node nodes = 0;
  for (auto at = text.find_first_not_of(between); at != text.npos; at = text.find_first_not_of(between, at)) {
    const auto item = text.substr(at, text.find_first_of(between, at) - at);
    const auto dash = item.find('-');
    const auto end = [&](std::string_view node) {
      const auto v = parse_whole<std::int64_t>(node);
      if (!v || *v < 0)
        throw Error(Errc::syntax, spec, fmt::format("'{}' must be U-V, two nodes by number, as in 0-1", item));
      require_graph_size(spec, static_cast<double>(*v) + 1.0, 0.0);
      return static_cast<Node>(*v);
    };
    const auto u = end(item.substr(0, dash)), v = end(dash == item.npos ? "" : item.substr(dash + 1));
    if (u == v) throw Error(Errc::syntax, spec, fmt::format("'{}' is a self-loop", item));
    nodes = std::max({nodes, u + 1, v + 1});
    edges.emplace_back(std::min(u, v), std::max(u, v));
    at += item.size();
  }
  if (edges.empty()) throw Error(Errc::syntax, spec, "lists no edge, such as 0-1");
  std::ranges::sort(edges);
  if (const auto twice = std::ranges::adjacent_find(edges); twice != edges.end())
    throw Error(Errc::syntax, spec, fmt::format("the edge {}-{} is given twice", twice->first, twice->second));
  return {nodes, edges};
}

/// A family of --graph: its form, and how its graph is made from what follows the colon.
struct Family {
  std::string_view name;
  std::string_view form;
  Loaded (*make)(std::string_view spec, std::string_view rest, random::Seed seed);
};

using Text = std::string_view;
using random::Seed;

constexpr std::array families = {
    Family{"path", "path:N", [](Text spec, Text rest, Seed) { return Loaded{path(whole(spec, rest))}; }},
    Family{"ring", "ring:N", [](Text spec, Text rest, Seed) { return Loaded{ring(whole(spec, rest))}; }},
    Family{"star", "star:N", [](Text spec, Text rest, Seed) { return Loaded{star(whole(spec, rest))}; }},
    Family{"complete", "complete:N", [](Text spec, Text rest, Seed) { return Loaded{complete(whole(spec, rest))}; }},
    Family{"grid", "grid:RxC",
           [](Text spec, Text rest, Seed) {
             const auto [rows, columns] = sides(spec, rest);
             return Loaded{grid(rows, columns)};
           }},
    Family{"torus", "torus:RxC",
           [](Text spec, Text rest, Seed) {
             const auto [rows, columns] = sides(spec, rest);
             return Loaded{torus(rows, columns)};
           }},
    Family{"hypercube", "hypercube:DIM",
           [](Text spec, Text rest, Seed) { return Loaded{hypercube(whole(spec, rest))}; }},
    Family{"petersen", "petersen", [](Text, Text, Seed) { return Loaded{petersen()}; }},
    Family{"erdos-renyi", "erdos-renyi:n=N,p=P[,seed=S]",
           [](Text spec, Text rest, Seed seed) {
             const Parameters p(spec, rest, {"n", "p"});
             return Loaded{erdos_renyi(p.whole_number("n"), p.number("p"), p.seed(seed))};
           }},
    Family{"geometric", "geometric:n=N,r=R[,seed=S]",
           [](Text spec, Text rest, Seed seed) {
             const Parameters p(spec, rest, {"n", "r"});
             auto made = geometric(p.whole_number("n"), p.number("r"), p.seed(seed));
             return Loaded{.graph = std::move(made.graph), .notes = {}, .positions = std::move(made.positions)};
           }},
    Family{"barabasi-albert", "barabasi-albert:n=N,m=M,core=K[,seed=S]",
           [](Text spec, Text rest, Seed seed) {
             const Parameters p(spec, rest, {"n", "m", "core"});
             return Loaded{
                 barabasi_albert(p.whole_number("n"), p.whole_number("m"), p.whole_number("core"), p.seed(seed))};
           }},
    Family{"regular", "regular:n=N,d=D[,seed=S]",
           [](Text spec, Text rest, Seed seed) {
             const Parameters p(spec, rest, {"n", "d"});
             return Loaded{regular(p.whole_number("n"), p.whole_number("d"), p.seed(seed))};
           }},
    Family{"edges", "edges:U-V,...", [](Text spec, Text rest, Seed) { return Loaded{listed_edges(spec, rest)}; }},
    Family{"file", "file:PATH",
           [](Text, Text rest, Seed) {
             auto read = read_graph(std::string(rest));
             return Loaded{.graph = std::move(read.graph),
                           .notes = std::move(read.notes),
                           .positions = {},
                           .reading = std::move(read.reading)};
           }},
};

/// What may have been meant by a specification of no known family: a family's name, or a file without its "file:".
std::string meant(std::string_view spec, std::string_view name, const std::vector<std::string>& known) {
  const std::string path(spec);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(path, ignored)) return "file:" + path;
  if (const auto family = nearest(name, known); !family.empty()) return family;
  const auto file = nearest_file(path);
  return file.empty() ? file : "file:" + file;
}

}  // namespace

Loaded from_spec(std::string_view spec, random::Seed seed, std::string_view where) {
  const auto given = fmt::format("{} {}", where, spec);
  const auto colon = spec.find(':');
  const auto name = spec.substr(0, colon);
  const auto family = std::ranges::find(families, name, &Family::name);
  if (family == families.end()) {
    std::vector<std::string> known;
    for (const auto& f : families) known.emplace_back(f.name);
    throw Error(Errc::unknown, given,
                fmt::format("unknown family '{}'; known: {}{}", name, fmt::join(known, ", "),
                            did_you_mean(meant(spec, name, known))));
  }
  const bool takes_rest = family->form != family->name;
  const bool has_rest = colon != spec.npos && colon + 1 < spec.size();
  if (takes_rest != has_rest || (colon != spec.npos && !has_rest)) {
    throw Error(Errc::syntax, given, fmt::format("must be {}", family->form));
  }
  auto loaded = family->make(given, has_rest ? spec.substr(colon + 1) : std::string_view{}, seed);
  if (loaded.reading.format.empty()) loaded.reading = reading_of("family", loaded.graph);
  return loaded;
}

std::vector<std::string_view> spec_forms() {
  std::vector<std::string_view> forms;
  for (const auto& family : families) forms.push_back(family.form);
  return forms;
}

void keep_largest_component(Loaded& loaded) {
  const auto found = components(loaded.graph);
  if (found.sizes.size() <= 1) return;
  const auto largest = static_cast<Node>(std::ranges::max_element(found.sizes) - found.sizes.begin());
  if (!loaded.positions.empty()) {
    std::vector<Point> kept;
    for (Node v = 0; v < loaded.graph.nodes(); ++v) {
      if (found.of[v] == largest) kept.push_back(loaded.positions[v]);
    }
    loaded.positions = std::move(kept);
  }
  loaded.notes.push_back(fmt::format("kept the largest of {} components: {} of {} nodes", found.sizes.size(),
                                     found.sizes[largest], loaded.graph.nodes()));
  loaded.graph = largest_component(loaded.graph);
  loaded.reading.largest_only = true;
}

Weights weights_from_name(std::string_view name, std::string_view where) {
  for (const auto weights : {Weights::metropolis, Weights::min_degree}) {
    if (name == to_string(weights)) return weights;
  }
  throw Error(Errc::unknown, where, fmt::format("unknown rule '{}'; known: metropolis, min-degree", name));
}

Node find_node(std::string_view where, const Graph& graph, std::string_view label) {
  if (!graph.labelled()) {
    if (const auto v = parse_whole<Node>(label); v && *v < graph.nodes()) return *v;
    throw Error(Errc::unknown, where,
                fmt::format("no node '{}': nodes are numbered 0 to {}", label, graph.nodes() - 1));
  }
  const auto& labels = graph.labels();
  const auto found = std::ranges::find(labels, label);
  if (found != labels.end()) return static_cast<Node>(found - labels.begin());
  const std::vector<std::string> examples(
      labels.begin(), labels.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(3, labels.size())));
  throw Error(Errc::unknown, where,
              fmt::format("no node is labelled '{}'; labels look like {}", label, fmt::join(examples, ", ")));
}

}  // namespace hearsay::graph
