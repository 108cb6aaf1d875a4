// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/result.hpp"

#include <utility>

#include <hearsay/core/version.hpp>
#include <hearsay/report/schema.hpp>

namespace hearsay::cli {

using report::schema_version;

nlohmann::ordered_json envelope(std::string_view command, nlohmann::ordered_json parameters, const Common& common) {
  return {{"command", command},
          {"schema_version", schema_version},
          {"parameters", std::move(parameters)},
          {"seed", common.seed},
          {"version", version}};
}

nlohmann::ordered_json envelope(std::string_view command) {
  return {{"command", command}, {"schema_version", schema_version}, {"version", version}};
}

nlohmann::ordered_json timing_json(const Stopwatch& watch, const Common& common) {
  return {{"seconds", watch.seconds()}, {"jobs", common.jobs}};
}

nlohmann::ordered_json text_or_null(const std::string& text) {
  return text.empty() ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(text);
}

void add_enclosure(nlohmann::ordered_json& entry, const std::string& key, const Enclosure& number) {
  entry[key] = number_or_null(number.value);
  if (number.in_doubt()) entry[key + "_between"] = {{"lower", number.lower}, {"upper", number.upper}};
}

}  // namespace hearsay::cli
