// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/token/token.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/render/result.hpp"
#include "api/render/words.hpp"
#include "api/workload.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/verb.hpp"
#include "cli/simulate/quantiles.hpp"

namespace hearsay::cli {

namespace {

struct SimulateRingOptions {
  Common common;
  protocol::RingSum plan;
  double sigma = 1.0, value = 0.0;
  std::string noise = "counter", law = "gaussian";
  std::int64_t runs = 1000;
};

int simulate_ring(const SimulateRingOptions& options) {
  auto plan = options.plan;
  plan.noise = options.noise == "counter" ? protocol::RingNoise::counter : protocol::RingNoise::distributed;
  require_between("simulate ring", "--runs", options.runs, 2, 100'000'000);
  require_between("simulate ring", "--rounds", plan.rounds, 1, 1'000'000);
  require_non_negative("simulate ring", "--sigma", options.sigma);
  protocol::require_ring_sum(plan, static_cast<std::size_t>(plan.users));
  const auto steps = static_cast<double>(plan.users) * static_cast<double>(plan.rounds),
             runs = static_cast<double>(options.runs);
  if (!std::isfinite(options.value * steps))
    throw Error(Errc::domain, "simulate ring",
                fmt::format("--value = {} times {} contributions must be finite", options.value, steps));
  require_affordable("simulate ring",
                     {.operations = 4.0 * runs * steps, .bytes = 8.0 * (static_cast<double>(plan.users) + 2.0 * runs)},
                     "--users, --rounds or --runs");
  const std::vector<double> values(static_cast<std::size_t>(plan.users), options.value);
  const auto law = options.law == "gaussian" ? protocol::Perturb::Law::gaussian : protocol::Perturb::Law::laplace;
  catch_interrupts();
  auto estimates = parallel_map<double>(
      static_cast<std::size_t>(options.runs), options.common.execution(), "runs", [&](std::size_t run) {
        protocol::NoiseStream noise(
            {law, options.sigma},
            random::Stream(options.common.seeded(), random::Purpose::noise, static_cast<std::uint32_t>(run)));
        return protocol::ring_sum(plan, values, noise).estimate;
      });
  if (estimates.size() < 2) throw Interrupted();
  const auto last = protocol::ring_sum(plan, values, [](std::int64_t, double) { return 0.0; });
  double mean = 0.0, square = 0.0;
  for (const double e : estimates) mean += e;
  const std::size_t finished = estimates.size();
  mean /= static_cast<double>(finished);
  for (const double e : estimates) square += (e - mean) * (e - mean);
  const double deviation = std::sqrt(square / static_cast<double>(finished - 1));
  const double truth = options.value * static_cast<double>(plan.users * plan.rounds),
               exact = options.sigma * std::sqrt(last.noise_variance);
  nlohmann::ordered_json parameters = {{"users", plan.users},     {"rounds", plan.rounds},  {"sigma", options.sigma},
                                       {"value", options.value},  {"noise", options.noise}, {"law", options.law},
                                       {"publish", plan.publish}, {"runs", options.runs}};
  auto result = envelope("simulate ring", std::move(parameters), options.common.origin());
  result.update({{"sum", truth},
                 {"noise_events", last.noise_events},
                 {"estimate",
                  {{"mean", mean},
                   {"sd", deviation},
                   {"sd_exact", exact},
                   {"quantiles", to_json(quantiles(std::move(estimates)))}}}});
  const int code = write_runs(options.common, std::move(result), finished, static_cast<std::uint64_t>(options.runs));
  if (options.common.wants_table()) {
    print_wrapped("sum {:.10g}, {} noise events; {} runs: mean {:.8g}, standard deviation {:.6g} (exactly {:.6g})",
                  truth, last.noise_events, finished, mean, deviation, exact);
  }
  return code;
}

}  // namespace

void add_simulate_ring(CLI::App& simulate, Action& action) {
  auto* command = simulate.add_subcommand("ring", "private sum by a token that goes around a ring");
  auto options = std::make_shared<SimulateRingOptions>();
  add_common(*command, options->common);
  command->add_option("--users", options->plan.users, "users on the ring")->required();
  command->add_option("--rounds", options->plan.rounds, "laps of the token")->required();
  command->add_option("--sigma", options->sigma, "standard deviation of one noise")->capture_default_str();
  command->add_option("--value", options->value, "everybody's contribution")->capture_default_str();
  command->add_option("--noise", options->noise, "who adds noise")
      ->check(CLI::IsMember({"counter", "distributed"}))
      ->type_name("WHO")
      ->capture_default_str();
  command->add_option("--law", options->law, "of the noise")
      ->check(CLI::IsMember({"gaussian", "laplace"}))
      ->type_name("LAW")
      ->capture_default_str();
  command->add_flag("--publish", options->plan.publish, "one more noise on the returned token");
  command->add_option("--runs", options->runs, "number of runs")->capture_default_str();
  command->footer(
      exit_codes("all runs are done", "", "the run was cut short: the result is of the runs that were finished"));
  command->callback([options, &action] { action = [options] { return simulate_ring(*options); }; });
}

}  // namespace hearsay::cli
