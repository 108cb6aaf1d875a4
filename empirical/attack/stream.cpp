// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include <hearsay/adversary/continual_view.hpp>
#include <hearsay/core/decompositions.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/continual/continual.hpp>
#include <hearsay/random/stream.hpp>

namespace hearsay::empirical {

namespace {

using Eigen::Index;

constexpr std::string_view attack_stream_where = "attack stream";

void require_attack(const StreamAttack& a) {
  require_terms(attack_stream_where, a.terms);
  require_positive(attack_stream_where, "sigma", a.sigma);
  if (a.stream.size() == 0 || !a.stream.allFinite())
    throw Error(Errc::domain, attack_stream_where,
                "the stream must have at least one contribution, all of them finite");
  if (a.observers.empty()) throw Error(Errc::domain, attack_stream_where, "at least one observer is required");
  for (const auto v : a.observers) require_between(attack_stream_where, "observer", v, 0, a.w.rows() - 1);
  require_between(attack_stream_where, "target", a.target, 0, a.w.rows() - 1);
  if (std::ranges::find(a.observers, a.target) != a.observers.end())
    throw Error(Errc::domain, attack_stream_where, fmt::format("target {} is one of the observers", a.target));
}

/// What the observers see of a unit that was added some rounds ago: entry k holds the observers' rows of W^k.
std::vector<Eigen::MatrixXd> responses(const StreamAttack& a) {
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(a.w.rows(), static_cast<Index>(a.observers.size()));
  for (Index i = 0; i < columns.cols(); ++i) columns(a.observers[static_cast<std::size_t>(i)], i) = 1.0;
  std::vector<Eigen::MatrixXd> all;
  for (Index k = 0; k < a.stream.size(); ++k) {
    all.emplace_back(columns.transpose());
    columns = a.w.transpose() * columns;
  }
  return all;
}

/// The observers' columns of `seen` are moved out of it.
std::vector<Eigen::MatrixXd> take_own(const StreamAttack& a, std::vector<Eigen::MatrixXd>& seen) {
  std::vector<Eigen::MatrixXd> own;
  for (auto& rows : seen) {
    Eigen::MatrixXd taken(rows.rows(), rows.rows());
    for (Index i = 0; i < taken.cols(); ++i) {
      const auto v = static_cast<Index>(a.observers[static_cast<std::size_t>(i)]);
      taken.col(i) = rows.col(v);
      rows.col(v).setZero();
    }
    own.push_back(std::move(taken));
  }
  return own;
}

/// Covariance of the view for sigma = 1, round by round and observer by observer.
Eigen::MatrixXd covariance(const std::vector<Eigen::MatrixXd>& seen) {
  const auto rounds = static_cast<Index>(seen.size()), each = seen.front().rows();
  Eigen::MatrixXd c = Eigen::MatrixXd::Zero(rounds * each, rounds * each);
  for (Index t = 0; t < rounds; ++t) {
    for (Index s = 0; s <= t; ++s) {
      const auto& later = seen[static_cast<std::size_t>(t)];
      const auto& earlier = seen[static_cast<std::size_t>(s)];
      auto block = c.block(t * each, s * each, each, each);
      block = later * earlier.transpose();
      if (s > 0) block += c.block((t - 1) * each, (s - 1) * each, each, each);
      if (s < t) c.block(s * each, t * each, each, each) = block.transpose();
    }
  }
  return c;
}

/// What the target's stream adds to the view.
Eigen::VectorXd stream_signal(const StreamAttack& a, const std::vector<Eigen::MatrixXd>& seen) {
  const Index each = seen.front().rows();
  Eigen::VectorXd q = Eigen::VectorXd::Zero(a.stream.size() * each);
  for (Index t = 0; t < a.stream.size(); ++t) {
    for (Index s = 0; s <= t; ++s)
      q.segment(t * each, each) += a.stream(s) * seen[static_cast<std::size_t>(t - s)].col(a.target);
  }
  return q;
}

/// score = direction . view - sum over rounds t of own.row(t) . (the observers' noise of that round).
struct StreamTest {
  Eigen::RowVectorXd direction;
  Eigen::MatrixXd own;  ///< rounds x observers; empty unless their noise is known
};

/// Weights of the observers' noise in direction . view.
Eigen::MatrixXd own_weights(const StreamAttack& a, const Eigen::RowVectorXd& direction,
                            const std::vector<Eigen::MatrixXd>& own) {
  const auto rounds = a.stream.size(), each = own.front().rows();
  Eigen::MatrixXd weights = Eigen::MatrixXd::Zero(rounds, each);
  for (Index s = 0; s < rounds; ++s) {
    for (Index t = s; t < rounds; ++t)
      weights.row(s) += direction.segment(t * each, each) * own[static_cast<std::size_t>(t - s)];
  }
  return weights;
}

StreamTest likelihood_ratio_test(const StreamAttack& a) {
  auto seen = responses(a);
  std::vector<Eigen::MatrixXd> own;
  if (a.own_noise_known) own = take_own(a, seen);
  const auto c = covariance(seen);
  const auto q = stream_signal(a, seen);
  StreamTest test{.direction = {}, .own = {}};
  if (!a.own_noise_known) {  // every state has fresh noise of its own: C is regular
    test.direction = Eigen::LLT<Eigen::MatrixXd>(c).solve(q).transpose();
    return test;
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> solver;
  solver.setThreshold(1e-10);
  solver.compute(c);
  test.direction = solver.solve(q).transpose();
  test.own = own_weights(a, test.direction, own);
  return test;
}

/// The noise that node v adds in each round of `views` views, as protocol::run_continual draws it.
Eigen::MatrixXd noise_of(const StreamAttack& a, graph::Node v, std::uint32_t trial, Index views) {
  random::Stream noise(a.terms.execution.seed, random::Purpose::noise, trial, v);
  Eigen::MatrixXd drawn(a.stream.size(), views);
  for (Index t = 0; t < drawn.rows(); ++t) {
    for (Index i = 0; i < views; ++i) drawn(t, i) = a.sigma * noise.normal();
  }
  return drawn;
}

std::vector<double> scores_of(const StreamAttack& a, const StreamTest& test, bool changed, std::uint32_t trial,
                              Index views) {
  const protocol::ContinualPlan plan{
      .rounds = static_cast<int>(a.stream.size()), .steps_per_round = 1, .dimension = views, .sigma = a.sigma};
  const auto contribute = [&](int round, const protocol::NodeValues&, protocol::NodeValues& contribution) {
    if (changed) contribution.row(a.target).setConstant(a.stream(round));
  };
  const auto seen =
      adversary::continual_transcript(a.w, {.observed = a.observers}, plan, contribute, a.terms.execution.seed, trial);
  Eigen::RowVectorXd score = test.direction * seen;
  for (Index i = 0; i < test.own.cols(); ++i)
    score -= test.own.col(i).transpose() * noise_of(a, a.observers[static_cast<std::size_t>(i)], trial, views);
  return {score.begin(), score.end()};
}

DrawBatch drawing(const StreamAttack& a, const StreamTest& test) {
  return [&a, &test](ViewUse use, bool changed, std::uint32_t batch, std::uint64_t views) {
    return scores_of(a, test, changed, view_trial(use, changed, batch), static_cast<Index>(views));
  };
}

}  // namespace

Eigen::VectorXd wave(int rounds, int half_period) {
  require_between("wave", "rounds", rounds, 1, 1'000'000);
  require_between("wave", "half_period", half_period, 0, 1'000'000);
  Eigen::VectorXd stream = Eigen::VectorXd::Ones(rounds);
  if (half_period == 0) return stream;
  for (int t = 0; t < rounds; ++t) stream(t) = t / half_period % 2 == 0 ? 1.0 : -1.0;
  return stream;
}

LinearResult attack_stream(const StreamAttack& a) {
  require_attack(a);
  const auto test = likelihood_ratio_test(a);
  return test_linear_scores(a.terms, drawing(a, test));
}

LinearAnytimeResult attack_stream_anytime(const StreamAttack& a, double claimed_mu, AnytimeState state,
                                          const AnytimeWatch& watch) {
  require_attack(a);
  const auto test = likelihood_ratio_test(a);
  return test_linear_scores_anytime(a.terms, drawing(a, test), claimed_mu, std::move(state), watch);
}

}  // namespace hearsay::empirical
