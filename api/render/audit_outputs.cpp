// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/render/audit_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/json_text.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/csv.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/number_text.hpp>
#include "api/render/audit_json.hpp"
#include "api/render/audit_words.hpp"
#include "api/render/words.hpp"

namespace hearsay::api {

namespace {

constexpr auto replace_invalid = nlohmann::ordered_json::error_handler_t::replace;

/// What stands beside a row of a matrix whose losses are in doubt.
std::string upper_ends_words(const AuditAnswer& answer) {
  return fmt::format("upper bounds: {}", interval_words(answer));
}

std::string audit_name(const AuditAnswer& answer) {
  const auto& question = answer.question;
  return question.name.empty() ? fmt::format("{} on {}", question.promise.text, question.network.source.spec)
                               : question.name;
}

/// A path as a URI reference (RFC 3986): relative as it is, absolute as a file's.
std::string uri_of(const std::string& path) {
  constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/";
  std::string uri = path.starts_with('/') ? "file://" : "";
  for (const char c : path)
    uri += plain.find(c) != plain.npos ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return uri;
}

/// The file that a result is about: the graph's, else that of its weights, else the file of audits. A graph that a rule
/// makes, or that is in memory, is none: it has a place of its own, so that a result never lacks one.
std::string artifact_of(const AuditQuestion& question) {
  const auto& [spec, weights, component] = question.network.source;
  for (const std::string_view prefix : {std::string_view("file:"), schedule_prefix}) {
    if (spec.starts_with(prefix)) return uri_of(spec == "file:-" ? "standard input" : spec.substr(prefix.size()));
  }
  if (!is_weights_rule(weights) && spec != "memory") return uri_of(weights);
  return question.file.empty() ? "hearsay-graph/" + uri_of(spec) : uri_of(question.file);
}

nlohmann::ordered_json sarif_result(const AuditAnswer& answer, const audit::PairLoss& pair) {
  const auto target = answer.graph().label(pair.target);
  const auto loss = in_promised_unit(answer.question, pair.judged(answer.question.own_noise));
  const nlohmann::ordered_json location = {
      {"physicalLocation",
       {{"artifactLocation", {{"uri", artifact_of(answer.question)}}}, {"region", {{"startLine", 1}}}}},
      {"logicalLocations", {{{"name", target}, {"kind", "member"}, {"fullyQualifiedName", "node " + target}}}}};
  return {{"ruleId", to_string(answer.question.promise.quantity)},
          {"level", pair.verdict == Verdict::refuted ? "error" : "warning"},
          {"message",
           {{"text", fmt::format("{}: '{}' is {} for node {}, observed by {}: {}", audit_name(answer),
                                 answer.question.promise.text, to_string(pair.verdict), target,
                                 label_list(answer.graph(), pair.observers), report::enclosure_text(loss, 6))}}},
          {"locations", nlohmann::ordered_json::array({location})}};
}

/// The input files of all audits with their SHA-256, each once; {"path", "sha256"}.
std::vector<nlohmann::ordered_json> input_files(const std::vector<nlohmann::ordered_json>& provenances) {
  std::vector<nlohmann::ordered_json> files;
  for (const auto& provenance : provenances) {
    for (const auto& file : provenance.at("files")) {
      const auto same = [&](const auto& known) { return known.at("path") == file.at("path"); };
      if (!file.at("sha256").is_null() && std::ranges::none_of(files, same)) files.push_back(file);
    }
  }
  return files;
}

std::vector<nlohmann::ordered_json> provenances_of(const std::vector<AuditAnswer>& answers, const Origin& origin) {
  std::vector<nlohmann::ordered_json> all;
  for (const auto& answer : answers) all.push_back(audit_provenance(answer, origin));
  return all;
}

std::string junit_properties(const std::vector<AuditAnswer>& answers, const Origin& origin) {
  const auto provenances = provenances_of(answers, origin);
  std::string text;
  const auto add = [&](const std::string& name, const std::string& value) {
    text +=
        fmt::format("    <property name=\"{}\" value=\"{}\"/>\n", report::xml_escape(name), report::xml_escape(value));
  };
  if (!provenances.empty()) add("date", provenances.front().at("date").get<std::string>());
  if (!origin.command_line.empty()) add("command line", origin.command_line);
  for (const auto& file : input_files(provenances))
    add("SHA-256 of " + file.at("path").get<std::string>(), file.at("sha256").get<std::string>());
  for (const auto& answer : answers)
    add("parameters of " + audit_name(answer), audit_parameters(answer).dump(-1, ' ', false, replace_invalid));
  return text;
}

/// "invocations", "artifacts" and "properties" of a run.
nlohmann::ordered_json sarif_provenance(const std::vector<AuditAnswer>& answers, const Origin& origin) {
  using Json = nlohmann::ordered_json;
  const auto provenances = provenances_of(answers, origin);
  Json invocation = {{"executionSuccessful", true}};
  if (!origin.command_line.empty()) invocation["commandLine"] = origin.command_line;
  if (!provenances.empty()) invocation["endTimeUtc"] = provenances.front().at("date");
  auto artifacts = Json::array(), audits = Json::array();
  for (const auto& file : input_files(provenances))
    artifacts.push_back({{"location", {{"uri", uri_of(file.at("path").get<std::string>())}}},
                         {"hashes", {{"sha-256", file.at("sha256")}}}});
  for (const auto& answer : answers) {
    audits.push_back({{"name", audit_name(answer)},
                      {"verdict", to_string(answer.verdict)},
                      {"parameters", audit_parameters(answer)}});
  }
  return {{"invocations", Json::array({invocation})}, {"artifacts", artifacts}, {"properties", {{"audits", audits}}}};
}

}  // namespace

std::string matrix_csv(const AuditAnswer& answer) {
  std::string text = "observer";
  for (graph::Node v = 0; v < answer.graph().nodes(); ++v) text += "," + report::csv_cell(answer.graph().label(v));
  const auto& [shares, in_doubt] = answer.matrix;
  const bool doubts = std::ranges::count(in_doubt, 1) > 0;
  text += doubts ? ",in doubt\n" : "\n";
  for (Eigen::Index i = 0; i < shares.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    text += report::csv_cell(label_list(answer.graph(), answer.question.observers.sets[row]));
    for (const double share : shares.row(i)) text += std::isnan(share) ? "," : fmt::format(",{}", share);
    if (doubts) text += "," + (in_doubt[row] != 0 ? report::csv_cell(upper_ends_words(answer)) : std::string());
    text += "\n";
  }
  return text;
}

std::string matrix_market(const AuditAnswer& answer) {
  const auto& [shares, in_doubt] = answer.matrix;
  std::string text = "%%MatrixMarket matrix array real general\n";
  for (std::size_t i = 0; i < in_doubt.size(); ++i) {
    if (in_doubt[i] != 0) text += fmt::format("% row {}: {}\n", i + 1, upper_ends_words(answer));
  }
  text += fmt::format("{} {}\n", shares.rows(), shares.cols());
  for (const double share : shares.reshaped()) text += fmt::format("{}\n", std::isnan(share) ? 0.0 : share);
  return text;
}

std::string junit_case(const std::string& name, Verdict verdict, const std::string& message, const std::string& detail,
                       std::string_view verb) {
  const auto text = report::xml_escape(detail);
  const std::string_view kind = verdict == Verdict::refuted ? "failure" : "error";
  const auto content = verdict == Verdict::holds
                           ? fmt::format("<system-out>{}</system-out>", text)
                           : fmt::format("<{0} message=\"{1}\">{2}</{0}>", kind, report::xml_escape(message), text);
  return fmt::format("  <testcase classname=\"audit.{}\" name=\"{}\">\n    {}\n  </testcase>\n", verb,
                     report::xml_escape(name), content);
}

std::string junit_suite(const JunitSuite& suite, double seconds) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"hearsay audit\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\">\n"
      "  <properties>\n    <property name=\"version\" value=\"{}\"/>\n{}  </properties>\n{}</testsuite>\n",
      suite.tests, suite.failures, suite.errors, seconds, report::xml_escape(version), suite.properties, suite.cases);
}

