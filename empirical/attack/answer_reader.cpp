// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/answer_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/lower_case.hpp>

namespace hearsay::empirical {

namespace {

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

/// The word around `position` if it is what programs write for numbers that JSON does not know; else empty.
std::string_view no_json_number(std::string_view line, std::size_t position) {
  const auto belongs = [&](std::size_t i) {
    return i < line.size() &&
           (std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '-' || line[i] == '+');
  };
  std::size_t begin = std::min(position, line.size()), end = begin;
  while (begin > 0 && belongs(begin - 1)) --begin;
  while (belongs(end)) ++end;
  const auto word = line.substr(begin, end - begin);
  auto small = lower_case(word);
  if (small.starts_with('-') || small.starts_with('+')) small.erase(0, 1);
  const bool known = small == "nan" || small == "inf" || small == "infinity";
  return known ? word : std::string_view();
}

}  // namespace

bool AnswerReader::read() {
  const bool parsed = WideJson::sax_parse(line_, this);
  if (parsed && !seen_) return refuse("no \"view\"");
  return parsed;
}

bool AnswerReader::refuse(std::string_view what) {
  if (problem_.empty()) problem_ = what;
  return false;
}

bool AnswerReader::parse_error(std::size_t position, const std::string& /*last*/,
                               const nlohmann::detail::exception& error) {
  constexpr int out_of_range = 406;
  if (error.id == out_of_range) return refuse("a number with too many digits");
  const auto word = no_json_number(line_, position == 0 ? 0 : position - 1);
  return word.empty() ? refuse("a line that is not JSON") : refuse(fmt::format("{} is not a JSON number", word));
}

void AnswerReader::add(std::string_view text) {
  if (part_ == Part::view && lists_ == Lists::items) item_ += text;
}

bool AnswerReader::key(string_t& name) {
  auto& level = levels_.back();
  if (!level.keys.insert(name).second) return refuse("a key occurs twice");
  if (levels_.size() == 1) {
    part_ = name == "view" ? Part::view : name == "trial" ? Part::trial : Part::other;
    seen_ = seen_ || part_ == Part::view;
  } else if (part_ == Part::view) {
    add((level.empty ? "" : ",") + json_text(name) + ":");
  }
  level.empty = false;
  return true;
}

void AnswerReader::begin_value() {
  if (levels_.empty()) return;
  auto& level = levels_.back();
  if (!level.object && depth() >= 2 && !level.empty) add(",");
  if (!level.object) level.empty = false;
}

bool AnswerReader::end_value() {
  if (part_ == Part::view && depth() == 1 && lists_ == Lists::items) {
    view_.events.push_back(item_);
    item_.clear();
  }
  if (levels_.size() == 1) part_ = Part::other;
  return true;
}

bool AnswerReader::begin_level(bool object) {
  constexpr std::size_t deepest = 64;
  if (levels_.empty() && !object) return refuse("no \"view\"");
  if (part_ == Part::trial) return refuse("the answer to another trial");
  if (depth() >= deepest) return refuse("arrays are nested more than 64 deep");
  if (part_ == Part::view) {
    if (depth() == 0 && object) return refuse("the view is an object");
    if (depth() == 0) view_.kind = lists_ == Lists::items ? ProgramView::Kind::events : ProgramView::Kind::numbers;
    begin_value();
    if (object && lists_ == Lists::numbers) {
      mixed_ = true;
      return false;
    }
    if (depth() > 0) add(object ? "{" : "[");
  }
  levels_.push_back({.object = object});
  return true;
}

bool AnswerReader::end_level(const char* bracket) {
  levels_.pop_back();
  if (levels_.empty()) return true;
  if (depth() > 0) add(bracket);
  return end_value();
}

bool AnswerReader::view_text(const std::string& item, const std::string& inside) {
  if (depth() == 0) {
    view_.kind = ProgramView::Kind::events;
    view_.events = words(item);
    return true;
  }
  mixed_ = lists_ == Lists::numbers;
  add(depth() == 1 ? item : inside);
  return !mixed_;
}

bool AnswerReader::word(const char* text) {
  if (levels_.empty()) return refuse("no \"view\"");
  begin_value();
  if (part_ == Part::trial) return refuse("the answer to another trial");
  if (part_ == Part::view && !view_text(text, text)) return false;
  return end_value();
}

bool AnswerReader::string(string_t& value) {
  if (levels_.empty()) return refuse("no \"view\"");
  begin_value();
  if (part_ == Part::trial) return refuse("the answer to another trial");
  if (part_ == Part::view && !view_text(value, json_text(value))) return false;
  return end_value();
}

bool AnswerReader::number(const std::string& text) {
  if (levels_.empty()) return refuse("no \"view\"");
  begin_value();
  if (part_ == Part::other) return end_value();
  try {
    const auto number = read_number(text);
    if (part_ == Part::trial && number.value != trial_) return refuse("the answer to another trial");
    if (part_ == Part::view && lists_ == Lists::items && depth() > 0) {
      add(text);
    } else if (part_ == Part::view) {
      view_.kind = ProgramView::Kind::numbers;
      view_.add(number);
    }
  } catch (const Error&) {
    return refuse("a number larger than the largest double");
  }
  return end_value();
}

}  // namespace hearsay::empirical
