// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/cite.hpp"

#include <fmt/format.h>

#include <hearsay/report/text.hpp>

namespace hearsay::api {

namespace {

/// "name  text", the text wrapped under itself; nothing for an empty text.
report::TerminalText cited_field(std::string_view name, std::string_view text) {
  constexpr int indent = 14;
  if (text.empty()) return {};
  return report::terminal_text("{:<{}}{}\n", name, indent,
                               report::TerminalText(text).wrapped(report::page_width, indent));
}

/// "Theorem 1" or "Theorem 1 (repairs muffliato.thm1)".
std::string place_words(const CitedPlace& place) {
  return place.repaired.empty() ? place.place : fmt::format("{} (repairs {})", place.place, place.repaired);
}

}  // namespace

nlohmann::ordered_json to_json(const CiteAnswer& answer, const Origin& /*origin*/) {
  auto result = envelope("cite");
  auto papers = nlohmann::ordered_json::array();
  for (const auto& [paper, places] : answer.papers) {
    auto listed = nlohmann::ordered_json::array();
    for (const auto& place : places)
      listed.push_back({{"place", place.place}, {"repairs", text_or_null(place.repaired)}});
    papers.push_back(
        {{"key", paper.key}, {"places", std::move(listed)}, {"plain", plain(paper)}, {"bibtex", paper.bibtex}});
  }
  result.update({{"id", answer.question.id},
                 {"kind", answer.kind},
                 {"title", text_or_null(answer.title)},
                 {"quote", text_or_null(answer.quote)},
                 {"quote_where", text_or_null(answer.quoted)},
                 {"page", text_or_null(answer.page)},
                 {"papers", std::move(papers)},
                 {"software", {{"plain", plain(answer.software)}, {"bibtex", answer.software.bibtex}}}});
  return result;
}

report::TerminalText text(const CiteAnswer& answer) {
  auto told = report::terminal_text("{}\n\n", answer.question.id);
  told += cited_field(answer.kind == "claim" ? "statement" : "title", answer.title);
  for (const auto& cited : answer.papers) {
    told += cited_field("paper", plain(cited.paper));
    for (const auto& place : cited.places) told += cited_field("place", place_words(place));
  }
  if (!answer.quoted.empty())
    told += cited_field("as printed",
                        answer.quote.empty() ? answer.quoted : fmt::format("\"{}\" ({})", answer.quote, answer.quoted));
  told += cited_field("derived in", answer.page);
  return told += cited_field("program", plain(answer.software));
}

std::string bibtex(const CiteAnswer& answer) {
  std::string entries;
  for (const auto& cited : answer.papers) {
    for (const auto& place : cited.places) entries += fmt::format("% {}: {}\n", cited.paper.key, place_words(place));
    entries += cited.paper.bibtex + "\n\n";
  }
  return entries + answer.software.bibtex + "\n";
}

}  // namespace hearsay::api
