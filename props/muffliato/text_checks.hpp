// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Eigen/Core>

#include <functional>
#include <vector>

#include <hearsay/graph/graph.hpp>
#include <hearsay/graph/weights.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/run/finding.hpp>
#include <hearsay/run/registry.hpp>

#include "props/gen/scenario.hpp"
#include "props/oracle/rational.hpp"
#include "props/stream/losses.hpp"
#include "props/view/view_checks.hpp"

namespace hearsay::props {

// Checks of sentences of Muffliato, open to other computations than ours: tests/power/zoo.cpp has wrong ones.

/// The gossip matrix of the graph in which the observers of a scenario are one node, node 0, and the others follow in
/// their order.
using FusedMatrix = std::function<oracle::Matrix(const gen::Scenario& scenario)>;
/// The weights to the observers are added; those among the other nodes stay.
[[nodiscard]] oracle::Matrix fused_by_adding_weights(const gen::Scenario& scenario);
/// A coalition that knows its own noise learns what its fused node learns (muffliato.fusion).
[[nodiscard]] run::Finding coalition_is_one_node(const run::Context& context, const FusedMatrix& fused);

/// Whether the nodes dominate the graph.
using Dominates = std::function<bool(const graph::Graph& graph, const std::vector<graph::Node>& nodes)>;
/// Some subset, tried one by one, reaches every node that is not in it.
[[nodiscard]] bool contains_dominating_set(const graph::Graph& graph, const std::vector<graph::Node>& nodes);
/// A coalition is sent all messages if and only if it contains a dominating set (muffliato.dominating.all_messages).
[[nodiscard]] run::Finding dominating_sets_hear_everything(const run::Context& context, const Dominates& dominates);

/// At one distance the loss does not rise with the dimension of the hypercube (muffliato.h1).
[[nodiscard]] run::Finding larger_hypercubes_lose_less(const run::Context& context, const LossAccountant& account);

/// Eq. (6) of every node towards `observer`.
using PublishedLosses = std::function<Eigen::VectorXd(const graph::GossipMatrix& w, graph::Node observer, int steps)>;
[[nodiscard]] Eigen::VectorXd published_towards(const graph::GossipMatrix& w, graph::Node observer, int steps);
/// On random geometric graphs it falls with the Euclidean distance (muffliato.h3).
[[nodiscard]] run::Finding loss_follows_distance(const run::Context& context, const PublishedLosses& published);

/// Nodes 0 .. size - 1 and the `size` others are two communities: a pair is an edge with probability `inside` or
/// `across`. The first connected draw. @pre one comes: `across` > 0, `inside` large enough.
[[nodiscard]] graph::Graph two_communities(graph::Node size, double inside, double across, random::Seed seed);

/// Losses with noise of standard deviation tau sigma on every message.
using NoisyLosses = std::function<Eigen::VectorXd(const Eigen::MatrixXd& view, double tau)>;
/// With noise of a hundredth of sigma the losses outside a community are small (muffliato.communities.noisy).
[[nodiscard]] run::Finding noise_protects_communities(const run::Context& context, const NoisyLosses& losses);

/// Steps of randomized gossip with p = 2 W / n on n nodes until it has averaged, from the spectral gap of W.
using StoppingTime = std::function<double(double gap, double nodes)>;
[[nodiscard]] double randomized_steps(double gap, double nodes);
/// The utility of Algorithm 2 scales as Table 1 says (muffliato.table1.randomized).
[[nodiscard]] run::Finding second_line_scales(const run::Context& context, const StoppingTime& steps);

/// What one step of randomized gossip leaves of E |x - mean|^2, at the worst x, from lambda_2(L_p).
using Contraction = std::function<double(double lambda2)>;
/// Randomized gossip takes between n and 4 n times as many steps (muffliato.activation.iterations).
[[nodiscard]] run::Finding iterations_grow_by_n(const run::Context& context, const Contraction& contraction);

/// The expected number of nodes outside a coalition that have a neighbor in it, each edge being drawn with probability
/// q.
using ExpectedNeighbors =
    std::function<oracle::Rational(graph::Node nodes, graph::Node coalition, const oracle::Rational& q)>;
[[nodiscard]] oracle::Rational expected_neighbors(graph::Node nodes, graph::Node coalition, const oracle::Rational& q);
/// It is that of an enumeration of all graphs, and of the order of q n |V| (muffliato.prop1.neighbors.repaired).
[[nodiscard]] run::Finding neighbors_are_counted(const run::Context& context, const ExpectedNeighbors& expected);

/// The losses of all nodes to the gradients of several rounds sum to less than the published mean times a constant
/// (muffliato.thm11.mean.repaired).
[[nodiscard]] run::Finding mean_of_rounds_is_bounded(const run::Context& context, const StreamLoss& loss);

/// Gossip steps of a round, from the gap, the number of users and zeta^2 / s^2.
using RoundSteps = std::function<int(double gap, double users, double spread)>;
[[nodiscard]] int published_round_steps(double gap, double users, double spread);
/// With K steps a round the trade-off of Theorem 6 is reached by convex parts (muffliato.thm6.tradeoff).
[[nodiscard]] run::Finding tradeoff_is_reached(const run::Context& context, const RoundSteps& steps);

void register_muffliato_coalitions(run::Registry& registry);     ///< a coalition as one node, dominating sets
void register_muffliato_networks(run::Registry& registry);       ///< losses by Euclidean distance and by community
void register_muffliato_neighbors(run::Registry& registry);      ///< neighbors of a coalition in a drawn graph
void register_muffliato_gradient_mean(run::Registry& registry);  ///< the mean loss of several rounds of gradients

}  // namespace hearsay::props
