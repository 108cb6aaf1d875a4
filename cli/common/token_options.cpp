// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/token_options.hpp"

#include <utility>

namespace hearsay::cli {

void add_walk_question(CLI::App& command, accounting::TokenQuestion& q, bool slack_optional) {
  command.add_option("--users", q.users, "number of users")->required();
  command.add_option("--steps", q.steps, "number of steps of the token")->required();
  command.add_option("--epsilon", q.epsilon, "local-DP epsilon of one contribution")->required();
  command.add_option("--delta", q.delta, "local-DP delta of one contribution")->required();
  for (auto* option :
       {command.add_option("--delta-prime", q.delta_prime, "delta' of advanced composition, a part of the total delta"),
        command.add_option("--delta-hat", q.delta_hat,
                           "probability that the bound on the number of visits fails, a part of the total delta")}) {
    if (slack_optional) {
      option->capture_default_str();
    } else {
      option->required();
    }
  }
}

void add_ring_question(CLI::App& command, accounting::RingQuestion& q, std::optional<double>& delta,
                       bool slack_optional) {
  command.add_option("--users", q.users, "number of users on the ring")->required();
  command.add_option("--rounds", q.rounds, "number of laps of the token")->required();
  command.add_option("--epsilon", q.epsilon, "local-DP epsilon of one contribution")->required();
  command.add_option("--delta", delta,
                     "local-DP delta of one contribution. Laplace noise takes no --delta; any other noise requires it");
  auto* slack =
      command.add_option("--delta-prime", q.delta_prime, "delta' of advanced composition, a part of the total delta");
  if (slack_optional) {
    slack->capture_default_str();
  } else {
    slack->required();
  }
}

void add_task(CLI::App& command, std::string& task, std::vector<std::string> tasks, std::int64_t& buckets) {
  command.add_option("--task", task, "task of the token")
      ->check(CLI::IsMember(std::move(tasks)))
      ->type_name("TASK")
      ->capture_default_str();
  command.add_option("--buckets", buckets, "number of values of a histogram")->capture_default_str();
}

void add_token_names(CLI::App& command, TokenNames& names, std::vector<std::string> tasks, std::int64_t& buckets) {
  add_task(command, names.task, std::move(tasks), buckets);
  command
      .add_option("--noise", names.noise,
                  "noise of one contribution to a sum. classical, analytic: Gaussian noise with this calibration; "
                  "laplace: Laplace noise")
      ->check(CLI::IsMember({"classical", "analytic", "laplace"}))
      ->type_name("NAME")
      ->capture_default_str();
}

}  // namespace hearsay::cli
