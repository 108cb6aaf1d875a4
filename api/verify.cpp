// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include <hearsay/report/baseline.hpp>
#include <hearsay/system/stopwatch.hpp>
#include <hearsay/system/threads_used.hpp>
#include "api/certificates.hpp"
#include "api/render/refute_command.hpp"
#include "api/render/witness_command.hpp"

namespace hearsay::api {

namespace {

/// The certificates that were asked for, with what the run was.
report::CertificateFolder verified_certificates(const VerifyAnswer& answer, const Checks& checks,
                                                const Execution& execution) {
  const auto certify = answer.question.certify;
  if (answer.info.cut_short || certify == Certify::none) return {};
  auto folder = certificates_of(answer.rows, certify == Certify::all, checks, execution);
  folder.parameters = {{"effort", to_string(answer.info.effort)},
                       {"seed", std::to_string(answer.info.seed)},
                       {"claims", answer.info.patterns},
                       {"certify", certify == Certify::all ? "all" : "refuted"}};
  return folder;
}

/// Of every counterexample that a command shows.
std::map<std::string, std::string, std::less<>> witness_commands(const VerifyAnswer& answer) {
  std::map<std::string, std::string, std::less<>> commands;
  for (const auto& row : answer.rows) {
    if (!row.finding.witness) continue;
    const auto& instance = row.finding.witness->instance;
    const auto own = std::ranges::find(answer.question.own, row.claim, [](const auto& c) { return &c->claim; });
    const auto command = own == answer.question.own.end() ? witness_command(row.claim->id, instance)
                                                          : std::optional(command_of((*own)->question, instance));
    if (command) commands.emplace(row.claim->id, *command);
  }
  return commands;
}

}  // namespace

VerifyAnswer verify(const VerifyQuestion& question, const Checks& checks, const Execution& execution) {
  const auto chosen = select_claims(question.patterns, question.own);
  VerifyAnswer answer{.question = question,
                      .rows = {},
                      .info = {.effort = question.effort, .seed = execution.seed.value, .patterns = question.patterns},
                      .certificates = {}};
  auto& info = answer.info;
  if (question.baseline) report::require_comparable(*question.baseline, info, "`baseline`");
  auto registry = checks.registry();
  register_claims(question.own, checks.bounds, registry);
  const Stopwatch watch;
  const run::Plan plan{.effort = question.effort, .execution = execution};
  answer.rows = run::verify(chosen, registry, plan);
  info.family_error = plan.family_error;
  info.commands = witness_commands(answer);
  info.cut_short = execution.stop && execution.stop();
  answer.certificates = verified_certificates(answer, checks, execution);
  info.seconds = watch.seconds();
  info.jobs = threads_used();
  for (const auto& file : answer.certificates.files) {
    if (question.filed && file.verdict == "refutes") info.certificates.emplace(file.claim.value(), file.name);
  }
  if (question.baseline && !info.cut_short)
    info.changes = report::compare(*question.baseline, to_json(answer, {}), question.tolerance);
  return answer;
}

std::vector<std::string> uncertified(const VerifyAnswer& answer) {
  std::vector<std::string> told;
  std::size_t unsupported = 0;
  for (const auto& row : answer.rows) {
    const auto why = answer.certificates.uncertified.find(std::string(row.claim->id));
    if (why == answer.certificates.uncertified.end()) continue;
    if (row.finding.verdict == Verdict::refuted) {
      told.push_back(fmt::format("no certificate of {}: {}", why->first, why->second));
    } else {
      ++unsupported;
    }
  }
  if (unsupported > 0)
    told.push_back(fmt::format("{} claims that hold have no certificate: manifest.json lists them", unsupported));
  return told;
}

}  // namespace hearsay::api
