// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/audit/promise.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel.hpp>
#include "api/names.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

using accounting::Gradients;
using divergence::Adjacency;

constexpr std::string_view account_training_where = "account training";

constexpr Names<TrainingAlgorithm, 2> training_algorithms = {
    {{"d-sgd", TrainingAlgorithm::d_sgd}, {"muffliato", TrainingAlgorithm::muffliato}}};
constexpr Names<Adjacency, 2> adjacencies = {{{"add-remove", Adjacency::add_remove}, {"replace", Adjacency::replace}}};
constexpr Names<Gradients, 2> gradient_kinds = {{{"hidden", Gradients::hidden}, {"seen", Gradients::seen}}};

/// The epsilon of "epsilon(DELTA) <= E". @throws Error named `meet`.
double promised_epsilon(const TrainingTerms& terms) {
  const auto read = audit::parse_promise(terms.meet, "`meet`");
  if (read.quantity != audit::Quantity::epsilon || !read.bound)
    throw Error(Errc::conditions, "`meet`",
                fmt::format("'{}' must be 'epsilon(DELTA) <= E'; batches have no other promise here", terms.meet));
  if (read.parameter != terms.delta)
    throw Error(Errc::conditions, "`meet`",
                fmt::format("'{}' has delta {}, and `delta` is {}", terms.meet, read.parameter, terms.delta));
  return *read.bound;
}

/// Refuses what has no answer on any network.
void require_answerable(const TrainingTerms& terms) {
  constexpr auto where = account_training_where;
  if (terms.rounds) require_between(where, "`rounds`", *terms.rounds, 1, 1'000'000);
  require_between(where, "`gossip_steps`", terms.gossip_steps, 0, 1'000'000);
  require_positive(where, "`sigma`", terms.sigma.number);
  require_positive(where, "`clip`", terms.clip);
  require_unit(where, "`batch_rate`", terms.batch_rate);
  require_open_unit(where, "`delta`", terms.delta);
  if (!terms.meet.empty()) (void)promised_epsilon(terms);
}

/// One W, or one per round.
std::vector<std::shared_ptr<const accounting::Mix>> mixes_of(const Network& network) {
  std::vector<std::shared_ptr<const accounting::Mix>> mixes;
  if (network.rounds.empty()) return {accounting::mix_of(network.w)};
  for (const auto& w : network.rounds) mixes.push_back(accounting::mix_of(w));
  return mixes;
}

std::vector<double> sigma_of(const TrainingQuestion& question) {
  const auto scales = read_scales(question.terms.sigma, {}, question.network.graph());
  if (!scales) return {question.terms.sigma.number};
  std::vector<double> values;
  for (const auto& value : scales->sigma) values.push_back(exact::to_double(value));
  return values;
}

accounting::TrainingQuestion run_of(const TrainingQuestion& question) {
  const auto& terms = question.terms;
  const auto& network = question.network;
  const bool scheduled = !network.rounds.empty(), chebyshev = terms.algorithm == TrainingAlgorithm::muffliato;
  if (scheduled && terms.rounds && static_cast<std::size_t>(*terms.rounds) != network.rounds.size())
    throw Error(
        Errc::conditions, "`rounds`",
        fmt::format("is {}, and the file of `schedule` has {}; leave it out", *terms.rounds, network.rounds.size()));
  if (!scheduled && !terms.rounds) throw Error(Errc::conditions, "`rounds`", "is needed, unless `schedule` is a file");
  if (scheduled && chebyshev)
    throw Error(Errc::conditions, "`schedule`", "needs `algorithm` d-sgd; muffliato needs one W for all rounds");
  accounting::TrainingQuestion run;
  run.run.nodes = network.graph().nodes();
  run.run.mixes = mixes_of(network);
  run.run.rounds = scheduled ? static_cast<int>(network.rounds.size()) : *terms.rounds;
  run.run.gossip_steps = std::max(1, terms.gossip_steps);
  run.run.chebyshev = chebyshev;
  if (chebyshev && terms.gossip_steps > 1)
    run.run.gammas = {accounting::acceleration_of(*run.run.mixes.front(), run.run.nodes)};
  run.gossip = terms.gossip_steps > 0;
  run.sigma = sigma_of(question);
  run.batches = {.rate = terms.batch_rate,
                 .clip = terms.clip,
                 .adjacency = terms.adjacency,
                 .participation = accounting::parse_participation("`participation`", terms.participation)};
  run.gradients = terms.gradients;
  run.delta = terms.delta;
  return run;
}

std::vector<accounting::TrainingAudience> audiences_of(const TrainingQuestion& question) {
  if (!question.observers.empty()) return {{.observers = question.observers, .targets = question.targets}};
  std::vector<accounting::TrainingAudience> audiences;
  for (graph::Node v = 0; v < question.network.graph().nodes(); ++v) {
    auto targets = question.targets;
    std::erase(targets, v);
    if (!targets.empty()) audiences.push_back({.observers = {v}, .targets = std::move(targets)});
  }
  if (audiences.empty())
    throw Error(Errc::domain, account_training_where, "the graph has one node, so there is no target");
  return audiences;
}

