// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/html.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <numbers>
#include <regex>
#include <set>
#include <sstream>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/certificate/recheck.hpp>
#include <hearsay/report/derivation/derivation.hpp>
#include <hearsay/report/headline.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/search_verdict.hpp>

namespace hearsay::report {

namespace {

constexpr std::string_view style = R"css(
:root { --ink: #1b1f24; --soft: #5b6570; --line: #d5dae0; --good: #14713d; --bad: #b3261e; --odd: #8a5a00; }
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: var(--ink); margin: 0 auto; max-width: 1080px; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font: 600 1rem ui-monospace, "DejaVu Sans Mono", monospace; margin: 0 0 .3rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .3rem 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td:first-child { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .87em; overflow-wrap: anywhere; }
a { color: inherit; } .holds { color: var(--good); } .refuted { color: var(--bad); } .inconclusive, .broken { color: var(--odd); }
.surprise { font-weight: 700; } .card { border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; margin: .8rem 0; break-inside: avoid; }
.witness { display: flex; gap: 1rem; align-items: center; flex-wrap: wrap; background: #f6f7f9; border-radius: 4px; padding: .5rem .8rem; margin: .5rem 0; }
.filters { display: flex; gap: 1rem; flex-wrap: wrap; margin: .5rem 0 1rem; } .filters input[type=search] { min-width: 16rem; padding: .2rem .4rem; }
svg text { font: 11px "DejaVu Sans", sans-serif; text-anchor: middle; dominant-baseline: central; fill: #fff; }
[hidden] { display: none !important; }
.derivation { margin: .5rem 0 0; } .derivation summary { cursor: pointer; color: var(--soft); } .derivation p { margin: .4rem 0; }
.derivation .formula { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .87em; overflow-wrap: anywhere; }
.steps { width: auto; } .steps td, .steps th { white-space: nowrap; overflow-wrap: normal; } .steps tr.total td { border-top: 1px solid var(--ink); }
.scroll { overflow-x: auto; } button, input { max-width: 100%; }
@media (max-width: 640px) {
  body { padding: .7rem; } dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: .4rem; } .card, .witness { padding: .6rem; } .witness svg { max-width: 100%; }
  .scroll td, .scroll th { white-space: nowrap; overflow-wrap: normal; } .scroll .said { white-space: normal; }
}
@page { size: A4; margin: 16mm 14mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; } .filters, button, .recheck label { display: none; } .scroll { overflow: visible; }
  .steps { zoom: var(--fit, 1); }
  thead { display: table-header-group; } tr { break-inside: avoid; } h2, h3 { break-after: avoid; }
}
)css";

constexpr std::string_view script = R"js(
const rows = [...document.querySelectorAll('[data-claim]')];
function filter() {
  const text = document.getElementById('text').value.toLowerCase();
  const verdicts = new Set([...document.querySelectorAll('.filters input:checked')].map(box => box.value));
  for (const row of rows) {
    const match = row.dataset.claim.toLowerCase().includes(text);
    row.hidden = !match || !(verdicts.has(row.dataset.verdict) || (verdicts.has('surprise') && row.dataset.surprise));
  }
}
document.querySelectorAll('.filters input').forEach(input => input.addEventListener('input', filter));
const paper = 630;  // px: a page of A4 less its margins and those of a card
addEventListener('beforeprint', () => {
  document.querySelectorAll('details').forEach(part => part.open = true);
  document.querySelectorAll('.steps').forEach(table => table.style.setProperty('--fit', Math.min(1, paper / table.offsetWidth)));
});
)js";

/// What a finding does not show.
std::string_view not_shown(const claims::Claim& claim, Verdict verdict) {
  switch (verdict) {
    case Verdict::holds:
      switch (claim.evidence) {
        case claims::Evidence::exact:
        case claims::Evidence::interval:
          return "that the statement holds outside the stated finite domain";
        case claims::Evidence::property:
          return "a proof; no counterexample was found among the instances";
        case claims::Evidence::statistical:
          return "a higher confidence than stated, or anything about parameters that were not simulated";
      }
      break;
    case Verdict::refuted:
      return "that the protocol is unsafe for all parameters; the statement fails at the witness, and the repair shows "
             "by "
             "how much";
    case Verdict::inconclusive:
      return "anything for or against the statement";
    case Verdict::broken:
      return "anything; the check itself failed";
  }
  return "";
}

std::string field(std::string_view name, std::string_view text) {
  return text.empty() ? std::string() : fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, xml_escape(text));
}

/// An id that a narrow screen may break after a dot or a line below, and not within a word.
std::string breakable(std::string_view id) {
  std::string text;
  for (const char c : xml_escape(id)) {
    text += c;
    if (c == '.' || c == '_') text += "<wbr>";
  }
  return text;
}

