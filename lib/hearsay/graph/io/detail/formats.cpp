// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

/// How a file begins.
struct Sample {
  explicit Sample(const InputFile& input) : file(input), text(input.beginning()) {
    if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
    for (auto rest = text; !rest.empty();) {
      const auto line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
      auto found = words(line, '\0');
      if (!found.empty() && found.back() == "\r") found.pop_back();
      if (found.empty()) continue;
      const bool comment = found[0].starts_with('#') || found[0] == "%";
      (comment ? comments : lines).push_back(std::move(found));
    }
  }

  /// The first character that is no blank.
  [[nodiscard]] char first() const {
    const auto place = text.find_first_not_of(" \t\r\n");
    return place == text.npos ? ' ' : text[place];
  }
  /// The first line that is neither blank nor a comment.
  [[nodiscard]] std::string_view word(std::size_t i) const {
    return !lines.empty() && lines.front().size() > i ? lines.front()[i] : std::string_view();
  }
  [[nodiscard]] bool matches(const char* pattern) const {
    return std::regex_search(text.begin(), text.end(), std::regex(pattern, std::regex::icase));
  }

  const InputFile& file;
  std::string_view text;
  std::vector<std::vector<std::string_view>> lines, comments;
};

bool is_xml(const Sample& sample) {
  if (sample.first() == '<') return true;
  for (const auto* ending : {".graphml", ".xml"}) {
    if (sample.file.is_named(ending)) refuse(sample.file.name(), 1, "an XML file starts with '<'");
  }
  return false;
}

bool is_json(const Sample& sample) {
  if (sample.first() == '{') return true;
  if (sample.file.is_named(".json")) refuse(sample.file.name(), 1, "a JSON file starts with '{'");
  return false;
}

bool is_gml(const Sample& sample) { return sample.file.is_named(".gml") || sample.matches(R"((^|\s)graph\s*\[)"); }

/// Lines of comments, c, and a problem: p edge 5 4.
bool is_dimacs(const Sample& sample) {
  const auto problem = std::ranges::find_if(sample.lines, [](const auto& line) { return line[0] != "c"; });
  return problem != sample.lines.end() && problem->size() == 4 && (*problem)[0] == "p" &&
         parse_whole<std::int64_t>((*problem)[2]) && parse_whole<std::int64_t>((*problem)[3]);
}

bool is_adjacency_list(const Sample& sample) {
  if (sample.file.is_named(".adjlist") || sample.file.is_named(".multiline_adjlist")) return true;
  return std::ranges::any_of(sample.comments, [](const auto& line) { return line.size() > 2 && line[1] == "GMT"; });
}

bool is_pajek(const Sample& sample) {
  return sample.matches(R"(^\s*\*(network|vertices|arcs|edges|arcslist|edgeslist|matrix)\b)") ||
         (sample.word(0).starts_with('*') && sample.word(0).size() > 1);
}

/// A format, and how a file shows that it is in it.
struct Format {
  std::string_view name;
  bool (*matches)(const Sample&);
  RawGraph (*read)(const InputFile&);  ///< nullptr: not read
  std::string_view instead = {};       ///< of a format that is not read: what to do
};

constexpr std::string_view by_networkx = "networkx reads it, and networkx.write_gml writes what is read here";
constexpr std::string_view by_igraph = "igraph reads it, and writes GML, which is read here";

/// In the order in which they are tried. What none knows is a list of edges.
constexpr std::array formats = {
    Format{"Matrix Market", [](const Sample& s) { return is_matrix_market(s.file); }, read_matrix_market_graph},
    Format{"GraphML", is_xml, read_graphml_file},
    Format{"a list in JSON", [](const Sample& s) { return s.first() == '['; }, nullptr,
           "networkx.node_link_data gives the JSON that is read"},
    Format{"node-link JSON", is_json, read_node_link_file},
    Format{"GML", is_gml, read_gml_file},
    Format{"DOT", [](const Sample& s) { return s.matches(R"(^\s*(/[*/]|(strict\s+)?(di)?graph\b[^\[\n]*\{))"); },
           nullptr, "networkx.nx_pydot reads it, and networkx.write_gml writes what is read here"},
    Format{"Pajek", is_pajek, nullptr, by_networkx},
    Format{"LEDA", [](const Sample& s) { return s.word(0) == "LEDA.GRAPH"; }, nullptr, by_networkx},
    Format{"DIMACS", is_dimacs, nullptr, by_igraph},
    Format{"UCINET DL", [](const Sample& s) { return s.matches(R"(^\s*dl[\s,]+[a-z]+\s*=)"); }, nullptr, by_igraph},
    Format{"graph6 or sparse6",
           [](const Sample& s) { return s.text.starts_with(">>") || s.first() == ':' || s.first() == '&'; }, nullptr,
           by_networkx},
    Format{"an adjacency list of networkx", is_adjacency_list, nullptr,
           "networkx.write_edgelist with data=False writes what is read here"},
    Format{"GDF", [](const Sample& s) { return s.matches(R"(^\s*nodedef\s*>)"); }, nullptr,
           "Gephi reads it, and writes GraphML, which is read here"},
    Format{"TGF", [](const Sample& s) { return s.file.is_named(".tgf"); }, nullptr,
           "yEd reads it, and writes GraphML, which is read here"},
    Format{"LGL", [](const Sample& s) { return s.file.is_named(".lgl"); }, nullptr, by_igraph},
    Format{"METIS", [](const Sample& s) { return is_metis(s.file); }, read_metis_file},
    Format{"a list of edges", [](const Sample&) { return true; }, read_edge_list_file}};

/// UTF-16 would be read as text that holds zero bytes.
void require_bytes(const InputFile& file) {
  const auto& text = file.beginning();
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF"))
    throw Error(Errc::file, file.name(), "is UTF-16: save it as UTF-8");
}

}  // namespace

RawGraph read_raw_graph(const InputFile& file) {
  require_bytes(file);
  const Sample sample(file);
  const auto& format = *std::ranges::find_if(formats, [&](const Format& known) { return known.matches(sample); });
  if (format.read != nullptr) return format.read(file);
  throw Error(Errc::syntax, file.name(),
              fmt::format("looks like {}, which is not read: {}", format.name, format.instead));
}

}  // namespace hearsay::graph
