// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/learning/gossip_plan.hpp>

#include <fmt/format.h>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/averaging_time.hpp>
#include <hearsay/graph/components.hpp>
#include <hearsay/graph/families/generators.hpp>
#include <hearsay/graph/spectrum.hpp>

namespace hearsay::learning {

namespace {

GossipRound make_round(graph::GossipMatrix w, int steps, bool accelerated) {
  require_between("gossip", "steps", steps, 0, 1'000'000);
  GossipRound round{.w = {}, .steps = steps};
  if (steps == 0 || accelerated) {
    const double gap = graph::positive_spectral_gap(w);
    if (accelerated) round.gamma = graph::acceleration(gap);
    if (steps == 0) round.steps = static_cast<int>(graph::stopping_time(gap, w.rows(), 1.0, 0.0));
  }
  round.w = std::make_shared<const graph::GossipMatrix>(std::move(w));
  return round;
}

}  // namespace

GossipPlan fixed_gossip(graph::GossipMatrix w, int steps, bool accelerated) {
  return [round = make_round(std::move(w), steps, accelerated)](std::uint32_t, std::uint32_t) { return round; };
}

GossipPlan fresh_erdos_renyi(graph::Node n, double q, random::Seed seed, int steps, bool accelerated) {
  require_between("gossip", "steps", steps, 0, 1'000'000);
  return [=](std::uint32_t trial, std::uint32_t round) {
    random::Stream stream(seed, random::Purpose::graph, trial, round);
    for (int attempt = 0; attempt < 1000; ++attempt) {
      const auto graph = graph::erdos_renyi(n, q, {stream.word64()});
      if (graph::connected(graph))
        return make_round(graph::gossip_matrix(graph, graph::Weights::metropolis), steps, accelerated);
    }
    throw Error(Errc::not_connected, "fresh_erdos_renyi",
                fmt::format("1000 graphs with n = {}, q = {} were not connected; use q above ln(n)/n", n, q));
  };
}

}  // namespace hearsay::learning
