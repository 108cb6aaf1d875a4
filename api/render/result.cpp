// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/result.hpp"

#include <cmath>
#include <utility>

#include <hearsay/core/version.hpp>
#include <hearsay/report/schema.hpp>

namespace hearsay::api {

using report::schema_version;

nlohmann::ordered_json envelope(std::string_view command, nlohmann::ordered_json parameters, const Origin& origin) {
  return {{"command", command},
          {"schema_version", schema_version},
          {"parameters", std::move(parameters)},
          {"seed", origin.seed},
          {"version", version}};
}

nlohmann::ordered_json envelope(std::string_view command) {
  return {{"command", command}, {"schema_version", schema_version}, {"version", version}};
}

nlohmann::ordered_json timing_json(const Origin& origin) {
  return {{"seconds", origin.seconds}, {"jobs", origin.jobs}};
}

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

nlohmann::ordered_json number_or_infinite(double value) {
  if (std::isnan(value)) return nullptr;
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json("infinite");
}

void add_enclosure(nlohmann::ordered_json& entry, const std::string& key, const Enclosure& number) {
  entry[key] = number_or_null(number.value);
  if (number.in_doubt()) entry[key + "_between"] = {{"lower", number.lower}, {"upper", number.upper}};
}

}  // namespace hearsay::api
