#include <fmt/format.h>

#include <memory>

#include "cli/anytime_options.hpp"
#include "cli/interrupt.hpp"
#include "cli/page.hpp"
#include "cli/verb.hpp"
#include "cli/walk_options.hpp"
#include "cli/workload.hpp"
#include "empirical/attack/token.hpp"
#include <hearsay/accounting/token/tight.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  AnytimeOptions anytime;
  accounting::TokenQuestion question;
  std::string noise = "classical";
  std::int64_t runs = 10'000;
  double confidence = 0.95;
};

nlohmann::ordered_json rate(const Bracket& b) { return {{"lower", b.lower()}, {"estimate", b.estimate()}, {"upper", b.upper()}}; }

int attack_walk(const Options& options) {
  require_distinct({{"--json", options.common.json}, {"--resume", options.anytime.state}});
  auto q = options.question;
  q.calibration = parse_calibration(options.noise);
  const auto published = accounting::token_published(q), repaired = accounting::token_repaired(q);
  const auto runs = static_cast<double>(options.runs), users = static_cast<double>(q.users);
  require_affordable("attack walk", {.operations = 4.0 * runs * (10.0 * static_cast<double>(q.steps) + users), .bytes = 100.0 * runs + 64.0 * users}, "--steps, --users or --runs");
  if (published.delta >= 1.0) {
    throw Error(Errc::conditions, "attack walk", fmt::format("the published delta = {:.6g} must be < 1: it promises nothing to refute; fewer steps or a smaller --delta", published.delta));
  }
  const double mu = accounting::signal_to_noise(q.calibration, q.epsilon, q.delta);
  auto parameters = to_json(q);
  parameters["noise"] = options.noise;
  parameters["runs"] = options.runs;
  parameters["confidence"] = options.confidence;
  const empirical::WalkAttack attack{.users = q.users, .steps = q.steps, .mu = mu, .delta = published.delta, .runs = options.runs, .confidence = options.confidence, .jobs = options.common.jobs,
                                     .progress = terminal_progress(), .stop = interrupted};
  catch_interrupts();
  if (options.anytime.on) {
    auto asked = parameters;
    asked.erase("runs");
    const nlohmann::ordered_json question = {{"command", "attack walk"}, {"parameters", asked}, {"seed", options.common.seed}};
    const auto from = resumed_state(options.anytime, question, 2);
    const auto found = empirical::attack_walk_anytime(attack, published.epsilon, options.common.seeded(), from, state_keeper(options.anytime, question));
    store_state(options.anytime, question, found.state);
    write_json(options.common, {{"command", "attack walk"},
                                {"parameters", parameters},
                                {"seed", options.common.seed},
                                {"version", version},
                                {"mu", mu},
                                {"delta", attack.delta},
                                {"detected", rate(found.rates.true_positive)},
                                {"false_alarm", rate(found.rates.false_positive)},
                                {"epsilon_lower", found.epsilon_lower},
                                {"published", to_json(published)},
                                {"repaired", to_json(repaired)},
                                {"refutes_published", found.stop == empirical::AnytimeStop::refuted},
                                {"anytime", anytime_json(found.stop, found.state)}});
    if (options.common.wants_table()) {
      print_wrapped("epsilon >= {:.6g} at delta = {:.4g} with confidence {} at every look; published {:.6g}: {}", found.epsilon_lower, attack.delta, options.confidence, published.epsilon,
                 anytime_line(found.stop, found.state));
    }
    return exit_code(found.stop);
  }
  const auto found = empirical::attack_walk(attack, options.common.seeded());
  const bool refutes = found.epsilon_lower > published.epsilon;
  nlohmann::ordered_json result = {{"command", "attack walk"},
                                   {"parameters", parameters},
                                   {"seed", options.common.seed},
                                   {"version", version},
                                   {"mu", mu},
                                   {"delta", attack.delta},
                                   {"detected", rate(found.detected)},
                                   {"false_alarm", rate(found.false_alarm)},
                                   {"epsilon_lower", found.epsilon_lower},
                                   {"published", to_json(published)},
                                   {"repaired", to_json(repaired)},
                                   {"refutes_published", refutes}};
  const int code = write_runs(options.common, std::move(result), found.runs, static_cast<std::uint64_t>(options.runs));
  if (options.common.wants_table()) {
    print_wrapped("likelihood-ratio test on v's view, {} runs a side: detected {:.4f}, false alarms {:.4f}", found.runs, found.detected.estimate(), found.false_alarm.estimate());
    print_wrapped("epsilon >= {:.6g} at delta = {:.4g} with confidence {}; published {:.6g}: {}", found.epsilon_lower, attack.delta, options.confidence, published.epsilon,
               refutes ? "refuted" : "not refuted");
  }
  return refutes ? 1 : code;
}

}  // namespace

void add_attack_walk(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand("walk", "likelihood-ratio attack of one user on the sum walk");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  add_walk_question(*command, options->question, true);
  command->add_option("--noise", options->noise, "Gaussian calibration")->check(CLI::IsMember({"classical", "analytic"}))->type_name("NAME")->capture_default_str();
  add_anytime(*command, options->anytime);
  command->add_option("--runs", options->runs, "simulated views a side")->capture_default_str();
  command->add_option("--confidence", options->confidence, "of the lower bound")->capture_default_str();
  command->footer(exit_codes("the published guarantee is not refuted; that is no evidence of privacy", "the published guarantee is refuted", "the run was cut short, and what was finished does not refute the guarantee"));
  command->callback([options, &action] { action = [options] { return attack_walk(*options); }; });
}

}  // namespace hearsay::cli
