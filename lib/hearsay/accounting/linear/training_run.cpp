// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/training_run.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>

#include <hearsay/accounting/linear/build.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spectrum.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using graph::Node;

constexpr std::string_view where_training = "training_protocol";

/// Refuses a list that has neither one entry nor `many`.
void require_one_or(std::string_view name, std::size_t size, std::size_t many, std::string_view of) {
  if (size == 1 || size == many) return;
  throw Error(Errc::shape, where_training, fmt::format("{} has {} entries, not 1 or the {} {}", name, size, many, of));
}

void require_valid(const TrainingRun& run) {
  require_between(where_training, "rounds", run.rounds, 1, 1'000'000);
  require_between(where_training, "gossip_steps", run.gossip_steps, 1, 1'000'000);
  if (run.nodes < 1) throw Error(Errc::domain, where_training, "nodes = 0 must be >= 1");
  const auto rounds = static_cast<std::size_t>(run.rounds);
  require_one_or("mixes", run.mixes.size(), rounds, "rounds");
  require_one_or("sigma", run.sigma.size(), run.nodes, "nodes");
  if (!run.gammas.empty()) require_one_or("gammas", run.gammas.size(), rounds, "rounds");
  if (!run.steps_by_round.empty() && run.steps_by_round.size() != rounds)
    throw Error(Errc::shape, where_training,
                fmt::format("steps_by_round has {} entries, not the {} rounds", run.steps_by_round.size(), rounds));
  for (const int steps : run.steps_by_round) require_between(where_training, "gossip_steps", steps, 1, 1'000'000);
  if (!run.step_sizes.empty() && run.step_sizes.size() != rounds)
    throw Error(Errc::shape, where_training,
                fmt::format("step_sizes has {} entries, not the {} rounds", run.step_sizes.size(), rounds));
  if (!run.labels.empty() && run.labels.size() != run.nodes)
    throw Error(Errc::shape, where_training,
                fmt::format("labels has {} entries, not the {} nodes", run.labels.size(), run.nodes));
  for (const auto& sigma : run.sigma) {
    if (sigma < 0) throw Error(Errc::domain, where_training, fmt::format("sigma = {} must be >= 0", sigma.str()));
  }
  for (const auto& size : run.step_sizes) {
    if (size <= 0) throw Error(Errc::domain, where_training, fmt::format("a step size of {} must be > 0", size.str()));
  }
  for (const auto observer : run.view.observers) {
    if (observer >= run.nodes)
      throw Error(Errc::unknown, where_training,
                  fmt::format("observer {} is not a node; nodes are 0 to {}", observer, run.nodes - 1));
  }
}

/// Entry `round` of a list of one entry or one per round.
template <class T>
const T& of_round(const std::vector<T>& list, std::size_t round) {
  return list.size() == 1 ? list.front() : list[round];
}

/// What a model over its step size becomes when the step changes: F = (previous / next - 1) I.
std::shared_ptr<const linalg::FractionMatrix> rescaling(const TrainingRun& run, std::size_t round) {
  if (run.step_sizes.empty() || round == 0) return nullptr;
  const Rational factor = run.step_sizes[round - 1] / run.step_sizes[round] - 1;
  if (factor == 0) return nullptr;
  auto feedback = std::make_shared<linalg::FractionMatrix>();
  feedback->columns = run.nodes;
  for (Node u = 0; u < run.nodes; ++u) feedback->rows.push_back({{u, factor}});
  return feedback;
}

/// Noise on the gradients, one kind for each standard deviation.
std::vector<NoiseKind> gradient_noise(const TrainingRun& run) {
  std::map<Rational, std::vector<Node>> groups;
  for (Node u = 0; u < run.nodes; ++u) groups[of_round(run.sigma, u)].push_back(u);
  std::vector<NoiseKind> kinds;
  for (auto& [sigma, nodes] : groups) {
    auto& kind = kinds.emplace_back();
    kind.kind = NoiseKind::Kind::node;
    kind.sigma = sigma;
    kind.nodes = std::move(nodes);
  }
  return kinds;
}

}  // namespace

Protocol training_protocol(const TrainingRun& run) {
  require_valid(run);
  Protocol protocol{
      .name = run.name, .nodes = run.nodes, .labels = run.labels, .rounds = {}, .noise = {}, .view = run.view};
  for (Node u = 0; run.labels.empty() && u < run.nodes; ++u) protocol.labels.push_back(std::to_string(u));
  protocol.noise = gradient_noise(run);
  std::map<const Mix*, Rational> computed;
  for (std::size_t r = 0; r < static_cast<std::size_t>(run.rounds); ++r) {
    auto& round = protocol.rounds.emplace_back();
    round.mix = of_round(run.mixes, r);
    if (!round.mix) throw Error(Errc::shape, where_training, "a mix is missing");
    round.steps = run.steps_by_round.empty() ? run.gossip_steps : run.steps_by_round[r];
    round.feedback = rescaling(run, r);
    if (!run.chebyshev || round.steps < 2) continue;
    if (!run.gammas.empty()) {
      round.gamma = of_round(run.gammas, r);
      continue;
    }
    auto found = computed.find(round.mix.get());
    if (found == computed.end())
      found = computed.emplace(round.mix.get(), acceleration_of(*round.mix, run.nodes)).first;
    round.gamma = found->second;
  }
  return protocol;
}

std::shared_ptr<const Mix> mix_of(const graph::GossipMatrix& w) {
  auto entries = linalg::exact_entries(w);
  Mix mix;
  mix.rule = Mix::Rule::matrix;
  mix.matrix.columns = entries.rows.size();
  mix.matrix.rows = std::move(entries.rows);
  return std::make_shared<const Mix>(std::move(mix));
}

Rational acceleration_of(const Mix& mix, graph::Node nodes) {
  // W as the linear system of one gossip step reads it.
  Protocol step;
  step.nodes = nodes;
  step.rounds.push_back(
      {.mix = std::make_shared<const Mix>(mix), .steps = 1, .gamma = {}, .inject = false, .feedback = {}});
  const auto system = linear_system<double>(step);
  const auto& rows = *system.stages.back().mix;
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t w = 0; w < rows.size(); ++w) {
    for (std::size_t k = rows.offsets[w]; k < rows.offsets[w + 1]; ++k)
      entries.emplace_back(static_cast<int>(w), static_cast<int>(rows.columns[k]), rows.values[k]);
  }
  graph::GossipMatrix matrix(nodes, nodes);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return exact::fraction_of(graph::acceleration(graph::positive_spectral_gap(matrix)));
}

}  // namespace hearsay::accounting
