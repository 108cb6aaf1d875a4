// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/build.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include <hearsay/accounting/linear/exact.hpp>
#include <hearsay/exact/fraction.hpp>

#include "tests/accounting/linear/naive.hpp"
#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

testing::Matrix gram(const testing::Matrix& b) {
  testing::Matrix result(b.size(), testing::Row(b.size()));
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) result[i][j] = props::oracle::dot(b[i], b[j]);
  }
  return result;
}

// The stages of a protocol see the same as its definition, step by step: A is equal, and B up to the order of its
// columns.
TEST(LinearSystemOfProtocol, SeesWhatTheDefinitionSees) {
  testing::RandomProtocols random(1);
  std::size_t rows = 0;
  for (int i = 0; i < 400; ++i) {
    const auto protocol = random.next();
    const testing::Naive naive(protocol);
    const auto matrices = view_matrices(linear_system<exact::Rational>(protocol));
    ASSERT_EQ(matrices.signal, naive.signal()) << "protocol " << i;
    ASSERT_EQ(gram(matrices.noise), gram(naive.noise())) << "protocol " << i;
    rows += matrices.signal.size();
  }
  EXPECT_GT(rows, 1000u);  // most of the protocols are seen at all
}

// Rows and noises are counted without building anything. A weight of 0 sends nothing, which the size does not know.
TEST(LinearSystemOfProtocol, ItsSizeIsKnownInAdvance) {
  testing::RandomProtocols random(5);
  int exact = 0;
  for (int i = 0; i < 400; ++i) {
    const auto protocol = random.next();
    const auto system = linear_system<double>(protocol);
    const auto size = linear_size(protocol);
    const auto rows = static_cast<double>(system.rows.size()), noises = static_cast<double>(system.noises.size());
    EXPECT_GE(size.rows, rows) << "protocol " << i;
    EXPECT_GE(size.noises, noises) << "protocol " << i;
    EXPECT_GT(size.bytes, 24.0 * (rows + noises));
    const bool zeros = std::ranges::any_of(protocol.rounds, [](const ProtocolRound& round) {
      return std::ranges::count(round.mix->weights, exact::Rational(0)) > 0;
    });
    if (zeros) continue;
    EXPECT_EQ(size.rows, rows) << "protocol " << i;
    EXPECT_EQ(size.noises, noises) << "protocol " << i;
    ++exact;
  }
  EXPECT_GT(exact, 50);
}

TEST(LinearSystemOfProtocol, IsRefusedBeforeItFillsTheMemory) {
  Protocol protocol{.name = "", .nodes = 100'000, .labels = {}, .rounds = {}, .noise = {}, .view = {}};
  Mix path;
  for (graph::Node u = 0; u + 1 < protocol.nodes; ++u) path.edges.emplace_back(u, u + 1);
  protocol.rounds.assign(100'000, {.mix = std::make_shared<const Mix>(path), .gamma = {}, .feedback = {}});
  protocol.noise = {{.kind = NoiseKind::Kind::message}};
  const auto size = linear_size(protocol);
  EXPECT_EQ(size.noises, 2.0 * 99'999 * 100'000);
  const auto message = tests::message_of([&] { (void)linear_system<double>(protocol); });
  EXPECT_NE(message.find("linear view: 0 rows and 2e+10 noises need "), std::string::npos) << message;
  EXPECT_NE(message.find(" GiB of memory are free"), std::string::npos) << message;
}

TEST(LinearSystemOfProtocol, IsTheSameInDoubles) {
  testing::RandomProtocols random(2);
  for (int i = 0; i < 50; ++i) {
    const auto protocol = random.next();
    const auto exact = linear_system<exact::Rational>(protocol);
    const auto system = linear_system<double>(protocol);
    ASSERT_EQ(system.rows.size(), exact.rows.size());
    const auto matrices = view_matrices(exact);
    for (std::size_t row = 0; row < system.rows.size(); ++row) {
      std::vector<double> unit(system.rows.size(), 0.0);
      unit[row] = 1.0;
      const auto sources = run_adjoint(system, unit, 1);
      for (std::size_t j = 0; j < sources.noises.size(); ++j)
        EXPECT_NEAR(sources.noises[j], exact::to_double(matrices.noise[row][j]),
                    1e-9 * (1.0 + std::abs(sources.noises[j])));
    }
  }
}

TEST(LinearSystemOfMatrices, IsTheMatrices) {
  const linalg::FractionMatrix signal{.columns = 4, .rows = {{{0, 1}, {3, 2}}, {{1, -1}}}};
  const linalg::FractionMatrix noise{.columns = 1, .rows = {{{0, 3}}, {}}};
  const auto system = linear_system<exact::Rational>(signal, noise, 2);
  EXPECT_EQ(system.nodes, 2u);
  EXPECT_EQ(system.rounds, 2u);
  const auto matrices = view_matrices(system);
  EXPECT_EQ(matrices.signal, (std::vector<Fractions>{{1, 0, 0, 2}, {0, -1, 0, 0}}));
  EXPECT_EQ(matrices.noise, (std::vector<Fractions>{{3}, {0}}));
}

TEST(LinearSystemOfMatrices, RefusesSizesThatDoNotAgree) {
  const linalg::FractionMatrix two{.columns = 2, .rows = {{}, {}}}, one{.columns = 1, .rows = {{}}};
  EXPECT_EQ(tests::message_of([&] { (void)linear_system<double>(two, one, 1); }),
            "HS-102 linear_system: the signal has 2 rows, the noise 1");
  EXPECT_EQ(tests::message_of([&] { (void)linear_system<double>(one, one, 2); }),
            "HS-102 linear_system: the 1 columns of the signal cannot be divided into 2 rounds of equal size");
}

}  // namespace
}  // namespace hearsay::accounting
