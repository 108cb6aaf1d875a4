// SPDX-License-Identifier: GPL-3.0-or-later
#include "cli/common/network_options.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <sstream>
#include <system_error>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/number.hpp>
#include "cli/common/command_files.hpp"
#include "cli/common/output.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

void add_graph_options(CLI::App& command, GraphSource& options) {
  reads(command
            .add_option("--graph", options.spec,
                        "network: path:N ring:N star:N complete:N grid:RxC torus:RxC hypercube:DIM petersen "
                        "erdos-renyi:n=N,p=P[,seed=S] "
                        "geometric:n=N,r=R[,seed=S] barabasi-albert:n=N,m=M,core=K[,seed=S] regular:n=N,d=D[,seed=S] "
                        "edges:U-V,... file:PATH")
            ->required()
            ->type_name("SPEC"),
        graph_file);
  command.add_option("--weights", options.weights, "gossip weights: metropolis or min-degree")
      ->type_name("metropolis|min-degree")
      ->capture_default_str();
  command
      .add_option("--component", options.component,
                  "largest: keep only the largest connected component (default: all nodes)")
      ->type_name("largest");
}

void add_observers(CLI::App& command, std::vector<std::string>& observers) {
  add_nodes(command, "--observer", observers, "honest-but-curious observers, by label; several form a coalition")
      ->required()
      ->type_name("V[,V...]");
}

void add_steps(CLI::App& command, std::string& steps) {
  command.add_option("--steps", steps, "number of gossip steps; auto: the published stopping time")
      ->required()
      ->type_name("T|auto");
}

void add_steps_or_forever(CLI::App& command, std::string& steps) {
  command
      .add_option("--steps", steps,
                  "number of gossip steps; auto: the published stopping time; forever: any number of steps")
      ->required()
      ->type_name("T|auto|forever");
}

void add_trust(CLI::App& command, std::string& trust) {
  command
      .add_option("--trust", trust,
                  "noise that the observers know. own-noise-known: the noise that they injected; all-noise: no noise")
      ->check(CLI::IsMember({"all-noise", "own-noise-known"}))
      ->capture_default_str();
}

void add_gossip_schedule(CLI::App& command, GossipSchedule& schedule) {
  reads(command
            .add_option("--schedule", schedule.how,
                        "edges of a step. synchronous, accelerated: all edges; randomized: one random edge; FILE: CSV "
                        "step,u,v[,weight], which replaces --graph, --weights, --component and --steps")
            ->type_name("HOW|FILE")
            ->capture_default_str(),
        file_if_there);
  for (const auto* name : {"--graph", "--steps"}) command.get_option(name)->required(false);
}

void complete(const CLI::App& command, const GossipSchedule& schedule, GraphSource& graph, std::string& steps) {
  if (!schedule.file()) {
    for (const auto* name : {"--graph", "--steps"}) {
      if (command.count(name) == 0) throw CLI::RequiredError(name);
    }
    return;
  }
  std::error_code ignored;
  if (!std::filesystem::exists(schedule.how, ignored)) {
    throw Error(
        Errc::file, "--schedule",
        fmt::format("'{}' is not synchronous, accelerated or randomized, and there is no such file", schedule.how));
  }
  if (!graph.spec.empty() || !steps.empty() || graph.weights != GraphSource{}.weights || !graph.component.empty())
    throw Error(Errc::conditions, "--schedule", "a schedule file replaces --graph, --weights, --component and --steps");
  graph = {.spec = std::string(schedule_prefix) + schedule.how, .weights = "scheduled", .component = {}};
  steps = schedule_steps;
}

void take_weights_file(CLI::App& command) {
  reads(command.get_option("--weights")
            ->description("gossip weights W: metropolis, min-degree, or a file. A Matrix Market or .npy file is W "
                          "itself. An edge list of three columns, GraphML, GML or node-link JSON has the weight of "
                          "each edge. Each diagonal entry is then 1 minus the other entries of its row")
            ->type_name("metropolis|min-degree|FILE"),
        file_if_there);
}

namespace {

/// Refuses a promise that contradicts another option.
void require_same(const CLI::App& command, const std::string& option, double said, double promised) {
  if (command.count(option) > 0 && said != promised)
    throw CLI::ValidationError("--promise", fmt::format("says {}, and {} is {}", promised, option, said));
}

CLI::Option* add_claimed_epsilon(CLI::App& command, std::optional<double>& epsilon) {
  return command
      .add_option("--claimed-epsilon", epsilon, "older form of --promise 'epsilon(DELTA) <= E', with --delta")
      ->type_name("E");
}

}  // namespace

