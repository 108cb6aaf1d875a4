// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/bound/evaluate.hpp"

#include <gmock/gmock.h>

namespace {

using namespace hearsay::props::bound;
using hearsay::Errc;
using hearsay::Error;
using hearsay::props::oracle::Rational;

template <class Value>
Value value(const std::string& text) {
  Evaluator<Value> evaluate([](const std::string& name, std::span<const Value> arguments) {
    if (name == "third") return Value(1) / 3;
    return Value(arguments[0] + 10 * arguments[1]);  // pair(a, b)
  });
  return evaluate(parse(text + " <= 0").parts[0].parts[0]);
}

TEST(Evaluate, FractionsAreExact) {
  EXPECT_EQ(value<Rational>("third + 1/6 - 0.5"), 0);
  EXPECT_EQ(value<Rational>("2^-3 * (-2)^3"), -1);
  EXPECT_EQ(value<Rational>("pair(third, 2)"), Rational(61, 3));
  EXPECT_EQ(value<Rational>("min(3, third, 1) + max(1, 2)"), Rational(7, 3));
  EXPECT_EQ(value<Rational>("abs(-third)"), Rational(1, 3));
}

TEST(Evaluate, RoundsDownAndUp) {
  EXPECT_EQ(value<Rational>("10*floor(-third) + ceil(third)"), -9);
  EXPECT_EQ(value<Rational>("floor(3*third) + 10*ceil(-3*third)"), -9);
  EXPECT_EQ(value<double>("10*floor(-third) + ceil(third)"), -9.0);
}

TEST(Evaluate, SumsRunOverTheirIndex) {
  EXPECT_EQ(value<Rational>("sum(t, 0, 4, t^2)"), 30);
  EXPECT_EQ(value<Rational>("sum(t, 3, 2, t)"), 0);
  EXPECT_EQ(value<Rational>("sum(t, 0, 3, sum(i, 0, t, i))"), 10);
  EXPECT_THROW(value<Rational>("sum(t, 0, third, t)"), Error);
  EXPECT_THROW(value<double>("sum(t, 0, 2000, sum(i, 0, 2000, 1))"), Error);
}

TEST(Evaluate, WhatIsNotRationalSaysSo) {
  for (const std::string text : {"sqrt(4)", "exp(0)", "ln(1)", "2^third", "1/0", "0^-1"})
    EXPECT_THROW(value<Rational>(text), NotRational) << text;
  EXPECT_THROW(value<Rational>("2^1000000"), Error);
  EXPECT_EQ(value<double>("sqrt(4) + exp(0) + ln(1)"), 3.0);
  EXPECT_EQ(value<double>("1/0"), HUGE_VAL);
}

TEST(Evaluate, WideHasAHundredDigits) {
  const Wide root = value<Wide>("sqrt(2)");
  EXPECT_LT(abs(root * root - 2), Wide("1e-95"));
}

}  // namespace
