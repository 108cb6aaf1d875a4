// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include <hearsay/accounting/rumor/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"
#include "empirical/attack/rumor.hpp"

namespace hearsay::cli {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view attack_rumor_where = "attack rumor";

struct AttackRumorOptions {
  Common common;
  AnytimeOptions anytime;
  std::int64_t nodes = 0, curious = 0, rumors = 1, runs = 0;
  std::optional<std::int64_t> suspects;
  double muting = 1.0, confidence = 0.95;
  std::string transcript = "unending";
  [[nodiscard]] bool unending() const { return transcript == "unending"; }
};

/// Why no attack exceeds the cap, or why there is none.
std::string_view reason(accounting::RumorSuccessCap::By by) {
  using By = accounting::RumorSuccessCap::By;
  switch (by) {
    case By::privacy_bound:
      return "the privacy bound";
    case By::nobody_curious:
      return "nobody being curious";
    case By::exact_delta:
      return "the exact delta(0) of terminated transcripts";
    case By::nothing:
      break;
  }
  return "the privacy bounds hold for unending transcripts only (hearsay explain rumor.thm7.terminated)";
}

/// The number of suspects. @throws Error(Errc::domain) for options outside their domain.
std::int64_t checked_suspects(const AttackRumorOptions& options) {
  constexpr std::int64_t most = std::numeric_limits<std::uint32_t>::max();
  require_between(attack_rumor_where, "--nodes", options.nodes, 2, most);
  require_between(attack_rumor_where, "--curious", options.curious, 0, options.nodes - 1);
  require_unit(attack_rumor_where, "--muting", options.muting);
  const std::int64_t honest = options.nodes - options.curious, suspects = options.suspects.value_or(honest);
  require_between(attack_rumor_where, "--suspects", suspects, 1, honest);
  require_between(attack_rumor_where, "--rumors", options.rumors, 1, 1'000'000);
  require_between(attack_rumor_where, "--runs", options.runs, 1, most);
  require_open_unit(attack_rumor_where, "--confidence", options.confidence);
  return suspects;
}

/// A run ends when a suspect tells a curious node, about (n/f)(n/m) messages, or, terminated, when everybody knows,
/// about n ln n.
Workload workload(const AttackRumorOptions& options, std::int64_t suspects) {
  const auto nodes = static_cast<double>(options.nodes), curious = static_cast<double>(options.curious);
  const double noticed =
      curious > 0.0 ? 40.0 * nodes / curious * (options.unending() ? nodes / static_cast<double>(suspects) : 1.0) : 1.0;
  const double messages = options.unending() ? noticed : std::min(2.0 * nodes * std::log(nodes + 1.0), noticed);
  return {.operations = static_cast<double>(options.runs) * static_cast<double>(options.rumors) * messages,
          .bytes = 0.0};
}

empirical::RumorSourceAttack attack_of(const AttackRumorOptions& options, std::int64_t suspects) {
  return {.nodes = static_cast<std::uint32_t>(options.nodes),
          .curious = static_cast<std::uint32_t>(options.curious),
          .muting = options.muting,
          .suspects = static_cast<std::uint32_t>(suspects),
          .rumors = static_cast<std::uint32_t>(options.rumors),
          .unending = options.unending(),
          .recorded = static_cast<std::uint32_t>(std::min<std::int64_t>(10, options.nodes - options.curious)),
          .runs = static_cast<std::uint64_t>(options.runs),
          .confidence = options.confidence,
          .execution = options.common.execution()};
}

Json parameters_json(const AttackRumorOptions& options, std::int64_t suspects) {
  Json parameters{{"nodes", options.nodes}, {"curious", options.curious}, {"muting", options.muting},
                  {"suspects", suspects},   {"rumors", options.rumors},   {"transcript", options.transcript}};
  if (!options.anytime.on) parameters["runs"] = options.runs;
  parameters["confidence"] = options.confidence;
  if (options.anytime.on) parameters["runs"] = options.runs;  // may grow when the run is resumed: last
  return parameters;
}

Json success_json(const Bracket& success, std::uint64_t runs) {
  return {{"estimate", success.estimate()}, {"lower", success.lower()}, {"upper", success.upper()}, {"runs", runs}};
}

std::string interval_text(const Bracket& success) {
  return fmt::format("{} .. {}", report::share_text(success.lower(), 5), report::share_text(success.upper(), 5));
}

report::TerminalText text(const AttackRumorOptions& options, const empirical::RumorSourceSuccess& found,
                          const accounting::RumorSuccess& computed, const accounting::RumorSuccessCap& cap,
                          bool refuted) {
  const auto& success = found.probability;
  auto text = paragraph("named the source in {} of {} runs: {}, {} % interval {}", found.successes, found.runs,
                        report::share_text(success.estimate(), 5), report::percent_text(options.confidence),
                        interval_text(success));
  if (computed.exact) text += paragraph("exact {}", report::share_text(*computed.exact, 9));
  if (computed.approximation)
    text += paragraph("approximation {}, too many states for an exact value",
                      report::share_text(*computed.approximation, 9));
  return text + (cap.success ? paragraph("no attack exceeds {} by {}{}", report::share_text(*cap.success, 5),
                                         reason(cap.by), refuted ? ": refuted" : "")
                             : paragraph("no bound: {}", reason(cap.by)));
}

FixedOutcome run_fixed(const AttackRumorOptions& options, const empirical::RumorSourceAttack& attack,
                       const accounting::RumorSourceQuestion& question, const accounting::RumorSuccessCap& cap,
                       const Stopwatch& watch) {
  const auto found = empirical::attack_rumor_source(attack);
  const auto computed = accounting::rumor_computed_success(question);
  const double seconds = watch.seconds();
  const bool refuted = cap.success && found.probability.lower() > *cap.success;
  return {.fields = {{"success", success_json(found.probability, found.runs)},
                     {"exact", number_or_null(computed.exact)},
                     {"approximation", number_or_null(computed.approximation)},
                     {"bound", number_or_null(cap.success)},
                     {"bound_by", cap.success ? Json(reason(cap.by)) : Json(nullptr)},
                     {"timing", {{"seconds", seconds}}}},
          .text = text(options, found, computed, cap, refuted),
          .refuted = refuted,
          .runs = found.runs};
}

AnytimeOutcome run_anytime(const AttackRumorOptions& options, const empirical::RumorSourceAttack& attack,
                           const accounting::RumorSuccessCap& cap, empirical::AnytimeState from,
                           const empirical::AnytimeWatch& watch) {
  const double bound = *cap.success;
  auto found = empirical::attack_rumor_source_anytime(attack, bound, std::move(from), watch);
  const auto& success = found.probability;
  return {.fields = {{"success", success_json(success, found.state.runs)}, {"bound", bound}},
          .text = paragraph("named the source in {} of {} runs: {}, {} % confidence sequence {}", found.state.hits[0],
                            found.state.runs, report::share_text(success.estimate(), 5),
                            report::percent_text(options.confidence), interval_text(success)) +
                  paragraph("by {}, success is at most {}: {}", reason(cap.by), report::share_text(bound, 5),
                            anytime_line(found.stop, found.state)),
          .stop = found.stop,
          .state = std::move(found.state)};
}

int run(const AttackRumorOptions& options) {
  const auto suspects = checked_suspects(options);
  require_affordable(attack_rumor_where, workload(options, suspects), "--runs, --rumors or --nodes");
  const Stopwatch watch;
  const accounting::RumorSourceQuestion question{
      .crowd = accounting::rumor_crowd(options.nodes, options.curious),
      .muting = options.muting,
      .suspects = static_cast<std::uint64_t>(suspects),
      .rumors = static_cast<std::uint64_t>(options.rumors),
      .end = options.unending() ? accounting::RumorEnd::unending : accounting::RumorEnd::terminated};
  const auto cap = accounting::rumor_success_cap(question);
  const auto attack = attack_of(options, suspects);
  catch_interrupts();
  if (options.anytime.on && !cap.success)
    throw Error(Errc::conditions, attack_rumor_where,
                fmt::format("--anytime needs a bound to judge, and {}", reason(cap.by)));
  const AttackRun run{.command = attack_rumor_where,
                      .common = options.common,
                      .anytime = options.anytime,
                      .parameters = parameters_json(options, suspects),
                      .runs = attack.runs,
                      .events = 1};
  return run_attack(
      run, [&] { return run_fixed(options, attack, question, cap, watch); },
      [&](empirical::AnytimeState from, const empirical::AnytimeWatch& keep) {
        return run_anytime(options, attack, cap, std::move(from), keep);
      });
}

}  // namespace

