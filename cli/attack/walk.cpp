// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>

#include <hearsay/accounting/token/complete/tight.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/report/probability.hpp>
#include "api/render/guarantees.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"
#include "cli/common/verb.hpp"
#include "empirical/attack/token.hpp"

namespace hearsay::cli {

namespace {

struct AttackWalkOptions {
  Common common;
  AnytimeOptions anytime;
  accounting::TokenQuestion question;
  std::string noise = "classical";
  std::int64_t runs = 10'000;
  double confidence = 0.95;
};

nlohmann::ordered_json rate(const Bracket& b) {
  return {{"lower", b.lower()}, {"estimate", b.estimate()}, {"upper", b.upper()}};
}

/// The promise under attack, and what it should have been.
struct Promises {
  accounting::Guarantee published, repaired;
};

nlohmann::ordered_json parameters_json(const AttackWalkOptions& options) {
  auto parameters = to_json(options.question);
  parameters["noise"] = options.noise;
  parameters["runs"] = options.runs;
  parameters["confidence"] = options.confidence;
  return parameters;
}

nlohmann::ordered_json fields(const empirical::WalkAttack& attack, const Promises& promises, const Bracket& detected,
                              const Bracket& false_alarm, double epsilon_lower, bool refuted) {
  return {{"mu", attack.mu},
          {"delta", attack.delta},
          {"detected", rate(detected)},
          {"false_alarm", rate(false_alarm)},
          {"epsilon_lower", epsilon_lower},
          {"published", to_json(promises.published)},
          {"repaired", to_json(promises.repaired)},
          {"refutes_published", refuted}};
}

/// Said where the test fired in no view or in all: then it tells nothing.
report::TerminalText silence_words(const Bracket& detected, const Bracket& false_alarm) {
  const double sum = detected.estimate() + false_alarm.estimate();
  if (sum != 0.0 && sum != 2.0) return {};
  return paragraph("the test fires in {} view: nothing that is seen tells the two inputs apart",
                   sum == 0.0 ? "no" : "every");
}

FixedOutcome run_fixed(const empirical::WalkAttack& attack, const Promises& promises) {
  const auto found = empirical::attack_walk(attack);
  const double claimed = promises.published.value.epsilon;
  const bool refuted = found.epsilon_lower > claimed;
  return {.fields = fields(attack, promises, found.detected, found.false_alarm, found.epsilon_lower, refuted),
          .text = paragraph("likelihood-ratio test on v's view, {} runs a side: detected {}, false alarms {}",
                            found.runs, report::share_text(found.detected.estimate(), 4),
                            report::share_text(found.false_alarm.estimate(), 4)) +
                  paragraph("epsilon >= {:.6g} at delta = {:.4g} with confidence {}; published {:.6g}: {}",
                            found.epsilon_lower, attack.delta, report::probability_text(attack.confidence), claimed,
                            refuted ? "refuted" : "not refuted") +
                  silence_words(found.detected, found.false_alarm),
          .refuted = refuted,
          .runs = found.runs};
}

AnytimeOutcome run_anytime(const empirical::WalkAttack& attack, const Promises& promises, empirical::AnytimeState from,
                           const empirical::AnytimeWatch& watch) {
  const double claimed = promises.published.value.epsilon;
  auto found = empirical::attack_walk_anytime(attack, claimed, std::move(from), watch);
  return {
      .fields = fields(attack, promises, found.rates.true_positive, found.rates.false_positive, found.epsilon_lower,
                       found.stop == empirical::AnytimeStop::refuted),
      .text = paragraph("epsilon >= {:.6g} at delta = {:.4g} with confidence {} at every look; published {:.6g}: {}",
                        found.epsilon_lower, attack.delta, report::probability_text(attack.confidence), claimed,
                        anytime_line(found.stop, found.state)) +
              silence_words(found.rates.true_positive, found.rates.false_positive),
      .stop = found.stop,
      .state = std::move(found.state)};
}

int attack_walk(const AttackWalkOptions& options) {
  auto q = options.question;
  q.calibration = noise_named(options.noise).calibration;
  const Promises promises{.published = accounting::token_published(q), .repaired = accounting::token_repaired(q)};
  const auto runs = static_cast<double>(options.runs), users = static_cast<double>(q.users);
  require_affordable(
      "attack walk",
      {.operations = 4.0 * runs * (10.0 * static_cast<double>(q.steps) + users), .bytes = 100.0 * runs + 64.0 * users},
      "--steps, --users or --runs");
  const double delta = promises.published.value.delta;
  if (delta >= 1.0) {
    throw Error(
        Errc::conditions, "attack walk",
        fmt::format(
            "the published delta = {:.6g} must be < 1: it promises nothing to refute; fewer steps or a smaller --delta",
            delta));
  }
  const empirical::WalkAttack attack{.users = q.users,
                                     .steps = q.steps,
                                     .mu = accounting::signal_to_noise(q.calibration, q.epsilon, q.delta),
                                     .delta = delta,
                                     .runs = options.runs,
                                     .confidence = options.confidence,
                                     .execution = options.common.execution()};
  catch_interrupts();
  const AttackRun run{.command = "attack walk",
                      .common = options.common,
                      .anytime = options.anytime,
                      .parameters = parameters_json(options),
                      .runs = static_cast<std::uint64_t>(options.runs),
                      .events = 2};
  return run_attack(
      run, [&] { return run_fixed(attack, promises); },
      [&](empirical::AnytimeState from, const empirical::AnytimeWatch& watch) {
        return run_anytime(attack, promises, std::move(from), watch);
      });
}

}  // namespace

void add_attack_walk(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand("walk", "likelihood-ratio attack of one user on the sum walk");
  auto options = std::make_shared<AttackWalkOptions>();
  add_common(*command, options->common);
  add_walk_question(*command, options->question, true);
  command->add_option("--noise", options->noise, "Gaussian calibration")
      ->check(CLI::IsMember({"classical", "analytic"}))
      ->type_name("NAME")
      ->capture_default_str();
  add_anytime(*command, options->anytime);
  command->add_option("--runs", options->runs, "simulated views a side")->capture_default_str();
  command->add_option("--confidence", options->confidence, "of the lower bound")->capture_default_str();
  command->footer(exit_codes("the published guarantee is not refuted; that is no evidence of privacy",
                             "the published guarantee is refuted",
                             "the run was cut short, and what was finished does not refute the guarantee"));
  command->callback([options, &action] { action = [options] { return attack_walk(*options); }; });
}

}  // namespace hearsay::cli
