#include "empirical/attack/gossip.hpp"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>

#include <hearsay/adversary/gossip_view.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/parallel.hpp>
#include <hearsay/protocol/averaging.hpp>

namespace hearsay::empirical {

namespace {

constexpr Eigen::Index batch_columns = 256;

void require_sane(const GossipAttack& a) {
  constexpr std::string_view where = "attack gossip";
  if (a.runs < 100) throw Error(Errc::domain, where, fmt::format("runs = {} must be at least 100", a.runs));
  if (a.runs > 4'000'000'000) throw Error(Errc::domain, where, fmt::format("runs = {} must be at most 4000000000", a.runs));
  require_open_unit(where, "confidence", a.confidence);
  require_positive(where, "sigma", a.sigma);
  require_positive(where, "sensitivity", a.sensitivity);
  if (a.delta) require_open_unit(where, "delta", *a.delta);
  require_between(where, "target", a.target, 0, a.w.rows() - 1);
  if (std::ranges::find(a.observers, a.target) != a.observers.end()) {
    throw Error(Errc::domain, where, fmt::format("target {} is one of the observers", a.target));
  }
}

/// The coalition's test: score(transcript, own values) = direction . transcript - own . (own values).
struct Test {
  Eigen::RowVectorXd direction;
  Eigen::RowVectorXd own;  ///< empty unless the observers' noise is known to them
};

Test likelihood_ratio_test(const GossipAttack& a) {
  Eigen::MatrixXd view = adversary::gossip_view(a.w, a.observers, a.steps);
  Eigen::MatrixXd own(view.rows(), static_cast<Eigen::Index>(a.observers.size()));
  for (Eigen::Index i = 0; i < own.cols(); ++i) {
    const auto v = a.observers[static_cast<std::size_t>(i)];
    own.col(i) = view.col(v);
    if (a.own_noise_known) view.col(v).setZero();
  }
  // The optimal direction is the least-squares solution of view^T c = e_target.
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-8);
  solver.compute(view.transpose());
  Test test{.direction = solver.solve(Eigen::VectorXd::Unit(view.cols(), a.target)).transpose(), .own = {}};
  if (a.own_noise_known) test.own = test.direction * own;
  return test;
}

/// Scores of `count` simulated views, the target holding `value`. Batch b draws from trial `first_trial + b`.
std::vector<double> scores(const GossipAttack& a, const Test& test, double value, std::uint64_t count, random::Seed seed, std::uint32_t first_trial) {
  std::vector<double> all(count);
  const std::size_t batches = (count + batch_columns - 1) / batch_columns;
  parallel_for(batches, a.jobs, [&](std::size_t b) {
    const auto begin = b * batch_columns;
    const auto columns = static_cast<Eigen::Index>(std::min<std::uint64_t>(batch_columns, count - begin));
    Eigen::MatrixXd inputs = Eigen::MatrixXd::Zero(a.w.rows(), columns);
    inputs.row(a.target).setConstant(value);
    const Eigen::MatrixXd noisy = protocol::with_noise(std::move(inputs), a.sigma, seed, first_trial + static_cast<std::uint32_t>(b));
    adversary::Coalition coalition(a.observers);
    static_cast<void>(protocol::average(a.w, noisy, a.steps, coalition.ears()));
    Eigen::RowVectorXd score = test.direction * coalition.transcript();
    for (Eigen::Index i = 0; i < test.own.cols(); ++i) score -= test.own(i) * noisy.row(a.observers[static_cast<std::size_t>(i)]);
    std::ranges::copy(score, all.begin() + static_cast<std::ptrdiff_t>(begin));
  });
  return all;
}

}  // namespace

GossipAttackResult attack_gossip(const GossipAttack& a) {
  require_sane(a);
  const auto test = likelihood_ratio_test(a);
  const double alpha = (1.0 - a.confidence) / (a.delta ? 2.0 : 1.0);

  // Four disjoint families of noise trials: (choose, certify) x (without, with the change).
  constexpr std::uint32_t family = 1u << 30;
  const auto chosen = std::max<std::uint64_t>(100, a.runs / 4);
  const auto choose_negative = scores(a, test, 0.0, chosen, a.seed, 0 * family);
  const auto choose_positive = scores(a, test, a.sensitivity, chosen, a.seed, 1 * family);
  const auto negative = scores(a, test, 0.0, a.runs, a.seed, 2 * family);
  const auto positive = scores(a, test, a.sensitivity, a.runs, a.seed, 3 * family);

  const double mu_threshold = choose_threshold(choose_positive, choose_negative, a.runs, alpha, mu_lower);
  GossipAttackResult result{.rates = rates(count_alarms(positive, negative, mu_threshold), alpha)};
  result.mu_lower = mu_lower(result.rates);
  if (a.delta) {
    const auto bound = [&](const Rates& r) { return epsilon_lower(r, *a.delta); };
    const double threshold = choose_threshold(choose_positive, choose_negative, a.runs, alpha, bound);
    result.epsilon_lower = bound(rates(count_alarms(positive, negative, threshold), alpha));
  }
  return result;
}

}  // namespace hearsay::empirical
