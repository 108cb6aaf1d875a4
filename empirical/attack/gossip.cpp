// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/gossip.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/adversary/gossip_view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/linalg/krylov.hpp>
#include <hearsay/protocol/gossip/averaging.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::empirical {

namespace {

constexpr std::uint32_t score_node = 0xffffffff;  ///< no node's number: the stream of a whole score

Eigen::Index nodes(const GossipAttack& a) { return a.rounds.empty() ? a.w.rows() : a.rounds.front().rows(); }

Eigen::MatrixXd view_of(const GossipAttack& a) {
  if (!a.rounds.empty()) return adversary::gossip_view(a.rounds, a.observers);
  return a.gamma == 0.0 ? adversary::gossip_view(a.w, a.observers, a.steps)
                        : adversary::accelerated_view(a.w, a.gamma, a.observers, a.steps);
}

void play(const GossipAttack& a, Eigen::MatrixXd state, const protocol::Listener& ears) {
  if (!a.rounds.empty())
    static_cast<void>(protocol::average(a.rounds, std::move(state), ears));
  else if (a.gamma == 0.0)
    static_cast<void>(protocol::average(a.w, std::move(state), a.steps, ears));
  else
    static_cast<void>(protocol::average_accelerated(a.w, a.gamma, std::move(state), a.steps, ears));
}

/// Orthonormal basis of the row space of the view. Accelerated gossip has that of as many synchronous steps: its
/// messages are combinations of theirs, and theirs of its.
Eigen::MatrixXd basis_of(const GossipAttack& a) {
  if (a.rounds.empty()) {
    return linalg::krylov_basis(graph::GossipMatrix(a.w.transpose()), accounting::senders(a.w, a.observers), a.steps)
        .basis;
  }
  std::vector<graph::GossipMatrix> transposed;
  for (const auto& w : a.rounds) transposed.emplace_back(w.transpose());
  return linalg::rounds_basis(transposed, accounting::senders(a.rounds, a.observers)).basis;
}

/// Whether no message of any step arrives at the coalition.
bool hears_nothing(const GossipAttack& a) {
  if (a.rounds.empty()) return a.steps == 0 || accounting::senders(a.w, a.observers).empty();
  const auto senders = accounting::senders(a.rounds, a.observers);
  return std::ranges::all_of(senders, [](const auto& of_step) { return of_step.empty(); });
}

LinearTerms terms_of(const GossipAttack& a) {
  return {.runs = a.runs, .confidence = a.confidence, .delta = a.delta, .epsilon = a.epsilon, .execution = a.execution};
}

void require_sane(const GossipAttack& a) {
  constexpr std::string_view where = "attack gossip";
  require_terms(where, terms_of(a));
  require_positive(where, "sigma", a.sigma);
  require_non_negative(where, "sensitivity", a.sensitivity);
  require_between(where, "target", a.target, 0, nodes(a) - 1);
  if (std::ranges::find(a.observers, a.target) != a.observers.end()) {
    throw Error(Errc::domain, where, fmt::format("target {} is one of the observers", a.target));
  }
}

/// The coalition's test: score = direction . transcript - own . (own values), or weights . (values of all nodes).
struct Test {
  GossipScoring scoring = GossipScoring::transcript;
  Eigen::RowVectorXd direction;
  Eigen::RowVectorXd own;      ///< empty unless the observers' noise is known to them
  Eigen::RowVectorXd weights;  ///< of the nodes' noisy values in the score

