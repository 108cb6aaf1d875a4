// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/statements.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <map>
#include <string>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/exact/rational.hpp>

namespace hearsay::report {
namespace {

using exact::Rational;

TEST(Statements, KnowKindAndQuantityOfAClaim) {
  const auto certificate = refutation("muffliato.thm1");
  EXPECT_EQ(certificate.kind, "view");
  EXPECT_EQ(certificate.quantity, "loss");
  EXPECT_EQ(certificate.verdict, "refutes");
  EXPECT_EQ(support("muffliato.thm1.repaired").verdict, "supports");
  EXPECT_EQ(statement("view.monotone"), nullptr);
  EXPECT_THROW((void)refutation("view.monotone"), Error);
  EXPECT_THROW((void)support("view.monotone"), Error);
}

TEST(Statements, EvaluateEveryOperation) {
  const auto value = [](const char* expression) {
    return static_cast<double>(evaluate(nlohmann::ordered_json::parse(expression), {{"x", Real(4)}}));
  };
  EXPECT_DOUBLE_EQ(value(R"(["-", ["+", "x", "1/2", "3"], ["*", "2", "x"]])"), -0.5);
  EXPECT_DOUBLE_EQ(value(R"(["/", ["^", "x", "3"], ["-", "x"]])"), -16.0);
  EXPECT_DOUBLE_EQ(value(R"(["min", ["max", "x", "5"], "7"])"), 5.0);
  EXPECT_DOUBLE_EQ(value(R"(["ln", ["exp", ["sqrt", "x"]]])"), 2.0);
  EXPECT_DOUBLE_EQ(value(R"(["+", ["floor", "7/2"], ["ceil", "7/2"]])"), 7.0);
  EXPECT_DOUBLE_EQ(value(R"(["choose", "10", "7"])"), 120.0);
  EXPECT_DOUBLE_EQ(value(R"(["choose", "3", "x"])"), 0.0);
  EXPECT_DOUBLE_EQ(value(R"(["sum", "k", "1", "x", ["*", "k", "k"]])"), 30.0);
  EXPECT_NEAR(value(R"(["phi", "1"])"), 0.841344746068543, 1e-15);
  EXPECT_THROW((void)value(R"("y")"), Error);
  EXPECT_THROW((void)value(R"(["cube", "x"])"), Error);
}

// walk.lemma1.constant, its first term: 1/2 > ln(2)/2; 1/5 < ln(5)/5.
TEST(Statements, RefuteWhereTheValueExceedsTheBound) {
  const auto certificate = expression_refutation("walk.lemma1.constant", {{"n", 2}, {"terms", 1}});
  EXPECT_EQ(certificate.instance.dump(), R"({"n":"2","terms":"1"})");
  const Real room = Real(1) / 2 - evaluate(certificate.proves.lower, {});
  EXPECT_GT(room, ldexp(Real(1), -41));
  EXPECT_LT(room, Real("1e-11"));
  EXPECT_THROW((void)expression_refutation("walk.lemma1.constant", {{"n", 5}, {"terms", 1}}), Error);
}

// Half of six nodes: lambda_2 is 1/4, not 1/6; a node of two with a loop of 1/2 takes part with probability 1/2, not 1.
TEST(Statements, RefuteAnEqualityFromEitherSide) {
  const auto larger = expression_refutation("muffliato.activation", {{"half", 3}});
  EXPECT_NEAR(static_cast<double>(evaluate(larger.proves.lower, {})), 0.25, 1e-11);
  EXPECT_EQ(larger.proves.upper, "");
  const auto smaller = expression_refutation("muffliato.appendixD2.mean", {{"n", 2}, {"loop", Rational(1, 2)}});
  EXPECT_EQ(smaller.proves.lower, "");
  const Real room = evaluate(smaller.proves.upper, {}) - Real(1) / 2;
  EXPECT_GT(room, ldexp(Real(1), -41));
  EXPECT_LT(room, Real("1e-11"));
  EXPECT_THROW((void)expression_refutation("muffliato.appendixD2.mean", {{"n", 2}, {"loop", 0}}), Error);
}

// The number of equation (11) at two nodes: ln 2/(1/3 ln 1/2) = -3.
TEST(Statements, RefuteALowerBoundFromBelowOnly) {
  const auto certificate =
      expression_refutation("rumor.eq11", {{"n", 2}, {"s", 1}, {"c", 1}, {"delta", Rational(1, 2)}});
  EXPECT_EQ(certificate.proves.lower, "");
  EXPECT_NEAR(static_cast<double>(evaluate(certificate.proves.upper, {})), -3.0, 1e-11);
  EXPECT_THROW((void)expression_refutation("rumor.eq11", {{"n", 2}, {"s", 1}, {"c", 1}, {"delta", -1}}), Error);
}

// ln(1 + (1 - (1 - 1/n)^m)(e^epsilon - 1)) at n = 20, m = 10, epsilon = 1/2 is 0.23136; 7 m epsilon/(4 n) = 7/16.
TEST(Statements, SupportABoundFromItsSideWithRoom) {
  const std::map<std::string, Rational> values = {{"n", 20}, {"m", 10}, {"epsilon", Rational(1, 2)}};
  const auto certificate = expression_support("walk.thm6.min.repaired", values);
  EXPECT_EQ(certificate.verdict, "supports");
  EXPECT_EQ(certificate.proves.lower, "");
  const auto upper = exact::parse_fraction(certificate.proves.upper).value();
  EXPECT_GT(upper, Rational(23135604, 100000000));
  EXPECT_LT(upper, Rational(23135605, 100000000));
  const auto at_least = expression_support("walk.thm6.constraint.repaired", {{"delta", Rational(1, 1000)}});
  EXPECT_EQ(at_least.proves.upper, "");
  EXPECT_GT(exact::parse_fraction(at_least.proves.lower).value(), Rational(5, 2));
}

TEST(Statements, SupportNothingThatFailsOrIsAnEquality) {
  EXPECT_THROW((void)expression_support("rumor.thm9.phases", {{"n", 5}, {"s", 1}}), Error);
  EXPECT_THROW((void)expression_support("muffliato.activation", {{"half", 3}}), Error);
  EXPECT_THROW((void)expression_support("walk.lemma1.constant", {{"n", 5}, {"terms", 2}}), Error);
  EXPECT_THROW((void)expression_support("muffliato.thm1", {}), Error);
}

// 2^-40 is 9.09e-13: of a bound up to 1 that much is left, of 1000 a thousand times as much.
TEST(Statements, LeaveRoomOnTheSideOfTheEnd) {
  for (const int bound : {0, 1, -1000, 1000}) {
    const Real room = ldexp(Real(bound == 0 ? 1 : std::abs(bound)), -40), value = Real(2) / 3;
    const Real low = value - evaluate(below_with_room(value, bound), {});
    const Real high = evaluate(above_with_room(value, bound), {}) - value;
    for (const Real& left : {low, high}) {
      EXPECT_GE(left, room) << bound;
      EXPECT_LT(left, room + Real("1e-13")) << bound;
    }
  }
}

// (1/n) sum of the first two terms at n = 2: 1/2 + 1/8 = 5/8 against ln(2)/2.
TEST(Statements, ExcessIsTheValueLessTheBound) {
  const auto excess = expression_excess("walk.lemma1.constant", {{"n", 2}, {"terms", 2}});
  EXPECT_NEAR(static_cast<double>(excess), 0.625 - 0.5 * std::log(2.0), 1e-15);
  EXPECT_THROW((void)expression_excess("muffliato.thm1", {}), Error);
}

}  // namespace
}  // namespace hearsay::report
