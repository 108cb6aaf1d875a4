// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/formula/expression.hpp>

#include <gmock/gmock.h>

#include <hearsay/core/error.hpp>

namespace {

using namespace hearsay::formula;
using hearsay::Errc;
using hearsay::Error;
using Kind = Expression::Kind;

/// The tree in Lisp's notation.
std::string shown(const Expression& e) {
  if (e.kind == Kind::number) return hearsay::exact::to_string(e.number);
  if (e.kind == Kind::name) return e.name;
  std::string text = "(" + (e.kind == Kind::together ? "and" : e.name);
  for (const auto& part : e.parts) text += " " + shown(part);
  return text + ")";
}

std::string message(const std::string& statement) {
  try {
    require_known(parse(statement), {.names = {"exact", "T"}, .functions = {{"w", 3}}});
  } catch (const Error& error) {
    return error.what();
  }
  return "fine";
}

TEST(Expression, OperatorsBindAsInBooks) {
  EXPECT_EQ(shown(parse("a - b - c*d/2 <= -x^2^y")), "(and (<= (- (- a b) (/ (* c d) 2)) (neg (^ x (^ 2 y)))))");
  EXPECT_EQ(shown(parse("2^-1==(a+b)*c")), "(and (== (^ 2 (neg 1)) (* (+ a b) c)))");
  EXPECT_EQ(shown(parse("a<b and b >c and android<=1")), "(and (< a b) (> b c) (<= android 1))");
  EXPECT_EQ(shown(parse("f(a, g(b,1)) >= f(b)+1").parts[0].parts[0]), "(f a (g b 1))");
}

TEST(Expression, NumbersAreExact) {
  const auto number = [](const std::string& text) { return shown(parse(text + " <= 1").parts[0].parts[0]); };
  EXPECT_EQ(number("0.25"), "1/4");
  EXPECT_EQ(number("010"), "10");
  EXPECT_EQ(number(".5e1"), "5");
  EXPECT_EQ(number("1e-3"), "1/1000");
  EXPECT_EQ(number("2.50E+2"), "250");
}

TEST(Expression, ComplaintsSayWhere) {
  const std::string right = "; it must be comparisons joined by 'and', as in 'exact <= 2^(1-distance)'";
  for (const std::string text : {"", "exact", "exact <= ", "exact <= 1 and", "exact + 1", "(exact <= 1"}) {
    const bool end = text != "(exact <= 1";
    EXPECT_EQ(message(text),
              "HS-103 bound: it " + std::string(end ? "ends too early" : "cannot be read from '<= 1' on") + right);
  }
  EXPECT_EQ(message("exact <= 1 or 2"), "HS-103 bound: it cannot be read from 'or 2' on" + right);
  EXPECT_EQ(message("exact <= 2 T"), "HS-103 bound: it cannot be read from 'T' on" + right);
  EXPECT_EQ(message("1e999 <= 1"), "HS-103 bound: the exponent of 1e999 is beyond 400");
  EXPECT_EQ(message(std::string(1001, '(')), "HS-103 bound: the statement has more than 1000 characters");
  EXPECT_EQ(message(std::string(100, '(')), "HS-103 bound: it ends too early" + right);
}

TEST(Expression, NestsNoDeeperThanAParserMayGo) {
  const auto repeated = [](std::string_view part, int times) {
    std::string text;
    for (int i = 0; i < times; ++i) text += part;
    return text;
  };
  for (const std::string_view deep : {"(", "-", "2^", "-(", "1+2^(", "min(1,", "-\t", "-\n", "1e-1^"})
    EXPECT_THAT(message(repeated(deep, 101)), testing::HasSubstr("nests deeper than 100 levels")) << deep;
  EXPECT_EQ(message(repeated("(", 1000)), "HS-103 bound: column 101: nests deeper than 100 levels");
  EXPECT_EQ(message("T <= " + repeated("-", 101) + "1"), "HS-103 bound: column 106: nests deeper than 100 levels");
  for (const std::string_view flat : {"2^1+", "2^1-", "-1*", "(1)*", "2^-1/", "1-"})
    EXPECT_EQ(message("T <= " + repeated(flat, 150) + "1"), "fine") << flat;
  EXPECT_EQ(message(repeated("(", 100) + "T" + repeated(")", 100) + " <= 1"), "fine");
}

TEST(Expression, UnknownNamesListTheKnownOnes) {
  EXPECT_EQ(message("exat <= 1"), "HS-105 bound: unknown name 'exat'; did you mean 'exact'?; known: exact T");
  EXPECT_EQ(message("ln(exact, 1) <= 1"), "HS-103 bound: ln() takes 1 arguments, not 2");
  EXPECT_EQ(message("min(exact) <= 1"), "HS-103 bound: min() takes 2 or more arguments, not 1");
  EXPECT_THAT(message("lg(exact) <= 1"), testing::HasSubstr("unknown function 'lg'"));
  EXPECT_THAT(message("lg(exact) <= 1"), testing::HasSubstr("known: min max sqrt exp ln abs floor ceil sum w"));
  EXPECT_EQ(message("sum(t, 0, T-1, w(t,1,0)) <= 1"), "fine");
  EXPECT_EQ(message("t <= 1"), "HS-105 bound: unknown name 't'; known: exact T");
  EXPECT_THAT(message("sum(T, 0, 1, T) <= 1"), testing::HasSubstr("must be a new name"));
  EXPECT_THAT(message("sum(t, 0, 1, sum(t, 0, 1, t)) <= 1"), testing::HasSubstr("must be a new name"));
  EXPECT_THAT(message("sum(t, 0, t, 1) <= 1"), testing::HasSubstr("unknown name 't'"));
}

TEST(Expression, MentionsWhatItIsMadeOf) {
  EXPECT_TRUE(mentions(parse("1 <= floor(exact)"), "floor"));
  EXPECT_FALSE(mentions(parse("1 <= floor(exact)"), "ceil"));
}

}  // namespace
