#include <fmt/format.h>

#include <memory>

#include "cli/verb.hpp"
#include "cli/walk_options.hpp"
#include <hearsay/accounting/walk_tight.hpp>
#include <hearsay/accounting/walk_visits.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  TokenNames names;
  accounting::WalkQuestion question;
};

int account_walk(const Options& options) {
  auto q = options.question;
  q.task = parse_task(options.names.task);
  q.calibration = parse_calibration(options.names.noise);
  const auto local = accounting::walk_local(q);
  const auto published = accounting::walk_published(q), repaired = accounting::walk_repaired(q);
  const auto tight = repaired.delta < 1.0 ? accounting::walk_tight(q, repaired.delta)
                                          : accounting::Guarantee{0.0, repaired.delta, false, "delta >= 1 promises nothing"};
  const auto steps = static_cast<double>(q.steps);
  const auto chernoff = accounting::visits_chernoff(steps, q.observed(), q.delta_hat);
  nlohmann::ordered_json result = {
      {"command", "account walk"},
      {"parameters",
       {{"users", q.users}, {"steps", q.steps}, {"epsilon", q.epsilon}, {"delta", q.delta}, {"delta_prime", q.delta_prime}, {"delta_hat", q.delta_hat}, {"task", options.names.task},
        {"buckets", q.buckets}, {"colluders", q.colluders}, {"known_neighbors", q.known_neighbors}, {"noise", options.names.noise}}},
      {"seed", options.common.seed},
      {"version", version},
      {"visits",
       {{"mean", steps * q.observed()}, {"exact", accounting::visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), q.delta_hat)},
        {"chernoff", {{"value", chernoff.value}, {"valid", chernoff.valid}, {"why", chernoff.why}}}, {"bernstein", accounting::visits_bernstein(steps, q.observed(), q.delta_hat)}}},
      {"local", to_json(local)},
      {"published", to_json(published)},
      {"repaired", to_json(repaired)},
      {"tight", to_json(tight)},
  };
  write_json(options.common, result);
  if (options.common.wants_table()) {
    fmt::print("{:<10} {:>14} {:>12}  {:<5}  {}\n", "method", "epsilon", "delta", "valid", "why");
    print_guarantee("local", local.advanced);
    print_guarantee("published", published);
    print_guarantee("repaired", repaired);
    print_guarantee("tight", tight);
  }
  return 0;
}

}  // namespace

void add_account_walk(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("walk", "a token that walks on the complete graph, by formula and exactly");
  auto options = std::make_shared<Options>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--users", q.users, "users")->required();
  command->add_option("--steps", q.steps, "steps of the token")->required();
  command->add_option("--epsilon", q.epsilon, "local DP of one contribution")->required();
  command->add_option("--delta", q.delta, "local DP of one contribution")->required();
  command->add_option("--delta-prime", q.delta_prime, "slack of advanced composition")->required();
  command->add_option("--delta-hat", q.delta_hat, "chance that a bound on numbers of visits fails")->required();
  command->add_option("--colluders", q.colluders, "curious users who pool what they see")->capture_default_str();
  command->add_flag("--known-neighbors", q.known_neighbors, "a user knows who sent it the token and who receives it");
  add_token_names(*command, options->names, {"sum", "histogram", "sgd"}, q.buckets);
  command->callback([options, &action] { action = [options] { return account_walk(*options); }; });
}

}  // namespace hearsay::cli
