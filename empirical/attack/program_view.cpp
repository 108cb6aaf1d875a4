// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/program_view.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "empirical/attack/answer_reader.hpp"

namespace hearsay::empirical {

void ProgramView::add(const WrittenNumber& number) {
  if (!number.digits.empty()) digits.emplace(numbers.size(), number.digits);
  numbers.push_back(number.value);
  whole.push_back(number.whole);
}

std::string ProgramView::text(std::size_t place) const {
  const auto written = digits.find(place);
  return written == digits.end() ? shortest_text(numbers[place]) : written->second;
}

ProgramView failed_view(std::string how) {
  return {.kind = ProgramView::Kind::failure, .numbers = {}, .events = {std::move(how)}};
}

ProgramView read_view(std::string_view line, std::uint32_t trial) {
  AnswerReader reader(line, trial, AnswerReader::Lists::numbers);
  if (reader.read()) return reader.view();
  if (!reader.mixed()) return failed_view("malformed answer: " + reader.problem());
  AnswerReader items(line, trial, AnswerReader::Lists::items);
  return items.read() ? items.view() : failed_view("malformed answer: " + items.problem());
}

void to_json(nlohmann::ordered_json& json, const ProgramView& view) {
  if (view.kind == ProgramView::Kind::events) {
    json = {{"events", view.events}};
  } else if (view.failed()) {
    json = {{"failure", view.events.front()}};
  } else {
    auto numbers = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < view.numbers.size(); ++i) {
      if (view.digits.contains(i)) {
        numbers.push_back(view.digits.at(i));
      } else if (view.is_whole(i)) {
        numbers.push_back(static_cast<std::int64_t>(view.numbers[i]));
      } else {
        numbers.push_back(view.numbers[i]);
      }
    }
    json = {{"numbers", std::move(numbers)}};
  }
}

void from_json(const nlohmann::ordered_json& json, ProgramView& view) {
  if (json.contains("failure")) {
    view = failed_view(json.at("failure").get<std::string>());
  } else if (json.contains("numbers")) {
    view = {.kind = ProgramView::Kind::numbers, .numbers = {}, .events = {}};
    for (const auto& number : json.at("numbers")) {
      if (number.is_string()) {
        view.add(read_number(number.get<std::string>()));
      } else {
        view.add({.value = number.get<double>(), .whole = number.is_number_integer(), .digits = {}});
      }
    }
  } else {
    view = {
        .kind = ProgramView::Kind::events, .numbers = {}, .events = json.at("events").get<std::vector<std::string>>()};
  }
}

}  // namespace hearsay::empirical
