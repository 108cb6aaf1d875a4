// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <utility>
#include <vector>

#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"
#include "cli/verify/bound_question.hpp"
#include "cli/verify/claim_files.hpp"

namespace hearsay::cli {

namespace {

struct RefuteOptions {
  Common common;
  BoundQuestion question;
  std::string effort = "standard", save, certificate;
};

run::Effort parse_effort(const std::string& name) {
  return name == "quick" ? run::Effort::quick : name == "standard" ? run::Effort::standard : run::Effort::exhaustive;
}

nlohmann::ordered_json result_json(const RefuteOptions& options, const run::Finding& finding) {
  auto parameters = to_json(options.question);
  parameters["effort"] = options.effort;
  auto result = envelope("refute", std::move(parameters), options.common.origin());
  nlohmann::ordered_json witness = nullptr;
  if (const auto& found = finding.witness) {
    witness = {{"instance", found->instance},
               {"claimed", found->claimed},
               {"actual", found->actual},
               {"certified", run::to_string(found->certificate)}};
  }
  result.update({{"verdict", to_string(finding.verdict)},
                 {"instances", finding.instances},
                 {"tightness", number_or_null(finding.tightness)},
                 {"slack", number_or_null(finding.slack)},
                 {"witness", witness},
                 {"note", finding.note}});
  return result;
}

void print_result(const RefuteOptions& options, const run::Finding& finding) {
  put("{}", paragraph("'{}': {} after {} instances", options.question.statement, verdict_word(finding.verdict),
                      finding.instances));
  if (const auto& found = finding.witness) {
    put("{}", paragraph("smallest counterexample: {}", found->instance.dump()));
    put("{}", paragraph("the right side is {}, the left side {} ({})", found->claimed, found->actual,
                        run::to_string(found->certificate)));
  }
  if (finding.verdict == Verdict::holds && finding.slack)
    put("{}", paragraph("smallest right side / left side: {:.6g}; no counterexample among the instances tried "
                        "is evidence, not proof",
                        *finding.slack));
  if (!finding.note.empty()) put("{}", paragraph("{}", finding.note));
}

/// Writes the proof of a counterexample, or says on stderr why there is none.
void write_proof(const RefuteOptions& options, const run::Finding& finding) {
  std::vector<report::Certificate> proofs;
  std::vector<std::string> missing;
  if (!finding.witness) {
    missing.emplace_back("there is no counterexample");
  } else if (auto proof = bound_certificate(options.question, *finding.witness)) {
    proofs.push_back(*std::move(proof));
  } else {
    missing.emplace_back(
        "only comparisons of a single loss, such as `exact <= ...`, with a fraction, or of uncertainty or delta(...), "
        "have "
        "a proof (docs/refute.md)");
  }
  write_certificate(options.certificate, proofs, missing);
}

int refute(const RefuteOptions& options) {
  catch_interrupts();
  const auto finding = try_bound(
      options.question, {.claim = "refute", .effort = parse_effort(options.effort), .seed = options.common.seeded()},
      {.progress = terminal_progress(), .stop = interrupted});
  const bool partial = interrupted() && finding.verdict != Verdict::holds;
  if (options.common.wants_table()) print_result(options, finding);
  auto result = result_json(options, finding);
  if (partial) result["partial"] = {{"instances", finding.instances}};
  write_json(options.common, result);
  if (!options.certificate.empty()) write_proof(options, finding);
  if (partial) say(fmt::format("cut short: the result is partial, of the first {} instances", finding.instances));
  if (!options.save.empty()) {
    if (partial) {
      say(fmt::format("cut short: {} is not written", options.save));
    } else {
      write_file(options.save, claim_file(options.question, finding.verdict, options.save));
    }
  }
  return finding.verdict == Verdict::refuted ? 1 : finding.verdict == Verdict::holds ? 0 : 3;
}

}  // namespace

void add_refute(CLI::App& app, Action& action) {
  auto* command =
      app.add_subcommand("refute", "try a bound of your own on small and generated instances (docs/refute.md)");
  auto options = std::make_shared<RefuteOptions>();
  add_common(*command, options->common);
  command
      ->add_option("BOUND", options->question.statement, "comparisons joined by 'and', as in 'exact <= 2^(1-distance)'")
      ->required();
  command->add_option("--protocol", options->question.protocol, "what the bound is about")
      ->check(CLI::IsMember({"gossip", "stream", "rumor"}))
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option("--graphs", options->question.graphs,
                   "connected:A..B, all connected graphs of A to B nodes; random:N, generated ones of up to N nodes; "
                   "for rumors complete:A..B")
      ->type_name("SETS");
  command->add_option("--steps", options->question.steps, "numbers of gossip steps, A or A..B (default: 1..8)")
      ->type_name("A..B");
  command->add_option("--rounds", options->question.rounds, "numbers of a stream's rounds, A or A..B (default: 1..5)")
      ->type_name("A..B");
  command
      ->add_option("--observers", options->question.observers,
                   "any: every node alone (default); coalitions: several, too")
      ->check(CLI::IsMember({"any", "coalitions"}))
      ->type_name("NAME");
  command->add_option("--effort", options->effort, "100, 400 or 4000 generated instances")
      ->check(CLI::IsMember({"quick", "standard", "exhaustive"}))
      ->type_name("EFFORT")
      ->capture_default_str();
  writes(
      command
          ->add_option("--save", options->save, "write the bound and its verdict as a claim file for `verify --claims`")
          ->check(writable_file())
          ->type_name("FILE"));
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("no counterexample among the instances tried", "the bound is refuted",
                             "a violation may be due to rounding, nothing was tried, or it was cut short"));
  command->callback([options, &action] { action = [options] { return refute(*options); }; });
}

}  // namespace hearsay::cli
