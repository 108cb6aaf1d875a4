// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <memory>
#include <optional>

#include <hearsay/accounting/token/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/report/certificate/ring.hpp>
#include "cli/common/certificate_file.hpp"
#include "cli/common/result.hpp"
#include "cli/common/verb.hpp"
#include "cli/common/walk_options.hpp"

namespace hearsay::cli {

namespace {

struct AccountRingOptions {
  Common common;
  TokenNames names;
  accounting::RingQuestion question;
  std::optional<double> delta;
  std::string certificate;
};

accounting::RingQuestion parse_question(const AccountRingOptions& options) {
  auto q = options.question;
  q.task = parse_task(options.names.task);
  if (options.names.noise == "laplace") {
    if (options.delta) throw Error(Errc::conditions, "--delta", "Laplace noise has none: leave it out");
    q.noise = accounting::Noise::laplace;
    return q;
  }
  if (!options.delta) throw Error(Errc::conditions, "--delta", "is required, unless --noise laplace");
  q.delta = *options.delta;
  q.calibration = parse_calibration(options.names.noise);
  return q;
}

template <class Number>
nlohmann::ordered_json pair_json(const accounting::PublishedRepaired<Number>& pair) {
  return {{"published", pair.published}, {"repaired", pair.repaired}};
}

/// The file of --certificate: what Algorithm 1 does step by step, which no formula is needed for.
void prove(const AccountRingOptions& options, const accounting::RingQuestion& q) {
  constexpr std::int64_t most_steps = 100'000;
  if (q.task != accounting::TokenTask::sum || q.noise != accounting::Noise::gaussian) {
    write_certificate(options.certificate, {}, {"only sums with Gaussian noise have proofs"});
  } else if (q.users > most_steps / q.rounds) {
    write_certificate(options.certificate, {}, {fmt::format("more than {} steps have no proof", most_steps)});
  } else {
    write_certificate(options.certificate, report::ring_bounds(q.users, q.rounds),
                      {"epsilons have no proof: they follow from mu2, in units of (Delta/sigma)^2"});
  }
}

int account_ring(const AccountRingOptions& options) {
  const auto q = parse_question(options);
  const auto report = accounting::ring_report(q);
  nlohmann::ordered_json parameters = {{"users", q.users},
                                       {"rounds", q.rounds},
                                       {"epsilon", q.epsilon},
                                       {"delta", number_or_null(options.delta)},
                                       {"delta_prime", q.delta_prime},
                                       {"task", options.names.task},
                                       {"buckets", q.buckets},
                                       {"noise", options.names.noise}};
  auto result = envelope("account ring", std::move(parameters), options.common);
  result.update({{"local", to_json(report.local)},
                 {"published", to_json(report.published)},
                 {"repaired", to_json(report.repaired)},
                 {"tight", to_json(report.tight)}});
  if (report.noise_events) result["noise_events"] = pair_json(*report.noise_events);
  if (report.mu) result["mu"] = *report.mu;
  if (report.scale) result["scale"] = *report.scale;
  if (report.gamma) result["gamma"] = pair_json(*report.gamma);
  write_json(options.common, result);
  if (options.common.wants_table()) print_guarantees(report.local, report.published, report.repaired, report.tight);
  if (!options.certificate.empty()) prove(options, q);
  return 0;
}

}  // namespace

void add_account_ring(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand("ring", "a token that goes around a ring, by formula and exactly");
  auto options = std::make_shared<AccountRingOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  command->add_option("--users", q.users, "users on the ring")->required();
  command->add_option("--rounds", q.rounds, "laps of the token")->required();
  command->add_option("--epsilon", q.epsilon, "local DP of one contribution")->required();
  command->add_option("--delta", options->delta,
                      "local DP of one contribution; required, but for Laplace noise, which has none");
  command->add_option("--delta-prime", q.delta_prime, "slack of advanced composition")->required();
  add_token_names(*command, options->names, {"sum", "histogram"}, q.buckets);
  add_certificate(*command, options->certificate);
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, &action] { action = [options] { return account_ring(*options); }; });
}

}  // namespace hearsay::cli
