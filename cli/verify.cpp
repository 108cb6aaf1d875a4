#include <fmt/format.h>

#include <chrono>
#include <iostream>
#include <memory>

#include "cli/checks.hpp"
#include "cli/interrupt.hpp"
#include "cli/verb.hpp"
#include <hearsay/claims/catalogue.hpp>
#include <hearsay/report/baseline.hpp>
#include <hearsay/report/html.hpp>
#include <hearsay/report/json.hpp>
#include <hearsay/report/junit.hpp>
#include <hearsay/report/markdown.hpp>
#include <hearsay/report/table.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  std::vector<std::string> patterns;
  std::string effort = "standard";
  std::string junit, markdown, report, baseline;
  double tolerance = 1e-6;
};

run::Effort parse_effort(std::string_view name) {
  return name == "quick" ? run::Effort::quick : name == "standard" ? run::Effort::standard : run::Effort::exhaustive;
}

/// Feeds what was asked for: table, JSON, JUnit, Markdown, page. \return the JSON.
nlohmann::ordered_json tell(const Options& options, const report::RunInfo& info, const std::vector<run::Row>& rows) {
  report::Table table(std::cout);
  report::Json json;
  report::JUnit junit;
  report::Markdown markdown;
  report::Html html;
  std::vector<report::Sink*> sinks = {&json};
  if (options.common.wants_table()) sinks.push_back(&table);
  if (!options.junit.empty()) sinks.push_back(&junit);
  if (!options.markdown.empty()) sinks.push_back(&markdown);
  if (!options.report.empty()) sinks.push_back(&html);
  report::feed(info, rows, sinks);
  write_json(options.common, json.result());
  if (!options.junit.empty()) write_file(options.junit, junit.text());
  if (!options.markdown.empty()) write_file(options.markdown, markdown.text());
  if (!options.report.empty()) write_file(options.report + "/index.html", html.text());
  return json.result();
}

int verify(const Options& options) {
  const auto effort = parse_effort(options.effort);
  const auto claims = claims::select(options.patterns);
  const auto baseline = options.baseline.empty() ? nlohmann::ordered_json() : report::read_result(options.baseline);
  catch_interrupts();
  if (!options.report.empty()) make_folder(options.report);
  const auto registry = all_checks();
  const auto start = std::chrono::steady_clock::now();
  const run::Plan plan{.effort = effort, .seed = options.common.seeded(), .jobs = options.common.jobs, .progress = terminal_progress(), .stop = interrupted};
  const auto rows = run::verify(claims, registry, plan);
  const auto result = tell(options, {.effort = effort, .seed = options.common.seed, .patterns = options.patterns, .family_error = plan.family_error, .jobs = options.common.jobs,
                                     .seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count()}, rows);
  if (interrupted()) {
    fmt::print(stderr, "hearsay: interrupted: the result is partial; claims that were not checked are inconclusive\n");
    return run::exit_code(rows) == 1 ? 1 : 3;
  }
  if (options.baseline.empty()) return run::exit_code(rows);
  const auto changes = report::compare(baseline, result, options.tolerance);
  for (const auto& change : changes) fmt::print(stderr, "changed since the baseline: {}\n", change);
  return changes.empty() ? run::exit_code(rows) : 1;
}

}  // namespace

void add_verify(CLI::App& app, Action& action) {
  auto* command = app.add_subcommand("verify", "check claims and compare each verdict with the expected one");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  command->add_option("GLOB", options->patterns, "claim ids or globs, e.g. 'muffliato.*' (default: all)");
  command->add_option("--effort", options->effort, "quick (10 s), standard (60 s) or exhaustive (a night)")
      ->check(CLI::IsMember({"quick", "standard", "exhaustive"}))
      ->type_name("EFFORT")
      ->capture_default_str();
  command->add_option("--junit", options->junit, "also write JUnit XML for CI")->check(writable_file())->type_name("FILE");
  command->add_option("--markdown", options->markdown, "also write the verdict table as Markdown")->check(writable_file())->type_name("FILE");
  command->add_option("--report", options->report, "also write DIR/index.html, a page an auditor can file")->type_name("DIR");
  command->add_option("--baseline", options->baseline, "compare with a stored --json result; exit 1 if a verdict or a tightness changed")
      ->type_name("FILE");
  command->add_option("--tolerance", options->tolerance, "relative change of tightness that the baseline allows")
      ->check(finite_non_negative())
      ->capture_default_str();
  command->callback([options, &action] { action = [options] { return verify(*options); }; });
}

}  // namespace hearsay::cli
