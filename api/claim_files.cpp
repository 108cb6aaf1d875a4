// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/claim_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/report/schema.hpp>

namespace hearsay::api {

using nlohmann::ordered_json;

namespace {

constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789_.";

/// The fields of a claim file, each of which may occur once and no other. @throws Error(Errc::syntax).
class Fields {
 public:
  Fields(std::string path, ordered_json file) : path_(std::move(path)), file_(std::move(file)) {
    if (!file_.is_object()) complain("is not a claim file; it must contain a JSON object");
    if (!file_.contains("schema_version") || file_["schema_version"] != report::schema_version)
      complain(fmt::format("\"schema_version\" must be {}", report::schema_version));
    file_.erase("schema_version");
  }

  /// The text of a field, which must be there if there is no default.
  std::string take(const std::string& name, const char* otherwise = nullptr) {
    if (!file_.contains(name)) {
      if (otherwise == nullptr) complain(fmt::format("lacks \"{}\"", name));
      return otherwise;
    }
    if (!file_[name].is_string()) complain(fmt::format("\"{}\" must be a text", name));
    const auto text = file_[name].get<std::string>();
    file_.erase(name);
    return text;
  }
  std::string take_one_of(const std::string& name, const std::vector<std::string>& values, const char* otherwise) {
    const auto text = take(name, otherwise);
    if (std::ranges::count(values, text) == 0)
      complain(fmt::format("\"{}\" is '{}', not one of {}", name, text, fmt::join(values, ", ")));
    return text;
  }
  void require_empty() const {
    if (!file_.empty()) complain(fmt::format("\"{}\" is unknown", file_.begin().key()));
  }
  [[noreturn]] void complain(const std::string& what) const { throw Error(Errc::syntax, path_, what); }

 private:
  std::string path_;
  ordered_json file_;
};

/// "graphs connected:2..5, steps 1..8".
std::string domain_words(const BoundQuestion& question) {
  const auto fields = to_json(question);
  std::string words;
  for (const auto& [name, field] : bound_fields()) {
    if (name != "observers" && fields.contains(name))
      words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name, fields[name].get<std::string>());
  }
  return words;
}

/// With which weights, if they are a rule's.
std::string_view gossip_conditions(const BoundQuestion& question, bool stream) {
  if (question.weights == "min-degree")
    return stream ? "gossip averaging, min-degree weights, fresh noise in every round"
                  : "gossip averaging, min-degree weights, noise injected once";
  if (!question.weights.empty() && question.weights != "metropolis")
    return "gossip averaging, weights of a file, noise injected once";
  return stream ? "gossip averaging, Metropolis weights, fresh noise in every round"
                : "gossip averaging, Metropolis weights, noise injected once";
}

std::string_view conditions_of(const BoundQuestion& question, BoundProtocol protocol) {
  switch (protocol) {
    case BoundProtocol::rumor:
      return "asynchronous rumor spreading on the complete graph, unending transcript";
    case BoundProtocol::graphwalk:
      return "a token that walks on a graph from a uniform start, Gaussian noise in every contribution";
    case BoundProtocol::walk:
      return "a token that walks on the complete graph and collects a sum, Gaussian noise of the classical calibration";
    case BoundProtocol::ring:
      return "a token that goes around a ring and collects a sum, Gaussian noise of the classical calibration";
    case BoundProtocol::stream:
      return gossip_conditions(question, true);
    case BoundProtocol::gossip:
      break;
  }
  return gossip_conditions(question, false);
}

std::string_view adversary_of(const BoundQuestion& question, BoundProtocol protocol) {
  switch (protocol) {
    case BoundProtocol::rumor:
      return "a coalition of all curious nodes";
    case BoundProtocol::graphwalk:
      return "one node that knows the graph and what the others add";
    case BoundProtocol::walk:
      return "one user who knows what the others add";
    case BoundProtocol::ring:
      return "one user";
    case BoundProtocol::stream:
    case BoundProtocol::gossip:
      break;
  }
  return question.observers == "coalitions" ? "a coalition that knows the graph" : "one node that knows the graph";
}

std::shared_ptr<const FileClaim> read_claim(const std::string& path, const BoundSearch& bounds) {
  Fields fields(path, read_json<ordered_json>(path));
  auto own = std::make_shared<FileClaim>();
  auto& q = own->question;
  own->path = path;
  own->id = fields.take("id");
  q.statement = fields.take("statement");
  q.protocol = fields.take_one_of("protocol", bound_protocols(), "gossip");
  for (const auto& [name, field] : bound_fields())
    q.*field = name == "observers" ? fields.take_one_of(name, {"any", "coalitions", ""}, "") : fields.take(name, "");
  const auto expected = fields.take_one_of("expected", {"holds", "refuted", "inconclusive"}, nullptr);
  own->quote = fields.take("quote", "");
  own->source = fields.take("source", "own");
  fields.require_empty();
  if (own->id.empty() || own->id.find_first_not_of(allowed) != own->id.npos)
    fields.complain(fmt::format("\"id\" is '{}': small letters, digits, '_' and '.' are allowed", own->id));
  if (claims::find(own->id) != nullptr) fields.complain(fmt::format("'{}' is in the catalogue already", own->id));
  try {
    own->trial = trial_of(q);
    bounds.require_sound(own->trial);
  } catch (const Error& error) {
    const std::string_view what = error.what();
    throw Error(error.code(), path, what.substr(what.find(' ') + 1));
  }
  own->domain = domain_words(q);
  own->claim = {.id = own->id,
                .source = own->source,
                .level = claims::Level::ours,
                .quote = own->quote,
                .statement = q.statement,
                .conditions = conditions_of(q, own->trial.protocol),
                .adversary = adversary_of(q, own->trial.protocol),
                .domain = own->domain,
                .evidence = claims::Evidence::property,
                .expected = expected == "holds"     ? Verdict::holds
                            : expected == "refuted" ? Verdict::refuted
                                                    : Verdict::inconclusive,
                .repaired_by = {},
                .witness = {},
                .controls = {},
                .note = {}};
  if (own->claim.expected == Verdict::refuted) own->claim.root = own->id;
  return own;
}

}  // namespace

