// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

#include <hearsay/accounting/gossip/account.hpp>
#include <hearsay/accounting/gossip/message_noise.hpp>
#include <hearsay/accounting/gossip/view.hpp>
#include <hearsay/accounting/linear/account.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/accounting/gossip/exact_oracle.hpp"
#include "tests/connected_graphs.hpp"
#include "tests/error_message.hpp"
#include "tests/gossip_protocol.hpp"
#include "tests/graphs.hpp"

namespace hearsay::accounting {
namespace {

using graph::Graph;
using graph::Node;
using hearsay::testing::Big;
using hearsay::testing::connected_graphs;
using hearsay::testing::metropolis;
using hearsay::testing::path;

using Observers = std::vector<Node>;

NoisyLosses losses_of(const Graph& graph, const Observers& observers, int steps, double tau) {
  const auto w = metropolis(graph);
  return noisy_losses({.w = w, .observers = observers, .steps = steps}, {&tau, 1}).front();
}

/// The protocol of docs/examples/protocols/message_noise.json: every value that is seen carries noise.
Protocol noisy_gossip(const Graph& graph, const Observers& observers, int steps, bool own, const exact::Rational& tau) {
  auto protocol = hearsay::testing::gossip_protocol(graph, steps, own);
  NoiseKind link;
  link.kind = NoiseKind::Kind::link;
  link.sigma = tau;
  protocol.noise.push_back(link);
  protocol.view.observers = observers;
  return protocol;
}

/// What `account linear` finds in fractions equals the losses, to their accuracy.
void expect_fractions(const Graph& graph, const Observers& observers, int steps, double tau) {
  const auto found = losses_of(graph, observers, steps, tau);
  EXPECT_LE(found.accuracy, 1e-6);
  for (const bool own : {false, true}) {
    LinearQuestion question;
    for (Node u = 0; u < graph.nodes(); ++u) {
      if (std::ranges::count(observers, u) == 0) question.subjects.push_back(node_subject(u));
    }
    const auto account = linear_account(noisy_gossip(graph, observers, steps, own, exact::Rational(tau)), question);
    std::size_t i = 0;
    for (Node u = 0; u < graph.nodes(); ++u) {
      if (std::ranges::count(observers, u) > 0) continue;
      const auto& loss = account.losses[i++].loss;
      ASSERT_TRUE(loss.exact.has_value());
      EXPECT_NEAR(own ? found.exact_own_noise(u) : found.exact(u), exact::to_double(*loss.exact),
                  found.accuracy + 1e-15)
          << graph.nodes() << " nodes, target " << u << ", tau " << tau << (own ? ", own noise" : "");
    }
  }
}

TEST(MessageNoise, IsThatOfAnyLinearProtocolInFractionsOnAllConnectedGraphsOfUpToFiveNodes) {
  std::size_t graphs = 0;
  for (const Node n : {2u, 3u, 4u, 5u}) {
    for (const auto& graph : connected_graphs(n)) {
      ++graphs;
      for (Node o = 0; o < n; ++o) expect_fractions(graph, {o}, o % 2 == 0 ? 3 : 2, 0.125);
      if (n > 2) expect_fractions(graph, {0, n - 1}, 3, 0.125);
    }
  }
  EXPECT_EQ(graphs, 1u + 2u + 6u + 21u);
}

// What double precision does not resolve goes another way.
TEST(MessageNoise, IsThatInFractionsWhereItIsTooSmallForDoublePrecisionToo) {
  for (const double tau : {0x1p-20, 0x1p-34, 0x1p-40, 0x1p-53}) {
    expect_fractions(path(5), {0}, 6, tau);
    expect_fractions(path(5), {1, 4}, 4, tau);
    expect_fractions(hearsay::testing::star(4), {1}, 5, tau);
    expect_fractions(hearsay::testing::grid(2, 3), {0}, 5, tau);
  }
}

TEST(MessageNoise, OfOneMessageWorkedByHand) {
  // Node 0 hears e_1 + tau z: the share is 1 / (1 + tau^2).
  for (const double tau : {1e-9, 1e-3, 0.5, 1.0, 1e6}) {
    const auto found = losses_of(path(2), {0}, 1, tau);
    EXPECT_NEAR(found.exact(1) * (1.0 + tau * tau), 1.0, 1e-12) << tau;
    EXPECT_NEAR(found.exact_own_noise(1) * (1.0 + tau * tau), 1.0, 1e-12) << tau;
    EXPECT_EQ(found.exact_own_noise(0), 0.0);
  }
}

/// Losses with 1000 bits: 1 - tau^2 [(A^T A + tau^2)^{-1}]_uu by Cholesky, without the columns O if `own`.
std::vector<Big> reference(const Graph& graph, Node observer, int steps, const Big& tau, bool own) {
  const auto n = graph.nodes();
  std::vector<std::vector<Big>> gram(n, std::vector<Big>(n, Big(0)));
  for (const auto v : graph.neighbors(observer)) {
    std::vector<Big> row(n, Big(0));
    row[v] = 1;
    for (int t = 0; t < steps; ++t) {
      auto seen = row;
      if (own) seen[observer] = 0;
      for (Node i = 0; i < n; ++i) {
        for (Node j = 0; j <= i; ++j) gram[i][j] += seen[i] * seen[j];
      }
      row = hearsay::testing::gossip(graph, row);
    }
  }
  for (Node i = 0; i < n; ++i) gram[i][i] += tau * tau;
  auto& l = gram;
  for (Node j = 0; j < n; ++j) {
    for (Node k = 0; k < j; ++k) l[j][j] -= l[j][k] * l[j][k];
    l[j][j] = sqrt(l[j][j]);
    for (Node i = j + 1; i < n; ++i) {
      for (Node k = 0; k < j; ++k) l[i][j] -= l[i][k] * l[j][k];
      l[i][j] /= l[j][j];
    }
  }
  std::vector<Big> shares;
  for (Node u = 0; u < n; ++u) {  // L x = e_u
    std::vector<Big> x(n, Big(0));
    Big sum = 0;
    for (Node i = u; i < n; ++i) {
      Big left = i == u ? 1 : 0;
      for (Node k = u; k < i; ++k) left -= l[i][k] * x[k];
      x[i] = left / l[i][i];
      sum += x[i] * x[i];
    }
    shares.push_back(1 - tau * tau * sum);
  }
  return shares;
}

TEST(MessageNoise, IsThatOfAThousandBitsOnAGridOfFortyNodes) {
  const auto graph = hearsay::testing::grid(5, 8);
  for (const double tau : {1e-2, 1e-7, 1e-12, 0x1p-53}) {
    const auto found = losses_of(graph, {0}, 40, tau);
    EXPECT_LE(found.accuracy, 5e-7) << tau;
    for (const bool own : {false, true}) {
      const auto expected = reference(graph, 0, 40, Big(tau), own);
      for (Node u = 1; u < graph.nodes(); ++u) {
        EXPECT_NEAR(own ? found.exact_own_noise(u) : found.exact(u), static_cast<double>(expected[u]), found.accuracy)
            << tau << " " << u << (own ? " own" : "");
      }
    }
  }
}

TEST(MessageNoise, HidesMoreTheLargerItIsAndNothingMoreThanTheExactLossShows) {
  for (const auto& graph : {hearsay::testing::petersen(), hearsay::testing::grid(3, 4), path(7)}) {
    const auto w = metropolis(graph);
    const Observers observers{0};
    const auto exact = gossip_losses(w, observers, 8);
    std::vector<double> taus;
    for (int k = -2; k <= 56; k += 2) taus.push_back(std::ldexp(1.0, -k));
    const auto found = noisy_losses({.w = w, .observers = observers, .steps = 8}, taus);
    ASSERT_EQ(found.size(), taus.size());
    for (std::size_t i = 0; i < taus.size(); ++i) {
      EXPECT_EQ(found[i].tau, taus[i]);
      for (Node u = 1; u < graph.nodes(); ++u) {
        const double slack = found[i].accuracy + exact.accuracy + 1e-15;
        EXPECT_LE(found[i].exact(u), exact.exact(u) + slack);
        EXPECT_LE(found[i].exact_own_noise(u), exact.exact_own_noise(u) + slack);
        EXPECT_LE(found[i].exact(u), found[i].exact_own_noise(u) + 2.0 * slack);
        if (i > 0) {
          EXPECT_GE(found[i].exact(u), found[i - 1].exact(u) - slack - found[i - 1].accuracy);
          EXPECT_GE(found[i].exact_own_noise(u), found[i - 1].exact_own_noise(u) - slack - found[i - 1].accuracy);
        }
      }
    }
    for (Node u = 1; u < graph.nodes(); ++u) {  // the limit, and what large noise leaves: sum of a_ku^2 / tau^2
      EXPECT_NEAR(found.back().exact(u), exact.exact(u), 1e-6);
      const Eigen::MatrixXd view = gossip_view(w, observers, 8);
      const auto loud = losses_of(graph, observers, 8, 1e5);
      EXPECT_NEAR(loud.exact(u) * 1e10, view.col(u).squaredNorm(), 1e-6);
    }
  }
}

// Without noise on messages acceleration changes nothing: far nodes of a path, whose singular values are as small as
// the noise, show that it does.
TEST(MessageNoise, OfAcceleratedGossipIsThatOfItsRows) {
  const auto graph = path(18);
  const auto w = metropolis(graph);
  const Observers observers{0};
  for (const double tau : {0.25, 0x1p-28}) {
    const auto found = noisy_losses({.w = w, .observers = observers, .steps = 18, .gamma = 1.25}, {&tau, 1}).front();
    const auto plain = noisy_losses({.w = w, .observers = observers, .steps = 18}, {&tau, 1}).front();
    EXPECT_LE(found.accuracy, 5e-7);
    EXPECT_GT((found.exact - plain.exact).cwiseAbs().maxCoeff(), 1e-2);
    const auto protocol = [&](bool own) {
      auto made = noisy_gossip(graph, observers, 18, own, exact::Rational(tau));
      made.rounds.front().gamma = exact::Rational(5, 4);
      return made;
    };
    for (const Node u : {1u, 9u, 14u, 17u}) {
      const auto loss = [&](bool own) {
        return exact::to_double(*linear_account(protocol(own), {.subjects = {node_subject(u)}}).losses[0].loss.exact);
      };
      EXPECT_NEAR(found.exact(u), loss(false), found.accuracy + 1e-14) << u;
      EXPECT_NEAR(found.exact_own_noise(u), loss(true), found.accuracy + 1e-14) << u;
    }
  }
}

TEST(MessageNoise, OfNodesThatDifferIsThatOfTheirNoise) {
  const auto graph = path(4);
  const auto w = metropolis(graph);
  const Observers observers{0};
  const std::vector<double> sigma{1.0, 0.5, 2.0, 4.0};
  for (const double tau : {0.25, 0x1p-40}) {
    const auto found = noisy_losses({.w = w, .observers = observers, .steps = 4, .sigma = sigma}, {&tau, 1}).front();
    auto protocol = noisy_gossip(graph, observers, 4, false, exact::Rational(tau));
    const auto link = protocol.noise.back();
    protocol.noise.clear();
    for (Node v = 0; v < 4; ++v) {
      NoiseKind noise;
      noise.sigma = exact::Rational(sigma[v]);
      noise.nodes = {v};
      protocol.noise.push_back(noise);
    }
    protocol.noise.push_back(link);
    for (Node u = 1; u < 4; ++u) {
      const auto loss = linear_account(protocol, {.subjects = {node_subject(u)}}).losses[0].loss;
      EXPECT_NEAR(found.exact(u), exact::to_double(*loss.exact) * sigma[u] * sigma[u], found.accuracy + 1e-14) << u;
    }
  }
}

TEST(MessageNoise, ThatIsSmallerThanTheComputationBearsLeavesAnInterval) {
  const auto found = losses_of(hearsay::testing::grid(4, 4), {0}, 16, 1e-40);
  const auto loss = found.exact_of(15);
  EXPECT_TRUE(loss.in_doubt());
  EXPECT_EQ(loss.upper, 1.0);
  EXPECT_EQ(loss.lower, 0.0);
}

TEST(MessageNoise, TakesNumbersOfItsDomainOnly) {
  const auto w = metropolis(path(3));
  const Observers observers{0};
  const std::vector<double> two{1.0, 1.0}, zero{1.0, 0.0, 1.0};
  const auto refused = [&](double tau, std::span<const double> sigma) {
    EXPECT_THROW(
        static_cast<void>(noisy_losses({.w = w, .observers = observers, .steps = 2, .sigma = sigma}, {&tau, 1})), Error)
        << tau;
  };
  for (const double tau : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) refused(tau, {});
  refused(0.5, two);
  refused(0.5, zero);
  const double tau = 0.5;
  const auto silent = noisy_losses({.w = w, .observers = observers, .steps = 0}, {&tau, 1}).front();
  EXPECT_EQ(silent.exact.cwiseAbs().maxCoeff(), 0.0);
}

TEST(Resolution, IsHalfAUnitInTheLastPlaceTimesTheSizeTogetherWithTheNoise) {
  EXPECT_EQ(resolution("float64"), 0x1p-53);
  EXPECT_EQ(resolution("float32", 8.0), 0x1p-21);
  EXPECT_EQ(resolution("float16"), 0x1p-11);
  EXPECT_DOUBLE_EQ(resolution("bfloat16", 1.0, 3.0 * 0x1p-8), std::sqrt(10.0) * 0x1p-8);
  EXPECT_THROW(static_cast<void>(resolution("float8")), Error);
  EXPECT_THROW(static_cast<void>(resolution("float32", 0.0)), Error);
  EXPECT_THROW(static_cast<void>(resolution("float32", 1.0, -1.0)), Error);
}

}  // namespace
}  // namespace hearsay::accounting
