// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_walk_on_graph.hpp"

#include <string>

#include <hearsay/accounting/token/walk/graph_walk_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/system/parallel.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view account_walk_where = "account walk";

void require_domain(const GraphWalkQuestion& question) {
  require_between(account_walk_where, "`steps`", question.steps, 1, 100'000);
  require_positive(account_walk_where, "`sigma`", question.sigma);
  if (question.delta) require_open_unit(account_walk_where, "`delta`", *question.delta);
}

/// Of the transfer matrices; of the grids of losses, some thousand points each in four laws.
Workload workload(const GraphWalkQuestion& question) {
  const auto& w = question.network.w;
  const auto steps = static_cast<double>(question.steps);
  const double losses = question.delta ? 4.0 * 4096.0 : 0.0;
  return {.operations = static_cast<double>(question.targets.size()) * steps * steps *
                        (static_cast<double>(w.nonZeros()) + losses),
          .bytes = 8.0 * steps * (2.0 * static_cast<double>(w.rows()) + 2.0 * losses)};
}

GraphWalkLosses losses_of(const GraphWalkQuestion& question, graph::Node target) {
  const auto gaps = accounting::walk_gaps(
      {question.network.w, question.observer, target, static_cast<int>(question.steps), question.others});
  const double mu = 1.0 / question.sigma;
  GraphWalkLosses losses{.limit = accounting::graph_walk_limit(gaps),
                         .renyi2 = accounting::graph_walk_renyi2(gaps, mu),
                         .epsilon = std::nullopt};
  if (question.delta) losses.epsilon = accounting::GraphWalkLoss(gaps, mu).epsilon(*question.delta);
  return losses;
}

}  // namespace

GraphWalkAnswer account_walk_on_graph(const GraphWalkQuestion& question, const Execution& execution) {
  require_domain(question);
  require_affordable(account_walk_where, workload(question), "`steps` or the number of targets");
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  GraphWalkAnswer answer{.question = question, .losses = {}};
  answer.losses.resize(question.targets.size());
  parallel_for(question.targets.size(), execution, "targets",
               [&](std::size_t i) { answer.losses[i] = losses_of(question, question.targets[i]); });
  return answer;
}

Proofs proofs_of(const GraphWalkAnswer&) {
  return {.certificates = {}, .missing = {std::string(no_walk_epsilon_proved)}};
}

}  // namespace hearsay::api