std::string claim_file(const BoundQuestion& question, Verdict expected, const std::string& path) {
  std::string name = std::filesystem::path(path).stem().string();
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (allowed.find(c) == allowed.npos) c = '_';
  }
  ordered_json file{{"schema_version", report::schema_version}, {"id", "own." + name}};
  file.update(to_json(question));
  file.update({{"expected", to_string(expected)}, {"quote", ""}, {"source", "own"}});
  return json_text(file) + "\n";
}

FileClaims read_claims(const std::string& folder, const BoundSearch& bounds) {
  std::vector<std::string> paths;
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path().string());
  }
  if (failed) throw Error(Errc::file, folder, "is not a folder that can be read");
  if (paths.empty()) throw Error(Errc::file, folder, "contains no claim files (*.json)");
  std::ranges::sort(paths);
  FileClaims own;
  for (const auto& path : paths) {
    own.push_back(read_claim(path, bounds));
    if (std::ranges::count(own, own.back()->id, [](const auto& claim) { return claim->id; }) > 1)
      throw Error(Errc::syntax, path, fmt::format("'{}' is also the id of another file", own.back()->id));
  }
  return own;
}

std::vector<const claims::Claim*> select_claims(std::span<const std::string> patterns, const FileClaims& own) {
  std::vector<const claims::Claim*> chosen;
  std::vector<std::string> others;  // patterns that are about the catalogue, too, or match nothing
  for (const auto& pattern : patterns) {
    const bool of_file = std::ranges::any_of(own, [&](const auto& c) { return claims::glob_match(pattern, c->id); });
    const bool of_catalogue =
        std::ranges::any_of(claims::catalogue(), [&](const auto* c) { return claims::glob_match(pattern, c->id); });
    if (of_catalogue || !of_file) others.push_back(pattern);
  }
  if (patterns.empty() || !others.empty()) chosen = claims::select(others);
  for (const auto& c : own) {
    if (patterns.empty() || std::ranges::any_of(patterns, [&](const auto& p) { return claims::glob_match(p, c->id); }))
      chosen.push_back(&c->claim);
  }
  return chosen;
}

std::vector<std::string> broken_claims(const FileClaims& own, std::span<const run::Row> rows) {
  std::vector<std::string> broken;
  for (const auto& row : rows) {
    const auto found = std::ranges::find(own, row.claim, [](const auto& c) { return &c->claim; });
    if (found != own.end() && row.finding.verdict == Verdict::broken)
      broken.push_back(fmt::format("{}: {}", (*found)->path, row.finding.note));
  }
  return broken;
}

void register_claims(const FileClaims& own, const BoundSearch& bounds, run::Registry& registry) {
  for (const auto& c : own) {
    registry.add(c->id, [c, search = bounds.search](const run::Context& context) {
      return search(c->trial, context, Execution{});
    });
  }
}

}  // namespace hearsay::api
