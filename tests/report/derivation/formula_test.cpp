// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/derivation/formula.hpp>

#include <gtest/gtest.h>

#include <hearsay/core/json_text.hpp>

namespace hearsay::report {
namespace {

using exact::Rational;

nlohmann::ordered_json parsed(const char* text) { return parse_json<nlohmann::ordered_json>(text, "test"); }

TEST(FormulaText, BracketsOnlyWhereTheyAreNeeded) {
  EXPECT_EQ(formula_text(parsed(R"(["/","1",["-","n","1"]])")), "1/(n - 1)");
  EXPECT_EQ(formula_text(parsed(R"(["-","n",["-","1","m"]])")), "n - (1 - m)");
  EXPECT_EQ(formula_text(parsed(R"(["^",["/","1","n"],"2"])")), "(1/n)^2");
  EXPECT_EQ(formula_text(parsed(R"(["*","2",["^","x","2"],["+","a","b"]])")), "2*x^2*(a + b)");
  EXPECT_EQ(formula_text(parsed(R"(["/",["*","a","b"],["*","c","d"]])")), "a*b/(c*d)");
  EXPECT_EQ(formula_text(parsed(R"(["-",["/","x","2"]])")), "-x/2");
  EXPECT_EQ(formula_text(parsed(R"(["+","x","-1"])")), "x - 1");
  EXPECT_EQ(formula_text(parsed(R"(["*","x",["exp",["-","y"]]])")), "x*exp(-y)");
}

TEST(FormulaText, ASumIsBracketedInsideOfOthers) {
  EXPECT_EQ(formula_text(parsed(R"(["/",["sum","k","0","m",["+","k","1"]],"2"])")), "(sum[k = 0..m] (k + 1))/2");
}

TEST(FormulaText, NumbersStandForVariables) {
  const Values values = {{"n", Rational(3)}, {"x", Rational(1, 3)}, {"y", Rational(-2)}};
  EXPECT_EQ(formula_text(parsed(R"(["^",["-","x","y"],"n"])"), values), "(1/3 - (-2))^3");
  EXPECT_EQ(formula_text(parsed(R"(["/","n","x"])"), values), "3/(1/3)");
  EXPECT_EQ(formula_text(parsed(R"(["sum","x","1","n","x"])"), values), "sum[x = 1..3] x") << "not the index of a sum";
}

TEST(Value, ExactWhereFractionsStayFractions) {
  const Values values = {{"n", Rational(3)}};
  EXPECT_EQ(value_of(parsed(R"(["+",["/","1","n"],["^","1/2","2"]])"), values).exact, Rational(7, 12));
  EXPECT_EQ(value_of(parsed(R"(["sqrt","9/4"])"), {}).exact, Rational(3, 2));
  EXPECT_EQ(value_of(parsed(R"(["ceil","-7/2"])"), {}).exact, Rational(-3));
  EXPECT_EQ(value_of(parsed(R"(["sum","k","1","n",["choose","n","k"]])"), values).exact, Rational(7));
  EXPECT_EQ(value_of(parsed(R"(["max","1","n"])"), values).exact, Rational(3));
  const auto root = value_of(parsed(R"(["sqrt","2"])"), {});
  EXPECT_FALSE(root.exact);
  EXPECT_EQ(number_of(root), "1.4142135...");
  EXPECT_FALSE(value_of(parsed(R"(["^","1/2","1000000"])"), {}).exact) << "too long a fraction";
}

TEST(NumberOf, LongFractionsAreCutOffTowardsZero) {
  EXPECT_EQ(number_of(Rational(-3, 7)), "-3/7");
  EXPECT_EQ(number_of(Rational(2, 3)), "2/3");
  const Rational third(1000000000000000, 3000000000000001);
  EXPECT_EQ(number_of(third), "0.33333333...");
  EXPECT_EQ(number_of(Rational(-third)), "-0.33333333...");
}

TEST(Decimal, OfAnySize) {
  EXPECT_EQ(decimal(Rational(1, 8), 8), "0.125");
  EXPECT_EQ(decimal(Rational(2, 3), 4), "0.6666...");
  EXPECT_EQ(decimal(Rational(100), 3), "100");
  EXPECT_EQ(decimal(Rational(12345), 3), "12300...");
  EXPECT_EQ(decimal(Rational(999999), 2), "990000...");
  EXPECT_EQ(decimal(Rational(1, 1024 * 1024), 4), "9.536...e-7");
  EXPECT_EQ(decimal(Rational(1, 1000000), 4), "1e-6");
  EXPECT_EQ(decimal(Rational(0), 4), "0");
  EXPECT_EQ(decimal(Real(1) / 4, 8), "0.25");
  EXPECT_EQ(decimal(Real(-2) / 3, 8), "-0.66666666...");
}

TEST(LatexMath, FractionsPowersAndFunctions) {
  EXPECT_EQ(latex_math("1/3"), "\\tfrac{1}{3}");
  EXPECT_EQ(latex_math("(1/3)^2"), "(\\tfrac{1}{3})^{2}");
  EXPECT_EQ(latex_math("x^(n-1)"), "x^{n-1}");
  EXPECT_EQ(latex_math("sqrt(gap)"), "\\sqrt{\\mathrm{gap}}");
  EXPECT_EQ(latex_math("choose(m,k)"), "\\binom{m}{k}");
  EXPECT_EQ(latex_math("sum[k = 0..m] k"), "\\sum_{k\\ =\\ 0}^{m}\\ k");
  EXPECT_EQ(latex_math("exp(-2)*phi(x)"), "\\exp(-2)\\cdot \\Phi(x)");
  EXPECT_EQ(latex_math("delta_prime"), "\\delta'");
  EXPECT_EQ(latex_math("1.5...e-7"), "1.5\\ldots\\cdot 10^{-7}");
  EXPECT_EQ(latex_math("y2"), "y_{2}");
}

TEST(LatexWords, SpecialCharactersAreEscaped) {
  EXPECT_EQ(latex_words("a_b & 50 % {x} #1 $ ~ ^ \\"),
            "a\\_b \\& 50 \\% \\{x\\} \\#1 \\$ \\textasciitilde{} \\textasciicircum{} \\textbackslash{}");
  EXPECT_EQ(latex_words("x <= y"), "x $<$= y");
}

}  // namespace
}  // namespace hearsay::report
