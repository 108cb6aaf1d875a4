// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/combination.hpp>

#include <cmath>
#include <functional>

#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/core/decompositions.hpp>

namespace hearsay::accounting {

namespace {

constexpr double most_operations = 2e9, enough = 1.0 - 1e-9;

/// The factors whose sum of rows is nearest to e_u; as many are not 0 as the rank, at most.
Eigen::VectorXd factors_of(const Eigen::MatrixXd& view, graph::Node target) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> columns(view.transpose());
  columns.setThreshold(1e-9);
  Eigen::VectorXd factors = columns.solve(Eigen::VectorXd::Unit(view.cols(), target));
  const double least = 1e-9 * factors.cwiseAbs().maxCoeff();
  for (auto& factor : factors) {
    if (std::abs(factor) <= least) factor = 0.0;
  }
  return factors;
}

std::optional<Combination> combine(const Eigen::MatrixXd& view, const std::vector<HeardMessage>& messages,
                                   graph::Node target) {
  const auto factors = factors_of(view, target);
  const Eigen::VectorXd sum = view.transpose() * factors;
  if (!(std::abs(sum(target)) > 1e-9)) return std::nullopt;
  Combination found{.messages = {}, .factors = {}, .sum = sum / sum(target)};
  found.share = 1.0 / found.sum.squaredNorm();
  for (Eigen::Index i = 0; i < factors.size(); ++i) {
    if (factors(i) == 0.0) continue;
    found.messages.push_back(messages[static_cast<std::size_t>(i)]);
    found.factors.push_back(factors(i) / sum(target));
  }
  return found;
}

/// @param messages_of  of round t, in the order of the view.
std::optional<Combination> search(int steps, const CombinationQuestion& question,
                                  const std::function<Eigen::MatrixXd(int)>& view_of,
                                  const std::function<std::vector<graph::Node>(int)>& senders_of) {
  std::optional<Combination> best;
  std::vector<HeardMessage> messages;
  double operations = 0.0;
  for (int t = 1; t <= steps; ++t) {
    for (const auto v : senders_of(t - 1)) messages.push_back({.round = t - 1, .sender = v});
    if (messages.empty()) continue;
    const auto count = static_cast<double>(messages.size());
    auto view = view_of(t);
    operations += static_cast<double>(view.cols()) * count * count;
    if (operations > most_operations) break;
    if (question.own_noise) view = without_columns(std::move(view), question.observers);
    auto found = combine(view, messages, question.target);
    if (found && (!best || found->share > best->share)) best = std::move(found);
    if (best && best->share >= enough * question.share) break;
  }
  return best;
}

}  // namespace

std::optional<Combination> revealing_combination(const graph::GossipMatrix& w, int steps,
                                                 const CombinationQuestion& question) {
  const auto sending = senders(w, question.observers);
  return search(
      steps, question, [&](int t) { return gossip_view(w, question.observers, t); }, [&](int) { return sending; });
}

std::optional<Combination> revealing_combination(std::span<const graph::GossipMatrix> rounds,
                                                 const CombinationQuestion& question) {
  const auto sending = senders(rounds, question.observers);
  return search(
      static_cast<int>(rounds.size()), question,
      [&](int t) { return gossip_view(rounds.first(static_cast<std::size_t>(t)), question.observers); },
      [&](int t) { return sending[static_cast<std::size_t>(t)]; });
}

}  // namespace hearsay::accounting