void add_promised_epsilon(CLI::App& command, std::optional<double>& epsilon, std::optional<double>& delta) {
  const auto take = [&command, &epsilon, &delta](const std::string& text) {
    const auto [claim, parameter] = stated_loss(text);
    if (claim.unit != accounting::LossUnit::epsilon)
      throw CLI::ValidationError("--promise", "must be 'epsilon(DELTA) <= E' here");
    require_same(command, "--delta", delta.value_or(parameter), parameter);
    epsilon = claim.bound, delta = parameter;
  };
  auto* promise =
      command
          .add_option_function<std::string>(
              "--promise", take, "'epsilon(DELTA) <= E', checked for every loss; exit code 1 if a loss is larger")
          ->type_name("TEXT");
  add_claimed_epsilon(command, epsilon)->excludes(promise);
}

void add_promise(CLI::App& command, PromisedLoss& options, double& alpha, std::optional<double>& delta) {
  const auto take = [&command, &options, &alpha, &delta](const std::string& text) {
    const auto [claim, parameter] = stated_loss(text);
    if (claim.unit == accounting::LossUnit::epsilon) {
      require_same(command, "--delta", delta.value_or(parameter), parameter);
      options.epsilon = claim.bound, delta = parameter;
    } else {
      require_same(command, "--alpha", alpha, parameter);
      options.renyi = claim.bound, alpha = parameter;
    }
  };
  auto* promise =
      command
          .add_option_function<std::string>(
              "--promise", take,
              "'epsilon(DELTA) <= E' or 'renyi(ORDER) <= E', checked for every target; exit code 1 if a loss is larger")
          ->type_name("TEXT");
  auto* epsilon = add_claimed_epsilon(command, options.epsilon)->excludes(promise);
  command.add_option("--claimed-renyi", options.renyi, "older form of --promise 'renyi(ORDER) <= E', with --alpha")
      ->type_name("E")
      ->excludes(epsilon)
      ->excludes(promise);
  add_trust(command, options.trust);
}

void add_message_noise(CLI::App& command, MessageNoise& noise) {
  command
      .add_option("--message-noise", noise.tau,
                  "account for a protocol that also adds Gaussian noise to every message, with standard deviation TAU "
                  "times --sigma")
      ->type_name("TAU")
      ->capture_default_str();
  auto* precision = command
                        .add_option("--precision", noise.precision,
                                    "also show the losses to a linear observer of messages rounded to this precision; "
                                    "they are no guarantee, and no verdict uses them")
                        ->check(CLI::IsMember({"float64", "float32", "float16", "bfloat16"}));
  command.add_option("--magnitude", noise.magnitude, "size of a message, in units of --sigma, for --precision")
      ->needs(precision)
      ->capture_default_str();
}

namespace {

/// "X:Y:...": two numbers or more; nothing for other text, such as a decimal comma.
std::optional<std::vector<double>> numbers_of(const std::string& text) {
  std::vector<double> numbers;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ':');) {
    const auto number = parse_real(part);
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers.size() < 2 ? std::nullopt : std::optional(numbers);
}

}  // namespace

void add_scale(CLI::App& command, const std::string& name, const std::string& description, Scale& scale) {
  const auto take = [&scale, name](const std::string& text) {
    scale = {};
    if (const auto value = parse_real(text)) {
      scale.number = *value;
      return;
    }
    if (auto values = numbers_of(text)) {
      scale.values = *std::move(values);
      return;
    }
    std::error_code ignored;
    if (text != "-" && !std::filesystem::exists(text, ignored))
      throw CLI::ValidationError(
          name, fmt::format("'{}' is neither a number nor a file{}", text, did_you_mean(nearest_file(text))));
    scale.file = text;
  };
  reads(command
            .add_option_function<std::string>(
                name, take,
                description + ": one number for all nodes, one for each node in their order, or a file with a line "
                              "label,value per node")
            ->default_str("1")
            ->type_name("X|X:Y:...|FILE"),
        file_if_there);
}

CLI::Option* add_contributions(CLI::App& command, std::string& contributions) {
  return command
      .add_option("--contributions", contributions,
                  "kind of the contributions in a round. vectors: change by at most 1 in the Euclidean norm; numbers: "
                  "real, change by at most 1. Over several rounds vectors may have a larger loss")
      ->check(CLI::IsMember({"vectors", "numbers"}))
      ->default_str("vectors");
}

void print_notes(const std::vector<std::string>& notes) {
  for (const auto& note : notes) say(fmt::format("note: {}", note));
}

}  // namespace hearsay::cli
