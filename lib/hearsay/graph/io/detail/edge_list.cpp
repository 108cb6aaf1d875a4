// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/core/printable.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/io/detail/edge_columns.hpp>
#include <hearsay/graph/io/detail/edge_row.hpp>
#include <hearsay/graph/io/detail/first_line.hpp>
#include <hearsay/graph/io/detail/konect.hpp>
#include <hearsay/graph/io/detail/lgl.hpp>
#include <hearsay/graph/io/detail/raw_graph.hpp>
#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

namespace {

std::vector<std::string> texts_of(const std::vector<ListPart>& parts) {
  std::vector<std::string> texts;
  for (const auto& part : parts) texts.push_back(part.text);
  return texts;
}

/// Reads edges, one a line: two labels, and a weight or none. What the first line and comments may be besides is
/// decided once all lines are read.
class EdgeList {
 public:
  explicit EdgeList(const InputFile& file) : file_(file), name_(file.name()), lines_(file) {}

  [[nodiscard]] RawGraph read() {
    for (std::string_view line; lines_.next(line);) {
      if (!is_comment(line)) read_line(line);
    }
    if (graph_.edges.empty()) throw Error(Errc::file, name_, "holds no edges");
    judge_separator();
    if (header_.empty() && !graph_.weighted()) {
      if (const auto doubt = first_line_doubt(labels_.labels(), graph_.edges); !doubt.empty())
        refuse(name_, first_line_, doubt);
    }
    judge_header();
    judge_comments();
    graph_.format = konect_.found() ? "KONECT" : by_commas_ ? "CSV" : "edge list";
    konect_.finish(name_, graph_.edges.size(), labels_);
    graph_.directed = konect_.directed();
    graph_.labels = labels_.take_labels();
    return std::move(graph_);
  }

 private:
  [[noreturn]] void refuse_line(std::string_view why) const { refuse(name_, lines_.number(), why); }

  bool is_comment(std::string_view line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    if (line.starts_with('#')) {
      lgl_.note_comment(lines_.number(), line.substr(1));
      note_marked_row(line.substr(1));
      if (rows_ > 0 && words(line, '\0').size() == 1 && words(line, '\0')[0] == "#") bare_mark_ = true;
    } else if (line.starts_with('%')) {
      if (line.size() > 1 && line[1] != ' ' && line[1] != '\t' && line[1] != '%')
        refuse_line("begins with %: a comment has a blank after it, and a label stands in quotes");
      if (rows_ == 0) konect_.note_comment(name_, lines_.number(), line.substr(1));
    } else {
      return false;
    }
    ++graph_.comments;
    return true;
  }

  /// Keeps the first comment that may be an edge of a label such as #tag.
  void note_marked_row(std::string_view text) {
    if (marked_line_ != 0 || text.starts_with(' ') || text.starts_with('\t')) return;
    const auto row = cut_row(text, has_comma(text));
    if (!row || row->cells.size() < 2) return;
    const auto texts = texts_of(row->cells);
    if (edge_columns(texts) || std::ranges::none_of(texts, &std::string::empty, column_word)) return;
    marked_line_ = lines_.number();
    marked_columns_ = row->cells.size();
  }

  void read_line(std::string_view line) {
    if (rows_ == 0) by_commas_ = has_comma(line);
    const auto row = cut_row(line, by_commas_);
    if (!row) refuse_line("holds a quote or a bracket that is not closed, or that something follows");
    const auto& cells = row->cells;
    if (cells.empty()) return;
    if (cells.size() == 1)
      refuse_line(
          fmt::format("'{}' is one label; an edge needs two, separated by blanks or a comma", excerpt(cells[0].text)));
    if (bare_mark_)
      refuse_line(
          "a line '#' between others ends the nodes and begins the edges of TGF, which is not read: write the edges");
    ++rows_;
    if (rows_ == 1) {
      first_line_ = lines_.number();
      columns_ = cells.size();
      if (read_header(cells)) return;
    }
    if (cells.size() != columns_)
      refuse_line(fmt::format("{} columns, and the lines before have {}{}", cells.size(), columns_, names_hint(cells)));
    judge_blanks(line, cells);
    read_edge(*row);
  }