std::string audit_junit(const std::vector<AuditAnswer>& answers, const Origin& origin) {
  std::string cases;
  int failures = 0, errors = 0;
  for (const auto& answer : answers) {
    failures += answer.verdict == Verdict::refuted ? 1 : 0;
    errors += answer.verdict == Verdict::inconclusive ? 1 : 0;
    cases += junit_case(audit_name(answer), answer.verdict, verdict_words(answer), worst_words(answer), "gossip");
  }
  return junit_suite({.tests = answers.size(),
                      .failures = failures,
                      .errors = errors,
                      .cases = cases,
                      .properties = junit_properties(answers, origin)},
                     origin.seconds);
}

std::string audit_sarif(const std::vector<AuditAnswer>& answers, const Origin& origin) {
  auto rules = nlohmann::ordered_json::array(), results = nlohmann::ordered_json::array();
  std::vector<audit::Quantity> named;
  for (const auto& answer : answers) {
    const auto quantity = answer.question.promise.quantity;
    if (std::ranges::count(named, quantity) == 0) {
      named.push_back(quantity);
      rules.push_back({{"id", to_string(quantity)},
                       {"shortDescription",
                        {{"text", fmt::format("a promise on {} of the observers' losses", to_string(quantity))}}}});
    }
    for (const auto& pair : answer.result.by_target) {
      if (pair.verdict != Verdict::holds) results.push_back(sarif_result(answer, pair));
    }
  }
  nlohmann::ordered_json driver = {{"name", "hearsay"}, {"version", version}, {"rules", rules}};
  nlohmann::ordered_json run = {{"tool", {{"driver", driver}}}, {"results", results}};
  run.update(sarif_provenance(answers, origin));
  nlohmann::ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                {"version", "2.1.0"},
                                {"runs", nlohmann::ordered_json::array({run})}};
  return json_text(log) + "\n";
}

}  // namespace hearsay::api
