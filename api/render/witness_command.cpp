// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/witness_command.hpp"

#include <fmt/format.h>

#include <array>

#include <hearsay/core/json_text.hpp>
#include <hearsay/exact/fraction.hpp>
#include "api/render/refute_command.hpp"

namespace hearsay::api {

using Json = nlohmann::ordered_json;

namespace {

double decimal(const Json& instance, const char* name) {
  return exact::to_double(exact::parse_fraction(instance.at(name).get<std::string>()).value());
}

/// Gossip or a stream, the observers unaware of their own noise.
std::string network_command(std::string_view protocol, const Json& instance) {
  return command_of({.statement = "n >= 1", .protocol = std::string(protocol)}, instance);
}

/// All targets, of whom two are compared.
std::string compared_targets(Json instance) {
  instance.erase("target");
  return network_command("gossip", instance);
}

std::string ring_noise(const Json& instance) {
  return fmt::format("hearsay account ring --users {} --rounds {} --epsilon 0.5 --delta 1e-05 --delta-prime 1e-05",
                     instance.at("users").dump(), instance.at("rounds").dump());
}

std::string ring_answers(const Json& instance) {
  return fmt::format(
      "hearsay account ring --users {} --rounds 1 --epsilon {} --delta {} --delta-prime 1e-05 --task histogram "
      "--buckets {}",
      instance.at("users").dump(), decimal(instance, "epsilon"), decimal(instance, "delta"),
      instance.at("buckets").dump());
}

/// A claim whose counterexample an account shows, and its counterexample.
struct Shown {
  std::string_view claim;
  std::string_view instance;
  std::string (*command)(const Json&);
};

std::string gossip(const Json& instance) { return network_command("gossip", instance); }
std::string stream(const Json& instance) { return network_command("stream", instance); }

constexpr std::string_view path = R"({"graph": "0-1 1-2", "observer": 0, "target": 2, "steps": 2})";
constexpr std::array shown{
    Shown{"muffliato.thm1", path, gossip},
    Shown{"muffliato.thm1.distance",
          R"({"graph": "0-1 1-2 1-3 2-4", "observer": 0, "steps": 3, "nearer": 3, "target": 4})",
          [](const Json& instance) { return compared_targets(instance); }},
    Shown{"muffliato.corollary1.loss", path, gossip},
    Shown{"muffliato.thm12", path, gossip},
    Shown{"muffliato.corollary3.loss", path, gossip},
    Shown{"muffliato.code.first_message", R"({"graph": "0-1", "observer": 0, "target": 1, "steps": 1})", gossip},
    Shown{"stream.appendixF.everywhere",
          R"({"graph": "0-1 0-3 1-2", "weights": "min-degree", "observer": 0, "target": 1, "rounds": 3})", stream},
    Shown{"walk.thm1.utility", R"({"users": 3, "rounds": 1})", ring_noise},
    Shown{"walk.thm2.gamma", R"({"users": 1001, "epsilon": "1/4", "delta": "1/128", "buckets": 2})", ring_answers},
};

const Shown* find_shown(std::string_view claim) {
  for (const auto& entry : shown)
    if (entry.claim == claim) return &entry;
  return nullptr;
}

}  // namespace

std::optional<std::string> witness_command(std::string_view claim, const Json& instance) {
  const auto* entry = find_shown(claim);
  return entry == nullptr ? std::nullopt : std::optional(entry->command(instance));
}

std::optional<std::string> witness_command(std::string_view claim) {
  const auto* entry = find_shown(claim);
  if (entry == nullptr) return std::nullopt;
  return entry->command(parse_json<Json>(entry->instance, "witness"));
}

}  // namespace hearsay::api
