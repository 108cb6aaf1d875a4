// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include <hearsay/divergence/hockey_stick.hpp>
#include <hearsay/exact/rational.hpp>

#include "tests/error_message.hpp"

namespace hearsay::divergence {
namespace {

using tests::message_of;

using exact::Rational;

// p = (1/2, 1/3, 1/6), q = (1/6, 1/3, 1/2), scale 3/2: only the first outcome exceeds, 1/2 - 1/4 = 1/4.
TEST(HockeyStick, IsExactInRationalArithmetic) {
  const std::vector<Rational> p{{1, 2}, {1, 3}, {1, 6}}, q{{1, 6}, {1, 3}, {1, 2}};
  const auto found = hockey_stick_at_scale<Rational>(p, q, Rational(3, 2));
  EXPECT_EQ(found.forward, Rational(1, 4));
  EXPECT_EQ(found.backward, Rational(1, 4));
}

TEST(HockeyStick, TellsTheDirectionsApart) {
  const std::vector<Rational> p{{1, 2}, {1, 2}}, q{{9, 10}, {1, 10}};
  const auto found = hockey_stick_at_scale<Rational>(p, q, Rational(2));
  EXPECT_EQ(found.forward, Rational(3, 10));  // 1/2 - 2/10
  EXPECT_EQ(found.backward, Rational(0));     // 9/10 - 1 < 0
  EXPECT_EQ(found.worse(), Rational(3, 10));
}

// The definition as a supremum over events, by enumerating all of them in rational arithmetic; and double against
// rational.
TEST(HockeyStick, IsTheSupremumOverAllEvents) {
  for (unsigned seed = 1; seed < 60; ++seed) {
    std::vector<Rational> p, q;
    std::vector<double> pd, qd;
    Rational sum_p = 0, sum_q = 0;
    for (unsigned i = 0; i < 6; ++i) {
      p.emplace_back((seed * 7 + i * i * 13) % 17), q.emplace_back(1 + (seed * 5 + i * 11) % 19);
      sum_p += p.back(), sum_q += q.back();
    }
    for (unsigned i = 0; i < 6; ++i) {
      p[i] /= sum_p, q[i] /= sum_q;
      pd.push_back(static_cast<double>(p[i])), qd.push_back(static_cast<double>(q[i]));
    }
    const Rational scale(100 + seed * 3, 100);
    Rational best = 0;
    for (unsigned event = 0; event < 64; ++event) {
      Rational gain = 0;
      for (unsigned i = 0; i < 6; ++i) {
        if (event >> i & 1u) gain += p[i] - scale * q[i];
      }
      if (gain > best) best = gain;
    }
    EXPECT_EQ(hockey_stick_at_scale<Rational>(p, q, scale).forward, best);
    EXPECT_NEAR(hockey_stick(pd, qd, std::log(static_cast<double>(scale))).forward, static_cast<double>(best), 1e-14);
  }
}

TEST(HockeyStick, RefusesWhatIsNoLaw) {
  const std::vector<double> p{0.5, 0.5}, three{0.5, 0.25, 0.25}, empty{}, heavy{0.5, 0.6};
  const std::vector<double> nan{std::numeric_limits<double>::quiet_NaN(), 1.0};
  const std::vector<Rational> half{{1, 2}, {1, 2}}, almost{{1, 2}, {499999999999, 1000000000000}};
  EXPECT_EQ(message_of([&] { (void)hockey_stick(p, three, 0.0); }),
            "HS-102 hockey_stick: p has 2 outcomes and q has 3: they must be equally many, at least 1");
  EXPECT_EQ(message_of([&] { (void)hockey_stick(empty, empty, 0.0); }),
            "HS-102 hockey_stick: p has 0 outcomes and q has 0: they must be equally many, at least 1");
  EXPECT_EQ(message_of([&] { (void)hockey_stick(p, heavy, 0.0); }), "HS-101 hockey_stick: q must sum to 1");
  EXPECT_EQ(message_of([&] { (void)hockey_stick(nan, p, 0.0); }),
            "HS-101 hockey_stick: p[0] must be a probability >= 0");
  EXPECT_EQ(message_of([&] { (void)hockey_stick(p, p, -1.0); }),
            "HS-101 hockey_stick: epsilon = -1 must be finite and >= 0");
  EXPECT_EQ(message_of([&] { (void)hockey_stick_at_scale<Rational>(half, almost, Rational(1)); }),
            "HS-101 hockey_stick: q must sum to 1");
  EXPECT_EQ(message_of([&] { (void)hockey_stick_at_scale<Rational>(half, half, Rational(-1)); }),
            "HS-101 hockey_stick: scale = e^epsilon must be >= 0");
}

}  // namespace
}  // namespace hearsay::divergence
