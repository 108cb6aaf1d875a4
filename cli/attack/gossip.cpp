// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/accounting/gossip/published_losses.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/report/number_text.hpp>
#include <hearsay/report/probability.hpp>
#include "api/network/graph_source.hpp"
#include "api/network/schedule.hpp"
#include "api/render/node_names.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/attack/run.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"
#include "cli/common/verb.hpp"
#include "empirical/attack/gossip.hpp"

namespace hearsay::cli {

namespace {

struct AttackGossipOptions {
  Common common;
  GraphSource graph;
  GossipSchedule schedule;
  AnytimeOptions anytime;
  std::vector<std::string> observers;
  std::string target, steps, trust = "all-noise";
  double sigma = 1.0, sensitivity = 1.0, confidence = 0.95;
  bool row_space = false;
  std::uint64_t runs = 10000;
  std::optional<double> delta, epsilon;
};

nlohmann::ordered_json to_json(const Bracket& rate) {
  return {{"estimate", rate.estimate()}, {"lower", rate.lower()}, {"upper", rate.upper()}};
}

/// mu of what the view really reveals, and of what the formula says.
struct Truth {
  Enclosure exact;
  double published;
};

nlohmann::ordered_json mu_json(double lower, const Truth& truth) {
  const auto& exact = truth.exact;
  return {{"lower", lower},
          {"exact", number_or_null(exact.value)},
          {"exact_between", {{"lower", exact.lower}, {"upper", exact.upper}}},
          {"published", truth.published}};
}

empirical::GossipAttack attack_of(const AttackGossipOptions& options, const Network& network) {
  const auto& graph = network.made.graph();
  const auto steps = resolve_steps(options.schedule, options.steps, network, options.sigma);
  const double gamma = options.schedule.accelerated() ? graph::acceleration(steps.gap.value()) : 0.0;
  return {.w = network.w,
          .rounds = options.schedule.randomized() ? random_rounds(graph, steps.count, options.common.seeded())
                                                  : network.rounds,
          .gamma = gamma,
          .observers = nodes_from_labels("--observer", graph, options.observers),
          .target = graph::find_node("--target", graph, options.target),
          .steps = steps.count,
          .sigma = options.sigma,
          .sensitivity = options.sensitivity,
          .own_noise_known = own_noise_known(options.trust),
          .row_space = options.row_space,
          .runs = options.runs,
          .confidence = options.confidence,
          .delta = options.delta,
          .epsilon = options.epsilon,
          .execution = options.common.execution()};
}

Workload workload(const AttackGossipOptions& options, const empirical::GossipAttack& attack) {
  const double views = 2.5 * static_cast<double>(options.runs), kept = options.anytime.on ? 0.0 : views;
  double n = 0.0, rows = 0.0, played = 0.0;  // operations that play the protocol
  if (attack.rounds.empty()) {
    n = static_cast<double>(attack.w.rows());
    rows = static_cast<double>(accounting::senders(attack.w, attack.observers).size()) * attack.steps;
    played = attack.steps * static_cast<double>(attack.w.nonZeros());
  } else {
    n = static_cast<double>(attack.rounds.front().rows());
    for (const auto& senders : accounting::senders(attack.rounds, attack.observers))
      rows += static_cast<double>(senders.size());
    for (const auto& w : attack.rounds) played += static_cast<double>(w.nonZeros());
  }
  const double rank = std::min(rows, n);
  return {.operations = views * (attack.row_space ? 10.0 : played + 20.0 * n) + 2.0 * rows * n * rank +
                        (attack.rounds.empty() ? 0.0 : 12.0 * attack.steps * n * rank * rank),
          .bytes = 24.0 * rows * n + 8192.0 * n + 24.0 * kept};
}

Truth truth_of(const empirical::GossipAttack& attack) {
  auto losses = attack.rounds.empty()
                    ? accounting::gossip_losses(attack.w, attack.observers, attack.steps, attack.execution.part())
                    : accounting::gossip_losses(attack.rounds, attack.observers);
  if (attack.gamma != 0.0) {
    losses.published = accounting::accelerated_published_losses(
        attack.w, attack.gamma, accounting::senders(attack.w, attack.observers), attack.steps);
  }
  const double ratio = attack.sensitivity / attack.sigma;
  const auto share = attack.own_noise_known ? losses.exact_own_noise_of(attack.target) : losses.exact_of(attack.target);
  return {.exact = share.mapped([&](double x) { return ratio * std::sqrt(x); }),
          .published = ratio * std::sqrt(std::min(1.0, losses.published(attack.target)))};
}

nlohmann::ordered_json parameters_json(const AttackGossipOptions& options, const GossipGraph& made,
                                       const empirical::GossipAttack& attack) {
  auto parameters = graph_parameters(options.graph, made, attack.observers);
  parameters.update({{"target", NodeNames(made.graph()).json(attack.target)},
                     {"schedule", options.schedule.name()},
                     {"steps", attack.steps},
                     {"sigma", options.sigma},
                     {"sensitivity", options.sensitivity},
                     {"trust", options.trust},
                     {"row_space", options.row_space},
                     {"runs", options.runs},
                     {"confidence", options.confidence}});
  if (options.delta) parameters["delta"] = *options.delta;
  if (options.epsilon) parameters["epsilon"] = *options.epsilon;
  return parameters;
}

constexpr std::string_view gaussian_scores =
    "scores are Gaussian with one variance: true here, they are linear in the simulated Gaussian noise";
constexpr std::string_view no_law = "independent views, nothing about their law";

/// How views were scored, where that is not as one would expect.
report::TerminalText scoring_words(empirical::GossipScoring scoring) {
  if (scoring == empirical::GossipScoring::nothing)
    return paragraph("no message arrives at the observers: there is nothing to tell the values apart by");
  if (scoring == empirical::GossipScoring::noise)
    return paragraph("messages rounded to doubles lose too much: scored from every node's noise");
  return {};
}

AnytimeOutcome run_anytime(const empirical::GossipAttack& attack, const Truth& truth, empirical::AnytimeState from,
                           const empirical::AnytimeWatch& watch) {
  auto found = empirical::attack_gossip_anytime(attack, truth.published, std::move(from), watch);
  return {
      .fields = {{"mu", mu_json(found.mu_lower, truth)},
                 {"published_capped_at_local", true},
                 {"assumes", gaussian_scores},
                 {"any_law", {{"mu_lower", found.any_law}, {"assumes", no_law}}},
                 {"scored_by", to_string(found.scoring)},
                 {"refutes_published", found.stop == empirical::AnytimeStop::refuted},
                 {"true_positive_rate", to_json(found.rates.true_positive)},
                 {"false_positive_rate", to_json(found.rates.false_positive)}},
      .text = paragraph(
                  "mu, confidence {} at every look: at least {:.6g} (exact {}, published formula, capped at local DP, "
                  "{:.6g})",
                  report::probability_text(attack.confidence), found.mu_lower, report::enclosure_text(truth.exact, 6),
                  truth.published) +
              paragraph("without using that the scores are Gaussian: mu at least {:.6g}", found.any_law) +
              scoring_words(found.scoring) +
              paragraph("the published formula: {}", anytime_line(found.stop, found.state)),
      .stop = found.stop,
      .state = std::move(found.state)};
}

nlohmann::ordered_json fields(const empirical::GossipAttackResult& found, const Truth& truth) {
  nlohmann::ordered_json result;
  result["mu"] = mu_json(found.gaussian.mu, truth);
  result["published_capped_at_local"] = true;
  result["epsilon_lower"] = number_or_null(found.gaussian.epsilon);
  result["delta_lower"] = number_or_null(found.gaussian.delta);
  result["assumes"] = gaussian_scores;
  result["any_law"] = {{"mu_lower", found.any_law.mu},
                       {"epsilon_lower", number_or_null(found.any_law.epsilon)},
                       {"delta_lower", number_or_null(found.any_law.delta)},
                       {"certified_by", found.mu_from_curve ? "curve" : "threshold"},
                       {"assumes", no_law}};
  result["scored_by"] = to_string(found.scoring);
  result["refutes_published"] = found.gaussian.mu > truth.published;
  result["true_positive_rate"] = to_json(found.rates.true_positive);
  result["false_positive_rate"] = to_json(found.rates.false_positive);
  return result;
}

report::TerminalText text(const empirical::GossipAttack& attack, const empirical::GossipAttackResult& found,
                          const Truth& truth) {
  auto text =
      paragraph("{} views under each hypothesis, {} steps; the test fires on {} of the changed and {} of the unchanged",
                found.runs, attack.steps, report::probability_text(found.rates.true_positive.estimate(), 4),
                report::probability_text(found.rates.false_positive.estimate(), 4));
  text += paragraph("mu, confidence {}: at least {:.6g} (exact {}, published formula, capped at local DP, {:.6g})",
                    report::probability_text(attack.confidence), found.gaussian.mu,
                    report::enclosure_text(truth.exact, 6), truth.published);
  if (found.gaussian.epsilon)
    text += paragraph("epsilon at delta {}: at least {:.6g}", *attack.delta, *found.gaussian.epsilon);
  if (found.gaussian.delta)
    text += paragraph("delta at epsilon {}: at least {:.6g}", *attack.epsilon, *found.gaussian.delta);
  text += paragraph("without using that the scores are Gaussian: mu at least {:.6g}", found.any_law.mu);
  return text + scoring_words(found.scoring) +
         paragraph("the published formula is {}",
                   found.gaussian.mu > truth.published ? "refuted" : "not refuted; that is no evidence of privacy");
}

int run(const AttackGossipOptions& options) {
  require_positive("attack gossip", "--sigma", options.sigma);
  if (!options.schedule.file()) require_steps(options.steps);
  const Stopwatch watch;
  const auto network = load_network(options.schedule, options.graph, options.common.seeded());
  const auto& made = network.made;
  const auto attack = attack_of(options, network);
  catch_interrupts();
  require_affordable("attack gossip", workload(options, attack), "--steps or --runs, or take a smaller graph");
  const auto truth = truth_of(attack);
  if (options.anytime.on && (options.delta || options.epsilon))
    throw Error(Errc::conditions, "--anytime", "judges mu alone: not with --delta or --epsilon");
  const AttackRun run{.command = "attack gossip",
                      .common = options.common,
                      .anytime = options.anytime,
                      .parameters = parameters_json(options, made, attack),
                      .runs = options.runs,
                      .events = 2,
                      .unit = empirical::gossip_unit,
                      .notes = made.loaded.notes,
                      .read = reading(options.graph, made)};
  const auto fixed = [&] {
    const auto found = empirical::attack_gossip(attack);
    FixedOutcome outcome{.fields = fields(found, truth),
                         .text = text(attack, found, truth),
                         .refuted = found.gaussian.mu > truth.published,
                         .runs = found.runs};
    outcome.fields["timing"] = timing_json(options.common.origin());
    return outcome;
  };
  return run_attack(run, fixed, [&](empirical::AnytimeState from, const empirical::AnytimeWatch& keep) {
    return run_anytime(attack, truth, std::move(from), keep);
  });
}

}  // namespace

void add_attack_gossip(CLI::App& parent, Action& action) {
  auto* command = parent.add_subcommand("gossip", "likelihood-ratio test on simulated views of private averaging");
  auto options = std::make_shared<AttackGossipOptions>();
  add_common(*command, options->common);
  add_graph_options(*command, options->graph);
  add_observers(*command, options->observers);
  command->add_option("--target", options->target, "node under attack, by label")->required()->type_name("U");
  add_steps(*command, options->steps);
  add_gossip_schedule(*command, options->schedule);
  command->add_option("--sigma", options->sigma, "standard deviation of every node's noise")->capture_default_str();
  command->add_option("--sensitivity", options->sensitivity, "change of the target's value")->capture_default_str();
  add_trust(*command, options->trust);
  command->add_flag("--row-space", options->row_space,
                    "draw of every view only its score, which has the same law, instead of playing the protocol: some "
                    "dozen times as many views a second");
  command->add_option("--delta", options->delta, "also bound epsilon at this delta");
  command->add_option("--epsilon", options->epsilon, "also bound delta at this epsilon");
  add_anytime(*command, options->anytime);
  command
      ->add_option("--runs", options->runs,
                   "simulated views a hypothesis, >= 100; a quarter as many more choose the threshold")
      ->check(natural_number())
      ->type_name("UINT")
      ->capture_default_str();
  command->add_option("--confidence", options->confidence, "probability with which all bounds hold together")
      ->capture_default_str();
  command->footer(exit_codes("the published formula is not refuted; that is no evidence of privacy",
                             "the published formula is refuted",
                             "the run was cut short, and what was finished does not refute the formula"));
  command->callback([options, command, &action] {
    complete(*command, options->schedule, options->graph, options->steps);
    action = [options] { return run(*options); };
  });
}

}  // namespace hearsay::cli
