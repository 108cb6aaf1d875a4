// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/audit/coalitions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>
#include <hearsay/system/parallel.hpp>
#include "api/network/exact_gossip.hpp"
#include "api/network/network.hpp"
#include "api/workload.hpp"
#include "cli/audit/request.hpp"
#include "cli/common/interrupt.hpp"
#include "cli/common/network_options.hpp"

namespace hearsay::cli {

namespace {

constexpr std::string_view audit_run_where = "audit gossip";
constexpr std::string_view coalitions_prefix = "coalitions:";

std::size_t coalition_size(const std::string& text) {
  const auto size = parse_whole<std::size_t>(std::string_view(text).substr(coalitions_prefix.size()));
  if (!size || *size < 1)
    throw Error(Errc::syntax, "--observer", fmt::format("'{}' is not coalitions:K with a whole number K >= 1", text));
  return *size;
}

bool is_coalitions(const std::vector<std::string>& observers) {
  return observers.size() == 1 && observers.front().starts_with(coalitions_prefix);
}

bool is_each(const std::vector<std::string>& observers) { return observers.size() == 1 && observers.front() == "each"; }

std::vector<graph::Node> all_nodes(const graph::Graph& graph) {
  std::vector<graph::Node> nodes(graph.nodes());
  std::iota(nodes.begin(), nodes.end(), graph::Node{0});
  return nodes;
}

/// The nodes that may observe: all, or all but the one target.
std::vector<graph::Node> possible_observers(const graph::Graph& graph, const std::vector<graph::Node>& targets) {
  auto nodes = all_nodes(graph);
  if (targets.size() == 1) std::erase(nodes, targets.front());
  return nodes;
}

AuditedObservers choose_observers(const AuditRequest& request, const graph::Graph& graph,
                                  const std::vector<graph::Node>& targets) {
  auto chosen = named_sets(request.observers, possible_observers(graph, targets));
  if (chosen.kind == AuditedObservers::Kind::nodes) {
    chosen.sets = {nodes_from_labels("--observer", graph, request.observers)};
    chosen.size = chosen.sets.front().size();
    if (request.target != "all" && std::ranges::count(chosen.sets.front(), targets.front()) > 0) {
      throw Error(Errc::domain, "--target",
                  fmt::format("node '{}' is an observer: it has no secret from itself", request.target));
    }
  }
  if (targets.size() <= chosen.size && targets.size() != 1)
    throw Error(Errc::domain, "--observer", "every node is an observer: no target is left");
  if (chosen.sets.empty() && !chosen.greedy)
    throw Error(Errc::domain, "--observer", "there is nobody else: no observer is left");
  return chosen;
}

/// Refuses what takes too long, before it starts.
void require_time(const AuditOutcome& outcome, const graph::GossipMatrix& w, bool with_matrix) {
  const auto& graph = outcome.graph();
  const audit::ViewCosts costs(w, outcome.steps, outcome.request.noise.noisy());
  const auto n = static_cast<double>(graph.nodes());
  double operations = costs.preparation();
  if (outcome.observers.greedy) {
    const double sending = 2.0 * static_cast<double>(graph.edges()) / n * static_cast<double>(outcome.observers.size);
    operations += audit::greedy_count(graph.nodes(), outcome.observers.size) * costs.view(sending);
  }
  for (const auto& set : outcome.observers.sets) {
    double sending = 0.0;
    for (const auto v : set) sending += static_cast<double>(graph.degree(v));
    operations += costs.view(std::min(sending, n));
  }
  const double rows = with_matrix ? static_cast<double>(outcome.observers.sets.size()) : 0.0;
  require_affordable(
      audit_run_where,
      {.operations = operations, .bytes = 8.0 * n * rows + (costs.preparation() > 0.0 ? 48.0 * n * n : 0.0)},
      outcome.observers.kind == AuditedObservers::Kind::coalitions ? "K of coalitions:K, or --steps"
                                                                   : "--steps, or take fewer observers");
}

/// Steps that --steps asks for, nothing for forever; sets outcome.gap.
linalg::Steps steps_of(AuditOutcome& outcome, const graph::GossipMatrix& w) {
  if (outcome.request.steps == "forever") return std::nullopt;
  const auto steps = resolve_steps(outcome.request.steps, w, outcome.request.sigma.number);
  outcome.gap = steps.gap;
  return steps.count;
}

/// Refuses a schedule that takes too long: the view of each observer costs T n rank^2.
void require_time(const AuditOutcome& outcome, const std::vector<graph::GossipMatrix>& rounds) {
  const auto n = static_cast<double>(outcome.graph().nodes());
  const double sets = outcome.observers.greedy ? audit::greedy_count(outcome.graph().nodes(), outcome.observers.size)
                                               : static_cast<double>(outcome.observers.sets.size());
  double messages = 0.0;  // to an average observer
  for (const auto& w : rounds) messages += std::max(0.0, static_cast<double>(w.nonZeros()) - n) / n;
  messages *= static_cast<double>(outcome.observers.size);
  const double rank = std::min(n, messages);
  const double operations = sets * 12.0 * static_cast<double>(rounds.size()) * n * (rank + 1.0) * (rank + 1.0);
  require_affordable(audit_run_where, {.operations = operations, .bytes = 8.0 * n * (messages + 2.0 * n)},
                     "the number of steps or observers");
}

/// No search of some coalitions, and no part of an audit, shows that a promise holds, unless it does for whoever learns
/// everything.
Verdict verdict_of(const AuditOutcome& outcome) {
  const auto found = outcome.result.verdict();
  const bool all = outcome.complete && !outcome.observers.greedy;
  if (found != Verdict::holds || all) return found;
  const bool always = outcome.promise.bound && audit::thresholds(outcome.promise, outcome.scale()).safe >= 1.0;
  return always ? Verdict::holds : Verdict::inconclusive;
}

void search(AuditOutcome& outcome, const audit::NetworkViews& views, const audit::NetworkQuestion& question,
            const Common& common, bool with_matrix) {
  audit::NetworkAudit network(views, question);
  catch_interrupts();
  std::size_t asked = outcome.observers.sets.size(), done = 0;
  if (outcome.observers.greedy) {
    audit::NetworkAudit smaller(views, question);
    const auto possible = possible_observers(outcome.graph(), question.targets);
    asked = possible.size();
    done = audit::greedy_coalitions(possible, outcome.observers.size, network, smaller, common.execution());
  } else {
    done = audit::audit_views(views, network, outcome.observers.sets, with_matrix ? &outcome.matrix : nullptr,
                              common.execution());
  }
  outcome.complete = done == asked;
  outcome.result = network.result();
  if (!outcome.result.worst) throw Interrupted();
}

/// Nothing where nodes differ: there is no one sigma.
std::optional<double> sigma_needed(const AuditOutcome& outcome) {
  if (!outcome.promise.bound || outcome.scales) return std::nullopt;
  // Nobody learns more than everything, which coalitions that were not tried might.
  const double most = outcome.observers.greedy || !outcome.complete ? 1.0 : outcome.result.most;
  auto sigma = audit::advised_sigma(outcome.promise, outcome.scale(), most);
  // Rounded up it may be above what is known to do.
  if (sigma && outcome.verdict == Verdict::holds) sigma = std::min(*sigma, outcome.request.sigma.number);
  return sigma;
}

bool is_schedule(const AuditRequest& request) { return request.graph.spec.starts_with(schedule_prefix); }

/// Reads the network and makes ready to account for its views. Sets what the outcome says of graph and rounds.
std::shared_ptr<const audit::NetworkViews> prepare(AuditOutcome& outcome, const std::vector<graph::Node>& targets,
                                                   const Common& common, bool with_matrix) {
  const auto& request = outcome.request;
  const auto& network = outcome.network;
  outcome.observers = choose_observers(request, outcome.graph(), targets);
  if (is_schedule(request)) {
    outcome.steps = static_cast<int>(network.rounds.size());
    require_time(outcome, network.rounds);
    return std::make_shared<audit::NetworkViews>(network.rounds);
  }
  outcome.steps = steps_of(outcome, network.w);
  require_time(outcome, network.w, with_matrix);
  print_notes(outcome.network.made.loaded.notes);
  if (request.noise.noisy())
    return std::make_shared<audit::NetworkViews>(network.w, outcome.steps.value(), request.noise.tau, outcome.scales,
                                                 interrupted);
  if (outcome.scales) return std::make_shared<audit::NetworkViews>(network.w, outcome.steps, *outcome.scales);
  return std::make_shared<audit::NetworkViews>(network.w, outcome.steps, draw_primes(common.seeded()), interrupted);
}

audit::PromisedBound promise_of(const AuditRequest& request) {
  return audit::parse_promise(request.promise, "--promise", audit::Bounds::formula);
}

bool knows_own_noise(const AuditRequest& request, const audit::PromisedBound& promise) {
  if (promise.quantity == audit::Quantity::exact || promise.quantity == audit::Quantity::exact_own_noise) {
    const bool own = promise.quantity == audit::Quantity::exact_own_noise;
    if (!request.trust.empty() && own_noise_known(request.trust) != own) {
      throw Error(Errc::conditions, "--trust",
                  fmt::format("the promise is about {}; leave --trust out, or promise {}", to_string(promise.quantity),
                              own ? "exact" : "exact_own_noise"));
    }
    return own;
  }
  return request.trust.empty() || own_noise_known(request.trust);
}

/// Refuses what has no meaning where nodes differ.
void require_even_if_needed(const AuditRequest& request) {
  if (!request.uneven()) return;
  const std::string_view option = request.sigma.file.empty() ? "--sensitivity" : "--sigma";
  const auto promise = promise_of(request);
  if (promise.by_published() || names_published(promise))
    throw Error(Errc::conditions, option,
                "a file, but the published theorem knows one noise and one sensitivity of all nodes: promise a number");
  if (promise.quantity == audit::Quantity::exact || promise.quantity == audit::Quantity::exact_own_noise)
    throw Error(Errc::conditions, option,
                "a file, and then local losses differ: promise renyi, epsilon, mu or attack_tpr, not a share of them");
  if (is_schedule(request)) throw Error(Errc::conditions, option, "a schedule takes one number for all nodes");
  if (request.steps == "auto") throw Error(Errc::conditions, "--steps", "auto takes one --sigma for all nodes");
}

/// What each node's worst observers resolve at --precision.
std::vector<Enclosure> resolved_losses(const AuditOutcome& outcome, const Common& common) {
  const auto& noise = outcome.request.noise;
  if (!noise.rounded()) return {};
  const audit::NetworkViews views(outcome.network.w, outcome.steps.value(), noise.resolution(), outcome.scales,
                                  interrupted);
  std::map<std::vector<graph::Node>, audit::ViewShares> found;
  for (const auto& pair : outcome.result.by_target) found.try_emplace(pair.observers);
  const audit::ViewCosts costs(outcome.network.w, outcome.steps, true);
  double operations = 0.0;
  for (const auto& [observers, shares] : found)
    operations += costs.view(static_cast<double>(accounting::senders(outcome.network.w, observers).size()));
  require_affordable(audit_run_where, {.operations = operations}, "--steps, or leave --precision out");
  std::vector<std::pair<const std::vector<graph::Node>, audit::ViewShares>*> places;
  for (auto& entry : found) places.push_back(&entry);
  parallel_for(places.size(), common.execution(), "views as resolved",
               [&](std::size_t i) { places[i]->second = views.shares(places[i]->first); });
  std::vector<Enclosure> resolved;
  for (const auto& pair : outcome.result.by_target) {
    const auto& view = found.at(pair.observers);
    resolved.push_back((outcome.own_noise ? view.exact_own_noise : view.exact).of(pair.target));
  }
  return resolved;
}

}  // namespace

AuditedObservers named_sets(const std::vector<std::string>& observers, const std::vector<graph::Node>& possible) {
  AuditedObservers chosen;
  if (is_each(observers)) {
    chosen.kind = AuditedObservers::Kind::each;
    for (const auto v : possible) chosen.sets.push_back({v});
  } else if (is_coalitions(observers)) {
    chosen.kind = AuditedObservers::Kind::coalitions;
    chosen.size = coalition_size(observers.front());
    if (chosen.size > possible.size()) {
      throw Error(Errc::domain, "--observer",
                  fmt::format("{} of {} nodes cannot observe", chosen.size, possible.size()));
    }
    chosen.greedy = audit::coalition_count(possible.size(), chosen.size) > audit::most_coalitions;
    if (!chosen.greedy) chosen.sets = audit::coalitions(possible, chosen.size);
  }
  return chosen;
}

void require_valid(const AuditRequest& request) {
  const auto promise = promise_of(request);
  require_formula(promise);
  static_cast<void>(knows_own_noise(request, promise));
  require_positive(audit_run_where, "--sigma", request.sigma.number);
  require_non_negative(audit_run_where, "--sensitivity", request.sensitivity.number);
  const double ratio = request.sensitivity.number / request.sigma.number;
  if (ratio > 0.0) require_positive(audit_run_where, "sensitivity^2 / (2 sigma^2)", ratio * ratio / 2.0);
  if (is_schedule(request) != (request.steps == schedule_steps))
    throw Error(Errc::conditions, "--steps", "a schedule says its rounds itself");
  require_message_noise(request.noise, request.steps);
  if (request.noise.given() && is_schedule(request))
    throw Error(Errc::conditions, request.noise.noisy() ? "--message-noise" : "--precision",
                "takes one W in all steps; a schedule gives rounds that differ");
  require_even_if_needed(request);
  if (request.steps != "forever" && !is_schedule(request)) require_steps(request.steps, "auto nor forever");
  if (is_coalitions(request.observers)) static_cast<void>(coalition_size(request.observers.front()));
}

AuditOutcome run_audit(const AuditRequest& request, const Common& common, AuditKeeps keeps) {
  require_valid(request);
  if (keeps.views && names_published(promise_of(request)))
    throw Error(Errc::conditions, "--report",
                "the page cannot judge a formula of the published loss: promise `... <= published` or leave it out");
  AuditOutcome outcome{
      .request = request,
      .network = is_schedule(request) ? load_schedule(request.graph) : load_network(request.graph, common.seeded())};
  outcome.scales = read_scales(request.sigma, request.sensitivity, outcome.graph());
  outcome.promise = promise_of(request);
  outcome.own_noise = knows_own_noise(request, outcome.promise);
  const auto& graph = outcome.graph();
  const auto targets =
      request.target == "all" ? all_nodes(graph) : std::vector{graph::find_node("--target", graph, request.target)};
  auto views = prepare(outcome, targets, common, keeps.matrix);
  audit::NetworkQuestion question{
      .promise = outcome.promise, .scale = outcome.scale(), .own_noise_known = outcome.own_noise, .targets = targets};
  if (!outcome.promise.formula.empty()) {
    outcome.formula =
        std::make_shared<PromiseFormula>(outcome.promise, outcome.scale(), graph, outcome.network.w, outcome.steps);
    if (!outcome.formula->by_place()) views->require_published();
    question.formula = [formula = outcome.formula](const auto& observers, const auto& published) {
      return formula->bounds(observers, published);
    };
  }
  search(outcome, *views, question, common, keeps.matrix);
  outcome.resolved = resolved_losses(outcome, common);
  outcome.verdict = verdict_of(outcome);
  outcome.sigma_needed = sigma_needed(outcome);
  if (keeps.views) outcome.views = std::move(views);
  return outcome;
}

}  // namespace hearsay::cli
