// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/audit/coalitions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/system/memory.hpp>
#include <hearsay/system/parallel_map.hpp>
#include <hearsay/system/ranks.hpp>
#include "api/audit_advice.hpp"
#include "api/network/exact_gossip.hpp"
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view audit_run_where = "audit gossip";

/// What the views of a network need.
struct Needs {
  Workload work;
  double most_bytes = 0.0;  ///< if the ranks of the views are as large as the messages allow
  bool shares = false;      ///< what many views share is kept
};

Needs needs_of(const AuditQuestion& question, const graph::GossipMatrix& w, const Execution& execution,
               bool with_matrix) {
  const auto& graph = question.graph();
  const audit::ViewCosts costs(w, question.steps, question.noise.noisy());
  const auto n = static_cast<double>(graph.nodes());
  Needs needs{.work = {.operations = costs.preparation()}};
  double senders = 0.0, most = 0.0;  // of all views, and of one
  if (question.observers.greedy) {
    const double sending = 2.0 * static_cast<double>(graph.edges()) / n * static_cast<double>(question.observers.size);
    const double views = audit::greedy_count(graph.nodes(), question.observers.size);
    needs.work.operations += views * costs.view(sending);
    senders = views * sending;
    most = std::min(sending, n);
  }
  for (const auto& set : question.observers.sets) {
    double sending = 0.0;
    for (const auto v : set) sending += static_cast<double>(graph.degree(v));
    sending = std::min(sending, n);
    needs.work.operations += costs.view(sending);
    senders += sending;
    most = std::max(most, sending);
  }
  const double rows = with_matrix ? static_cast<double>(question.observers.sets.size()) : 0.0;
  needs.work.bytes = 8.0 * n * rows + (costs.preparation() > 0.0 ? 48.0 * n * n : 0.0);
  const auto sets = question.observers.sets.size() + (question.observers.greedy ? graph.nodes() : 0);
  needs.most_bytes = needs.work.bytes + costs.view_bytes(most) * static_cast<double>(threads_for(sets, execution));
  // Without it each view computes its own, which takes longer.
  needs.shares = senders >= n && needs.most_bytes + costs.shared_bytes() <= available_memory() / 2.0;
  if (needs.shares) needs.most_bytes += costs.shared_bytes();
  return needs;
}

/// Refuses what takes too long or too much memory, before it starts, and says how much memory it takes.
/// @return whether what many views share is kept.
bool require_time(const AuditQuestion& question, const graph::GossipMatrix& w, const Execution& execution,
                  bool with_matrix) {
  constexpr double worth_saying = gib / 32.0;
  const auto needs = needs_of(question, w, execution, with_matrix);
  require_affordable(audit_run_where, needs.work,
                     question.observers.kind == AuditedObservers::Kind::coalitions ? "K of coalitions:K, or `steps`"
                                                                                   : "`steps`, or use fewer observers");
  if (needs.most_bytes >= worth_saying)
    execution.say(fmt::format("the views need up to {:.2g} GiB of memory{}", needs.most_bytes / gib,
                              ranks::count() > 1 ? " in each process" : ""));
  return needs.shares;
}

/// Refuses a schedule that takes too long: the view of each observer costs T n rank^2.
void require_time(const AuditQuestion& question, const std::vector<graph::GossipMatrix>& rounds) {
  const auto n = static_cast<double>(question.graph().nodes());
  double sets = static_cast<double>(question.observers.sets.size());
  if (question.observers.greedy) sets += audit::greedy_count(question.graph().nodes(), question.observers.size);
  double messages = 0.0;  // to an average observer
  for (const auto& w : rounds) messages += std::max(0.0, static_cast<double>(w.nonZeros()) - n) / n;
  messages *= static_cast<double>(question.observers.size);
  const double rank = std::min(n, messages);
  const double operations = sets * 12.0 * static_cast<double>(rounds.size()) * n * (rank + 1.0) * (rank + 1.0);
  require_affordable(audit_run_where, {.operations = operations, .bytes = 8.0 * n * (messages + 2.0 * n)},
                     "the number of steps or observers");
}

/// Makes ready to account for the views, unless that takes too long.
std::shared_ptr<const audit::NetworkViews> prepare_views(const AuditQuestion& question, const Execution& execution,
                                                         bool with_matrix) {
  const auto& w = question.network.w;
  const auto& rounds = question.network.rounds;
  if (!rounds.empty()) {
    require_time(question, rounds);
    return std::make_shared<audit::NetworkViews>(rounds);
  }
  const bool shares = require_time(question, w, execution, with_matrix);
  for (const auto& note : question.network.made.loaded.notes) execution.say(note);
  if (question.scales && !question.noise.noisy())
    return std::make_shared<audit::NetworkViews>(w, question.steps, *question.scales);
  auto views =
      question.noise.noisy()
          ? std::make_shared<audit::NetworkViews>(w, question.steps.value(), question.noise.tau, question.scales,
                                                  execution.stop)
          : std::make_shared<audit::NetworkViews>(w, question.steps, draw_primes(execution.seed), execution.stop);
  if (shares) views->share(execution);
  return views;
}

/// No search of some coalitions, and no part of an audit, shows that a promise holds, unless it does for whoever learns
/// everything.
Verdict verdict_of(const AuditAnswer& answer) {
  const auto& question = answer.question;
  const auto found = answer.result.verdict();
  const bool all = answer.complete && !question.observers.greedy;
  if (found != Verdict::holds || all) return found;
  return settled_by_local_level(question) ? Verdict::holds : Verdict::inconclusive;
}

