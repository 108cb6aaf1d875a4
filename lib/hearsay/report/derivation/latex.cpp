// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <map>

#include <hearsay/report/derivation/derivation.hpp>
#include <hearsay/report/derivation/formula.hpp>

namespace hearsay::report {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The place of the bracket that closes the one at `at`.
std::size_t closing(std::string_view text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if ((text[i] == ')' || text[i] == ']') && --depth == 0) return i;
  }
  return text.size() - 1;
}

std::string variable(std::string_view name) {
  static const std::map<std::string_view, std::string_view> letters = {{"alpha", "\\alpha"},
                                                                       {"delta", "\\delta"},
                                                                       {"epsilon", "\\varepsilon"},
                                                                       {"gamma", "\\gamma"},
                                                                       {"kappa", "\\kappa"},
                                                                       {"lambda2", "\\lambda_2"},
                                                                       {"sigma", "\\sigma"},
                                                                       {"sigma2", "\\sigma^2"},
                                                                       {"zeta", "\\zeta"},
                                                                       {"mu", "\\mu"},
                                                                       {"tau2", "\\tau^2"},
                                                                       {"delta_hat", "\\hat\\delta"},
                                                                       {"e_epsilon", "e^\\varepsilon"},
                                                                       {"delta_prime", "\\delta'"}};
  if (const auto found = letters.find(name); found != letters.end()) return std::string(found->second);
  if (name.size() == 1) return std::string(name);
  const auto number = name.find_first_of("0123456789");
  if (number == 1 && name.find_first_not_of("0123456789", 1) == std::string_view::npos)
    return fmt::format("{}_{{{}}}", name.substr(0, 1), name.substr(1));
  return fmt::format("\\mathrm{{{}}}", latex_words(name));
}

/// A reader of plain notation that writes LaTeX.
class Converter {
 public:
  explicit Converter(std::string_view text) : text_(text) {}

  [[nodiscard]] std::string convert() {
    while (at_ < text_.size()) next();
    return out_;
  }

 private:
  [[nodiscard]] std::string_view take(std::size_t end) {
    const auto part = text_.substr(at_, end - at_);
    at_ = end;
    return part;
  }
  /// What is inside of the bracket here.
  [[nodiscard]] std::string_view bracket() {
    const auto end = closing(text_, at_);
    const auto inner = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return inner;
  }
  [[nodiscard]] bool starts(std::string_view word) const { return text_.substr(at_).starts_with(word); }

  void number() {
    auto end = at_;
    const auto digits = [&] {
      while (end < text_.size() && is_digit(text_[end])) ++end;
    };
    digits();
    const bool whole = end == text_.size() || (text_[end] != '.' && text_[end] != 'e');
    const bool after_slash = at_ > 0 && (text_[at_ - 1] == '/' || text_[at_ - 1] == '^');
    if (whole && !after_slash && end + 1 < text_.size() && text_[end] == '/' && is_digit(text_[end + 1])) {
      const auto top = text_.substr(at_, end - at_);
      const auto slash = end++;
      digits();
      const bool free = end == text_.size() || (text_[end] != '^' && text_[end] != '/' && text_[end] != '.');
      if (free) {
        out_ += fmt::format("\\tfrac{{{}}}{{{}}}", top, text_.substr(slash + 1, end - slash - 1));
        at_ = end;
        return;
      }
      end = slash;
    }
    if (end + 1 < text_.size() && text_[end] == '.' && is_digit(text_[end + 1])) ++end, digits();
    out_ += take(end);
    if (starts("...")) at_ += 3, out_ += "\\ldots";
    if (starts("e") && at_ + 1 < text_.size() && (is_digit(text_[at_ + 1]) || text_[at_ + 1] == '-')) {
      end = at_ + 2;
      digits();
      out_ += fmt::format("\\cdot 10^{{{}}}", text_.substr(at_ + 1, end - at_ - 1));
      at_ = end;
    }
  }

