// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/figure_page.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/search_verdict.hpp>

namespace hearsay::report {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view style = R"css(
* { box-sizing: border-box; }
body { font: 15px/1.5 system-ui, "DejaVu Sans", sans-serif; color: #1b1f24; margin: 0 auto; max-width: 1180px; padding: 1.5rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; } h2 { font-size: 1.1rem; margin: 0 0 .3rem; }
figure { border: 1px solid #d5dae0; border-radius: 6px; padding: .8rem 1rem; margin: 1rem 0; break-inside: avoid; }
img { max-width: 100%; height: auto; display: block; margin: .4rem auto; } pre { overflow-x: auto; background: #f6f7f9; padding: .5rem .8rem; font-size: .85em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; margin: .3rem 0; } dt { color: #5b6570; } dd { margin: 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; margin: .4rem 0; } th, td { text-align: left; padding: .15rem .6rem; border-bottom: 1px solid #d5dae0; }
nav ul { columns: 2; } li:target, figure:target { outline: 2px solid #1b6ca8; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; } .met { color: #14713d; } .missed { color: #b3261e; font-weight: 700; }
code { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; } a { color: inherit; }
.scroll { overflow-x: auto; }
@media (max-width: 640px) {
  body { padding: .7rem; } nav ul { columns: 1; padding-left: 1.1rem; } figure { padding: .6rem; } dl { grid-template-columns: minmax(0, 1fr); } dd { margin-bottom: .4rem; }
  td.number, td.met, td.missed, th { white-space: nowrap; } td:first-child { min-width: 11rem; }
}
@page { size: A4; margin: 16mm 14mm; }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt; } img { max-height: 15cm; } .scroll { overflow: visible; } pre { white-space: pre-wrap; font-size: 7.5pt; }
  thead { display: table-header-group; } tr { break-inside: avoid; } h2 { break-after: avoid; } .open { display: none; }
}
)css";

std::string escaped(const Json& value) { return xml_escape(value.get<std::string>()); }

/// Where a range comes from.
std::string origin(int seeds) { return seeds == 0 ? "reference" : fmt::format("spread over {} seeds", seeds); }

/// Links to the claims that a figure illustrates.
std::string claim_links(const Json& figure) {
  std::string links;
  for (const auto& id : figure.at("claims"))
    links += fmt::format("{0}<a href=\"#{1}\"><code>{1}</code></a>", links.empty() ? "" : ", ", escaped(id));
  return links.empty() ? links : fmt::format("<dt>claims</dt><dd>{}</dd>", links);
}

/// "What is learnt." or nothing.
std::string learnt(const Json& figure) {
  const auto caption = escaped(figure.at("caption"));
  return caption.empty() ? caption : fmt::format("<b>{}.</b> ", caption);
}

std::string contents(const Json& figures) {
  std::string entries;
  for (const auto& figure : figures)
    entries += fmt::format("<li><a href=\"#{0}\">{0}</a>: {1}</li>\n", escaped(figure.at("figure")),
                           escaped(figure.at("title")));
  return fmt::format("<nav><h2>Contents</h2><ul>\n{}</ul></nav>\n", entries);
}

/// The claims of all figures, in the order of the catalogue, and where each is shown.
std::string illustrated_claims(const Json& figures) {
  std::string entries;
  for (const auto* claim : claims::catalogue()) {
    std::string shown;
    for (const auto& figure : figures) {
      if (std::ranges::find(figure.at("claims"), Json(claim->id)) == figure.at("claims").end()) continue;
      shown += fmt::format("{0}<a href=\"#{1}\">{1}</a>", shown.empty() ? "" : ", ", escaped(figure.at("figure")));
    }
    if (!shown.empty())
      entries += fmt::format("<li id=\"{0}\"><code>{0}</code>, {1} ({2}): {3} Shown in {4}.</li>\n",
                             xml_escape(std::string(claim->id)), search_verdict(claim->expected),
                             to_string(claim->level), xml_escape(std::string(claim->statement)), shown);
  }
  return entries.empty()
             ? entries
             : fmt::format("<h2 id=\"claims\">Claims that the figures illustrate</h2>\n<ul>\n{}</ul>\n", entries);
}

std::string expectations(const Json& figure) {
  if (figure.at("expected").empty()) return {};
  std::string rows;
  for (const auto& e : figure.at("expected")) {
    const bool met = e.at("as_expected").get<bool>();
    rows += fmt::format(
        "<tr><td>{}</td><td class=\"number\">{:.6g}</td><td class=\"number\">{:g} .. {:g}</td><td "
        "class=\"{}\">{}</td><td>{}</td></tr>\n",
        escaped(e.at("name")), e.at("value").get<double>(), e.at("lowest").get<double>(), e.at("highest").get<double>(),
        met ? "met" : "missed", met ? "as expected" : "outside", origin(e.at("seeds").get<int>()));
  }
  return fmt::format(
      "<div class=\"scroll\"><table><thead><tr><th>number</th><th class=\"number\">found</th><th "
      "class=\"number\">expected</th><th></th><th>from</th></tr></thead><tbody>\n{}</tbody></table></"
      "div>\n<p>Expected: "
      "{}</p>\n",
      rows, escaped(figure.at("expected_source")));
}

std::string entry(const Json& figure) {
  const auto id = escaped(figure.at("figure"));
  std::string shown, files;
  for (const auto& picture : figure.at("pictures"))
    shown += fmt::format(
        "<a href=\"{0}\"><img src=\"{0}\" alt=\"{1}\"></a>\n<p class=\"open\"><a href=\"{0}\">Open the "
        "picture</a></p>\n",
        escaped(picture), escaped(figure.at("title")));
  if (const auto table = escaped(figure.at("table")); !table.empty()) shown += fmt::format("<pre>{}</pre>\n", table);
  if (shown.empty())
    shown = "<p>No picture: gnuplot was not found or failed. The script is in the folder of the data.</p>\n";
  for (const auto& file : figure.at("files"))
    files += fmt::format("{}<a href=\"{}\">{}</a>", files.empty() ? "" : ", ", escaped(file), escaped(file));
  const auto note = escaped(figure.at("note"));
  return fmt::format(
      "<figure "
      "id=\"{0}\"><h2>{0}</h2>\n{1}<figcaption>{8}{2}.{3}</figcaption>\n<dl><dt>source</dt><dd>{4}</dd><dt>parameters</"
      "dt><dd><code>{5}</code></dd><dt>files</dt><dd>{6}</dd>{9}</dl>\n{7}</figure>\n",
      id, shown, escaped(figure.at("title")), note.empty() ? "" : fmt::format(" {}.", note),
      escaped(figure.at("source")), xml_escape(figure.at("parameters").dump()), files, expectations(figure),
      learnt(figure), claim_links(figure));
}

}  // namespace

std::string figure_page(const Json& manifest) {
  const auto& figures = manifest.at("figures");
  std::size_t compared = 0, missed = 0;
  std::string body;
  for (const auto& figure : figures) {
    body += entry(figure);
    for (const auto& e : figure.at("expected")) {
      ++compared;
      missed += e.at("as_expected").get<bool>() ? 0 : 1;
    }
  }
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
      "content=\"width=device-width\"><title>hearsay figures</title><link rel=\"icon\" "
      "href=\"data:,\"><style>{}</style></head><body>\n<h1>Figures and tables</h1>\n"
      "<p>{} figure{}, scale {}, seed {}, hearsay {}. {} numbers compared with their expected ranges: <b "
      "class=\"{}\">{} "
      "outside</b>.{}</p>\n{}{}{}</body></html>\n",
      style, figures.size(), figures.size() == 1 ? "" : "s", escaped(manifest.at("scale")),
      manifest.at("seed").get<std::uint64_t>(), escaped(manifest.at("version")), compared,
      missed == 0 ? "met" : "missed", missed,
      manifest.at("complete").get<bool>()
          ? ""
          : " <b class=\"missed\">The run was cut short, so figures are missing; those on this page are finished.</b>",
      contents(figures), body, illustrated_claims(figures));
}

}  // namespace hearsay::report
