// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <hearsay/accounting/token/report.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/walk.hpp>
#include <hearsay/report/number_text.hpp>
#include "api/render/guarantees.hpp"
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "cli/account/walk_on_graph.hpp"
#include "cli/common/certificate_file.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/token_options.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

namespace {

struct AccountWalkOptions {
  Common common;
  TokenNames names;
  accounting::TokenQuestion question;
  WalkOnGraph on_graph;
  std::string certificate;
};

nlohmann::ordered_json tight_json(const accounting::TightGuarantee& tight) {
  auto result = to_json(tight.guarantee);
  if (tight.bracket) {
    result["epsilon_bracket"] = {{"lower", tight.bracket->lower()}, {"upper", tight.bracket->upper()}};
  } else {
    result["epsilon_bracket"] = nullptr;
    result["no_bracket"] = tight.no_bracket;
  }
  return result;
}

nlohmann::ordered_json visits_json(const accounting::VisitsReport& visits) {
  const auto& chernoff = visits.chernoff;
  return {{"mean", visits.mean},
          {"exact", visits.exact},
          {"chernoff", {{"value", chernoff.value}, {"valid", chernoff.valid}, {"why", chernoff.why}}},
          {"bernstein", visits.bernstein}};
}

nlohmann::ordered_json parameters_json(const AccountWalkOptions& options, const accounting::TokenQuestion& q) {
  auto parameters = to_json(q);
  parameters["task"] = options.names.task;
  parameters["buckets"] = q.buckets;
  parameters["colluders"] = q.colluders;
  parameters["known_neighbors"] = q.known_neighbors;
  parameters["noise"] = options.names.noise;
  return parameters;
}

/// The guarantees of a sum that hold for more data than `tight`.
std::vector<NamedGuarantee> further_rows(const accounting::TokenReport& report) {
  std::vector<NamedGuarantee> rows;
  if (report.in_range) rows.push_back({"in range", *report.in_range});
  if (report.any_data) rows.push_back({"any data", report.any_data->guarantee});
  return rows;
}

constexpr std::string_view no_epsilon_proved =
    "epsilons have no proof: no kind of certificate is about the mixture that an observer of a walk sees";

/// The file of --certificate: how often the token visits the observers, by counting. That `exact` visits are exceeded
/// with chance delta_hat at most, and no fewer are; and how likely the printed bounds are reached.
void prove(const AccountWalkOptions& options, const accounting::TokenQuestion& q,
           const accounting::VisitsReport& visits) {
  const report::WalkInstance walk{.users = q.users, .steps = q.steps, .places = q.colluders};
  const auto slack = exact::fraction_of(q.delta_hat);
  std::vector<report::Certificate> all;
  std::vector<std::string> missing;
  const auto add = [&](std::int64_t least, std::optional<bool> refuted, std::string note) {
    if (least < 1 || least > q.steps) return;
    auto certificate = report::visits_bounds(walk, least);
    certificate.note = std::move(note);
    if (refuted && !report::prove_bound(certificate, slack, *refuted))
      missing.push_back(fmt::format("'{}' is not proved: the chance is too near to delta_hat", certificate.note));
    all.push_back(std::move(certificate));
  };
  const auto exact = static_cast<std::int64_t>(visits.exact);
  add(exact + 1, false, fmt::format("more than {} visits are as rare as delta_hat", exact));
  add(exact, true, fmt::format("more than {} are not", exact - 1));
  for (const auto& [name, bound] : {std::pair{"Chernoff", visits.chernoff.value}, {"Bernstein", visits.bernstein}}) {
    if (bound < static_cast<double>(q.steps))
      add(static_cast<std::int64_t>(std::ceil(bound)), {}, fmt::format("the bound of {} is reached", name));
  }
  missing.emplace_back(no_epsilon_proved);
  write_certificate(options.certificate, std::move(all), std::move(missing));
}

int account_walk(const AccountWalkOptions& options) {
  auto q = options.question;
  q.task = task_named(options.names.task);
  if (options.names.noise == "laplace") {
    throw Error(Errc::conditions, "--noise laplace",
                "the bounds of the complete graph are for Gaussian noise, and no law of a sum of Laplace noises is "
                "computed: account ring takes it");
  }
  q.calibration = noise_named(options.names.noise).calibration;
  catch_interrupts();
  const auto report = accounting::token_report(q, options.common.execution());
  auto result = envelope("account walk", parameters_json(options, q), options.common.origin());
  result.update({{"visits", visits_json(report.visits)},
                 {"local", to_json(report.local)},
                 {"published", to_json(report.published)},
                 {"repaired", to_json(report.repaired)},
                 {"tight", tight_json(report.tight)}});
  if (report.in_range) result["in_range"] = to_json(*report.in_range);
  if (report.any_data) result["any_data"] = tight_json(*report.any_data);
  write_json(options.common, result);
  if (options.common.wants_table()) {
    put_text(
        guarantees_text(report.local, report.published, report.repaired, report.tight.guarantee, further_rows(report)));
    if (const auto& bracket = report.tight.bracket) {
      print_wrapped("exact epsilon at delta {:.6g}{}: {} to {}", report.tight.guarantee.value.delta,
                    report.in_range ? " where it is known what the others add" : "",
                    report::number_text_below(bracket->lower(), 8), report::number_text_above(bracket->upper(), 8));
    }
  }
  if (!options.certificate.empty()) prove(options, q, report.visits);
  return 0;
}

constexpr std::array complete_alone{"--users",           "--epsilon", "--delta-prime", "--delta-hat", "--colluders",
                                    "--known-neighbors", "--task",    "--buckets",     "--noise"};
constexpr std::array complete_needs{"--users", "--steps", "--epsilon", "--delta", "--delta-prime", "--delta-hat"};
constexpr std::array graph_alone{"--weights", "--component", "--observer", "--target", "--sigma", "--others"};

/// Options belong to the walk on the complete graph or to that of --graph.
void require_one_walk(const CLI::App& command) {
  const bool on_graph = command.count("--graph") > 0;
  const auto refuse = [&](const auto& options, std::string_view why) {
    for (const auto* name : options)
      if (command.count(name) > 0) throw Error(Errc::conditions, name, std::string(why));
  };
  if (on_graph) {
    refuse(complete_alone, "belongs to the complete graph of --users, not to --graph");
    if (command.count("--steps") == 0) throw CLI::RequiredError("--steps");
    return;
  }
  refuse(graph_alone, "needs --graph");
  for (const auto* name : complete_needs)
    if (command.count(name) == 0) throw CLI::RequiredError(name);
}

}  // namespace

