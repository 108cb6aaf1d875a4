// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_learn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/learning/token_noise.hpp>
#include "api/names.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view simulate_learn_where = "simulate learn";

constexpr Names<LearnAlgorithm, 5> learn_algorithms = {{{"muffliato-gd", LearnAlgorithm::muffliato_gd},
                                                        {"muffliato-sgd", LearnAlgorithm::muffliato_sgd},
                                                        {"central", LearnAlgorithm::central},
                                                        {"dp-gd", LearnAlgorithm::dp_gd},
                                                        {"walk", LearnAlgorithm::walk}}};
constexpr Names<LearnModel, 3> learn_models = {
    {{"network", LearnModel::network}, {"local", LearnModel::local}, {"central", LearnModel::central}}};

bool walks(const SimulateLearnQuestion& q) { return q.algorithm == LearnAlgorithm::walk; }
bool gossips(const SimulateLearnQuestion& q) { return !walks(q) && q.algorithm != LearnAlgorithm::central; }

void require_numbers(const SimulateLearnQuestion& q) {
  constexpr auto where = simulate_learn_where;
  constexpr std::int64_t most_rounds = 100'000'000;
  require_positive(where, "`step`", q.step);
  require_non_negative(where, "`noise`", q.noise);
  require_positive(where, "`clip`", q.clip);
  require_non_negative(where, "`l2`", q.l2);
  require_renyi_order(where, q.alpha);
  if (q.edge_probability) require_unit(where, "`edge_probability`", *q.edge_probability);
  if (q.diameter && !(*q.diameter > 0.0))
    throw Error(Errc::domain, where, fmt::format("`diameter` = {} must be > 0", *q.diameter));
  if (q.rounds) require_between(where, "`rounds`", *q.rounds, 1, most_rounds);
  if (q.gossip_steps) require_between(where, "`gossip_steps`", *q.gossip_steps, 0, 1'000'000);
  require_between(where, "`trials`", q.trials, 1, 100'000);
  require_between(where, "`every`", q.every, 1, most_rounds);
}

/// Whatever can be said without reading data.
void require_sane(const SimulateLearnQuestion& q) {
  require_numbers(q);
  const auto goes_with_walk = [&](bool given, std::string_view field) {
    if (given && !walks(q))
      throw Error(Errc::conditions, field, fmt::format("needs `algorithm` walk, not {}", name_of(q.algorithm)));
  };
  goes_with_walk(q.calibration.has_value(), "`calibration`");
  goes_with_walk(q.diameter.has_value(), "`diameter`");
  goes_with_walk(q.decaying, "`decaying`");
  if (q.gossip_steps && !gossips(q))
    throw Error(Errc::conditions, "`gossip_steps`",
                fmt::format("algorithm {} has no gossip steps", name_of(q.algorithm)));
  if (q.edge_probability && (!gossips(q) || q.network))
    throw Error(Errc::conditions, "`edge_probability`",
                "is for fresh Erdos-Renyi graphs, so it needs a gossip algorithm and no `graph`");
  if (q.delta && gossips(q)) require_open_unit(simulate_learn_where, "`delta`", *q.delta);
  if (q.delta && q.algorithm == LearnAlgorithm::central)
    throw Error(Errc::conditions, "`delta`", "is for gossip and for `calibration`: a trusted server sends no messages");
  if (q.network && !gossips(q))
    throw Error(Errc::conditions, "`graph`", fmt::format("algorithm {} uses no graph", name_of(q.algorithm)));
}

learning::Table load(const LearnData& data) {
  if (!data.file.empty()) return learning::read_table(data.file, data.format, data.label_column);
  if (!data.label_column.empty())
    throw Error(Errc::conditions, "`label_column`", "needs `data` FILE; the generated data set has one target");
  return learning::generated_houses();
}

/// The question with what it leaves open, but for the noise of a calibrated walk.
SimulateLearnQuestion completed(SimulateLearnQuestion q) {
  if (q.network) q.users = q.network->graph().nodes();
  if (!q.rounds) q.rounds = walks(q) ? 20'000 : 10;
  if (walks(q) && !q.delta) q.delta = 1e-6;
  if (!gossips(q)) return q;
  if (!q.gossip_steps) q.gossip_steps = q.algorithm == LearnAlgorithm::dp_gd ? 1 : 0;
  const double n = static_cast<double>(q.users);
  if (!q.network && !q.edge_probability) q.edge_probability = std::min(1.0, std::log(n) / n);
  return q;
}

/// Refuses trials that would take days. @param gossip_steps  1, unless they are given.
void require_affordable_trials(const SimulateLearnQuestion& q, int gossip_steps, const learning::Samples& training) {
  const double size = static_cast<double>(training.rows()) * static_cast<double>(training.x.cols()),
               features = static_cast<double>(training.x.cols()), trials = q.trials,
               rounds = static_cast<double>(q.rounds.value());
  if (walks(q)) {
    const double points = rounds / static_cast<double>(q.every);
    require_affordable(
        simulate_learn_where,
        {.operations = trials * (20.0 * rounds * features + 4.0 * points * size), .bytes = 64.0 * trials * points},
        "`rounds` or `trials`, or record less often with `every`");
    return;
  }
  const double steps = gossip_steps,
               edges =
                   static_cast<double>(q.network ? static_cast<std::int64_t>(q.network->graph().edges()) : 4 * q.users);
  require_affordable(
      simulate_learn_where,
      {.operations = trials * rounds * (4.0 * size + 4.0 * steps * edges * features), .bytes = 64.0 * trials * rounds},
      "`rounds`, `gossip_steps` or `trials`");
}

/// @param q  completed. @return an empty plan for a trusted server.
learning::GossipPlan make_plan(const SimulateLearnQuestion& q, random::Seed seed) {
  if (!gossips(q)) return {};
  const bool accelerated = q.algorithm != LearnAlgorithm::dp_gd;
  const int steps = q.gossip_steps.value();
  if (q.network) return learning::fixed_gossip(q.network->w, steps, accelerated);
  return learning::fresh_erdos_renyi(static_cast<graph::Node>(q.users), q.edge_probability.value(), seed, steps,
                                     accelerated);
}

void run_descent(SimulateLearnAnswer& answer, const learning::LogisticProblem& problem, const learning::Samples& test,
                 const Execution& execution) {
  const auto& q = answer.question;
  const int rounds = static_cast<int>(q.rounds.value());
  const auto plan = make_plan(q, execution.seed);
  if (q.noise != 0.0) {
    DescentPrivacy privacy{
        .unit = q.alpha * 2.0 * q.clip * q.clip / (q.noise * q.noise), .losses = {}, .whole_run = {}};
    if (plan) privacy.losses = learning::descent_losses(plan, 0, rounds, 0);
    if (plan && q.delta) privacy.whole_run = whole_run(plan, rounds, q.clip, q.noise, q.alpha, *q.delta, execution);
    answer.privacy = std::move(privacy);
  }
  const learning::DescentOptions descent{.rounds = rounds,
                                         .step = q.step,
                                         .noise = q.noise,
                                         .stochastic = q.algorithm == LearnAlgorithm::muffliato_sgd,
                                         .clip = q.clip};
  answer.curves = learning::gossip_trials(problem, test, plan, descent, q.trials, execution);
}

void run_token(SimulateLearnAnswer& answer, const learning::LogisticProblem& problem, const learning::Samples& test,
               const Execution& execution) {
  using Spent = learning::TokenOptions::Spent;
  auto& q = answer.question;
  learning::TokenOptions walk{
      .iterations = q.rounds.value(), .step = q.step, .decaying = q.decaying, .noise = q.noise, .clip = q.clip};
  if (q.diameter) walk.diameter = *q.diameter;
  if (q.calibration) {
    const learning::TokenGuarantee guarantee{q.users,         walk.iterations, q.epsilon,
                                             q.delta.value(), q.clip,          q.budget_factor};
    WalkPrivacy privacy{.model = *q.calibration, .proved = {}, .contributions = {}};
    if (privacy.model == LearnModel::central) {
      walk.noise = learning::central_noise(guarantee);
      privacy.proved = learning::central_noise_proved(guarantee);
    } else {
      const bool local = privacy.model == LearnModel::local;
      walk.noise = local ? learning::local_noise(guarantee) : learning::network_noise(guarantee);
      walk.budget = learning::contribution_budget(guarantee);
      walk.spent = local ? Spent::forward : Spent::noise_only;
      privacy.contributions = walk.budget;
    }
    q.noise = walk.noise;
    answer.privacy = privacy;
  }
  answer.curves = learning::token_trials(problem, test, walk, q.every, q.trials, execution);
}

}  // namespace

