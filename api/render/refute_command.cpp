// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/refute_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include <hearsay/exact/fraction.hpp>

namespace hearsay::api {

using Json = nlohmann::ordered_json;

std::string observers_text(const Json& instance) {
  if (!instance.contains("observers")) return instance.at("observer").dump();
  return fmt::format("{}", fmt::join(instance.at("observers").get<std::vector<int>>(), ","));
}

std::string command_of(const Json& instance) {
  if (instance.contains("muting"))
    return fmt::format("hearsay account rumor --nodes {} --curious {} --muting {} --exact", instance.at("nodes").dump(),
                       instance.at("curious").dump(),
                       exact::to_double(exact::parse_fraction(instance.at("muting").get<std::string>()).value()));
  const bool stream = instance.contains("rounds");
  auto words =
      fmt::format("hearsay account {} --graph 'edges:{}' --observer {} --target {} --{}", stream ? "stream" : "gossip",
                  instance.at("graph").get<std::string>(), observers_text(instance), instance.at("target").dump(),
                  stream ? "rounds " + instance.at("rounds").dump() : "steps " + instance.at("steps").dump());
  if (instance.contains("weights")) words += " --weights " + instance.at("weights").get<std::string>();
  return words;
}

}  // namespace hearsay::api