/// Node numbers of "observer": 0 or "observers": [0, 3] or "target": 2.
std::set<int> marked(const nlohmann::ordered_json& instance, std::initializer_list<const char*> keys) {
  std::set<int> nodes;
  for (const char* key : keys) {
    if (!instance.contains(key)) continue;
    const auto& value = instance.at(key);
    if (value.is_number_integer()) nodes.insert(value.get<int>());
    if (value.is_array()) {
      for (const auto& item : value) {
        if (item.is_number_integer()) nodes.insert(item.get<int>());
      }
    }
  }
  return nodes;
}

}  // namespace

std::string witness_picture(const nlohmann::ordered_json& instance) {
  if (!instance.is_object() || !instance.contains("graph") || !instance.at("graph").is_string()) return {};
  const auto text = instance.at("graph").get<std::string>();
  static const std::regex edge_list("\\d{1,4}-\\d{1,4}( \\d{1,4}-\\d{1,4})*");
  if (!std::regex_match(text, edge_list)) return {};
  std::vector<std::pair<int, int>> edges;
  int last = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto dash = word.find('-');
    edges.emplace_back(parse_whole<int>(word.substr(0, dash)).value(), parse_whole<int>(word.substr(dash + 1)).value());
    last = std::max({last, edges.back().first, edges.back().second});
  }
  const int n = last + 1;
  if (n > 40) return {};

  const double radius = n <= 8 ? 50.0 : 80.0, middle = radius + 14.0;
  const auto x = [&](int v) { return middle - radius * std::cos(2 * std::numbers::pi * v / n); };
  const auto y = [&](int v) { return middle - radius * std::sin(2 * std::numbers::pi * v / n); };
  const auto observers = marked(instance, {"observer", "observers"});
  const auto targets = marked(instance, {"target", "targets", "group"});
  std::string svg =
      fmt::format("<svg width=\"{0:.0f}\" height=\"{0:.0f}\" role=\"img\" aria-label=\"graph {1}\">", 2 * middle, text);
  for (const auto& [u, v] : edges) {
    svg += fmt::format("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#5b6570\"/>", x(u), y(u),
                       x(v), y(v));
  }
  for (int v = 0; v < n; ++v) {
    const char* color = observers.contains(v) ? "#b3261e" : targets.contains(v) ? "#1a56b0" : "#5b6570";
    svg += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"10\" fill=\"{}\"/><text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>", x(v),
        y(v), color, x(v), y(v), v);
  }
  return svg + "</svg>";
}

void Html::begin(const RunInfo& info) {
  info_ = info;
  rows_.clear();
  text_.clear();
}

void Html::row(const run::Row& row) { rows_.push_back(row); }

namespace {

/// A claim in the table, and in full.
struct Entry {
  std::string line, card;
};

/// @param linked  whether the claim's repair is on the page.
/// @param derivation  of the claim's certificate, as HTML; empty if it has none.
Entry entry(const RunInfo& info, const run::Row& row, bool linked, const Recheck& recheck,
            const std::string& derivation) {
  const auto& claim = *row.claim;
  const auto& finding = row.finding;
  const auto verdict = to_string(finding.verdict);
  const auto shown_number = [](const std::optional<double>& x) { return x ? fmt::format("{:.3g}", *x + 0.0) : "–"; };
  const std::string tightness = shown_number(finding.tightness), slack = shown_number(finding.slack);
  const std::string data = fmt::format("data-claim=\"{}\" data-verdict=\"{}\"{}", claim.id, verdict,
                                       row.as_expected() ? "" : " data-surprise=\"1\"");
  const std::string shown =
      fmt::format("<span class=\"{}{}\">{}{}</span>", verdict, row.as_expected() ? "" : " surprise",
                  search_verdict(finding.verdict),
                  row.as_expected() ? "" : fmt::format(" (expected {})", search_verdict(claim.expected)));
  Entry made;
  made.line = fmt::format(
      "<tr {}><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td><td "
      "class=\"number\">{}</td><td>{}</td></tr>\n",
      data, claim.id, breakable(claim.id), shown, to_string(claim.level), to_string(claim.evidence), finding.instances,
      slack, recheck.button(std::string(claim.id), false));

  std::string witness;
  if (finding.witness) {
    const auto command = command_of(info, row);
    witness = fmt::format("<div class=\"witness\">{}<div>{}<br>certified: {}{}</div></div>\n",
                          witness_picture(finding.witness->instance), xml_escape(witness_line(*finding.witness)),
                          to_string(finding.witness->certificate),
                          command.empty() ? "" : fmt::format("<br><code>{}</code>", xml_escape(command)));
  }
  std::string repair;
  if (!claim.repaired_by.empty()) {
    const auto* repaired = claims::find(claim.repaired_by);
    repair = fmt::format("<dt>repaired by</dt><dd>{}{}</dd>\n",
                         fmt::format(fmt::runtime(linked ? "<a href=\"#{0}\">{0}</a>" : "{}"), claim.repaired_by),
                         repaired == nullptr ? "" : ": " + xml_escape(repaired->statement));
  }
  made.card =
      fmt::format("<section class=\"card\" id=\"{0}\" {1}><h3>{4}</h3>\n<p>{2}</p>\n<dl><dt>verdict</dt><dd>{3}</dd>\n",
                  claim.id, data, xml_escape(claim.statement), shown, breakable(claim.id));
  made.card += field("level", to_string(claim.level)) + field("source", claim.source) +
               field("version", claim.paper_version) +
               field("as printed", claim.quote.empty() ? std::string(claim.quote_where)
                                                       : fmt::format("“{}” ({})", claim.quote, claim.quote_where)) +
               field("formula", claim.formula) + field("reading", claim.reading);
  made.card +=
      field("conditions", claim.conditions) + field("adversary", claim.adversary) + field("checked on", claim.domain);
  made.card += field("evidence", fmt::format("{}, {} instances, tightness {}, slack {}", to_string(claim.evidence),
                                             finding.instances, tightness, slack));
  if (finding.confidence) made.card += field("confidence", fmt::format("1 - {:.2g}", 1.0 - *finding.confidence));
  made.card += field("at the paper's size", claim.realistic);
  if (claim.root != claim.id) made.card += field("follows from", claim.root);
  made.card +=
      repair +
      (claim.controls.empty() ? "" : fmt::format("<dt>controls</dt><dd>{}</dd>\n", breakable(claim.controls))) +
      field("note", finding.note.empty() ? claim.note : finding.note) +
      field("not shown", not_shown(claim, finding.verdict));
  const std::string button = recheck.button(std::string(claim.id), true);
  made.card += "</dl>\n" + witness + (button.empty() ? "" : "<p>" + button + "</p>\n") + derivation + "</section>\n";
  return made;
}

/// The derivation of a certificate, to be unfolded.
std::string derivation_of(const CertificateFile& file) {
  std::string told;
  try {
    told = html(derive(parse_json<nlohmann::ordered_json>(file.text, file.name)));
  } catch (const Error& error) {
    told = fmt::format("<p>No derivation: {}.</p>\n", xml_escape(error.what()));
  }
  return fmt::format("<details class=\"derivation\"><summary>derivation, line by line</summary>\n{}</details>\n", told);
}

}  // namespace