  /// mu of a test with these weights at sensitivity = sigma: 0 where nothing arrives.
  [[nodiscard]] double implied_mu(graph::Node target) const {
    const double length = weights.norm();
    return length > 0.0 ? weights(target) / length : 0.0;
  }
};

/// The transcript's best combination: the least-squares solution of view^T c = e_target.
Test transcript_test(const GossipAttack& a) {
  Eigen::MatrixXd view = view_of(a);
  Eigen::MatrixXd own(view.rows(), static_cast<Eigen::Index>(a.observers.size()));
  for (Eigen::Index i = 0; i < own.cols(); ++i) {
    const auto v = a.observers[static_cast<std::size_t>(i)];
    own.col(i) = view.col(v);
    if (a.own_noise_known) view.col(v).setZero();
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-8);
  solver.compute(view.transpose());
  Test test{
      .direction = solver.solve(Eigen::VectorXd::Unit(view.cols(), a.target)).transpose(), .own = {}, .weights = {}};
  test.weights = test.direction * view;
  if (a.own_noise_known) test.own = test.direction * own;
  return test;
}

/// The same without the transcript: the projection of the target's unit vector on the row space of the view, without
/// the observers' columns if they know their noise. A basis without products of matrices has no large numbers that
/// cancel.
Test row_space_test(const GossipAttack& a) {
  const auto basis = basis_of(a);
  Test test{
      .scoring = a.row_space ? GossipScoring::score : GossipScoring::noise, .direction = {}, .own = {}, .weights = {}};
  if (!a.own_noise_known) {
    test.weights = (basis * basis.row(a.target).transpose()).transpose();
    return test;
  }
  Eigen::MatrixXd others = basis;
  for (const auto v : a.observers) others.row(v).setZero();
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-8);
  solver.compute(others);
  test.weights = (others * solver.solve(Eigen::VectorXd::Unit(others.rows(), a.target))).transpose();
  return test;
}

Test likelihood_ratio_test(const GossipAttack& a) {
  if (hears_nothing(a)) {
    return {
        .scoring = GossipScoring::nothing, .direction = {}, .own = {}, .weights = Eigen::RowVectorXd::Zero(nodes(a))};
  }
  auto exact = row_space_test(a);
  if (a.row_space) return exact;
  auto played = transcript_test(a);
  constexpr double enough = 0.99;
  return played.implied_mu(a.target) >= enough * exact.implied_mu(a.target) ? played : exact;
}

/// Scores of `columns` simulated views with or without the change.
std::vector<double> batch_of_scores(const GossipAttack& a, const Test& test, bool changed, std::uint32_t trial,
                                    Eigen::Index columns) {
  const double value = changed ? a.sensitivity : 0.0;
  if (test.scoring == GossipScoring::nothing) return std::vector<double>(static_cast<std::size_t>(columns), 0.0);
  if (test.scoring == GossipScoring::score) {
    const double spread = a.sigma * test.weights.norm();
    random::Stream noise(a.execution.seed, random::Purpose::noise, trial, score_node);
    std::vector<double> drawn(static_cast<std::size_t>(columns));
    for (double& score : drawn) score = test.weights(a.target) * value + spread * noise.normal();
    return drawn;
  }
  Eigen::MatrixXd inputs = Eigen::MatrixXd::Zero(nodes(a), columns);
  inputs.row(a.target).setConstant(value);
  const Eigen::MatrixXd noisy = protocol::with_noise(std::move(inputs), a.sigma, a.execution.seed, trial);
  if (test.scoring == GossipScoring::noise) {
    const Eigen::RowVectorXd score = test.weights * noisy;
    return std::vector<double>(score.begin(), score.end());
  }
  adversary::Coalition coalition(a.observers);
  play(a, noisy, coalition.ears());
  Eigen::RowVectorXd score = test.direction * coalition.transcript();
  for (Eigen::Index i = 0; i < test.own.cols(); ++i)
    score -= test.own(i) * noisy.row(a.observers[static_cast<std::size_t>(i)]);
  return std::vector<double>(score.begin(), score.end());
}

DrawBatch drawing(const GossipAttack& a, const Test& test) {
  return [&a, &test](ViewUse use, bool changed, std::uint32_t batch, std::uint64_t views) {
    return batch_of_scores(a, test, changed, view_trial(use, changed, batch), static_cast<Eigen::Index>(views));
  };
}

}  // namespace

GossipAttackResult attack_gossip(const GossipAttack& a) {
  require_sane(a);
  const auto test = likelihood_ratio_test(a);
  return {test_linear_scores(terms_of(a), drawing(a, test)), test.scoring};
}

GossipAnytimeResult attack_gossip_anytime(const GossipAttack& a, double claimed_mu, AnytimeState state,
                                          const AnytimeWatch& watch) {
  require_sane(a);
  const auto test = likelihood_ratio_test(a);
  return {test_linear_scores_anytime(terms_of(a), drawing(a, test), claimed_mu, std::move(state), watch), test.scoring};
}

}  // namespace hearsay::empirical
