// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/account_gossip_nodes.hpp"

#include <cmath>

#include <hearsay/audit/promise.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/paths.hpp>

namespace hearsay::api {

namespace {

/// In which shares are, of the node that loses most without any protocol.
audit::NoiseScale largest_unit(const audit::NodeScales& scales) {
  return {.sigma = 1.0, .sensitivity = std::sqrt(exact::to_double(scales.largest()))};
}

NodeLoss node_loss(const audit::PromisedBound& unit, const audit::NodeScales& scales, const audit::ViewShares& view,
                   graph::Node target) {
  const auto u = static_cast<Eigen::Index>(target);
  const auto bracket = [&](const audit::Shares& shares) {
    return promised_loss(unit, largest_unit(scales), shares.least()(u), shares.most()(u));
  };
  const auto exact = bracket(view.exact), own_noise = bracket(view.exact_own_noise);
  const auto shown = [&](const audit::Shares& shares, const Bracket& loss) {
    const auto value = shares.of(u).in_doubt() ? std::nullopt : std::optional(loss.estimate());
    return Enclosure{.lower = loss.lower(), .upper = loss.upper(), .value = value};
  };
  return {.exact = exact,
          .exact_own_noise = own_noise,
          .shown = shown(view.exact, exact),
          .shown_own_noise = shown(view.exact_own_noise, own_noise)};
}

audit::PromisedBound renyi_unit(double alpha) {
  return {.text = "", .quantity = audit::Quantity::renyi, .parameter = alpha, .bound = 0.0};
}
audit::PromisedBound epsilon_unit(double delta) {
  return {.text = "", .quantity = audit::Quantity::epsilon, .parameter = delta, .bound = 0.0};
}

std::vector<LossesByNode> losses_by_node(const GossipQuestion& question, const std::vector<graph::Node>& targets) {
  const auto& terms = question.terms;
  const auto& scales = *question.scales;
  const auto& w = question.network.w;
  const auto steps = step_count(terms.steps);
  const auto views = terms.noise.noisy() ? audit::NetworkViews(w, steps.value(), terms.noise.tau, scales)
                                         : audit::NetworkViews(w, steps, scales);
  const auto view = views.shares(question.observers);
  const auto distances = graph::distances(question.network.graph(), question.observers);
  std::vector<LossesByNode> losses;
  for (const auto u : targets) {
    const double ratio = exact::to_double(scales.sensitivity[u] / scales.sigma[u]);
    LossesByNode loss{.target = u,
                      .distance = distances[u],
                      .local = terms.alpha / 2.0 * ratio * ratio,
                      .renyi = node_loss(renyi_unit(terms.alpha), scales, view, u),
                      .epsilon = std::nullopt};
    if (terms.delta) loss.epsilon = node_loss(epsilon_unit(*terms.delta), scales, view, u);
    losses.push_back(loss);
  }
  return losses;
}

/// What the claim is about: the loss of a target in its unit, to the observers that it names.
const Bracket& claimed_loss(const PromisedLoss& claim, const LossesByNode& loss) {
  const auto& losses = claim.epsilon ? *loss.epsilon : loss.renyi;
  return own_noise_known(claim.trust) ? losses.exact_own_noise : losses.exact;
}

Verdict judged_by_node(const PromisedLoss& claim, const std::vector<LossesByNode>& losses) {
  auto verdict = Verdict::holds;
  for (const auto& loss : losses)
    verdict = merge(verdict, divergence::judge(claimed_loss(claim, loss), claim.claim().bound));
  return verdict;
}

}  // namespace

GossipByNode account_by_node(const GossipQuestion& question, const std::vector<graph::Node>& targets) {
  GossipByNode found{.losses = losses_by_node(question, targets), .verdict = std::nullopt};
  if (question.terms.claim.given()) found.verdict = judged_by_node(question.terms.claim, found.losses);
  return found;
}

}  // namespace hearsay::api