  void name() {
    auto end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '_')) ++end;
    const auto word = take(end);
    const bool called = at_ < text_.size() && text_[at_] == '(';
    if (word == "sum" && starts("[")) {
      const auto range = bracket();
      const auto dots = range.find("..");
      out_ += fmt::format("\\sum_{{{}}}^{{{}}}", latex_math(range.substr(0, dots)), latex_math(range.substr(dots + 2)));
    } else if (called && word == "sqrt") {
      out_ += fmt::format("\\sqrt{{{}}}", latex_math(bracket()));
    } else if (called && (word == "floor" || word == "ceil")) {
      out_ += fmt::format("\\l{0} {1} \\r{0} ", word, latex_math(bracket()));
    } else if (called && word == "choose") {
      const auto both = bracket();
      std::size_t comma = 0;
      int depth = 0;
      while (comma < both.size() && (depth > 0 || both[comma] != ',')) {
        depth += both[comma] == '(' ? 1 : both[comma] == ')' ? -1 : 0;
        ++comma;
      }
      out_ += fmt::format("\\binom{{{}}}{{{}}}", latex_math(both.substr(0, comma)), latex_math(both.substr(comma + 1)));
    } else if (called && (word == "exp" || word == "ln" || word == "max" || word == "min")) {
      out_ += fmt::format("\\{}", word);
    } else if (called && word == "phi") {
      out_ += "\\Phi";
    } else {
      out_ += variable(word);
    }
  }

  void power() {
    ++at_;
    if (starts("(")) {
      out_ += fmt::format("^{{{}}}", latex_math(bracket()));
      return;
    }
    auto end = at_ + 1;
    while (end < text_.size() && (is_letter(text_[end]) || is_digit(text_[end]) || text_[end] == '_')) ++end;
    out_ += fmt::format("^{{{}}}", latex_math(take(end)));
  }

  void next() {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 6> signs = {
        {{"<=", "\\le "}, {">=", "\\ge "}, {"!=", "\\ne "}, {"...", "\\cdots "}, {"*", "\\cdot "}, {"%", "\\%"}}};
    const char c = text_[at_];
    if (is_digit(c)) return number();
    if (is_letter(c)) return name();
    if (c == '^') return power();
    for (const auto& [plain, written] : signs) {
      if (!starts(plain)) continue;
      out_ += written;
      at_ += plain.size();
      return;
    }
    static constexpr std::string_view special = "#$&_{}\\~";
    if (special.find(c) != std::string_view::npos) out_ += '\\';
    out_ += c == ' ' ? std::string("\\ ") : std::string(1, c);
    ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

std::string step_text(const Formula::Step& step) { return latex_math(step.relation) + " " + latex_math(step.right); }

struct Writer {
  std::string out;

  void operator()(const Sentence& block) { out += latex_words(block.text) + "\n\n"; }

  void operator()(const Formula& block) {
    out += "\\begin{align*}\n" + latex_math(block.left);
    for (std::size_t k = 0; k < block.steps.size(); ++k)
      out += (k > 0 ? " \\\\\n" : "") + std::string(" &") + step_text(block.steps[k]);
    out += "\n\\end{align*}\n\n";
  }

  void operator()(const Inequality& block) {
    out += fmt::format("\\[ {} {} {} \\]\nSo {}.\n\n", latex_math(block.left), latex_math(block.relation),
                       latex_math(block.right), latex_words(block.conclusion));
  }

  void operator()(const NumberTable& table) {
    if (!table.caption.empty()) out += latex_words(table.caption) + "\n\n";
    out += "\\begin{center}\\small\n\\begin{tabular}{";
    for (const auto& column : table.columns) out += column.words ? 'l' : 'r';
    out += "}\n";
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      out += (c > 0 ? " & " : "") + latex_words(table.columns[c].title);
    out += " \\\\\\hline\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      if (table.totals > 0 && r + table.totals == table.rows.size()) out += "\\hline\n";
      for (std::size_t c = 0; c < table.columns.size(); ++c) {
        const auto& cell = table.rows[r][c];
        out += c > 0 ? " & " : "";
        out += table.columns[c].words ? latex_words(cell) : cell.empty() ? "" : "$" + latex_math(cell) + "$";
      }
      out += " \\\\\n";
    }
    out += "\\end{tabular}\n\\end{center}\n\n";
  }
};

}  // namespace

std::string latex_math(std::string_view plain) { return Converter(plain).convert(); }

std::string latex_words(std::string_view words) {
  static const std::map<char, std::string_view> written = {{'#', "\\#"},
                                                           {'$', "\\$"},
                                                           {'%', "\\%"},
                                                           {'&', "\\&"},
                                                           {'_', "\\_"},
                                                           {'{', "\\{"},
                                                           {'}', "\\}"},
                                                           {'~', "\\textasciitilde{}"},
                                                           {'^', "\\textasciicircum{}"},
                                                           {'\\', "\\textbackslash{}"},
                                                           {'<', "$<$"},
                                                           {'>', "$>$"},
                                                           {'|', "$|$"},
                                                           {'"', "''"},
                                                           {'*', "$\\ast$"}};
  std::string out;
  for (const char c : words) {
    const auto found = written.find(c);
    out += found == written.end() ? std::string(1, c) : std::string(found->second);
  }
  return out;
}

std::string latex(const Derivation& derivation) {
  Writer writer;
  for (const auto& block : derivation.blocks) std::visit(writer, block);
  return fmt::format(
      "\\documentclass{{article}}\n\\usepackage{{amsmath}}\n\\allowdisplaybreaks\n\\setlength{{\\parindent}}{{0pt}}\n"
      "\\setlength{{\\textwidth}}{{16cm}}\\setlength{{\\oddsidemargin}}{{0cm}}\n"
      "\\setlength{{\\textheight}}{{25cm}}\\setlength{{\\topmargin}}{{-2cm}}\n"
      "\\begin{{document}}\n\\section*{{{}}}\n\n{}\\end{{document}}\n",
      latex_words(derivation.claim), writer.out);
}

}  // namespace hearsay::report
