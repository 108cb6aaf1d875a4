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
  add_ring_question(*command, q, options->question.delta, false);
  add_token_names(*command, options->names, {"sum", "histogram"}, q.buckets);
  command
      ->add_option("--colluders", q.colluders,
                   "number of colluding users. Two or more learn most about a user between two of them")
      ->type_name("C")
      ->capture_default_str();
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known", "", "") +
                  examples({"account ring --users 20 --rounds 5 --epsilon 0.5 --delta 1e-6 --delta-prime 1e-6 "
                            "--colluders 2"}));
  command->callback([options, &action] { action = [options] { return run(*options); }; });
}

}  // namespace hearsay::cli
