// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

constexpr double relative_tolerance = 1e-9;  ///< of "more than"

bool exceeds(double loss, double allowed) { return loss > allowed * (1.0 + relative_tolerance); }

MeanLoss means(const Eigen::VectorXd& published, const Eigen::VectorXd& exact, std::span<const graph::Node> others,
               double unit, std::optional<std::int64_t> messages) {
  MeanLoss mean{.over = others.size(), .bound = std::nullopt};
  for (const auto u : others) {
    mean.published += published[u];
    mean.exact += exact[u];
  }
  const double scale = unit / static_cast<double>(others.size());
  mean.published *= scale;
  mean.exact *= scale;
  if (messages) mean.bound = scale * static_cast<double>(*messages);
  return mean;
}

}  // namespace

std::vector<graph::Node> nodes_without(const graph::Graph& graph, std::span<const graph::Node> observers) {
  std::vector<char> observes(graph.nodes(), 0);
  for (const auto v : observers) observes[v] = 1;
  std::vector<graph::Node> others;
  for (graph::Node v = 0; v < graph.nodes(); ++v) {
    if (observes[v] == 0) others.push_back(v);
  }
  return others;
}

GossipReport gossip_report(const GossipAccount& account, const graph::Graph& graph, const GossipQuestion& question,
                           const Execution& execution) {
  const auto& losses = account.losses;
  if (losses.exact.size() != static_cast<Eigen::Index>(graph.nodes())) {
    throw Error(Errc::shape, "gossip_report",
                fmt::format("an account of {} nodes, and a graph of {}", losses.exact.size(), graph.nodes()));
  }
  const auto& scale = question.scale;
  const Eigen::VectorXd published = losses.published.cwiseMin(1.0);
  const double unit = scale.unit();
  GossipReport report{.unit = unit, .accuracy = losses.accuracy * unit, .mean = {}, .losses = {}};
  report.mean = means(published, losses.exact, nodes_without(graph, question.observers), unit, question.messages);

  const auto distance = graph::distances(graph, question.observers);
  report.losses.resize(question.targets.size());
  parallel_for(question.targets.size(), execution, "targets", [&](std::size_t i) {
    const auto u = question.targets[i];
    const LossValues share{
        .published = published[u], .exact = losses.exact[u], .exact_own_noise = losses.exact_own_noise[u]};
    auto& loss = report.losses[i];
    loss = {.target = u,
            .distance = distance[u],
            .renyi = {.published = unit * share.published,
                      .exact = unit * share.exact,
                      .exact_own_noise = unit * share.exact_own_noise},
            .epsilon = std::nullopt};
    if (!scale.delta) return;
    loss.epsilon = {.published = scale.epsilon(share.published),
                    .exact = scale.epsilon(share.exact),
                    .exact_own_noise = scale.epsilon(share.exact_own_noise)};
  });
  const auto violates = [](const TargetLoss& loss) { return exceeds(loss.renyi.exact, loss.renyi.published); };
  report.violations = static_cast<std::size_t>(std::ranges::count_if(report.losses, violates));
  return report;
}

GossipAudit gossip_audit(const GossipReport& report, const GaussianLossScale& scale, const LossClaim& claim,
                         bool own_noise_known) {
  const auto judged = own_noise_known ? &LossValues::exact_own_noise : &LossValues::exact;
  const auto loss_of = [&](const TargetLoss& loss) { return loss.renyi.*judged; };
  const auto worst = std::ranges::max_element(report.losses, {}, loss_of);
  const auto loss = gaussian_loss(claim.unit, scale, loss_of(*worst) / report.unit, report.accuracy / report.unit);
  return {.worst = *worst, .loss = loss, .verdict = divergence::judge(loss, claim.bound)};
}

std::vector<TargetLoss> largest_losses(const GossipReport& report, std::size_t count) {
  const auto rounded = [](double loss) { return std::round(loss / 1e-9); };
  const auto rank = [&](const TargetLoss& l) {
    return std::tuple(-rounded(l.renyi.exact), rounded(l.renyi.published), l.target);
  };
  std::vector<TargetLoss> first(std::min(report.losses.size(), count));
  std::ranges::partial_sort_copy(report.losses, first, {}, rank, rank);
  return first;
}

LossRatio worst_ratio(const GossipReport& report) {
  const auto ratio = [](const TargetLoss& l) {
    return l.renyi.published > 0.0 ? l.renyi.exact / l.renyi.published : 0.0;
  };
  const auto worst = std::ranges::max_element(report.losses, {}, ratio);
  return {.target = worst->target, .ratio = ratio(*worst)};
}

}  // namespace hearsay::accounting
