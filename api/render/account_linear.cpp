// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_linear.hpp"

#include <fmt/format.h>

#include <filesystem>

#include <hearsay/report/table.hpp>
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

using nlohmann::ordered_json;

ordered_json parameters_json(const LinearAnswer& answer, const LinearNames& names) {
  const auto& q = answer.question;
  ordered_json parameters;
  if (!q.source.protocol.empty()) {
    parameters["protocol"] = q.source.protocol;
    parameters["observers"] =
        q.every_observer() ? ordered_json(each_observer) : names.json(answer.views.front().observers);
  } else {
    parameters["signal"] = q.source.signal;
    parameters["noise"] = q.source.noise;
    parameters["rounds"] = q.source.rounds;
  }
  if (!q.group.empty()) {
    parameters["group"] = q.group;
  } else if (!q.direction.empty()) {
    parameters["direction"] = q.direction;
  } else {
    parameters["target"] = q.targets;
  }
  parameters["participation"] = q.participation;
  parameters["contributions"] = to_string(q.terms.contributions);
  if (q.terms.delta) parameters["delta"] = *q.terms.delta;
  if (q.terms.fpr) parameters["fpr"] = *q.terms.fpr;
  if (q.claimed_epsilon) parameters["claimed_epsilon"] = *q.claimed_epsilon;
  if (!q.meet.empty()) parameters["meet"] = q.meet;
  return parameters;
}

void add_views(ordered_json& result, const LinearAnswer& answer, const LinearNames& names) {
  if (!answer.question.every_observer()) {
    result.update(view_json(answer.views.front(), names));
    return;
  }
  auto& list = result["views"] = ordered_json::array();
  for (const auto& view : answer.views) {
    ordered_json entry = {{"observer", names.text(view.observers.front())}};
    entry.update(view_json(view, names));
    list.push_back(std::move(entry));
  }
}

report::TerminalText reconstructible_text(const accounting::LinearAccount& account, const LinearNames& names) {
  std::string list;
  for (const auto input : *account.reconstructible) {
    list += list.empty() ? "" : ", ";
    list += names.text(static_cast<graph::Node>(input % account.nodes));
    if (account.rounds > 1) list += fmt::format(" (injection {})", input / account.nodes);
  }
  return paragraph("determined exactly without noise: {}{}", list.empty() ? "none" : list,
                   account.reconstructible_proved ? "" : " (by ranks modulo a prime)");
}

/// What is accounted for: its name and its sizes.
report::TerminalText heading_text(const LinearAnswer& answer) {
  const auto& q = answer.question;
  const auto& first = answer.views.front().account;
  const auto* protocol = std::get_if<accounting::Protocol>(&q.model);
  const auto name = protocol != nullptr && !protocol->name.empty() ? protocol->name
                    : protocol != nullptr ? std::filesystem::path(q.source.protocol).filename().string()
                                          : "y = A x + B z";
  auto text = report::terminal_text("{}: {} node{}, {} injection{}\n", report::shortened(name, 40), first.nodes,
                                    first.nodes == 1 ? "" : "s", first.rounds, first.rounds == 1 ? "" : "s");
  if (!q.every_observer()) {
    const auto rank =
        first.rank ? fmt::format("{}{}", *first.rank, first.rank_proved ? "" : " (not proved)") : "unknown";
    text += report::terminal_text("{} rows, {} unknown noises, rank of the noise {}\n", first.rows, first.noises, rank);
  }
  return text +
         paragraph("losses: mu^2 for numbers and for vectors that change by at most 1 per round ({}); mu{} for {}\n",
                   q.participation, q.terms.delta || q.terms.fpr ? " and the values that follow from it" : "",
                   to_string(q.terms.contributions));
}

/// What there is to say of a view besides its losses.
report::TerminalText remarks_text(const LinearView& view, bool one_view, const LinearNames& names) {
  report::TerminalText text;
  for (std::size_t i = 0; i < view.subjects.size() && view.subjects.size() <= 3; ++i) {
    const auto& why = view.account.losses[i].loss.why;
    if (!why.empty()) text += paragraph("\n{}: {}", words_of(view.subjects[i], names), why);
  }
  if (view.account.reconstructible && one_view) text += reconstructible_text(view.account, names);
  return text;
}

}  // namespace

ordered_json to_json(const LinearAnswer& answer, const Origin& origin) {
  const auto& q = answer.question;
  const LinearNames names(q.model);
  auto result = envelope("account linear", parameters_json(answer, names), origin);
  if (const auto* protocol = std::get_if<accounting::Protocol>(&q.model)) result["name"] = protocol->name;
  if (!answer.views.empty()) {
    result["nodes"] = answer.views.front().account.nodes;
    result["rounds"] = answer.views.front().account.rounds;
  }
  add_views(result, answer, names);
  result["adaptivity"] = adaptivity_words(q.model);
  if (answer.meet) result["meet"] = to_json(*answer.meet, q.model);
  if (answer.audit)
    result["audit"] = {{"unit", "epsilon"},
                       {"delta", q.terms.delta.value()},
                       {"claimed", q.claimed_epsilon.value()},
                       {"contributions", to_string(q.terms.contributions)},
                       {"verdict", to_string(*answer.audit)}};
  auto& list = result["losses"] = ordered_json::array();
  for (const auto& view : answer.views) {
    for (auto& entry : losses_json(view, q.model, q.terms, q.every_observer(), names)) list.push_back(std::move(entry));
  }
  result["timing"] = timing_json(origin);
  return result;
}

report::TerminalText text(const LinearAnswer& answer) {
  const auto& q = answer.question;
  const LinearNames names(q.model);
  auto text = heading_text(answer) + report::TerminalText::lines("\n") + losses_text(answer.views, q.terms, names);
  for (const auto& view : answer.views) text += remarks_text(view, !q.every_observer(), names);
  text += paragraph("\n{}", adaptivity_words(q.model));
  if (answer.meet) text += api::text(*answer.meet, q.model);
  if (answer.audit)
    text +=
        paragraph("\npromise 'every loss is ({}, {})-DP', for contributions that are {}: {}", q.claimed_epsilon.value(),
                  q.terms.delta.value(), to_string(q.terms.contributions), report::colored(*answer.audit));
  return text;
}

}  // namespace hearsay::api
