// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/audit/outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <hearsay/core/json_text.hpp>
#include <hearsay/core/version.hpp>
#include <hearsay/report/csv.hpp>
#include <hearsay/report/markup.hpp>
#include <hearsay/report/number_text.hpp>
#include "api/network/exact_gossip.hpp"

namespace hearsay::cli {

namespace {

/// What stands beside a row of a matrix whose losses are in doubt.
std::string upper_ends_words(const AuditOutcome& outcome) {
  return fmt::format("upper ends: {}", interval_words(outcome));
}

std::string observer_names(const AuditOutcome& outcome, const std::vector<graph::Node>& observers) {
  std::string names;
  for (const auto v : observers) names += (names.empty() ? "" : " ") + outcome.graph().label(v);
  return names;
}

std::string audit_name(const AuditOutcome& outcome) {
  const auto& request = outcome.request;
  return request.name.empty() ? fmt::format("{} on {}", outcome.promise.text, request.graph.spec) : request.name;
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
/// makes is none: it has a place of its own, so that a result never lacks one.
std::string artifact_of(const AuditRequest& request) {
  const auto& [spec, weights, component] = request.graph;
  for (const std::string_view prefix : {std::string_view("file:"), schedule_prefix}) {
    if (spec.starts_with(prefix)) return uri_of(spec == "file:-" ? "standard input" : spec.substr(prefix.size()));
  }
  if (!is_weights_rule(weights)) return uri_of(weights);
  return request.file.empty() ? "hearsay-graph/" + uri_of(spec) : uri_of(request.file);
}

nlohmann::ordered_json sarif_result(const AuditOutcome& outcome, const audit::PairLoss& pair) {
  const auto target = outcome.graph().label(pair.target);
  const auto loss = in_promised_unit(outcome, pair.judged(outcome.own_noise));
  const nlohmann::ordered_json location = {
      {"physicalLocation",
       {{"artifactLocation", {{"uri", artifact_of(outcome.request)}}}, {"region", {{"startLine", 1}}}}},
      {"logicalLocations", {{{"name", target}, {"kind", "member"}, {"fullyQualifiedName", "node " + target}}}}};
  return {{"ruleId", to_string(outcome.promise.quantity)},
          {"level", pair.verdict == Verdict::refuted ? "error" : "warning"},
          {"message",
           {{"text", fmt::format("{}: '{}' is {} for node {}, observed by {}: {}", audit_name(outcome),
                                 outcome.promise.text, to_string(pair.verdict), target,
                                 observer_names(outcome, pair.observers), report::enclosure_text(loss, 6))}}},
          {"locations", nlohmann::ordered_json::array({location})}};
}

}  // namespace

void add_report_outputs(CLI::App& command, AuditOutputs& outputs) {
  writes(command.add_option("--junit", outputs.junit, "write JUnit XML, red whenever the exit code is not 0")
             ->check(writable_file()));
  writes(
      command.add_option("--sarif", outputs.sarif, "write SARIF 2.1.0: a result for each node whose promise is broken")
          ->check(writable_file()));
}

void add_matrix_outputs(CLI::App& command, AuditOutputs& outputs) {
  writes(command
             .add_option("--csv", outputs.csv,
                         "write the matrix of losses, observers by nodes, in units of the local loss, as CSV")
             ->check(writable_file()));
  writes(command.add_option("--matrix-market", outputs.matrix_market, "the same as a Matrix Market array")
             ->check(writable_file()));
}

std::string matrix_csv(const AuditOutcome& outcome) {
  std::string text = "observer";
  for (graph::Node v = 0; v < outcome.graph().nodes(); ++v) text += "," + report::csv_cell(outcome.graph().label(v));
  const auto& [shares, in_doubt] = outcome.matrix;
  const bool doubts = std::ranges::count(in_doubt, 1) > 0;
  text += doubts ? ",in doubt\n" : "\n";
  for (Eigen::Index i = 0; i < shares.rows(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    text += report::csv_cell(observer_names(outcome, outcome.observers.sets[row]));
    for (const double share : shares.row(i)) text += std::isnan(share) ? "," : fmt::format(",{}", share);
    if (doubts) text += "," + (in_doubt[row] != 0 ? report::csv_cell(upper_ends_words(outcome)) : std::string());
    text += "\n";
  }
  return text;
}

std::string matrix_market(const AuditOutcome& outcome) {
  const auto& [shares, in_doubt] = outcome.matrix;
  std::string text = "%%MatrixMarket matrix array real general\n";
  for (std::size_t i = 0; i < in_doubt.size(); ++i) {
    if (in_doubt[i] != 0) text += fmt::format("% row {}: {}\n", i + 1, upper_ends_words(outcome));
  }
  text += fmt::format("{} {}\n", shares.rows(), shares.cols());
  for (const double share : shares.reshaped()) text += fmt::format("{}\n", std::isnan(share) ? 0.0 : share);
  return text;
}

std::string junit_case(const std::string& name, Verdict verdict, const std::string& message,
                       const std::string& detail) {
  const auto text = report::xml_escape(detail);
  const std::string_view kind = verdict == Verdict::refuted ? "failure" : "error";
  const auto content = verdict == Verdict::holds
                           ? fmt::format("<system-out>{}</system-out>", text)
                           : fmt::format("<{0} message=\"{1}\">{2}</{0}>", kind, report::xml_escape(message), text);
  return fmt::format("  <testcase classname=\"audit.gossip\" name=\"{}\">\n    {}\n  </testcase>\n",
                     report::xml_escape(name), content);
}

std::string junit_suite(const JunitSuite& suite, double seconds) {
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<testsuite name=\"hearsay audit\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" time=\"{:.3f}\">\n"
      "  <properties>\n    <property name=\"version\" value=\"{}\"/>\n  </properties>\n{}</testsuite>\n",
      suite.tests, suite.failures, suite.errors, seconds, report::xml_escape(version), suite.cases);
}

std::string audit_junit(const std::vector<AuditOutcome>& outcomes, double seconds) {
  std::string cases;
  int failures = 0, errors = 0;
  for (const auto& outcome : outcomes) {
    failures += outcome.verdict == Verdict::refuted ? 1 : 0;
    errors += outcome.verdict == Verdict::inconclusive ? 1 : 0;
    cases += junit_case(audit_name(outcome), outcome.verdict, verdict_words(outcome), worst_words(outcome));
  }
  return junit_suite({.tests = outcomes.size(), .failures = failures, .errors = errors, .cases = cases}, seconds);
}

std::string audit_sarif(const std::vector<AuditOutcome>& outcomes) {
  auto rules = nlohmann::ordered_json::array(), results = nlohmann::ordered_json::array();
  std::vector<audit::Quantity> named;
  for (const auto& outcome : outcomes) {
    const auto quantity = outcome.promise.quantity;
    if (std::ranges::count(named, quantity) == 0) {
      named.push_back(quantity);
      rules.push_back({{"id", to_string(quantity)},
                       {"shortDescription",
                        {{"text", fmt::format("a promise on {} of what observers learn", to_string(quantity))}}}});
    }
    for (const auto& pair : outcome.result.by_target) {
      if (pair.verdict != Verdict::holds) results.push_back(sarif_result(outcome, pair));
    }
  }
  nlohmann::ordered_json driver = {{"name", "hearsay"}, {"version", version}, {"rules", rules}};
  nlohmann::ordered_json run = {{"tool", {{"driver", driver}}}, {"results", results}};
  nlohmann::ordered_json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                                {"version", "2.1.0"},
                                {"runs", nlohmann::ordered_json::array({run})}};
  return json_text(log) + "\n";
}

void write_outputs(const AuditOutputs& outputs, const std::vector<AuditOutcome>& outcomes, double seconds) {
  if (!outputs.junit.empty()) write_file(outputs.junit, audit_junit(outcomes, seconds));
  if (!outputs.sarif.empty()) write_file(outputs.sarif, audit_sarif(outcomes));
  if (!outputs.csv.empty()) write_file(outputs.csv, matrix_csv(outcomes.front()));
  if (!outputs.matrix_market.empty()) write_file(outputs.matrix_market, matrix_market(outcomes.front()));
}

}  // namespace hearsay::cli
