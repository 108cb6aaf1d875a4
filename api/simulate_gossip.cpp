// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulate_gossip.hpp"

#include <span>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/spectrum.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include <hearsay/system/parallel_map.hpp>
#include "api/workload.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view simulate_gossip_where = "simulate gossip";

/// Steps whose error is kept: 0, 1, 2, 4, ... and the last.
std::vector<int> checkpoints(int steps) {
  std::vector<int> kept{0};
  for (std::int64_t t = 1; t < steps; t *= 2) kept.push_back(static_cast<int>(t));
  kept.push_back(steps);
  return kept;
}

/// The protocol that is asked for.
class GossipRun {
 public:
  GossipRun(const SimulateGossipQuestion& question, const Steps& steps, random::Seed seed)
      : question_(question),
        network_(question.network),
        edges_(network_.graph().edge_list()),
        steps_(steps.count),
        seed_(seed) {
    if (question.schedule.accelerated()) gamma_ = graph::acceleration(steps.gap.value());
  }

  /// Edges that are used in all steps, each in both directions.
  [[nodiscard]] std::int64_t messages() const {
    if (question_.schedule.randomized()) return 2 * std::int64_t{steps_};
    if (network_.rounds.empty()) return 2 * std::int64_t{steps_} * static_cast<std::int64_t>(edges_.size());
    std::int64_t sum = 0;
    for (const auto& w : network_.rounds) {
      for (Eigen::Index u = 0; u < w.rows(); ++u) {
        for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) sum += entry.col() != u ? 1 : 0;
      }
    }
    return sum;
  }

  /// Mean squared distance of the nodes from `truth` at each checkpoint of run number `run`.
  [[nodiscard]] std::vector<double> errors(const Eigen::MatrixXd& inputs, double truth, const std::vector<int>& kept,
                                           std::uint32_t run) const {
    std::vector<double> found;
    const auto measure = [&](int step, const Eigen::MatrixXd& state) {
      if (found.size() < kept.size() && kept[found.size()] == step)
        found.push_back((state.array() - truth).square().mean());
    };
    auto state = protocol::with_noise(inputs, question_.sigma, seed_, run);
    const auto listener = [&](int step, const graph::GossipMatrix&, const Eigen::MatrixXd& before) {
      measure(step, before);
    };
    if (question_.schedule.randomized()) {
      const std::vector<double> evenly(edges_.size(), 1.0 / static_cast<double>(edges_.size()));
      random::Stream stream(seed_, random::Purpose::activation, run);
      const auto woken = protocol::draw_edges(edges_, evenly, steps_, stream);
      measure(0, state);
      for (std::size_t i = 1; i < kept.size(); ++i) {
        const auto first = static_cast<std::size_t>(kept[i - 1]), count = static_cast<std::size_t>(kept[i]) - first;
        state = protocol::average_pairwise(std::span(woken).subspan(first, count), std::move(state));
        measure(kept[i], state);
      }
      return found;
    }
    const auto& w = network_.w;
    if (!network_.rounds.empty())
      state = protocol::average(network_.rounds, std::move(state), listener);
    else if (gamma_ > 0.0)
      state = protocol::average_accelerated(w, gamma_, std::move(state), steps_, listener);
    else
      state = protocol::average(w, std::move(state), steps_, listener);
    measure(steps_, state);
    return found;
  }

 private:
  const SimulateGossipQuestion& question_;
  const Network& network_;
  std::vector<graph::Edge> edges_;
  int steps_;
  random::Seed seed_;
  double gamma_ = 0.0;  ///< 0: not accelerated
};

/// What can be said before the steps are known.
void require_sane(const SimulateGossipQuestion& q) {
  require_between(simulate_gossip_where, "`runs`", q.runs, 1, 10'000'000);
  require_non_negative(simulate_gossip_where, "`sigma`", q.sigma);
  if (!q.schedule.file()) require_steps(q.steps);
  if (q.steps == "auto") require_positive(simulate_gossip_where, "`sigma`", q.sigma);
}

void require_affordable_runs(const SimulateGossipQuestion& q, int steps) {
  const bool randomized = q.schedule.randomized();
  const auto& graph = q.network.graph();
  const double a_step = randomized ? 20.0 : static_cast<double>(2 * graph.edges() + graph.nodes());
  require_affordable(simulate_gossip_where,
                     {.operations = static_cast<double>(q.runs) * steps * a_step,
                      .bytes = static_cast<double>(q.runs) * 512.0 + (randomized ? 8.0 * steps : 0.0)},
                     "`steps` or `runs`");
}

/// A number in [0, 1] for each node.
Eigen::MatrixXd drawn_values(graph::Node nodes, random::Seed seed) {
  Eigen::MatrixXd values(nodes, 1);
  for (graph::Node v = 0; v < nodes; ++v)
    values(v, 0) = random::Stream(seed, random::Purpose::input, 0, static_cast<std::uint32_t>(v)).uniform();
  return values;
}

/// @param errors  of each run at each checkpoint.
std::vector<SquaredError> summarized(const std::vector<int>& kept, const std::vector<std::vector<double>>& errors) {
  std::vector<SquaredError> found;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    std::vector<double> column;
    double sum = 0.0;
    for (const auto& run : errors) {
      column.push_back(run[i]);
      sum += run[i];
    }
    const double mean = sum / static_cast<double>(column.size());
    found.push_back({.step = kept[i], .mean = mean, .quantiles = quantiles(std::move(column))});
  }
  return found;
}

}  // namespace

SimulateGossipAnswer simulate_gossip(const SimulateGossipQuestion& question, const Execution& execution) {
  require_sane(question);
  const auto& network = question.network;
  const auto steps = resolve_steps(question.schedule, question.steps, network, question.sigma);
  require_affordable_runs(question, steps.count);
  const GossipRun protocol(question, steps, execution.seed);
  for (const auto& note : network.made.loaded.notes) execution.say(note);
  const auto inputs = drawn_values(network.graph().nodes(), execution.seed);
  const double truth = inputs.mean();
  const auto kept = checkpoints(steps.count);
  const auto asked = static_cast<std::uint64_t>(question.runs);
  const auto errors = parallel_map<std::vector<double>>(asked, execution, "runs", [&](std::size_t run) {
    return protocol.errors(inputs, truth, kept, static_cast<std::uint32_t>(run));
  });
  return {.question = question,
          .runs = {.finished = errors.size(), .asked = asked},
          .steps = steps.count,
          .messages = protocol.messages(),
          .mean = truth,
          .noise_floor = question.sigma * question.sigma / static_cast<double>(network.graph().nodes()),
          .errors = summarized(kept, errors)};
}

}  // namespace hearsay::api
