// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/derivation/derivation.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/text.hpp>
#include <hearsay/report/text_table.hpp>

namespace hearsay::report {

namespace {

constexpr int indent = 2;

/// On one line if it is short, else a line a step.
std::string formula_lines(const Formula& formula) {
  std::string line = formula.left;
  for (const auto& [relation, right] : formula.steps) line += " " + relation + " " + right;
  if (display_width(line) + indent <= page_width) return "  " + line + "\n";
  std::string lines = "  " + wrapped(formula.left, page_width - indent, 6);
  for (std::size_t k = 0; k < formula.steps.size(); ++k) {
    const auto& [relation, right] = formula.steps[k];
    lines += (k > 0 ? "\n    " : " ") + wrapped(relation + " " + right, page_width - indent - 2, 6);
  }
  return lines + "\n";
}

struct Printer {
  TerminalText out;

  void operator()(const Sentence& block) { out += TerminalText(block.text).wrapped() + TerminalText::lines("\n"); }
  void operator()(const Formula& block) { out += TerminalText::lines(formula_lines(block)); }
  void operator()(const Inequality& block) {
    out += terminal_text("  {} {} {}, so {}.\n", block.left, block.relation, block.right, block.conclusion);
  }
  void operator()(const NumberTable& block) {
    if (!block.caption.empty()) (*this)(Sentence{block.caption});
    std::vector<TextColumn> columns;
    for (const auto& column : block.columns) {
      using Align = TextColumn::Align;
      columns.push_back({.title = column.title, .align = column.words ? Align::left : Align::right});
    }
    TextTable table(std::move(columns));
    for (const auto& row : block.rows) table.row({row.begin(), row.end()});
    out += table.text();
  }
};

struct Page {
  std::string out;

  void operator()(const Sentence& block) { out += "<p>" + xml_escape(block.text) + "</p>\n"; }
  void operator()(const Formula& block) {
    out += "<p class=\"formula\">" + xml_escape(block.left);
    for (const auto& [relation, right] : block.steps)
      out += "<br>&nbsp;" + xml_escape(relation) + " " + xml_escape(right);
    out += "</p>\n";
  }
  void operator()(const Inequality& block) {
    out += "<p class=\"formula\"><strong>" + xml_escape(block.left) + " " + xml_escape(block.relation) + " " +
           xml_escape(block.right) + "</strong></p>\n<p>So " + xml_escape(block.conclusion) + ".</p>\n";
  }
  void operator()(const NumberTable& block) {
    if (!block.caption.empty()) (*this)(Sentence{block.caption});
    out += "<div class=\"scroll\"><table class=\"steps\"><thead><tr>";
    for (const auto& column : block.columns)
      out += std::string(column.words ? "<th>" : "<th class=\"number\">") + xml_escape(column.title) + "</th>";
    out += "</tr></thead><tbody>\n";
    for (std::size_t r = 0; r < block.rows.size(); ++r) {
      out += block.rows.size() - r <= block.totals ? "<tr class=\"total\">" : "<tr>";
      for (std::size_t c = 0; c < block.columns.size(); ++c)
        out += std::string(block.columns[c].words ? "<td>" : "<td class=\"number\">") + xml_escape(block.rows[r][c]) +
               "</td>";
      out += "</tr>\n";
    }
    out += "</tbody></table></div>\n";
  }
};

}  // namespace

TerminalText text(const Derivation& derivation) {
  Printer printer{terminal_text("{}\n\n", derivation.claim)};
  for (std::size_t k = 0; k < derivation.blocks.size(); ++k) {
    const auto& block = derivation.blocks[k];
    const bool table = std::holds_alternative<NumberTable>(block);
    if (k > 0 && (table || std::holds_alternative<NumberTable>(derivation.blocks[k - 1])))
      printer.out += TerminalText::lines("\n");
    std::visit(printer, block);
  }
  return printer.out;
}

std::string html(const Derivation& derivation) {
  Page page;
  for (const auto& block : derivation.blocks) std::visit(page, block);
  return page.out;
}

}  // namespace hearsay::report
