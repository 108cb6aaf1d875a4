#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/verb.hpp"
#include "cli/walk_options.hpp"
#include <hearsay/accounting/token/tight.hpp>
#include <hearsay/accounting/token/visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/version.hpp>

namespace hearsay::cli {

namespace {

struct Options {
  Common common;
  TokenNames names;
  accounting::TokenQuestion question;
};

/// A promise, the exact value's bracket if it could be computed, and why not otherwise.
struct Tight {
  accounting::Guarantee guarantee;
  std::optional<Bracket> bracket = {};
  std::string no_bracket = {};
};

Tight tight_of(const accounting::TokenQuestion& q, double delta, int jobs) {
  if (delta >= 1.0) return {{0.0, delta, false, "delta >= 1 promises nothing"}, {}, "delta >= 1 promises nothing"};
  if (q.task == accounting::TokenTask::histogram && !q.known_neighbors) {
    const auto bracket = accounting::token_epsilon_bracket(q, delta, jobs);
    return {{bracket.upper(), delta, true, "upper end of a certified bracket over all values of the others, by the multinomial law"}, bracket};
  }
  Tight tight{accounting::walk_tight(q, delta)};
  try {
    tight.bracket = accounting::token_epsilon_bracket(q, delta, jobs);
  } catch (const Error& error) {
    if (error.code() != Errc::conditions && error.code() != Errc::too_large && error.code() != Errc::not_converged) throw;
    tight.no_bracket = error.what();
    return tight;
  }
  if (!tight.guarantee.valid || tight.bracket->upper() <= tight.guarantee.epsilon) {
    tight.guarantee = {tight.bracket->upper(), delta, true,
                       q.task == accounting::TokenTask::sgd ? "for linear objectives: upper end of a certified bracket, by the renewal equation for privacy losses"
                                                           : "upper end of a certified bracket, by the renewal equation for privacy losses"};
  }
  return tight;
}

nlohmann::ordered_json tight_json(const Tight& tight) {
  auto result = to_json(tight.guarantee);
  if (tight.bracket) {
    result["epsilon_bracket"] = {{"lower", tight.bracket->lower()}, {"upper", tight.bracket->upper()}};
  } else {
    result["epsilon_bracket"] = nullptr;
    result["no_bracket"] = tight.no_bracket;
  }
  return result;
}

int account_walk(const Options& options) {
  auto q = options.question;
  q.task = parse_task(options.names.task);
  if (options.names.noise == "laplace") {
    throw Error(Errc::conditions, "--noise laplace", "the bounds of the complete graph are for Gaussian noise, and no law of a sum of Laplace noises is computed: account ring takes it");
  }
  q.calibration = parse_calibration(options.names.noise);
  const auto local = accounting::token_local(q);
  const auto published = accounting::token_published(q), repaired = accounting::token_repaired(q);
  const auto tight = tight_of(q, repaired.delta, options.common.jobs);
  const auto steps = static_cast<double>(q.steps);
  const auto chernoff = accounting::visits_chernoff(steps, q.observed(), q.delta_hat);
  nlohmann::ordered_json result = {
      {"command", "account walk"},
      {"parameters", to_json(q)},
      {"seed", options.common.seed},
      {"version", version},
      {"visits",
       {{"mean", steps * q.observed()}, {"exact", accounting::visits_exact(static_cast<std::uint64_t>(q.steps), q.observed(), q.delta_hat)},
        {"chernoff", {{"value", chernoff.value}, {"valid", chernoff.valid}, {"why", chernoff.why}}}, {"bernstein", accounting::visits_bernstein(steps, q.observed(), q.delta_hat)}}},
      {"local", to_json(local)},
      {"published", to_json(published)},
      {"repaired", to_json(repaired)},
      {"tight", tight_json(tight)},
  };
  auto& parameters = result["parameters"];
  parameters["task"] = options.names.task;
  parameters["buckets"] = q.buckets;
  parameters["colluders"] = q.colluders;
  parameters["known_neighbors"] = q.known_neighbors;
  parameters["noise"] = options.names.noise;
  write_json(options.common, result);
  if (options.common.wants_table()) {
    print_guarantees(local, published, repaired, tight.guarantee);
    if (tight.bracket) fmt::print("exact epsilon at delta {:.6g}: {:.8g} .. {:.8g}\n", tight.guarantee.delta, tight.bracket->lower(), tight.bracket->upper());
  }
  return 0;
}

}  // namespace

void add_account_walk(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("walk", "a token that walks on the complete graph, by formula and exactly");
  auto options = std::make_shared<Options>();
  auto& q = options->question;
  add_common(*command, options->common);
  add_walk_question(*command, q, false);
  command->add_option("--colluders", q.colluders, "curious users who pool what they see")->capture_default_str();
  command->add_flag("--known-neighbors", q.known_neighbors, "a user knows who sent it the token and who receives it");
  add_token_names(*command, options->names, {"sum", "histogram", "sgd"}, q.buckets);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account_walk(*options); }; });
}

}  // namespace hearsay::cli
