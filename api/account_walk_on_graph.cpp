// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_walk_on_graph.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>
#include <hearsay/accounting/token/walk/seen_target.hpp>
#include <hearsay/audit/coalitions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel.hpp>
#include "api/token_names.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view account_walk_where = "account walk";
constexpr std::int64_t most_walk_steps = 10'000'000, most_tokens = 1000;
/// Products for which transfer matrices are taken: some minutes.
constexpr double most_by_matrices = 2e11;

void require_domain(std::string_view where, const GraphWalkQuestion& question) {
  require_between(where, "`steps`", question.steps, 1, most_walk_steps);
  require_between(where, "`tokens`", question.tokens, 1, most_tokens);
  require_positive(where, "`sigma`", question.sigma);
  if (question.delta) require_open_unit(where, "`delta`", *question.delta);
}

/// Of the transfer matrices; of the grids of losses, some thousand points each in four laws.
Workload by_matrices(const GraphWalkQuestion& question, std::size_t pairs) {
  const auto& w = question.network.w;
  const auto steps = static_cast<double>(question.steps);
  const double losses = question.delta ? 4.0 * 4096.0 : 0.0;
  return {.operations = static_cast<double>(pairs) * steps * steps * (static_cast<double>(w.nonZeros()) + losses),
          .bytes = 8.0 * steps * (2.0 * static_cast<double>(w.rows()) + 2.0 * losses)};
}

/// Of walking until the walk has mixed, some hundred steps at least; of transforms for some sixty numbers of passes; of
/// sums over blocks of time.
Workload by_series(const GraphWalkQuestion& question, std::size_t pairs, std::size_t members) {
  const auto& w = question.network.w;
  const auto steps = static_cast<double>(question.steps), ends = static_cast<double>(members);
  const double walked = std::min(steps, 500.0) * static_cast<double>(w.nonZeros()) * (ends + 2.0);
  const auto exact = std::min(steps, static_cast<double>(accounting::PassLaws::usual_exact));
  const double transforms = (steps > exact ? 60.0 * 200.0 * steps : 0.0) + 1.5 * exact * exact * exact;
  const double sums = std::min(steps * steps * ends * ends, 2e9) + (question.delta ? 1e10 : 0.0);
  return {.operations = static_cast<double>(pairs) * (walked + transforms * ends * (ends + 1.0) + sums),
          .bytes = 16.0 * static_cast<double>(w.nonZeros()) +
                   8.0 * steps * (40.0 + (4.0 + (question.delta ? 1.0 : 0.0)) * ends * (ends + 1.0))};
}

GraphWalkLosses matrix_losses(const GraphWalkQuestion& question, graph::Node observer, graph::Node target) {
  const auto gaps =
      accounting::walk_gaps({question.network.w, observer, target, static_cast<int>(question.steps), question.others});
  const double mu = 1.0 / question.sigma;
  const double limit = accounting::graph_walk_limit(gaps), renyi = accounting::graph_walk_renyi2(gaps, mu);
  // E_Q (P/Q)^2 - 1 is a sum of terms of this relative error, beside the rounding of its logarithm.
  const double relative = 2.0 * gaps.accuracy, off = relative + 0x1p-50;
  GraphWalkLosses losses{.limit = {limit * (1.0 - relative), limit, limit * (1.0 + relative)},
                         .renyi = {std::max(0.0, renyi - off), renyi, renyi + off},
                         .epsilon = std::nullopt};
  if (question.delta) losses.epsilon = accounting::GraphWalkLoss(gaps, mu).epsilon(*question.delta);
  return losses;
}

std::vector<GraphWalkPair> pairs_of(const GraphWalkQuestion& question) {
  std::vector<GraphWalkPair> pairs;
  for (std::size_t set = 0; set < question.observers.sets.size(); ++set)
    for (const auto target : question.targets)
      if (std::ranges::count(question.observers.sets[set], target) == 0)
        pairs.push_back({.set = set, .target = target, .losses = {}});
  return pairs;
}

