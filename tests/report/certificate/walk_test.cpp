// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/walk.hpp>

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/exact/rational.hpp>

namespace hearsay::report {
namespace {

using exact::Rational;

/// P(at least `least` visits) in fractions, step by step: the law of their number after each step.
Rational chance_of_visits(const WalkInstance& x, std::int64_t least) {
  const Rational share(x.places, x.users);
  std::vector<Rational> law = {1};
  for (std::int64_t step = 0; step < x.steps; ++step) {
    law.emplace_back(0);
    for (std::size_t k = law.size() - 1; k > 0; --k) law[k] = law[k] * (1 - share) + law[k - 1] * share;
    law[0] *= 1 - share;
  }
  Rational total = 0;
  for (auto k = static_cast<std::size_t>(least); k < law.size(); ++k) total += law[k];
  return total;
}

TEST(VisitsBounds, EncloseTheChanceWithin3e40) {
  const Rational close(3, pow(exact::Integer(10), 40));
  for (const auto& [x, least] : std::vector<std::pair<WalkInstance, std::int64_t>>{
           {{2, 2, 1}, 1}, {{5, 30, 2}, 20}, {{7, 40, 1}, 39}, {{100, 64, 3}, 1}, {{3, 9, 2}, 9}}) {
    const auto truth = chance_of_visits(x, least);
    const auto proves = visits_bounds(x, least).proves;
    const auto lower = exact::parse_fraction(proves.lower).value(), upper = exact::parse_fraction(proves.upper).value();
    EXPECT_LE(lower, truth) << x.users;
    EXPECT_GE(upper, truth) << x.users;
    EXPECT_LE(Rational(upper - lower), close) << x.users;
  }
  EXPECT_EQ(chance_of_visits({2, 2, 1}, 1), Rational(3, 4));
}

TEST(VisitsBounds, StayWithinZeroAndOne) {
  EXPECT_EQ(visits_bounds({.users = 2, .steps = 5, .places = 1}, 6).proves.lower, "0");
  EXPECT_EQ(visits_bounds({.users = 2, .steps = 400, .places = 1}, 1).proves.upper, "1");
}

TEST(VisitsBounds, SayTheirInstance) {
  const auto certificate = visits_bounds({.users = 5, .steps = 30, .places = 2}, 20);
  EXPECT_EQ(certificate.kind, "walk");
  EXPECT_EQ(certificate.instance.dump(), R"({"users":5,"places":2,"steps":30,"at_least":20})");
  EXPECT_FALSE(certificate.claim.has_value());
}

}  // namespace
}  // namespace hearsay::report