void add_attack_rumor(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("rumor", "guess who started a rumor");
  auto options = std::make_shared<AttackRumorOptions>();
  add_common(*command, options->common);
  command->add_option("--nodes", options->nodes, "nodes of the complete graph")->required()->type_name("N");
  command->add_option("--curious", options->curious, "curious nodes")->required()->type_name("F");
  command->add_option("--muting", options->muting, "s: a node stays active after a message with this probability")
      ->required()
      ->type_name("S");
  command
      ->add_option("--suspects", options->suspects, "the source and M-1 other honest nodes (default: all honest nodes)")
      ->type_name("M");
  command->add_option("--rumors", options->rumors, "rumors known to come from the same source")
      ->capture_default_str()
      ->type_name("K");
  command
      ->add_option("--transcript", options->transcript,
                   "unending, or terminated: the protocol ends when all know, and is seen to")
      ->check(CLI::IsMember({"unending", "terminated"}))
      ->capture_default_str();
  command->add_option("--runs", options->runs, "how often to try")->required()->type_name("R");
  add_anytime(*command, options->anytime);
  command->add_option("--confidence", options->confidence, "of the interval")->capture_default_str()->type_name("P");
  command->footer(exit_codes("the privacy bound is not refuted; that is no evidence of privacy",
                             "the privacy bound is refuted",
                             "the run was cut short, and what was finished does not refute the bound"));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
