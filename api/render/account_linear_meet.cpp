// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_linear_meet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using accounting::NoiseFactor;
using accounting::NoiseKind;
using nlohmann::ordered_json;

std::string_view kind_word(NoiseKind::Kind kind) {
  switch (kind) {
    case NoiseKind::Kind::node:
      return "node";
    case NoiseKind::Kind::pair:
      return "pair";
    case NoiseKind::Kind::temporal:
      return "temporal";
    case NoiseKind::Kind::matrix:
      return "matrix";
    case NoiseKind::Kind::message:
      return "message";
    case NoiseKind::Kind::link:
      return "link";
  }
  throw std::logic_error("no such noise");
}

ordered_json factor_json(const NoiseFactor& found) {
  return {
      {"factor", number_or_null(found.factor)}, {"loss", number_or_infinite(found.loss)}, {"proved", !found.estimated}};
}

std::string factor_text(const NoiseFactor& found) {
  if (!found.factor)
    return std::isfinite(found.loss) ? fmt::format("none: a loss of {:.6g} remains", found.loss)
                                     : "none: part of the view has no noise";
  return *found.factor == 0.0 ? "any" : fmt::format("{}", *found.factor);  // as it was judged
}

}  // namespace

ordered_json to_json(const LinearMeet& meet, const accounting::LinearModel& model) {
  ordered_json result{{"promise", meet.promise},
                      {"contributions", to_string(meet.contributions)},
                      {"allowed_loss", meet.allowed},
                      {"all_noise", factor_json(meet.common)}};
  auto& kinds = result["each_noise"] = ordered_json::array();
  for (std::size_t i = 0; i < meet.kinds.size(); ++i) {
    ordered_json entry{{"noise", i}, {"kind", kind_word(std::get<accounting::Protocol>(model).noise[i].kind)}};
    entry.update(factor_json(meet.kinds[i]));
    kinds.push_back(std::move(entry));
  }
  result["split"] = nullptr;
  if (const auto& split = meet.split) {
    result["split"] = {{"node", split->node},         {"pair", split->pair},
                       {"variance", split->variance}, {"variance_at_least", split->least},
                       {"variance_now", split->now},  {"proved", !split->estimated}};
  }
  return result;
}

report::TerminalText text(const LinearMeet& meet, const accounting::LinearModel& model) {
  using Align = report::TextColumn::Align;
  auto text = paragraph(
      "\n'{}' allows a loss of {}. Factors on the standard deviation of the noise that keep it, for contributions that "
      "are {}:",
      meet.promise, report::number_text_below(meet.allowed, 6), to_string(meet.contributions));
  report::TextTable table({{.title = "noise", .align = Align::left}, {.title = "factor", .align = Align::left}});
  table.row({"all", factor_text(meet.common)});
  for (std::size_t i = 0; i < meet.kinds.size(); ++i) {
    const auto kind = kind_word(std::get<accounting::Protocol>(model).noise[i].kind);
    table.row({fmt::format("{} ({}) alone", i, kind), factor_text(meet.kinds[i])});
  }
  text += table.text(report::page_width, true);
  if (const auto& split = meet.split) {
    text += paragraph(
        "least total variance: node noise times {} and pair noise times {} give {:.6g}{} (now {:.6g}). The noise of a "
        "pair counts twice",
        split->node, split->pair, split->variance,
        split->least > 0.0
            ? fmt::format(", and no split below {} keeps the promise", report::number_text_below(split->least, 6))
            : "",
        split->now);
  }
  const bool estimated = meet.common.estimated || std::ranges::any_of(meet.kinds, &NoiseFactor::estimated) ||
                         (meet.split && meet.split->estimated);
  if (estimated) text += paragraph("some losses are estimates, so these factors are estimates, too");
  return text;
}

}  // namespace hearsay::api