void fill_by_series(const GraphWalkQuestion& question, double order, std::vector<GraphWalkPair>& pairs,
                    const Execution& execution) {
  const accounting::SeenTargetQuestion asked{.others = question.others,
                                             .mu = 1.0 / question.sigma,
                                             .order = order,
                                             .delta = question.delta,
                                             .tokens = static_cast<int>(question.tokens)};
  std::size_t done = 0;
  for (std::size_t first = 0; first < pairs.size();) {
    auto last = first;
    while (last < pairs.size() && pairs[last].set == pairs[first].set) ++last;
    const auto walk = accounting::seen_walk(question.network.w, question.observers.sets[pairs[first].set],
                                            question.steps, execution.stop);
    auto part = execution;
    if (execution.progress)
      part.progress = [&, done](std::size_t here, std::size_t, std::string_view what) {
        execution.progress(done + here, pairs.size(), what);
      };
    parallel_for(last - first, part, "targets", [&](std::size_t i) {
      const auto found = accounting::seen_target_losses(walk, pairs[first + i].target, asked, execution.stop);
      pairs[first + i].losses = {.limit = found.limit, .renyi = found.renyi, .epsilon = found.epsilon};
    });
    done += last - first;
    first = last;
  }
}

/// What orders the sets of observers: epsilon if it is asked for.
double worst_of(const GraphWalkLosses& losses) {
  return losses.epsilon ? losses.epsilon->upper() : losses.renyi.upper();
}

}  // namespace

GraphWalkQuestion question_of(const GraphWalkRequest& request, Network network) {
  GraphWalkQuestion question{.network = std::move(network),
                             .observers = {},
                             .targets = {},
                             .steps = request.steps,
                             .tokens = request.tokens,
                             .sigma = request.sigma,
                             .others = others_named(request.others),
                             .delta = request.delta};
  const auto& graph = question.network.graph();
  // Every target counts where the observers are not given by label.
  auto chosen = named_sets(request.observers, nodes_up_to(graph.nodes()));
  if (chosen.greedy)
    throw Error(Errc::too_large, "`observer`",
                fmt::format("at most {} coalitions are tried; give the observers by label, or use a smaller K",
                            audit::most_coalitions));
  if (chosen.kind == AuditedObservers::Kind::nodes) {
    chosen.sets = {nodes_from_labels("`observer`", graph, request.observers)};
    chosen.size = chosen.sets.front().size();
    question.targets = targets_from_labels(request.targets, graph, chosen.sets.front());
  } else {
    question.targets = targets_from_labels(request.targets, graph, {});
  }
  question.observers = std::move(chosen);
  return question;
}

GraphWalkQuestion question_of(const GraphWalkRequest& request, random::Seed seed) {
  return question_of(request, load_network(request.graph, seed));
}

std::vector<GraphWalkPair> graph_walk_pairs(std::string_view where, const GraphWalkQuestion& question, double order,
                                            const Execution& execution) {
  require_domain(where, question);
  auto pairs = pairs_of(question);
  const std::string remedy = "`steps` or the number of targets and observers";
  const auto matrices = by_matrices(question, pairs.size());
  const std::size_t members = question.observers.size;
  const auto series = by_series(question, pairs.size(), members);
  const bool small = members == 1 && order == 2.0 && question.tokens == 1 &&
                     matrices.operations <= std::max(most_by_matrices, series.operations);
  require_affordable(where, small ? matrices : series, remedy);
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  if (!small) {
    fill_by_series(question, order, pairs, execution);
    return pairs;
  }
  parallel_for(pairs.size(), execution, "targets", [&](std::size_t i) {
    auto& pair = pairs[i];
    pair.losses = matrix_losses(question, question.observers.sets[pair.set].front(), pair.target);
  });
  return pairs;
}

GraphWalkAnswer account_walk_on_graph(const GraphWalkQuestion& question, const Execution& execution) {
  const auto pairs = graph_walk_pairs(account_walk_where, question, 2.0, execution);
  std::vector<const GraphWalkPair*> worst(question.network.graph().nodes());
  for (const auto& pair : pairs) {
    auto& known = worst[pair.target];
    if (known == nullptr || worst_of(pair.losses) > worst_of(known->losses)) known = &pair;
  }
  GraphWalkAnswer answer{.question = question, .losses = {}};
  for (const auto target : question.targets)
    if (worst[target] != nullptr) answer.losses.push_back(*worst[target]);
  return answer;
}

Proofs proofs_of(const GraphWalkAnswer&) {
  return {.certificates = {}, .missing = {std::string(no_walk_epsilon_proved)}};
}

}  // namespace hearsay::api