LearnAlgorithm learn_algorithm_named(std::string_view name) { return named(learn_algorithms, "`algorithm`", name); }
std::string_view name_of(LearnAlgorithm algorithm) { return name_in(learn_algorithms, algorithm); }

LearnModel learn_model_named(std::string_view name) { return named(learn_models, "`calibration`", name); }
std::string_view name_of(LearnModel model) { return name_in(learn_models, model); }

SimulateLearnAnswer simulate_learn(const SimulateLearnQuestion& question, const Execution& execution) {
  require_sane(question);
  const auto table = load(question.data);
  const auto split = learning::prepare(
      table, {learning::threshold_from_text(question.label_threshold), question.training_share, question.bias},
      execution.seed);
  SimulateLearnAnswer answer{.question = completed(question),
                             .runs = {},
                             .data = {.rows = table.rows(),
                                      .features = table.features.cols(),
                                      .training = split.train.rows(),
                                      .test = split.test.rows()},
                             .dimension = split.train.x.cols(),
                             .curves = {},
                             .privacy = {}};
  const auto& q = answer.question;
  require_between("`users`", "users", q.users, 2, split.train.rows());
  require_affordable_trials(q, question.gossip_steps.value_or(1), split.train);
  if (q.network) {
    for (const auto& note : q.network->made.loaded.notes) execution.say(note);
  }
  const learning::LogisticProblem problem(split.train, learning::deal(split.train.rows(), q.users, execution.seed),
                                          q.l2);
  if (walks(q)) {
    run_token(answer, problem, split.test, execution);
  } else {
    run_descent(answer, problem, split.test, execution);
  }
  answer.runs = {.finished = static_cast<std::uint64_t>(answer.curves.objective.rows()),
                 .asked = static_cast<std::uint64_t>(q.trials)};
  return answer;
}

}  // namespace hearsay::api
