#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "cli/verb.hpp"
#include "cli/walk_options.hpp"
#include "empirical/attack/walk_attack.hpp"
#include <hearsay/accounting/walk_tight.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  accounting::WalkQuestion question;
  std::string noise = "classical";
  std::int64_t runs = 10'000;
  double confidence = 0.95;
};

nlohmann::ordered_json rate(const Bracket& b) { return {{"lower", b.lower()}, {"estimate", b.estimate()}, {"upper", b.upper()}}; }

int attack_walk(const Options& options) {
  auto q = options.question;
  q.calibration = parse_calibration(options.noise);
  const auto published = accounting::walk_published(q), repaired = accounting::walk_repaired(q);
  const double mu = accounting::signal_to_noise(q.calibration, q.epsilon, q.delta), delta = std::min(repaired.delta, published.delta);
  const auto found = empirical::attack_walk({.users = q.users, .steps = q.steps, .mu = mu, .delta = std::min(delta, 0.5), .runs = options.runs, .confidence = options.confidence, .jobs = options.common.jobs},
                                            options.common.seeded());
  const bool refutes = found.epsilon_lower > published.epsilon;
  auto parameters = to_json(q);
  parameters["noise"] = options.noise;
  parameters["runs"] = options.runs;
  parameters["confidence"] = options.confidence;
  write_json(options.common, {{"command", "attack walk"},
                              {"parameters", parameters},
                              {"seed", options.common.seed},
                              {"version", version},
                              {"mu", mu},
                              {"detected", rate(found.detected)},
                              {"false_alarm", rate(found.false_alarm)},
                              {"epsilon_lower", found.epsilon_lower},
                              {"published", to_json(published)},
                              {"repaired", to_json(repaired)},
                              {"refutes_published", refutes}});
  if (options.common.wants_table()) {
    fmt::print("likelihood-ratio test on v's view, {} runs a side: detected {:.4f}, false alarms {:.4f}\n", options.runs, found.detected.estimate(), found.false_alarm.estimate());
    fmt::print("epsilon >= {:.6g} at delta = {:.4g} with confidence {}; published {:.6g}: {}\n", found.epsilon_lower, delta, options.confidence, published.epsilon,
               refutes ? "refuted" : "not refuted");
  }
  return refutes ? 1 : 0;
}

}  // namespace

void add_attack_walk(CLI::App& attack, Action& action) {
  auto* command = attack.add_subcommand("walk", "likelihood-ratio attack of one user on the sum walk");
  auto options = std::make_shared<Options>();
  add_common(*command, options->common);
  add_walk_question(*command, options->question, true);
  command->add_option("--noise", options->noise, "Gaussian calibration")->check(CLI::IsMember({"classical", "analytic"}))->type_name("NAME")->capture_default_str();
  command->add_option("--runs", options->runs, "simulated views a side")->capture_default_str();
  command->add_option("--confidence", options->confidence, "of the lower bound")->capture_default_str();
  command->callback([options, &action] { action = [options] { return attack_walk(*options); }; });
}

}  // namespace hearsay::cli