/// What the sets of observers come to. @throws Interrupted if none is finished.
void search_views(AuditAnswer& answer, const audit::NetworkViews& views, const audit::NetworkQuestion& asked_about,
                  const Execution& execution, bool with_matrix) {
  const auto& question = answer.question;
  audit::NetworkAudit network(views, asked_about);
  const auto& sets = question.observers.sets;
  std::size_t asked = sets.size(), done = 0;
  if (!sets.empty()) done = audit::audit_views(views, network, sets, with_matrix ? &answer.matrix : nullptr, execution);
  if (question.observers.greedy && done == asked) {
    audit::NetworkAudit smaller(views, asked_about);
    const auto possible = possible_observers(answer.graph().nodes(), asked_about.targets);
    asked += possible.size();
    done += audit::greedy_coalitions(possible, question.observers.size, network, smaller, execution);
  }
  answer.complete = done == asked;
  answer.result = network.result();
  if (!answer.result.worst) throw Interrupted();
}

/// Nothing where nodes differ: there is no one sigma.
std::optional<double> sigma_needed(const AuditAnswer& answer) {
  const auto& question = answer.question;
  if (!question.promise.bound || question.scales) return std::nullopt;
  // Nobody learns more than everything, which coalitions that were not tried might.
  const double most = question.observers.greedy || !answer.complete ? 1.0 : answer.result.most;
  auto sigma = audit::advised_sigma(question.promise, question.scale(), most);
  // Rounded up it may be above what is known to do.
  if (sigma && answer.verdict == Verdict::holds) sigma = std::min(*sigma, question.sigma.number);
  return sigma;
}

/// What each node's worst observers resolve at the precision.
std::vector<Enclosure> resolved_losses(const AuditAnswer& answer, const Execution& execution) {
  const auto& question = answer.question;
  const auto& noise = question.noise;
  if (!noise.rounded()) return {};
  const audit::NetworkViews views(question.network.w, question.steps.value(), noise.resolution(), question.scales,
                                  execution.stop);
  std::map<std::vector<graph::Node>, std::vector<Enclosure>> found;
  for (const auto& pair : answer.result.by_target) found.try_emplace(pair.observers);
  const audit::ViewCosts costs(question.network.w, question.steps, true);
  double operations = 0.0;
  for (const auto& [observers, shares] : found)
    operations += costs.view(static_cast<double>(accounting::senders(question.network.w, observers).size()));
  require_affordable(audit_run_where, {.operations = operations}, "`steps`, or leave `precision` out");
  std::vector<const std::vector<graph::Node>*> sets;
  for (const auto& [observers, shares] : found) sets.push_back(&observers);
  const auto shares_of = [&](std::size_t i) {  // of the targets that have these observers, in their order
    const auto view = views.shares(*sets[i]);
    std::vector<Enclosure> shares;
    for (const auto& pair : answer.result.by_target) {
      if (pair.observers == *sets[i])
        shares.push_back((question.own_noise ? view.exact_own_noise : view.exact).of(pair.target));
    }
    return shares;
  };
  const auto all = parallel_map<std::vector<Enclosure>>(sets.size(), execution, "views in rounded messages", shares_of);
  if (all.size() < sets.size()) throw Interrupted();
  for (std::size_t i = 0; i < sets.size(); ++i) found[*sets[i]] = {all[i].rbegin(), all[i].rend()};
  std::vector<Enclosure> resolved;
  for (const auto& pair : answer.result.by_target) {
    auto& shares = found.at(pair.observers);
    resolved.push_back(shares.back());
    shares.pop_back();
  }
  return resolved;
}

}  // namespace

bool settled_by_local_level(const AuditQuestion& question) {
  return question.promise.bound && audit::thresholds(question.promise, question.scale()).safe >= 1.0;
}

double in_promised_unit(const AuditQuestion& question, double share) {
  if (std::isnan(share)) return share;  // a published loss that is not known
  const double mu = question.mu(share);
  if (question.promise.quantity == audit::Quantity::renyi) return question.promise.parameter * mu * mu / 2.0;
  if (question.promise.quantity == audit::Quantity::mu) return mu;
  return promised_loss(question.promise, question.scale(), share, share).estimate();
}

Enclosure in_promised_unit(const AuditQuestion& question, const Enclosure& share) {
  return share.mapped([&](double x) { return in_promised_unit(question, x); });
}

AuditAnswer audit_network(AuditQuestion asked, const Execution& execution, const AuditKeeps& keeps) {
  AuditAnswer answer{.question = std::move(asked)};
  const auto& question = answer.question;
  if (question.advice.any()) require_advisable(question);
  if (keeps.matrix && question.observers.greedy)
    throw Error(Errc::too_large, "`observer`",
                fmt::format("`csv` and `matrix_market` list all coalitions, at most {}; use a smaller K",
                            audit::most_coalitions));
  auto views = prepare_views(question, execution, keeps.matrix);
  audit::NetworkQuestion asked_about{.promise = question.promise,
                                     .scale = question.scale(),
                                     .own_noise_known = question.own_noise,
                                     .targets = question.targets};
  if (!question.promise.formula.empty()) {
    answer.formula = std::make_shared<PromiseFormula>(question.promise, question.scale(), question.graph(),
                                                      question.network.w, question.steps);
    if (!answer.formula->by_place()) views->require_published();
    asked_about.formula = [formula = answer.formula](const auto& observers, const auto& published) {
      return formula->bounds(observers, published);
    };
  }
  search_views(answer, *views, asked_about, execution, keeps.matrix);
  answer.resolved = resolved_losses(answer, execution);
  answer.verdict = verdict_of(answer);
  answer.sigma_needed = sigma_needed(answer);
  if (keeps.views) answer.views = std::move(views);
  if (question.advice.any() && answer.complete)
    answer.advice = std::make_shared<AuditAdvice>(advice_on(answer, question.advice, execution));
  return answer;
}

}  // namespace hearsay::api
