// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/audit_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include <hearsay/accounting/gossip/report.hpp>
#include <hearsay/audit/network_views.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/system/ranks.hpp>

namespace hearsay::api {

namespace {

AuditAdvice::Changed changed(const AuditAnswer& answer) {
  const double most = answer.result.most;
  return {.loss = promised_loss(answer.question.promise, answer.question.scale(), most, most).upper(),
          .violations = answer.result.violations,
          .verdict = answer.verdict};
}

AuditAnswer whole_audit(AuditQuestion question, const Execution& execution) {
  auto answer = audit_network(std::move(question), execution.part());
  if (!answer.complete) throw Interrupted();
  return answer;
}

/// Of the views of all observers whose messages are rounded.
double rounded_operations(const AuditQuestion& question) {
  const audit::ViewCosts costs(question.network.w, question.steps, true);
  double operations = costs.preparation();
  for (const auto& set : question.observers.sets)
    operations += costs.view(static_cast<double>(accounting::senders(question.network.w, set).size()));
  return operations;
}

/// The worst loss if every message has noise as large as the rounding errors of float32. Nothing for any number of
/// steps, where a search is greedy, and where it takes more than seconds.
std::optional<double> loss_at_float32(AuditQuestion question, const Execution& execution) {
  constexpr double seconds = 1e10;  // operations
  if (!question.steps || question.observers.greedy || rounded_operations(question) > seconds) return std::nullopt;
  if (*question.steps == 0) return 0.0;
  auto noise = question.noise;
  noise.precision = "float32";
  question.noise = {.tau = noise.resolution(), .precision = {}};
  return changed(whole_audit(std::move(question), execution)).loss;
}

AuditAdvice::Changed audited(const AuditQuestion& question, const Execution& execution) {
  return changed(whole_audit(question, execution));
}

/// What is audited again: without advice, and without a column at a precision.
AuditQuestion unadorned(const AuditAnswer& answer) {
  auto question = answer.question;
  question.advice = {};
  question.noise.precision.clear();
  return question;
}

AuditQuestion with_sigma(const AuditAnswer& answer, double sigma) {
  auto question = unadorned(answer);
  question.sigma.number = sigma;
  return question;
}

AuditQuestion with_steps(const AuditAnswer& answer, std::optional<int> steps) {
  auto question = unadorned(answer);
  question.steps = steps;
  question.gap = {};
  return question;
}

/// The least sigma that is known to do, and the audit with it; nothing if that audit does not hold.
std::optional<AuditAdvice::Sigma> least_sigma(const AuditAnswer& answer, const Execution& execution) {
  if (!answer.sigma_needed || *answer.sigma_needed <= 0.0) return std::nullopt;
  const auto then = audited(with_sigma(answer, *answer.sigma_needed), execution);
  if (then.verdict != Verdict::holds) return std::nullopt;
  return AuditAdvice::Sigma{.sigma = *answer.sigma_needed, .then = then};
}

/// The largest number of steps at which the promise holds. @throws Error(Errc::too_large) where that takes too long.
std::optional<AuditAdvice::MostSteps> most_steps(const AuditAnswer& answer, const Execution& execution) {
  const auto& question = answer.question;
  const auto nodes = static_cast<int>(question.graph().nodes());
  const bool holds = answer.verdict == Verdict::holds, noisy = question.noise.noisy();
  if (holds && !question.steps) return AuditAdvice::MostSteps{.steps = {}, .then = changed(answer)};
  if (holds && noisy) return std::nullopt;  // no number of steps is the last that adds something
  int least = 0, most = nodes;
  if (!holds && question.steps) most = noisy ? *question.steps : std::min(*question.steps, nodes);
  std::optional<AuditAdvice::MostSteps> found =
      AuditAdvice::MostSteps{.steps = 0, .then = {.loss = 0.0, .violations = 0, .verdict = Verdict::holds}};
  if (holds) {
    const auto forever = audited(with_steps(answer, std::nullopt), execution);
    if (forever.verdict == Verdict::holds) return AuditAdvice::MostSteps{.steps = {}, .then = forever};
    least = *question.steps;
    found = {.steps = least, .then = changed(answer)};
  }
  while (most - least > 1) {
    const int middle = least + (most - least) / 2;
    const auto then = audited(with_steps(answer, middle), execution);
    if (then.verdict == Verdict::holds) {
      least = middle;
      found = {.steps = middle, .then = then};
    } else {
      most = middle;
    }
  }
  return found;
}

/// The network without an edge.
Network without_edge(const Network& network, const graph::Edge& edge) {
  auto changed = network;
  const auto& graph = network.graph();
  auto edges = graph.edge_list();
  std::erase(edges, edge);
  auto labels = graph.labelled() ? graph.labels() : std::vector<std::string>();
  changed.made.loaded.graph = graph::Graph(graph.nodes(), edges, std::move(labels));
  if (is_weights_rule(network.source.weights)) {
    changed.w = graph::gossip_matrix(changed.graph(), network.made.weights);
    return changed;
  }
  const auto [u, v] = edge;
  for (const auto& [a, b] : {std::pair(u, v), std::pair(v, u)}) {
    const double weight = changed.w.coeff(a, b);
    changed.w.coeffRef(a, a) += weight;
    changed.w.coeffRef(a, b) = 0.0;
  }
  changed.w.prune([](Eigen::Index, Eigen::Index, double value) { return value != 0.0; });
  return changed;
}

void rank_edges(AuditAdvice& advice, const AuditAnswer& answer, const Execution& execution) {
  const auto& network = answer.question.network;
  const auto edges = network.graph().edge_list();
  const auto components = graph::components(network.graph()).sizes.size();
  std::size_t done = 0;
  for (const auto& edge : edges) {
    auto question = unadorned(answer);
    question.network = without_edge(network, edge);
    if (graph::components(question.graph()).sizes.size() > components) {
      ++advice.bridges;
    } else {
      auto then = audited(question, execution);
      then.float32 = loss_at_float32(std::move(question), execution);
      advice.edges.push_back({.u = edge.first, .v = edge.second, .then = then});
    }
    if (execution.progress) execution.progress(++done, edges.size(), "edges removed");
  }
}

}  // namespace

void require_advisable(const AuditQuestion& question) {
  if (!question.promise.bound)
    throw Error(Errc::conditions, "`advice`", "needs a promise of a number, such as 'epsilon(1e-5) <= 2'");
  if (!question.network.rounds.empty()) throw Error(Errc::conditions, "`advice`", "needs one W, not a schedule");
  if (ranks::count() > 1) throw Error(Errc::conditions, "`advice`", "needs a single process");
}

AuditAdvice advice_on(const AuditAnswer& answer, const AdviceWanted& wanted, const Execution& execution) {
  require_advisable(answer.question);
  AuditAdvice advice{.now = changed(answer), .sigma = {}, .steps = {}, .edges = {}};
  try {
    advice.now.float32 = loss_at_float32(unadorned(answer), execution);
    advice.sigma = least_sigma(answer, execution);
    if (advice.sigma) advice.sigma->then.float32 = loss_at_float32(with_sigma(answer, advice.sigma->sigma), execution);
    if (wanted.changes) advice.steps = most_steps(answer, execution);
    if (advice.steps) advice.steps->then.float32 = loss_at_float32(with_steps(answer, advice.steps->steps), execution);
    if (wanted.edges) rank_edges(advice, answer, execution);
  } catch (const Interrupted&) {  // what is finished is an advice
  } catch (const Error& error) {
    if (error.code() != Errc::too_large) throw;
    execution.say(fmt::format("no advice: {}", error.what()));
  }
  std::ranges::sort(advice.edges, {}, [](const AuditAdvice::WithoutEdge& e) {
    return std::tuple(e.then.loss, e.then.violations, e.u, e.v);
  });
  return advice;
}

}  // namespace hearsay::api
