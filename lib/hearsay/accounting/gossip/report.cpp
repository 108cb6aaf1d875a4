// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <hearsay/core/error.hpp>
#include <hearsay/divergence/accountant.hpp>
#include <hearsay/graph/paths.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

constexpr double relative_tolerance = 1e-9;  ///< of "more than"

bool exceeds(double loss, double allowed) { return loss > allowed * (1.0 + relative_tolerance); }

MeanLoss means(const GossipLosses& losses, const Eigen::VectorXd& published, std::span<const graph::Node> others,
               double unit, std::optional<std::int64_t> messages) {
  MeanLoss mean{.over = others.size(), .exact = Enclosure::known(0.0), .bound = std::nullopt};
  double value = 0.0;
  bool known = true;
  for (const auto u : others) {
    const auto exact = losses.exact_of(u);
    mean.published += published[u];
    mean.exact.lower += exact.lower;
    mean.exact.upper += exact.upper;
    value += losses.exact(u);
    known = known && !exact.in_doubt();
  }
  const double scale = unit / static_cast<double>(others.size());
  mean.published *= scale;
  mean.exact.value = known ? std::optional(value) : std::nullopt;
  mean.exact = mean.exact.mapped([&](double sum) { return scale * sum; });
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
  report.mean = means(losses, published, nodes_without(graph, question.observers), unit, question.messages);

  const auto distance = graph::distances(graph, question.observers);
  report.losses.resize(question.targets.size());
  parallel_for(question.targets.size(), execution, "targets", [&](std::size_t i) {
    const auto u = question.targets[i];
    const auto exact = losses.exact_of(u), own_noise = losses.exact_own_noise_of(u);
    const auto in = [&](const auto& f) {
      return LossValues{.published = f(published[u]), .exact = exact.mapped(f), .exact_own_noise = own_noise.mapped(f)};
    };
    auto& loss = report.losses[i];
    loss = {.target = u,
            .distance = distance[u],
            .renyi = in([&](double share) { return unit * share; }),
            .epsilon = std::nullopt};
    if (scale.delta) loss.epsilon = in([&](double share) { return scale.epsilon(share); });
  });
  for (const auto& [target, distances, renyi, epsilon] : report.losses) {
    if (exceeds(renyi.exact.lower, renyi.published)) {
      ++report.violations;
    } else if (exceeds(renyi.exact.upper, renyi.published)) {
      ++report.doubtful_violations;
    }
  }
  return report;
}

std::size_t GossipReport::in_doubt() const {
  return static_cast<std::size_t>(std::ranges::count_if(losses, [](const TargetLoss& loss) {
    return loss.renyi.exact.in_doubt() || loss.renyi.exact_own_noise.in_doubt();
  }));
}

GossipAudit gossip_audit(const GossipReport& report, const GaussianLossScale& scale, const LossClaim& claim,
                         bool own_noise_known) {
  const auto judged = own_noise_known ? &LossValues::exact_own_noise : &LossValues::exact;
  const auto of = [&](const TargetLoss& target) {
    const auto& renyi = target.renyi.*judged;
    const auto share = renyi.mapped([&](double loss) { return report.unit > 0.0 ? loss / report.unit : 0.0; });
    const auto loss =
        gaussian_loss(claim.unit, scale, std::midpoint(share.lower, share.upper), (share.upper - share.lower) / 2.0);
    const auto value = renyi.in_doubt() ? std::nullopt : std::optional(loss.estimate());
    return GossipAudit{.worst = target,
                       .loss = {.lower = loss.lower(), .upper = loss.upper(), .value = value},
                       .verdict = divergence::judge(loss, claim.bound)};
  };
  const auto end = [&](auto which) { return [=](const TargetLoss& target) { return (target.renyi.*judged).*which; }; };
  auto found = of(*std::ranges::max_element(report.losses, {}, end(&Enclosure::upper)));
  if (found.verdict != Verdict::inconclusive) return found;
  auto certain = of(*std::ranges::max_element(report.losses, {}, end(&Enclosure::lower)));
  return certain.verdict == Verdict::refuted ? certain : found;
}

std::vector<TargetLoss> largest_losses(const GossipReport& report, std::size_t count) {
  const auto rounded = [](double loss) { return std::round(loss / 1e-9); };
  const auto rank = [&](const TargetLoss& l) {
    return std::tuple(-rounded(l.renyi.exact.safe()), rounded(l.renyi.published), l.target);
  };
  std::vector<TargetLoss> first(std::min(report.losses.size(), count));
  std::ranges::partial_sort_copy(report.losses, first, {}, rank, rank);
  return first;
}

LossRatio worst_ratio(const GossipReport& report) {
  const auto ratio = [](const TargetLoss& l) {
    return l.renyi.published > 0.0 ? l.renyi.exact.value.value_or(l.renyi.exact.lower) / l.renyi.published : 0.0;
  };
  const auto worst = std::ranges::max_element(report.losses, {}, ratio);
  return {.target = worst->target, .ratio = ratio(*worst)};
}

}  // namespace hearsay::accounting
