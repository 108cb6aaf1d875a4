// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/reproduce.hpp"

#include <fmt/format.h>

#include <filesystem>

#include <hearsay/report/text_table.hpp>
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

/// The numbers of a figure beside what is expected of them; empty if nothing is.
report::TerminalText comparison_table(const nlohmann::ordered_json& expected) {
  if (expected.empty()) return {};
  report::TextTable table({{.title = "found"},
                           {.title = "expected"},
                           {.title = "", .align = report::TextColumn::Align::left},
                           {.title = "what", .align = report::TextColumn::Align::left, .fit = report::Fit::wrap}});
  for (const auto& c : expected) {
    table.row({fmt::format("{:.6g}", c["value"].get<double>()),
               fmt::format("{:g} .. {:g}", c["lowest"].get<double>(), c["highest"].get<double>()),
               c["as_expected"].get<bool>() ? "" : "outside", c["name"].get<std::string>()});
  }
  return table.text();
}

}  // namespace

nlohmann::ordered_json to_json(const ReproduceAnswer& answer, const Origin& origin) {
  const auto& question = answer.question;
  auto result = envelope(
      "reproduce", {{"figures", question.figures}, {"scale", question.scale}},
      {.seed = question.seed, .jobs = origin.jobs, .seconds = origin.seconds, .command_line = origin.command_line});
  result.update({{"complete", answer.complete()},
                 {"figures", answer.records},
                 {"surprises", answer.surprises},
                 {"timing", answer.seconds}});
  return result;
}

nlohmann::ordered_json to_json(const FigureList& list, const Origin& origin) {
  auto result = envelope("reproduce", {{"figures", list.patterns}, {"list", true}}, origin);
  auto figures = nlohmann::ordered_json::array();
  for (const auto& figure : list.figures)
    figures.push_back(
        {{"figure", figure.id}, {"title", figure.title}, {"source", figure.source}, {"claims", figure.claims}});
  result["figures"] = std::move(figures);
  return result;
}

report::TerminalText text(const FigureList& list) {
  using enum report::TextColumn::Align;
  report::TextTable table(
      {{.title = "figure", .align = left}, {.title = "title and source", .align = left, .fit = report::Fit::wrap}});
  for (const auto& figure : list.figures) table.row({figure.id, fmt::format("{} ({})", figure.title, figure.source)});
  return table.text(report::page_width, true);
}

report::TerminalText figure_text(const nlohmann::ordered_json& record, const std::string& out) {
  auto told = paragraph("{}: {}", record["figure"].get<std::string>(), record["title"].get<std::string>());
  if (const auto caption = record["caption"].get<std::string>(); !caption.empty()) told += paragraph("{}", caption);
  if (const auto note = record["note"].get<std::string>(); !note.empty()) told += paragraph("{}", note);
  told += report::TerminalText::lines(record["table"].get<std::string>());
  told += comparison_table(record["expected"]);
  return told +=
         paragraph("written to {}{}", (std::filesystem::path(out) / record["figure"].get<std::string>()).string(),
                   record["drawn"].get<bool>()
                       ? ""
                       : ": data and script only, since gnuplot was not found or failed; run `gnuplot plot.gp` there");
}

}  // namespace hearsay::api