void Html::end(const run::Summary& s) {
  const auto facts = machine();
  const std::time_t now = std::time(nullptr);
  std::string lines, cards, boxes;
  Headline headline;
  const Recheck recheck(proofs_);
  const auto derivation = [&](const std::string& claim) {
    const auto file = std::ranges::find_if(
        proofs_.files, [&](const CertificateFile& f) { return f.claim == claim && f.verdict == "refutes"; });
    return file == proofs_.files.end() ? std::string() : derivation_of(*file);
  };
  for (const auto& row : rows_) {
    const auto made = entry(
        info_, row,
        std::ranges::any_of(rows_, [&](const run::Row& other) { return other.claim->id == row.claim->repaired_by; }),
        recheck, derivation(std::string(row.claim->id)));
    headline.add(row);
    lines += made.line;
    cards += made.card;
  }
  for (const auto verdict : {Verdict::holds, Verdict::refuted, Verdict::inconclusive, Verdict::broken}) {
    boxes += fmt::format("<label><input type=\"checkbox\" value=\"{}\" checked> {}</label>", to_string(verdict),
                         search_verdict(verdict));
  }
  text_ = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>hearsay verdicts</title><link rel=\"icon\" "
      "href=\"data:,\"><style>{}</style></head><body>\n"
      "<h1>hearsay verdicts</h1>\n<p>{} claims. {}</p>\n<dl>",
      std::string(style) + recheck.style(), rows_.size(), headline.text(s));
  text_ += field("version", version) + field("seed", std::to_string(info_.seed)) +
           field("effort", to_string(info_.effort)) +
           field("false-alarm level", fmt::format("{:g} for the whole run", info_.family_error)) +
           field("duration", fmt::format("{:.1f} s", info_.seconds)) +
           field("written", fmt::format("{:%Y-%m-%d %H:%M} UTC", fmt::gmtime(now)));
  for (const auto& [name, value] : facts.items())
    text_ += field(name, value.is_string() ? value.get<std::string>() : value.dump());
  text_ += fmt::format(
      "</dl>\n{}<h2>Verdicts</h2>\n<div class=\"filters\"><input type=\"search\" id=\"text\" placeholder=\"filter by "
      "id\" aria-label=\"filter by id\">{}<label><input type=\"checkbox\" value=\"surprise\" checked> "
      "unexpected "
      "verdicts</label></div>\n<div "
      "class=\"scroll\"><table><thead><tr><th>claim</th><th>verdict</th><th>level</th><th>evidence</th><th "
      "class=\"number\">instances</th><th "
      "class=\"number\">slack</th><th>{}</th></tr></thead><tbody>\n{}</tbody></table></div>\n"
      "<h2>All claims</h2>\n<p>In pictures the observer is red and the target is "
      "blue.</p>\n{}<script>{}</script>\n{}</body></html>\n",
      recheck.panel(), boxes, proofs_.files.empty() ? "" : "certificate", lines, cards, script, recheck.script());
}

}  // namespace hearsay::report
