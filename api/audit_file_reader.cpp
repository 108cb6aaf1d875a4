// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/report/schema.hpp>

namespace hearsay::api {

namespace {

using nlohmann::ordered_json;

/// The file's JSON value at a place, and complaints about it.
class AuditPlace {
 public:
  AuditPlace(const std::string& file, std::string path, const ordered_json& value)
      : file_(file), path_(std::move(path)), value_(value) {}

  [[noreturn]] void refuse(std::string_view message, Errc code = Errc::syntax) const {
    throw Error(code, file_, fmt::format("{}: {}", path_.empty() ? "the file" : path_, message));
  }

  [[nodiscard]] const ordered_json& value() const { return value_; }

  /// An object without other keys than these.
  void require_keys(const std::vector<std::string>& known) const {
    if (!value_.is_object()) refuse("must be an object");
    for (const auto& [key, unused] : value_.items()) {
      if (std::ranges::count(known, key) == 0)
        refuse(fmt::format("unknown key '{}'{}", key, did_you_mean(nearest(key, known))), Errc::unknown);
    }
  }

  [[nodiscard]] AuditPlace at(const std::string& key) const {
    return {file_, path_.empty() ? key : path_ + "." + key, value_.at(key)};
  }
  [[nodiscard]] AuditPlace at(std::size_t i) const { return {file_, fmt::format("{}[{}]", path_, i), value_.at(i)}; }

  [[nodiscard]] std::string text() const {
    if (!value_.is_string() || value_.get_ref<const std::string&>().empty()) refuse("must be a non-empty text");
    return value_.get<std::string>();
  }
  [[nodiscard]] double number() const {
    if (!value_.is_number()) refuse("must be a number");
    return value_.get<double>();
  }
  /// A text, or a whole number as it is written: labels and rounds.
  [[nodiscard]] std::string label() const {
    if (value_.is_number_integer()) return value_.dump();
    if (!value_.is_string() || value_.get_ref<const std::string&>().empty())
      refuse("must be a non-empty text or a whole number");
    return value_.get<std::string>();
  }
  /// One, or a list of at least one.
  template <class Read>
  [[nodiscard]] std::vector<std::string> list(Read read) const {
    if (!value_.is_array()) return {read(*this)};
    if (value_.empty()) refuse("must not be empty");
    std::vector<std::string> result;
    for (std::size_t i = 0; i < value_.size(); ++i) result.push_back(read(at(i)));
    return result;
  }

 private:
  const std::string& file_;
  std::string path_;
  const ordered_json& value_;
};

/// A path that the audit file gives relative to its folder.
std::string beside_audits(const std::filesystem::path& given, const std::string& file) {
  return (given.is_absolute() ? given : std::filesystem::path(file).parent_path() / given).string();
}

std::string audit_graph(const std::string& spec, const std::string& file) {
  constexpr std::string_view prefix = "file:";
  return spec.starts_with(prefix) ? std::string(prefix) + beside_audits(spec.substr(prefix.size()), file) : spec;
}

/// A rule, or a file.
std::string audit_weights(const std::string& weights, const std::string& file) {
  return weights == "metropolis" || weights == "min-degree" ? weights : beside_audits(weights, file);
}

/// A number, or a file of a value for each node.
Scale audit_scale(const AuditPlace& place, const std::string& file) {
  if (!place.value().is_string()) return {.number = place.number(), .file = {}};
  return {.number = 1.0, .file = beside_audits(place.text(), file)};
}

const std::vector<std::string> audit_keys = {"comment",     "name",   "graph",         "weights",   "component",
                                             "observer",    "target", "steps",         "promise",   "sigma",
                                             "sensitivity", "trust",  "message_noise", "precision", "magnitude"};

/// Takes over what an object of the file says. @return its promises.
std::vector<std::string> apply_audit(const AuditPlace& place, const std::string& file, AuditRequest& request) {
  const auto has = [&](const char* key) { return place.value().contains(key); };
  const auto text = [](const AuditPlace& p) { return p.text(); };
  const auto label = [](const AuditPlace& p) { return p.label(); };
  if (has("name")) request.name = place.at("name").text();
  if (has("graph")) request.graph.spec = audit_graph(place.at("graph").text(), file);
  if (has("weights")) request.graph.weights = audit_weights(place.at("weights").text(), file);
  if (has("component")) request.graph.component = place.at("component").text();
  if (has("observer")) request.observers = place.at("observer").list(label);
  if (has("target")) request.target = place.at("target").label();
  if (has("steps")) request.steps = place.at("steps").label();
  if (has("sigma")) request.sigma = audit_scale(place.at("sigma"), file);
  if (has("sensitivity")) request.sensitivity = audit_scale(place.at("sensitivity"), file);
  if (has("trust")) {
    request.trust = place.at("trust").text();
    if (request.trust != "all-noise" && request.trust != "own-noise-known")
      place.at("trust").refuse("must be all-noise or own-noise-known");
  }
  if (has("message_noise")) request.noise.tau = place.at("message_noise").number();
  if (has("magnitude")) request.noise.magnitude = place.at("magnitude").number();
  if (has("precision")) {
    request.noise.precision = place.at("precision").text();
    const auto known = [&](const auto& rounding) { return rounding.first == request.noise.precision; };
    if (std::ranges::none_of(accounting::roundings, known))
      place.at("precision").refuse("must be float64, float32, float16 or bfloat16");
  }
  return has("promise") ? place.at("promise").list(text) : std::vector<std::string>{};
}

void require_whole_audit(const AuditPlace& place, const AuditRequest& request,
                         const std::vector<std::string>& promises) {
  const auto require = [&](bool given, std::string_view key) {
    if (!given) place.refuse(fmt::format("lacks '{}', which the defaults lack, too", key));
  };
  require(!request.graph.spec.empty(), "graph");
  require(!request.observers.empty(), "observer");
  require(!request.steps.empty(), "steps");
  require(!promises.empty(), "promise");
}

}  // namespace

std::vector<AuditRequest> read_audits(const std::string& path) {
  const auto json = read_json<ordered_json>(path);
  const AuditPlace file(path, "", json);
  file.require_keys({"$schema", "schema_version", "comment", "defaults", "audits"});
  if (!json.contains("schema_version") || json["schema_version"] != report::schema_version)
    file.refuse(fmt::format("schema_version must be {}", report::schema_version));
  if (!json.contains("audits") || !json["audits"].is_array() || json["audits"].empty())
    file.refuse("audits must be a list with at least one audit");
  AuditRequest defaults;
  std::vector<std::string> default_promises;
  if (json.contains("defaults")) {
    file.at("defaults").require_keys(audit_keys);
    default_promises = apply_audit(file.at("defaults"), path, defaults);
  }
  std::vector<AuditRequest> requests;
  for (std::size_t i = 0; i < json["audits"].size(); ++i) {
    const auto place = file.at("audits").at(i);
    place.require_keys(audit_keys);
    auto request = defaults;
    auto promises = apply_audit(place, path, request);
    if (promises.empty()) promises = default_promises;
    require_whole_audit(place, request, promises);
    const auto name = request.name.empty() ? fmt::format("audit {}", i + 1) : request.name;
    for (const auto& promise : promises) {
      request.promise = promise;
      request.file = path;
      request.name = promises.size() == 1 ? name : fmt::format("{}: {}", name, promise);
      requests.push_back(request);
    }
  }
  return requests;
}

}  // namespace hearsay::api
