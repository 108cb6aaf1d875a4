// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace hearsay::empirical {

using nlohmann::json;

namespace {

/// Appends the numbers of a number or of nested arrays of numbers. @return false: there is something else.
bool append_numbers(const json& value, std::vector<double>& numbers) {
  if (value.is_number()) {
    numbers.push_back(value.get<double>());
    return true;
  }
  return value.is_array() &&
         std::ranges::all_of(value, [&](const json& item) { return append_numbers(item, numbers); });
}

std::vector<std::string> words(const std::string& text) {
  constexpr const char* space = " \t\r\n\v\f";
  std::vector<std::string> found;
  for (auto begin = text.find_first_not_of(space); begin != text.npos;) {
    const auto end = std::min(text.find_first_of(space, begin), text.size());
    found.push_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(space, end);
  }
  return found;
}

ProgramView garbage(std::string_view what) { return failed_view(fmt::format("garbage: {}", what)); }

ProgramView view_of(const json& value) {
  ProgramView view;
  if (value.is_object()) return garbage("the view is an object");
  if (append_numbers(value, view.numbers)) {
    view.kind = ProgramView::Kind::numbers;
    return view;
  }
  view.numbers.clear();
  if (value.is_string()) {
    view.events = words(value.get<std::string>());
  } else if (value.is_array()) {
    for (const auto& item : value) view.events.push_back(item.is_string() ? item.get<std::string>() : item.dump());
  } else {
    view.events = {value.dump()};
  }
  return view;
}

}  // namespace

ProgramView failed_view(std::string how) {
  return {.kind = ProgramView::Kind::failure, .numbers = {}, .events = {std::move(how)}};
}

ProgramView read_view(std::string_view line, std::uint32_t trial) {
  constexpr int deepest = 64;
  const auto shallow = [](int depth, json::parse_event_t, json&) {
    if (depth > deepest) throw std::length_error("arrays are nested too deeply");
    return true;
  };
  try {
    const auto answer = json::parse(line, shallow);
    if (!answer.is_object() || !answer.contains("view")) return garbage("no \"view\"");
    if (answer.contains("trial") && answer["trial"] != trial) return garbage("the answer to another trial");
    return view_of(answer["view"]);
  } catch (const json::exception&) {
    return garbage("no JSON");
  } catch (const std::length_error& error) {
    return garbage(error.what());
  }
}

void to_json(nlohmann::ordered_json& json, const ProgramView& view) {
  switch (view.kind) {
    case ProgramView::Kind::numbers:
      json = {{"numbers", view.numbers}};
      return;
    case ProgramView::Kind::events:
      json = {{"events", view.events}};
      return;
    case ProgramView::Kind::failure:
      json = {{"failure", view.events.front()}};
  }
}

void from_json(const nlohmann::ordered_json& json, ProgramView& view) {
  if (json.contains("failure")) {
    view = failed_view(json.at("failure").get<std::string>());
  } else if (json.contains("numbers")) {
    view = {.kind = ProgramView::Kind::numbers, .numbers = json.at("numbers").get<std::vector<double>>(), .events = {}};
  } else {
    view = {
        .kind = ProgramView::Kind::events, .numbers = {}, .events = json.at("events").get<std::vector<std::string>>()};
  }
}

}  // namespace hearsay::empirical
