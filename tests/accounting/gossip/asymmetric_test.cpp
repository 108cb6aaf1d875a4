// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <hearsay/accounting/gossip/losses.hpp>
#include <hearsay/random/stream.hpp>

#include "props/oracle/rational_gossip.hpp"

// Losses of any real W, fixed and changing, by every road against rational arithmetic: random weights p/q of both
// signs, each direction its own.

namespace hearsay::accounting {
namespace {

using graph::GossipMatrix;
using graph::Node;
namespace oracle = props::oracle;
using oracle::Matrix;
using oracle::Rational;

Matrix random_weights(random::Stream& stream, std::size_t n) {
  Matrix w(n, oracle::Row(n, 0));
  for (auto& row : w) {
    for (auto& entry : row) {
      const auto sign = stream.below(4) == 0 ? -1 : 1;
      if (stream.below(5) < 2)
        entry = Rational(sign * static_cast<int>(1 + stream.below(4)), static_cast<int>(1 + stream.below(5)));
    }
  }
  return w;
}

GossipMatrix doubles(const Matrix& w) {
  Eigen::MatrixXd dense(w.size(), w.size());
  for (std::size_t u = 0; u < w.size(); ++u) {
    for (std::size_t v = 0; v < w.size(); ++v)
      dense(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(v)) = static_cast<double>(w[u][v]);
  }
  return GossipMatrix(dense.sparseView());
}

void expect_losses(const GossipLosses& found, const Matrix& view, const std::vector<Node>& observers, Node nodes,
                   double tolerance) {
  const auto exact = oracle::losses(view), own_noise = oracle::losses(oracle::own_noise_known(view, observers));
  ASSERT_EQ(found.messages, static_cast<std::int64_t>(view.size()));
  for (Node u = 0; u < nodes; ++u) {
    const auto wanted = [&](const oracle::Row& all) { return view.empty() ? 0.0 : static_cast<double>(all[u]); };
    ASSERT_NEAR(found.exact(u), wanted(exact), tolerance) << u;
    ASSERT_NEAR(found.exact_own_noise(u), wanted(own_noise), tolerance) << u;
    Rational published = 0;
    for (const auto& row : view) {
      if (const auto norm = oracle::dot(row, row); norm != 0) published += row[u] * row[u] / norm;
    }
    ASSERT_NEAR(found.published(u), static_cast<double>(published), 1e-12) << u;
  }
}

TEST(GossipLoss, OfRandomAsymmetricWeightsIsThatOfRationalArithmetic) {
  for (std::uint32_t trial = 0; trial < 150; ++trial) {
    random::Stream stream(random::Seed{21}, random::Purpose::graph, trial);
    const auto n = static_cast<Node>(2 + stream.below(5));
    std::vector<Node> observers{static_cast<Node>(stream.below(n))};
    if (n > 3 && stream.below(3) == 0) observers.push_back((observers[0] + 1) % n);
    const int steps = static_cast<int>(1 + stream.below(4));
    std::vector<Matrix> rounds;
    std::vector<GossipMatrix> given;
    for (int t = 0; t < steps; ++t) {
      rounds.push_back(random_weights(stream, n));
      given.push_back(doubles(rounds.back()));
    }
    SCOPED_TRACE("trial " + std::to_string(trial));
    const auto fixed = oracle::view(rounds[0], observers, steps), varying = oracle::view(rounds, observers);
    expect_losses(gossip_losses(given[0], observers, steps), fixed, observers, n, 1e-12);
    expect_losses(gossip_losses(given, observers), varying, observers, n, 1e-12);
    expect_losses(view_losses(gossip_view(given[0], observers, steps), observers), fixed, observers, n, 1e-9);
    expect_losses(view_losses(gossip_view(given, observers), observers), varying, observers, n, 1e-9);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace hearsay::accounting
