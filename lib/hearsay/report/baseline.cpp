// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/baseline.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/report/json.hpp>

namespace hearsay::report {

namespace {

using nlohmann::ordered_json;

std::map<std::string, const ordered_json*> claims_by_id(const ordered_json& result) {
  std::map<std::string, const ordered_json*> claims;
  for (const auto& claim : result.at("claims")) claims[claim.at("id").get<std::string>()] = &claim;
  return claims;
}

bool moved(const ordered_json& before, const ordered_json& after, double tolerance) {
  if (before.is_number() != after.is_number()) return true;
  if (!before.is_number()) return false;
  const double a = before.get<double>(), b = after.get<double>();
  return std::abs(a - b) > tolerance * std::max({std::abs(a), std::abs(b), 1e-6});
}

std::vector<std::string> differences(const ordered_json& baseline, const ordered_json& current, double tolerance) {
  const auto before = claims_by_id(baseline), after = claims_by_id(current);
  std::vector<std::string> changes;
  for (const auto& [id, old] : before) {
    const auto found = after.find(id);
    if (found == after.end()) {
      changes.push_back(fmt::format("{}: gone (was {})", id, old->at("verdict").get<std::string>()));
      continue;
    }
    const auto& now = *found->second;
    if (old->at("verdict") != now.at("verdict")) {
      changes.push_back(
          fmt::format("{}: {} -> {}", id, old->at("verdict").get<std::string>(), now.at("verdict").get<std::string>()));
    } else if (moved(old->at("tightness"), now.at("tightness"), tolerance)) {
      changes.push_back(
          fmt::format("{}: tightness {} -> {}", id, old->at("tightness").dump(), now.at("tightness").dump()));
    }
  }
  for (const auto& [id, now] : after) {
    if (!before.contains(id)) changes.push_back(fmt::format("{}: new ({})", id, now->at("verdict").get<std::string>()));
  }
  return changes;
}

}  // namespace

void require_comparable(const ordered_json& baseline, const RunInfo& info, std::string_view where) {
  Json begun;
  begun.begin(info);
  for (const char* key : {"parameters", "seed"}) {
    const auto &made = baseline.at(key), &now = begun.result().at(key);
    if (made != now)
      throw Error(Errc::conditions, where,
                  fmt::format("was made with {} {}, this run has {}; make a new one with the same options", key,
                              made.dump(), now.dump()));
  }
}

std::vector<std::string> compare(const ordered_json& baseline, const ordered_json& current, double tolerance) {
  try {
    return differences(baseline, current, tolerance);
  } catch (const nlohmann::json::exception&) {
    throw Error(Errc::syntax, "baseline", "is not a result of a verification");
  }
}

ordered_json read_result(const std::string& path, std::string_view made_by) {
  auto result = hearsay::read_json<ordered_json>(path);
  try {
    for (const char* key : {"parameters", "seed"}) static_cast<void>(result.at(key));
    for (const auto& [id, claim] : claims_by_id(result)) {
      static_cast<void>(claim->at("verdict").get<std::string>());
      static_cast<void>(claim->at("tightness"));
    }
  } catch (const nlohmann::json::exception&) {
    throw Error(Errc::syntax, path, fmt::format("is not a result of {}", made_by));
  }
  return result;
}

}  // namespace hearsay::report
