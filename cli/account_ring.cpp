#include <memory>
#include <optional>

#include "cli/verb.hpp"
#include "cli/walk_options.hpp"
#include <hearsay/accounting/token/ring.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  TokenNames names;
  accounting::RingQuestion question;
  std::optional<double> delta;
};

int account_ring(const Options& options) {
  auto q = options.question;
  q.task = parse_task(options.names.task);
  if (options.names.noise == "laplace") {
    if (options.delta) throw Error(Errc::conditions, "--delta", "Laplace noise has none: leave it out");
    q.noise = accounting::Noise::laplace;
  } else {
    if (!options.delta) throw Error(Errc::conditions, "--delta", "is required, unless --noise laplace");
    q.delta = *options.delta;
    q.calibration = parse_calibration(options.names.noise);
  }
  const auto local = accounting::ring_local(q);
  const auto published = accounting::ring_published(q), repaired = accounting::ring_repaired(q), tight = accounting::ring_tight(q);
  nlohmann::ordered_json result = {
      {"command", "account ring"},
      {"parameters",
       {{"users", q.users}, {"rounds", q.rounds}, {"epsilon", q.epsilon}, {"delta", options.delta ? nlohmann::ordered_json(*options.delta) : nlohmann::ordered_json(nullptr)}, {"delta_prime", q.delta_prime}, {"task", options.names.task}, {"buckets", q.buckets}, {"noise", options.names.noise}}},
      {"seed", options.common.seed},
      {"version", version},
      {"local", to_json(local)},
      {"published", to_json(published)},
      {"repaired", to_json(repaired)},
      {"tight", to_json(tight)},
  };
  if (q.task == accounting::TokenTask::sum) {
    result["noise_events"] = {{"published", accounting::ring_noise_events_published(q.users, q.rounds)}, {"repaired", accounting::ring_noise_events(q.users, q.rounds)}};
    if (q.noise == accounting::Noise::gaussian) {
      result["mu"] = accounting::ring_mu(q);
    } else {
      result["scale"] = 1.0 / q.epsilon;  // in units of the sensitivity
    }
  } else {
    result["gamma"] = {{"published", accounting::ring_response_published(q).gamma}, {"repaired", accounting::ring_response_repaired(q).gamma}};
  }
  write_json(options.common, result);
  if (options.common.wants_table()) print_guarantees(local, published, repaired, tight);
  return 0;
}

}  // namespace

void add_account_ring(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("ring", "a token that goes around a ring, by formula and exactly");
  auto options = std::make_shared<Options>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--users", q.users, "users on the ring")->required();
  command->add_option("--rounds", q.rounds, "laps of the token")->required();
  command->add_option("--epsilon", q.epsilon, "local DP of one contribution")->required();
  command->add_option("--delta", options->delta, "local DP of one contribution; required, but for Laplace noise, which has none");
  command->add_option("--delta-prime", q.delta_prime, "slack of advanced composition")->required();
  add_token_names(*command, options->names, {"sum", "histogram"}, q.buckets);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account_ring(*options); }; });
}

}  // namespace hearsay::cli
