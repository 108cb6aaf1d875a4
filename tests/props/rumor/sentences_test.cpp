// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/rumor/sentences.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "props/oracle/hidden_chain.hpp"
#include "props/oracle/rumor_oracle.hpp"

namespace hearsay::props {
namespace {

using oracle::HiddenChain;
using oracle::Rational;
using oracle::total;

// The two oracles of transcripts, written separately, agree.
TEST(HiddenChain, GivesTheProbabilitiesOfTheRumorModel) {
  const oracle::RumorModel model{.nodes = 4, .curious = 2, .muting = Rational(1, 3)};
  const HiddenChain chain({1u}, [](HiddenChain::State active) {
    std::vector<HiddenChain::Move> moves;
    for (const auto& m : oracle::next_messages(4, active, Rational(1, 3)))
      moves.push_back({m.active, m.receiver < 2 ? HiddenChain::hidden : 4 * m.sender + m.receiver, m.probability});
    return moves;
  });
  for (const int first : chain.labels()) {
    for (const int second : chain.labels()) {
      const auto law = chain.after(chain.visits({{1u, Rational(1)}}), first);
      EXPECT_EQ(total(chain.after(chain.visits(law), second)),
                model.probability(0, {{{first / 4, first % 4}, {second / 4, second % 4}}, false}))
          << first << ' ' << second;
    }
  }
}

TEST(EndsAlmostSurely, SeesAStateFromWhichTheEndIsNotReached) {
  const auto next = [](HiddenChain::State state) -> std::vector<HiddenChain::State> {
    if (state == 0) return {1, 2};
    return {state};
  };
  EXPECT_FALSE(oracle::ends_almost_surely(0, next, [](auto state) { return state == 1; }));
  EXPECT_TRUE(oracle::ends_almost_surely(0, next, [](auto state) { return state > 0; }));
}

// rumor.malicious.termination at the paper's size: the honest nodes have all muted after 3000 of their messages.
TEST(RealisticCrowd, CuriousNodesThatSendToThemselvesStopTheProtocol) {
  const auto muted = [](double s) {
    constexpr double n = 65536.0, f = 6553.0;
    constexpr std::size_t most = 400;  // active honest nodes; what exceeds it does not count
    std::vector<double> law(most + 1, 0.0);
    law[1] = 1.0;
    for (int message = 0; message < 3000; ++message) {
      std::vector<double> next(law.size(), 0.0);
      next[0] = law[0];
      for (std::size_t a = 1; a < most; ++a) {
        const double active = static_cast<double>(a);
        const double up = s * (n - f - active) / n, down = (1.0 - s) * (f + active - 1.0) / n;
        next[a] += law[a] * (1.0 - up - down);
        next[a + 1] += law[a] * up;
        next[a - 1] += law[a] * down;
      }
      law = std::move(next);
    }
    return law[0];
  };
  EXPECT_NEAR(muted(0.1), 0.966, 5e-4);
  EXPECT_NEAR(muted(0.5), 0.111, 5e-4);
}

// rumor.thm4.constant
TEST(RealisticCrowd, AConstantNumberOfMessagesIsNotEnoughAtTwiceTheSize) {
  const double unseen = std::pow(0.9, 106);
  EXPECT_NEAR(unseen, 1.41e-5, 5e-8);
  EXPECT_LE(unseen, std::exp2(-16.0));
  EXPECT_GT(unseen, std::exp2(-17.0));
}

// rumor.thm9.mean
TEST(RealisticCrowd, MeansOfARoundDifferByHundredsOfNodes) {
  constexpr double n = 65536.0, active = 6553.0, s = 0.1;
  const double missed = std::pow(1.0 - 1.0 / n, active);
  const double by_round = n * (1.0 - missed * (1.0 - active * s / n));
  double in_turn = active;
  for (int message = 0; message < 6553; ++message) in_turn += s * (1.0 - in_turn / n) - (1.0 - s) * (in_turn - 1.0) / n;
  EXPECT_NEAR(by_round, 6829.0, 0.05);
  EXPECT_NEAR(in_turn, 6553.1, 0.05);
  EXPECT_NEAR(s / 2.0 * active, 328.0, 0.5);
}

// rumor.receivers: the odds that another node is the source after three messages of node 0.
TEST(RealisticCrowd, ReceiversChangeTheOdds) {
  const auto odds = [](int last_active) {
    constexpr double n = 65536.0;
    constexpr int honest = 65536 - 6553;
    std::vector<double> later(honest + 2, 1.0), now(honest + 2, 0.0);  // by the number of informed honest nodes
    for (const int g : {last_active, 1, 0}) {
      for (int h = honest; h >= 1; --h) {
        const auto at = static_cast<std::size_t>(h);
        now[at] = (later[at] / (h + g) + (honest - h) * now[at + 1]) / (n - h);
      }
      later = now;
      now.assign(later.size(), 0.0);
    }
    double one = 0.0;
    for (int h = honest - 1; h >= 1; --h)
      one = (later[static_cast<std::size_t>(h) + 1] + (honest - h - 1) * one) / (n - h);
    return (honest - 1) * one / later[1];
  };
  EXPECT_NEAR(odds(1), 0.927, 5e-4);
  EXPECT_NEAR(odds(2), 0.989, 5e-4);
}

// The precision that rumor.appendixB.attack's note gives at f/n = 1/2.
TEST(DelayedStart, IsRecognizedByTheSourcesSilence) {
  for (const auto& [n, precision] : {std::pair(64, 0.76), {256, 0.80}, {1024, 0.85}}) {
    const auto seen = not_seen_again({n, n / 2}, static_cast<int>(std::sqrt(n))).back();
    EXPECT_NEAR(seen.zero / (seen.zero + (n / 2 - 1) * seen.one), precision, 5e-3) << n;
  }
}

}  // namespace
}  // namespace hearsay::props
