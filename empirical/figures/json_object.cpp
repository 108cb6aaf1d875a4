// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/json_object.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <hearsay/core/nearest.hpp>

namespace hearsay::empirical {

namespace {

std::string known_are(const std::string& given, const std::vector<std::string>& known) {
  return fmt::format("known: {}{}", fmt::join(known, ", "), did_you_mean(nearest(given, known)));
}

}  // namespace

JsonObject::JsonObject(const Json& json, std::string file, std::string place, const std::vector<std::string>& known)
    : json_(&json), file_(std::move(file)), place_(std::move(place)) {
  if (!json.is_object())
    throw Error(Errc::syntax, file_, fmt::format("{} is not an object", place_.empty() ? "the document" : place_));
  for (const auto& [key, value] : json.items()) {
    if (std::ranges::find(known, key) == known.end())
      throw Error(Errc::unknown, file_, fmt::format("'{}' is not a key; {}", this->place(key), known_are(key, known)));
  }
}

const JsonObject::Json& JsonObject::json(const std::string& key) const {
  if (!has(key)) throw Error(Errc::syntax, file_, fmt::format("{} is missing", place(key)));
  return json_->at(key);
}

JsonObject JsonObject::object(const std::string& key, const std::vector<std::string>& known) const {
  static const Json empty = Json::object();
  return {has(key) ? json(key) : empty, file_, place(key), known};
}

std::vector<JsonObject> JsonObject::objects(const std::string& key, const std::vector<std::string>& known) const {
  std::vector<JsonObject> list;
  if (!has(key)) return list;
  if (!json(key).is_array()) throw Error(Errc::syntax, file_, fmt::format("{} is not a list", place(key)));
  for (const auto& entry : json(key))
    list.push_back({entry, file_, fmt::format("{}[{}]", place(key), list.size()), known});
  return list;
}

std::string JsonObject::one_of(const std::string& key, const std::string& value, std::string_view what,
                               const std::vector<std::string>& known) const {
  if (std::ranges::find(known, value) == known.end())
    throw Error(Errc::unknown, file_,
                fmt::format("{}: '{}' is not a {}; {}", place(key), value, what, known_are(value, known)));
  return value;
}

}  // namespace hearsay::empirical
