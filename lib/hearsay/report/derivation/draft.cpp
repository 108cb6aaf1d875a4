// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/derivation/draft.hpp>

#include <algorithm>
#include <numeric>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;

constexpr std::size_t longest_formula = 120;  ///< characters of a formula that is also printed with its numbers
constexpr std::size_t longest_plain = 60;     ///< of fractions only, not taken apart
constexpr std::size_t few_operations = 3;     ///< of a part that is not taken apart

/// The compound parts of an expression, innermost first, each once; sums are not taken apart.
void parts_of(const ordered_json& x, std::vector<ordered_json>& found) {
  if (x.is_string()) return;
  if (x.at(0) != "sum" && operations(x) > few_operations) {
    for (std::size_t k = 1; k < x.size(); ++k) parts_of(x.at(k), found);
  }
  if (std::ranges::find(found, x) == found.end()) found.push_back(x);
}

/// The first terms of a sum, and the last.
std::optional<NumberTable> terms_of(const ordered_json& x, const Values& variables) {
  const auto first = value_of(x.at(2), variables).exact, last = value_of(x.at(3), variables).exact;
  if (!first || !last || *last < *first) return std::nullopt;
  const auto index = x.at(1).get<std::string>();
  NumberTable table{.caption = "Its terms:", .columns = {{index}, {"term"}}, .rows = {}};
  const Rational count = *last - *first + 1, shown = count <= most_terms ? count : Rational(4);
  auto inner = variables;
  const auto add = [&](const Rational& k) {
    inner[index] = k;
    table.rows.push_back({number_of(k), number_of(value_of(x.at(4), inner))});
  };
  for (Rational k = *first; k < *first + shown; ++k) add(k);
  if (shown < count) {
    table.caption = fmt::format("The first of its {} terms, and the last:", number_of(count));
    add(*last);
  }
  table.rows.push_back({shown < count ? "sum of all" : "sum", number_of(value_of(x, variables))});
  table.totals = 1;
  return table;
}

}  // namespace

void evaluate_in_steps(Draft& draft, const std::string& name, const ordered_json& expression, const Values& variables) {
  const auto value = number_of(value_of(expression, variables));
  const auto symbols = formula_text(expression), numbers = formula_text(expression, variables);
  std::vector<Formula::Step> steps;
  const auto add = [&](const std::string& text) {
    if (steps.empty() || steps.back().right != text) steps.push_back({"=", text});
  };
  add(symbols);
  if (numbers.size() <= longest_formula) add(numbers);
  std::vector<ordered_json> parts;
  const bool plain = value_of(expression, variables).exact && numbers.size() <= longest_plain;
  if (operations(expression) > few_operations && !plain) parts_of(expression, parts);
  if (parts.size() <= 1 && (expression.is_string() || expression.at(0) != "sum")) {
    add(value);
    draft.write(name, std::move(steps));
    return;
  }
  draft.write(name, std::move(steps));
  if (parts.empty()) parts.push_back(expression);  // a sum alone
  std::vector<std::pair<std::string, std::string>> told;
  for (const auto& part : parts) {
    if (part != expression) told.emplace_back(formula_text(part), number_of(value_of(part, variables)));
    if (part.at(0) != "sum") continue;
    auto terms = terms_of(part, variables);
    if (!terms) continue;
    terms->caption = "The sum over " + part.at(1).get<std::string>() + ". " + terms->caption;
    draft.show(std::move(*terms));
  }
  if (!told.empty()) draft.say("Part by part:");
  for (auto& [part, number] : told) draft.write(std::move(part), std::move(number));
  draft.write(name, value);
}

Rational fraction(const ordered_json& text) { return exact::parse_fraction(text.get<std::string>()).value(); }

Vector fractions(const ordered_json& list) {
  Vector found;
  for (const auto& text : list) found.push_back(fraction(text));
  return found;
}

linalg::RationalMatrix gossip_rows(int nodes, const ordered_json& edges, const std::string& rule) {
  const auto n = static_cast<std::size_t>(nodes);
  std::vector<std::vector<std::size_t>> neighbors(n);
  for (const auto& edge : edges) {
    const auto u = edge.at(0).get<std::size_t>(), v = edge.at(1).get<std::size_t>();
    neighbors.at(u).push_back(v);
    neighbors.at(v).push_back(u);
  }
  const auto share = [&](std::size_t u, std::size_t v) {
    const auto own = neighbors[u].size(), more = std::max(own, neighbors[v].size());
    return Rational(1, static_cast<long>(rule == "min-degree" ? more : rule == "uniform" ? own + 1 : more + 1));
  };
  linalg::RationalMatrix w;
  for (std::size_t u = 0; u < n; ++u) {
    Vector entries(n, Rational(0));
    Rational rest = 1;
    for (const auto v : neighbors[u]) rest -= entries[v] = share(u, v);
    entries[u] = rest;
    auto& row = w.rows.emplace_back();
    for (std::size_t v = 0; v < n; ++v) {
      if (rule == "lazy") entries[v] = (entries[v] + (u == v ? 1 : 0)) / 2;
      if (entries[v] != 0) row.push_back({static_cast<linalg::Index>(v), entries[v]});
    }
  }
  return w;
}

Vector row_times(const Vector& x, const linalg::RationalMatrix& w) {
  Vector found(x.size(), Rational(0));
  for (std::size_t u = 0; u < x.size(); ++u) {
    if (x[u] == 0) continue;
    for (const auto& [v, entry] : w.rows[u]) found[v] += x[u] * entry;
  }
  return found;
}

