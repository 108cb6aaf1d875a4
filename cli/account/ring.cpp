// SPDX-License-Identifier: GPL-3.0-or-later
#include <memory>

#include "api/account_ring.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/token_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountRingOptions {
  Common common;
  TokenNames names;
  RingQuestion question;
  std::string certificate;
};

int run(const AccountRingOptions& options) {
  auto question = options.question;
  options.names.name(question.token);
  const auto answer = account_ring(question);
  show(options.common, answer);
  write_certificate(options.certificate, [&] { return proofs_of(answer); });
  return 0;
}

}  // namespace

void add_account_ring(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("ring", "token on a ring: published bound and exact loss");
  auto options = std::make_shared<AccountRingOptions>();
  auto& q = options->question.token;
  add_common(*command, options->common);
  command->add_option("--users", q.users, "number of users on the ring")->required();
  command->add_option("--rounds", q.rounds, "number of laps of the token")->required();
  command->add_option("--epsilon", q.epsilon, "local-DP epsilon of one contribution")->required();
  command->add_option(
      "--delta", options->question.delta,
      "local-DP delta of one contribution. Laplace noise takes no --delta; any other noise requires it");
  command->add_option("--delta-prime", q.delta_prime, "delta' of advanced composition, a part of the total delta")
      ->required();
  add_token_names(*command, options->names, {"sum", "histogram"}, q.buckets);
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
