// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/walk_options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include <hearsay/report/number_text.hpp>
#include <hearsay/report/text_table.hpp>
#include "cli/common/output.hpp"

namespace hearsay::cli {

void add_walk_question(CLI::App& command, accounting::TokenQuestion& q, bool slack_optional) {
  command.add_option("--users", q.users, "users")->required();
  command.add_option("--steps", q.steps, "steps of the token")->required();
  command.add_option("--epsilon", q.epsilon, "local DP of one contribution")->required();
  command.add_option("--delta", q.delta, "local DP of one contribution")->required();
  for (auto* option :
       {command.add_option("--delta-prime", q.delta_prime, "slack of advanced composition"),
        command.add_option("--delta-hat", q.delta_hat, "chance that a bound on numbers of visits fails")}) {
    if (slack_optional) {
      option->capture_default_str();
    } else {
      option->required();
    }
  }
}

nlohmann::ordered_json to_json(const accounting::TokenQuestion& q) {
  return {{"users", q.users},
          {"steps", q.steps},
          {"epsilon", q.epsilon},
          {"delta", q.delta},
          {"delta_prime", q.delta_prime},
          {"delta_hat", q.delta_hat}};
}

void add_token_names(CLI::App& command, TokenNames& names, std::vector<std::string> tasks, std::int64_t& buckets) {
  command.add_option("--task", names.task, "what the token collects")
      ->check(CLI::IsMember(std::move(tasks)))
      ->type_name("TASK")
      ->capture_default_str();
  command.add_option("--buckets", buckets, "values of a histogram")->capture_default_str();
  command
      .add_option("--noise", names.noise,
                  "noise of one contribution to a sum: Gaussian by its classical or analytic calibration, or laplace")
      ->check(CLI::IsMember({"classical", "analytic", "laplace"}))
      ->type_name("NAME")
      ->capture_default_str();
}

accounting::TokenTask parse_task(const std::string& name) {
  return name == "sum"         ? accounting::TokenTask::sum
         : name == "histogram" ? accounting::TokenTask::histogram
                               : accounting::TokenTask::sgd;
}

accounting::Calibration parse_calibration(const std::string& name) {
  return name == "analytic" ? accounting::Calibration::analytic : accounting::Calibration::classical;
}

nlohmann::ordered_json to_json(const accounting::Guarantee& g) {
  nlohmann::ordered_json result = {{"epsilon", nullptr}, {"delta", g.value.delta}, {"valid", g.valid}, {"why", g.why}};
  if (std::isfinite(g.value.epsilon)) result["epsilon"] = g.value.epsilon;
  return result;
}

nlohmann::ordered_json to_json(const accounting::LocalGuarantees& local) {
  auto result = to_json(local.best());
  result["methods"] = {{"plain", to_json(local.plain)},
                       {"advanced", to_json(local.advanced)},
                       {"optimal", to_json(local.optimal)},
                       {"gaussian", to_json(local.gaussian)}};
  return result;
}

void print_guarantees(const accounting::LocalGuarantees& local, const accounting::Guarantee& published,
                      const accounting::Guarantee& repaired, const accounting::Guarantee& tight,
                      const std::vector<NamedGuarantee>& further) {
  using Align = report::TextColumn::Align;
  report::TextTable table({{.title = "method", .align = Align::left},
                           {.title = "epsilon"},
                           {.title = "delta"},
                           {.title = "valid", .align = Align::left},
                           {.title = "why", .align = Align::left, .fit = report::Fit::wrap}});
  // Rounded up: what is promised may be copied.
  const auto row = [&](std::string_view name, const accounting::Guarantee& g) {
    table.row({std::string(name), report::number_text_above(g.value.epsilon, 8),
               report::number_text_above(g.value.delta, 6), g.valid ? "yes" : "no", g.why});
  };
  for (const auto* g : {&local.plain, &local.advanced, &local.optimal}) row("local", *g);
  if (local.gaussian.valid) row("local", local.gaussian);  // there is Gaussian noise
  row("published", published), row("repaired", repaired), row("tight", tight);
  for (const auto& [name, g] : further) row(name, g);
  show(table);
}

}  // namespace hearsay::cli
