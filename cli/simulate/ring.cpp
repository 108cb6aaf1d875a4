// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/simulate_ring.hpp"
#include "api/simulation_names.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"
#include "cli/simulate/runs.hpp"

namespace hearsay::cli {

namespace {

struct SimulateRingOptions {
  Common common;
  SimulateRingQuestion question;
  ResponsePlan response;
  std::string task = "sum", noise = "counter", law = "gaussian";
};

int run(const SimulateRingOptions& options) {
  auto question = options.question;
  question.plan.noise = ring_noise_named(options.noise);
  question.perturb.law = law_named(options.law);
  if (options.task == "histogram") question.histogram = options.response;
  catch_interrupts();
  return show_runs(options.common, simulate_ring(question, options.common.execution()));
}

}  // namespace

void add_simulate_ring(CLI::App& simulate, Action& action) {
  auto* command = simulate.add_subcommand("ring", "private sum or histogram by a token on a ring");
  auto options = std::make_shared<SimulateRingOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--users", q.plan.users, "number of users on the ring")->required();
  command->add_option("--rounds", q.plan.rounds, "number of laps of the token")->required();
  add_task(*command, options->task, {"sum", "histogram"}, options->response.buckets);
  command
      ->add_option("--gamma", options->response.gamma,
                   "share of random answers of a histogram, in [0, 1); user u holds u mod the number of buckets")
      ->capture_default_str();
  command->add_option("--sigma", q.perturb.sigma, "standard deviation of one draw of noise")->capture_default_str();
  command->add_option("--value", q.value, "contribution of every user")->capture_default_str();
  command
      ->add_option("--noise", options->noise,
                   "users that add noise. counter: the user that finds the counter at 0 (Algorithm 1); distributed: "
                   "every user, with SIGMA / sqrt(users - 1), and SIGMA for the very first contribution")
      ->check(CLI::IsMember({"counter", "distributed"}))
      ->type_name("WHO")
      ->capture_default_str();
  command->add_option("--law", options->law, "law of the noise")
      ->check(CLI::IsMember({"gaussian", "laplace"}))
      ->type_name("LAW")
      ->capture_default_str();
  command->add_flag("--publish", q.plan.publish, "add one more draw of noise to the returned token");
  command->add_option("--runs", q.runs, "number of runs")->capture_default_str();
  command->footer(exit_codes_of_runs() +
                  examples({"simulate ring --users 30 --rounds 2 --task histogram --buckets 3 --gamma 0.2"}));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