  /// Whether the first line names the columns.
  bool read_header(const std::vector<ListPart>& parts) {
    const auto cells = texts_of(parts);
    const auto named = edge_columns(cells);
    const bool numbers = std::ranges::any_of(cells, [](const auto& cell) { return parse_real(cell).has_value(); });
    if (named && !numbers && !(named->common_labels && cells.size() == 2)) {
      at_ = *named;
      header_ = cells;
      graph_.header = excerpt(fmt::format("{}", fmt::join(cells, ", ")), 80);
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i != at_.source && i != at_.target && i != at_.weight)
          add_once(graph_.edge_attributes, cells[i].empty() ? fmt::format("column {}", i + 1) : cells[i]);
      }
      if (at_.weight) graph_.without_weights = "take out the column weight";
      return true;
    }
    if (cells.size() == 3 && parse_real(cells[2])) {
      at_.weight = 2;
      graph_.without_weights = "keep 2 of the 3 columns";
    } else if (cells.size() > 2) {
      refuse_line(
          fmt::format("{} columns, '{}' the third: an edge has two labels and a number as its weight; other "
                      "columns need a header, {}{}",
                      cells.size(), excerpt(cells[2]), known_headers, names_hint(parts)));
    }
    return false;
  }

  /// "; labels with blanks ..." for words that blanks separate and that may be parts of labels.
  [[nodiscard]] std::string names_hint(const std::vector<ListPart>& cells) const {
    const auto word = [](const ListPart& cell) { return !cell.quoted && !parse_real(cell.text); };
    if (by_commas_ || cells.size() < 3 || std::ranges::count_if(cells, word) < 3) return {};
    return fmt::format("; {}", formats_of_names);
  }

  Node node(const ListPart& cell) {
    if (cell.text.empty()) refuse_line("an empty label");
    const auto known = labels_.labels().size();
    const auto number = labels_.number(name_, lines_.number(), cell.text);
    if (cell.quoted || labels_.labels().size() == known) return number;
    if (const auto doubt = doubtful_label(cell.text); !doubt.empty())
      refuse_line(fmt::format("label '{}' {}: a label that does stands in quotes", excerpt(cell.text), doubt));
    return number;
  }

  void read_edge(const EdgeRow& row) {
    const Node u = node(row.cells[at_.source]), v = node(row.cells[at_.target]);
    graph_.edges.emplace_back(u, v);
    require_edge_count(name_, graph_.edges.size());
    std::optional<double> weight;
    if (at_.weight) weight = finite(name_, lines_.number(), row.cells[*at_.weight].text);
    if (row.attributes) read_attributes(*row.attributes, weight);
    if (!graph_.weighted()) return;
    graph_.weights.resize(graph_.edges.size() - 1, std::numeric_limits<double>::quiet_NaN());
    graph_.lines.resize(graph_.edges.size() - 1, first_line_);
    graph_.weights.push_back(weight.value_or(std::numeric_limits<double>::quiet_NaN()));
    graph_.lines.push_back(lines_.number());
  }

  void read_attributes(const std::vector<PythonItem>& attributes, std::optional<double>& weight) {
    for (const auto& [key, value] : attributes) {
      if (lower_case(key) != "weight") {
        add_once(graph_.edge_attributes, key);
        continue;
      }
      if (weight) refuse_line("two weights of one edge");
      weight = parse_real(value).value_or(std::numeric_limits<double>::quiet_NaN());
      graph_.without_weights = "write it without attributes (networkx.write_edgelist with data=False)";
    }
  }

  /// Counts lines that something else than what was found first may separate; refuses one that tabs and other blanks
  /// cut differently.
  void judge_blanks(std::string_view line, const std::vector<ListPart>& cells) {
    if (line.find('"') != line.npos) return;
    if (!by_commas_) {
      if (line.find(';') != line.npos) ++doubtful_;
      if (line.find('\t') != line.npos && tab_separated(line) != cells.size())
        refuse_line(fmt::format("tabs and blanks may separate the labels: {}", formats_of_names));
      return;
    }
    const auto found = words(line, '#');
    const auto at_end = [](std::string_view word) { return word.starts_with(',') || word.ends_with(','); };
    const bool edge = found.size() == 2 || (found.size() == 3 && parse_real(found[2]));
    if (edge && std::ranges::none_of(found, at_end)) ++doubtful_;
  }

  /// How many cells a line has that tabs separate.
  static std::size_t tab_separated(std::string_view line) {
    line = line.substr(0, line.find('#'));
    std::size_t count = 0;
    while (!line.empty()) {
      const auto cell = line.substr(0, line.find('\t'));
      if (!words(cell, '\0').empty()) ++count;
      line.remove_prefix(std::min(cell.size() + 1, line.size()));
    }
    return count;
  }

  void judge_separator() const {
    if (doubtful_ == 0 || doubtful_ < graph_.edges.size() || !header_.empty() || file_.is_named(".csv")) return;
    if (!by_commas_) refuse(name_, first_line_, "semicolons may separate the labels: write commas");
    refuse(name_, first_line_,
           fmt::format("blanks or commas may separate the labels: begin with a header ({}), or write labels in quotes",
                       known_headers));
  }

  /// A comment of as many words as an edge has columns may be one.
  void judge_comments() const {
    if (marked_line_ != 0 && marked_columns_ == columns_)
      refuse(name_, marked_line_,
             "may be an edge: a comment has a blank after #, and a label that begins with # is in quotes");
    if (const auto line = lgl_.line_of_node(labels_, graph_.edges))
      refuse(name_, *line, "this comment may be a node of LGL, which is not read: take it out, or write NCOL");
  }

  /// A header's names must not be labels as well.
  void judge_header() const {
    for (const auto place : {at_.source, at_.target}) {
      if (header_.empty() || !labels_.find(header_[place])) continue;
      refuse(
          name_, first_line_,
          fmt::format("names columns, or is an edge: '{}' is a node's label in other lines", excerpt(header_[place])));
    }
  }

  const InputFile& file_;
  const std::string& name_;
  Lines lines_;
  RawGraph graph_;
  LabelNumbers labels_;
  Konect konect_;
  LglDoubt lgl_;
  EdgeColumns at_;
  std::vector<std::string> header_;
  std::size_t rows_ = 0, columns_ = 0, first_line_ = 0, doubtful_ = 0, marked_line_ = 0, marked_columns_ = 0;
  bool by_commas_ = false, bare_mark_ = false;
};

}  // namespace

RawGraph read_edge_list_file(const InputFile& file) { return EdgeList(file).read(); }

}  // namespace hearsay::graph