Vector times(const linalg::RationalMatrix& w, const Vector& x) {
  Vector found(x.size(), Rational(0));
  for (std::size_t u = 0; u < x.size(); ++u) {
    for (const auto& [v, entry] : w.rows[u]) found[u] += entry * x[v];
  }
  return found;
}

Rational dot(const Vector& x, const Vector& y) {
  return std::inner_product(
      x.begin(), x.end(), y.begin(), Rational(0), [](const Rational& a, const Rational& b) { return Rational(a + b); },
      [](const Rational& a, const Rational& b) { return Rational(a * b); });
}

std::string listed(const std::vector<int>& nodes) {
  std::vector<std::string> runs;
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t end = i + 1;
    while (end < nodes.size() && nodes[end] == nodes[end - 1] + 1) ++end;
    if (end - i > 2) {
      runs.push_back(fmt::format("{} to {}", nodes[i], nodes[end - 1]));
      i = end;
    } else {
      runs.push_back(std::to_string(nodes[i++]));
    }
  }
  std::string text;
  for (std::size_t i = 0; i < runs.size(); ++i) text += (i == 0 ? "" : i + 1 == runs.size() ? " and " : ", ") + runs[i];
  return text;
}

std::string nodes_words(const std::vector<int>& nodes) {
  return (nodes.size() == 1 ? "node " : "nodes ") + listed(nodes);
}

namespace {

std::string rule_words(const std::string& rule) {
  if (rule == "min-degree") return "weights W_uv = 1/max(d_u, d_v) (d: degree)";
  if (rule == "uniform") return "weights W_uv = 1/(1 + d_u) (d: degree)";
  const std::string metropolis = "Metropolis weights W_uv = 1/(1 + max(d_u, d_v)) (d: degree)";
  return rule == "lazy" ? metropolis + ", halved, plus 1/2 on the diagonal" : metropolis;
}

}  // namespace

std::string network_words(const ordered_json& instance) {
  constexpr std::size_t most_edges = 30;
  const int nodes = instance.at("nodes").get<int>();
  const auto& edges = instance.at("edges");
  std::string text = fmt::format("{} node{}", nodes, nodes == 1 ? "" : "s");
  if (edges.empty()) {
    text += " without edges";
  } else if (edges.size() > most_edges) {
    text += fmt::format(", the {} edges of the certificate", edges.size());
  } else {
    text += edges.size() == 1 ? ", edge" : ", edges";
    for (const auto& edge : edges) text += fmt::format(" {}-{}", edge.at(0).get<int>(), edge.at(1).get<int>());
  }
  return instance.contains("weights") ? text + "; " + rule_words(instance.at("weights").get<std::string>()) : text;
}

std::vector<ColumnGroup> equal_columns(const Matrix& rows, const std::vector<int>& alone) {
  std::vector<ColumnGroup> groups;
  const auto columns = rows.empty() ? 0 : static_cast<int>(rows.front().size());
  const auto same = [&](int a, int b) {
    return std::ranges::all_of(
        rows, [&](const Vector& row) { return row[static_cast<std::size_t>(a)] == row[static_cast<std::size_t>(b)]; });
  };
  const auto is_alone = [&](int v) { return std::ranges::find(alone, v) != alone.end(); };
  for (int v = 0; v < columns; ++v) {
    const auto group = std::ranges::find_if(groups, [&](const ColumnGroup& g) {
      return !is_alone(v) && !is_alone(g.members.front()) && same(g.members.front(), v);
    });
    if (group == groups.end()) {
      groups.push_back({{v}});
    } else {
      group->members.push_back(v);
    }
  }
  return groups;
}

std::optional<NumberTable> matrix_table(const linalg::RationalMatrix& w, const std::string& caption) {
  const auto n = w.rows.size();
  if (n > most_columns) return std::nullopt;
  NumberTable table{.caption = caption, .columns = {{"node"}}, .rows = {}};
  for (std::size_t v = 0; v < n; ++v) table.columns.push_back({std::to_string(v)});
  for (std::size_t u = 0; u < n; ++u) {
    std::vector<std::string> cells(n + 1, "0");
    cells[0] = std::to_string(u);
    for (const auto& [v, entry] : w.rows[u]) cells[v + 1] = number_of(entry);
    table.rows.push_back(std::move(cells));
  }
  return table;
}

std::string combination_text(const Vector& weights, const std::vector<std::string>& names) {
  std::string text;
  std::size_t shown = 0, left = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    if (shown++ >= most_terms) {
      ++left;
      continue;
    }
    const Rational size = abs(weights[i]);
    text += text.empty() ? (weights[i] < 0 ? "-" : "") : (weights[i] < 0 ? " - " : " + ");
    text += (size == 1 ? "" : number_of(size) + " ") + names[i];
  }
  if (left > 0) text += " + ...";
  return text.empty() ? "0" : text;
}

std::string bracketed(const Rational& x) {
  auto number = number_of(x);
  return number.find_first_of("/-") == std::string::npos ? number : "(" + number + ")";
}

std::string squared(const Rational& x) { return bracketed(x) + "^2"; }

std::string sum_text(const Vector& terms) {
  std::string text;
  std::size_t shown = 0;
  for (const auto& term : terms) {
    if (term == 0) continue;
    if (shown++ == most_terms) return text + " + ...";
    text += (text.empty() ? "" : " + ") + number_of(term);
  }
  return text.empty() ? "0" : text;
}

}  // namespace hearsay::report
