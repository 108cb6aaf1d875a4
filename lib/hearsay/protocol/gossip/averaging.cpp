// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/gossip/averaging.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/protocol/gossip/round.hpp>

namespace hearsay::protocol {

namespace {

void require_state(std::string_view where, const graph::GossipMatrix& w, const Eigen::MatrixXd& state) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, where, fmt::format("W is {} x {}, it must be square", w.rows(), w.cols()));
  if (w.rows() != state.rows())
    throw Error(Errc::shape, where, fmt::format("{} nodes hold {} values", w.rows(), state.rows()));
}

void require_steps(std::string_view where, int steps) {
  if (steps < 0) throw Error(Errc::domain, where, fmt::format("steps = {} must be >= 0", steps));
}

}  // namespace

Eigen::MatrixXd with_noise(Eigen::MatrixXd inputs, double sigma, random::Seed seed, std::uint32_t trial) {
  require_non_negative("with_noise", "sigma", sigma);
  for (Eigen::Index v = 0; v < inputs.rows(); ++v) {
    random::Stream stream(seed, random::Purpose::noise, trial, static_cast<std::uint32_t>(v));
    for (Eigen::Index k = 0; k < inputs.cols(); ++k) inputs(v, k) += sigma * stream.normal();
  }
  return inputs;
}

Eigen::MatrixXd average(const graph::GossipMatrix& w, Eigen::MatrixXd state, int steps, const Listener& listener) {
  require_state("average", w, state);
  require_steps("average", steps);
  if (!listener && state.cols() > 1 && steps > 1) {  // in rows: worth the two transpositions from two rounds on
    States now(state), next;
    for (int t = 0; t < steps; ++t) {
      gossip_round(w, now, next);
      std::swap(now, next);
    }
    return now.matrix();
  }
  for (int t = 0; t < steps; ++t) {
    if (listener) listener(t, w, state);
    state = w * state;
  }
  return state;
}

Eigen::MatrixXd average_accelerated(const graph::GossipMatrix& w, double gamma, Eigen::MatrixXd state, int steps,
                                    const Listener& listener) {
  require_state("average_accelerated", w, state);
  require_steps("average_accelerated", steps);
  Eigen::MatrixXd previous;
  for (int t = 0; t < steps; ++t) {
    if (listener) listener(t, w, state);
    Eigen::MatrixXd next = w * state;
    if (t > 0) next = gamma * next + (1.0 - gamma) * previous;
    previous = std::exchange(state, std::move(next));
  }
  return state;
}

Eigen::MatrixXd average(std::span<const graph::GossipMatrix> rounds, Eigen::MatrixXd state, const Listener& listener) {
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    require_state("average", rounds[t], state);
    if (listener) listener(static_cast<int>(t), rounds[t], state);
    state = rounds[t] * state;
  }
  return state;
}

std::vector<graph::Edge> draw_edges(std::span<const graph::Edge> edges, std::span<const double> probabilities,
                                    int steps, random::Stream& stream) {
  require_steps("draw_edges", steps);
  if (edges.size() != probabilities.size()) {
    throw Error(Errc::shape, "draw_edges",
                fmt::format("{} edges with {} probabilities", edges.size(), probabilities.size()));
  }
  std::vector<double> cumulated;
  double sum = 0.0;
  for (const double p : probabilities) cumulated.push_back(sum += require_non_negative("draw_edges", "p", p));
  if (!(std::abs(sum - 1.0) <= 1e-9))
    throw Error(Errc::domain, "draw_edges", fmt::format("the probabilities sum to {}, not to 1", sum));

  std::vector<graph::Edge> drawn;
  drawn.reserve(static_cast<std::size_t>(steps));
  for (int t = 0; t < steps; ++t) {
    // The first edge whose cumulated probability exceeds the draw: an edge of probability 0 is never it.
    const auto found = std::ranges::upper_bound(cumulated, stream.uniform() * sum);
    drawn.push_back(edges[static_cast<std::size_t>(found - cumulated.begin())]);
  }
  return drawn;
}

Eigen::MatrixXd average_pairwise(std::span<const graph::Edge> edges, Eigen::MatrixXd state) {
  for (const auto& [v, w] : edges) {
    if (v >= state.rows() || w >= state.rows()) {
      throw Error(Errc::domain, "average_pairwise",
                  fmt::format("edge {}-{} leaves the nodes 0 .. {}", v, w, state.rows() - 1));
    }
    state.row(v) = 0.5 * (state.row(v) + state.row(w));
    state.row(w) = state.row(v);
  }
  return state;
}

}  // namespace hearsay::protocol
