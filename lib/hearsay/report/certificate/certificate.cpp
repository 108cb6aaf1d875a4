// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/certificate.hpp>

#include <algorithm>

#include <hearsay/core/json_text.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using exact::Integer;
using exact::Rational;
using nlohmann::ordered_json;

constexpr const char* format = "hearsay-certificate/1";

/// Everything but the format: what a member of a bundle has.
ordered_json body(const Certificate& c) {
  ordered_json json{{"kind", c.kind},         {"claim", c.claim ? ordered_json(*c.claim) : ordered_json(nullptr)},
                    {"quantity", c.quantity}, {"verdict", c.verdict},
                    {"instance", c.instance}, {"proves", ordered_json::object()},
                    {"evidence", c.evidence}};
  if (!c.proves.lower.empty()) json["proves"]["lower"] = c.proves.lower;
  if (!c.proves.upper.empty()) json["proves"]["upper"] = c.proves.upper;
  if (c.says) json["says"] = {{"relation", c.says->relation}, {"bound", c.says->bound}};
  if (!c.note.empty()) json["note"] = c.note;
  return json;
}

/// The largest whole number <= value.
Integer floor(const Rational& value) {
  Integer quotient, rest;
  divide_qr(numerator(value), denominator(value), quotient, rest);
  return rest < 0 ? Integer(quotient - 1) : quotient;
}

}  // namespace

bool prove_bound(Certificate& certificate, const exact::Rational& bound, bool refuted) {
  const auto& [lower, upper] = certificate.proves;
  const auto end = exact::parse_fraction(refuted ? lower : upper);  // none: infinite, or not proved
  if (end ? (refuted ? *end <= bound : *end > bound) : !refuted || lower != "inf") return false;
  certificate.verdict = refuted ? "refutes" : "supports";
  certificate.says = {.relation = "<=", .bound = exact::to_string(bound)};
  return true;
}

ordered_json to_json(const Certificate& certificate) {
  ordered_json json{{"format", format}};
  json.update(body(certificate));
  return json;
}

ordered_json bundle_json(std::span<const Certificate> certificates) {
  ordered_json common = ordered_json::object(), members = ordered_json::array();
  for (const auto& [key, value] : certificates.front().instance.items()) {
    const auto shared = [&](const Certificate& c) { return c.instance.contains(key) && c.instance.at(key) == value; };
    if (std::ranges::all_of(certificates, shared)) common[key] = value;
  }
  for (const auto& certificate : certificates) {
    auto member = body(certificate);
    for (const auto& item : common.items()) member["instance"].erase(item.key());
    members.push_back(std::move(member));
  }
  return {
      {"format", format}, {"kind", "bundle"}, {"instance", std::move(common)}, {"certificates", std::move(members)}};
}

ordered_json cover_json(const Cover& cover, std::span<const Certificate> certificates) {
  auto json = bundle_json(certificates);
  json["claim"] = cover.claim;
  json["covers"] = {{"nodes", {cover.nodes.first, cover.nodes.second}},
                    {"steps", {cover.steps.first, cover.steps.second}},
                    {"weights", graph::to_string(cover.weights)}};
  return json;
}

std::string file_text(const ordered_json& certificate) {
  std::string text;
  for (const auto& [key, value] : certificate.items())
    text += (text.empty() ? "{" : ",\n ") + json_text(key, -1) + ": " + json_text(value, -1);
  return text + "}\n";
}

ordered_json edges_json(std::span<const graph::Edge> edges) {
  auto json = ordered_json::array();
  for (const auto& [u, v] : edges) json.push_back({u, v});
  return json;
}

ordered_json fractions_json(std::span<const Rational> values) {
  auto json = ordered_json::array();
  for (const auto& value : values) json.push_back(exact::to_string(value));
  return json;
}

std::string below(const Rational& value, unsigned digits) {
  const Integer unit = pow(Integer(10), digits);
  return exact::to_string(Rational(floor(value * unit), unit));
}

std::string above(const Rational& value, unsigned digits) {
  const Integer unit = pow(Integer(10), digits);
  return exact::to_string(Rational(-floor(-value * unit), unit));
}

}  // namespace hearsay::report