/// Messages that observers receive in one step: one from each neighbor.
double senders_to(const graph::Graph& graph, const std::vector<graph::Node>& observers) {
  std::vector<graph::Node> senders;
  for (const auto v : observers) {
    for (const auto u : graph.neighbors(v)) senders.push_back(u);
  }
  std::ranges::sort(senders);
  senders.erase(std::ranges::unique(senders).begin(), senders.end());
  return static_cast<double>(senders.size());
}

/// Refuses views that would take days or do not fit into memory, and says what takes minutes.
void require_affordable_views(const TrainingQuestion& question, const accounting::TrainingQuestion& run,
                              const std::vector<accounting::TrainingAudience>& audiences, const Execution& execution) {
  constexpr double dense = 28'000.0, iterations = 1000.0;  // as linear_account solves
  const auto& graph = question.network.graph();
  const double rounds = run.run.rounds, steps = run.run.gossip_steps, nodes = graph.nodes(),
               edges = static_cast<double>(graph.edges());
  const double one_run = 2.0 * rounds * (steps * (2.0 * edges + nodes) + nodes);
  Workload work;
  double largest = 0.0, most_rows = 0.0;
  for (const auto& audience : audiences) {
    const double rows = rounds * steps * senders_to(graph, audience.observers),
                 changes = rounds * static_cast<double>(audience.targets.size());
    work.operations += rows <= dense ? rows * one_run + rows * rows * rows / 3.0 + rows * rows * changes
                                     : changes * iterations * one_run;
    work.operations += 100.0 * changes * std::pow(rounds, 1.5);
    most_rows = std::max(most_rows, rows);
    largest = std::max(largest, 8.0 * (rows <= dense ? rows * (3.0 * rows + changes) : 10.0 * (rows + nodes * rounds)));
  }
  work.bytes = static_cast<double>(threads_for(audiences.size(), execution)) * largest;
  require_affordable(account_training_where, work,
                     "`rounds` or `gossip_steps`, or ask about fewer nodes with `observer` and `target`");
  constexpr double minutes = 1e11;  // operations
  if (work.operations > minutes)
    execution.say(fmt::format(
        "{} of up to {} messages: about {:.2g} operations and {:.2g} GiB; `gossip_steps` 0 gives the local bound alone",
        audiences.size() == 1 ? "one view" : fmt::format("{} views", audiences.size()), most_rows, work.operations,
        work.bytes / gib));
}

}  // namespace

TrainingAlgorithm training_algorithm_named(std::string_view name) {
  return named(training_algorithms, "`algorithm`", name);
}
std::string_view name_of(TrainingAlgorithm algorithm) { return name_in(training_algorithms, algorithm); }
Adjacency adjacency_named(std::string_view name) { return named(adjacencies, "`adjacency`", name); }
Gradients gradients_named(std::string_view name) { return named(gradient_kinds, "`gradients`", name); }
std::string_view name_of(Gradients gradients) { return name_in(gradient_kinds, gradients); }

TrainingQuestion load_training(const TrainingTerms& terms, const TrainingNames& names, const Execution& execution) {
  require_answerable(terms);
  if (names.schedule.accelerated() || names.schedule.randomized())
    throw Error(Errc::conditions, "`schedule`",
                fmt::format("'{}' is not a file of rounds; `algorithm` muffliato accelerates", names.schedule.how));
  auto network = names.schedule.file() ? load_schedule(names.graph) : load_network(names.graph, execution.seed);
  TrainingQuestion question{.network = std::move(network),
                            .observers = {},
                            .targets = {},
                            .every_target = names.targets == std::vector<std::string>{"all"},
                            .terms = terms};
  const auto& graph = question.network.graph();
  if (names.observers != std::vector<std::string>{"each"})
    question.observers = nodes_from_labels("`observer`", graph, names.observers);
  question.targets = targets_from_labels(names.targets, graph, question.observers);
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  return question;
}

TrainingAnswer account_training(TrainingQuestion question, const Execution& execution) {
  require_answerable(question.terms);
  auto run = run_of(question);
  question.terms.rounds = run.run.rounds;
  auto audiences = audiences_of(question);
  if (run.gossip) require_affordable_views(question, run, audiences, execution);
  TrainingAnswer answer{.question = std::move(question),
                        .run = std::move(run),
                        .audiences = std::move(audiences),
                        .losses = {},
                        .gamma = {},
                        .meet = {}};
  if (!answer.run.run.gammas.empty()) answer.gamma = exact::to_double(answer.run.run.gammas.front());
  answer.losses = accounting::training_losses(answer.run, answer.audiences, execution);
  if (answer.question.terms.meet.empty()) return answer;
  const double epsilon = promised_epsilon(answer.question.terms);
  answer.meet = {.epsilon = epsilon,
                 .noise = accounting::noise_that_meets(answer.run, answer.losses, epsilon, execution.part())};
  return answer;
}

}  // namespace hearsay::api