void add_account_walk(CLI::App& account, Action& action) {
  auto* command = account.add_subcommand(
      "walk", "a token that walks on the complete graph, by formula and exactly, or on any graph, exactly");
  auto options = std::make_shared<AccountWalkOptions>();
  auto& q = options->question;
  add_common(*command, options->common);
  add_walk_question(*command, q, false);
  command->add_option("--colluders", q.colluders, "curious users who pool what they see")->capture_default_str();
  command->add_flag("--known-neighbors", q.known_neighbors, "a user knows who sent it the token and who receives it");
  add_token_names(*command, options->names, {"sum", "histogram", "sgd"}, q.buckets);
  add_certificate(*command, options->certificate);
  add_walk_on_graph(*command, options->on_graph);
  for (const auto* name : complete_needs) command->get_option(name)->required(false);
  for (const auto* name : complete_alone) command->get_option(name)->group("On the complete graph, without --graph");
  for (const auto* name : graph_alone) command->get_option(name)->group("On any graph, with --graph");
  command->get_option("--delta")->description(
      "local DP of one contribution; with --graph, where it may be left out: gives the exact epsilon at it");
  command->footer(exit_codes("the losses are known", "", ""));
  command->callback([options, command, &action] {
    require_one_walk(*command);
    action = [options, on_graph = command->count("--graph") > 0, delta = command->count("--delta") > 0] {
      if (!on_graph) return account_walk(*options);
      auto& walk = options->on_graph;
      walk.steps = options->question.steps;
      if (delta) walk.delta = options->question.delta;
      const int code = account_walk_on_graph(options->common, walk);
      if (!options->certificate.empty()) write_certificate(options->certificate, {}, {std::string(no_epsilon_proved)});
      return code;
    };
  });
}

}  // namespace hearsay::cli
