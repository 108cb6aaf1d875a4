// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/formula/evaluate.hpp>

#include <gmock/gmock.h>

#include "tests/error_message.hpp"

namespace {

using namespace hearsay::formula;
using hearsay::Errc;
using hearsay::Error;
using hearsay::exact::Rational;

template <class Value>
Value value(const std::string& text) {
  Evaluator<Value> evaluate([](const std::string& name, std::span<const Value> arguments) {
    if (name == "third") return Value(1) / Value(3);
    return Value(arguments[0] + Value(10) * arguments[1]);  // pair(a, b)
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
  EXPECT_THROW(value<double>("sum(t, 0, 2000, sum(i, 0, 2000, 1))"), Error);
}

TEST(Evaluate, WhatIsNotRationalSaysSo) {
  for (const std::string text : {"sqrt(4)", "exp(0)", "ln(1)", "2^third", "2^1000000", "(2^9999)^9999"})
    EXPECT_THROW(value<Rational>(text), NotRational) << text;
  EXPECT_EQ(value<double>("sqrt(4) + exp(0) + ln(1)"), 3.0);
}

/// "fine", or what the evaluation throws: "none COLUMN: ..." or "perhaps ...".
template <class Value>
std::string complaint(const std::string& text) {
  try {
    static_cast<void>(value<Value>(text));
  } catch (const NoValue& none) {
    return std::string(none.certain() ? "none " : "perhaps ") + none.what();
  } catch (const NotRational&) {
    return "not rational";
  }
  return "fine";
}

TEST(Evaluate, WhatHasNoValueIsNamedByItsColumn) {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"1 + 2 / (third - third)", "column 7: a division by 0"},
      {"1/0", "column 2: a division by 0"},
      {" 0^-1", "column 3: 0 to a negative power"},
      {"(third-third)^(-1/2)", "column 14: 0 to a negative power"},
      {"2 * ln(0)", "column 5: a logarithm of 0 or of a negative number"},
      {"ln( -third)", "column 1: a logarithm of 0 or of a negative number"},
      {"sqrt(-1)", "column 1: a square root of a negative number"},
      {"(-8)^third", "column 5: a negative number to a power that is not whole"},
      {"(-2) ^ 0.5", "column 6: a negative number to a power that is not whole"},
      {"sum(t, 0, 3, 1/(t-2))", "column 15: a division by 0"},
      {"pair(1, 1/0)", "column 10: a division by 0"}};
  for (const auto& [text, said] : table) {
    EXPECT_EQ(complaint<Rational>(text), "none " + said);
    EXPECT_THAT(complaint<double>(text), testing::StartsWith("perhaps ")) << text;  // exactly, then
    EXPECT_THAT(complaint<Range>(text), testing::AnyOf("none " + said, testing::StartsWith("perhaps "))) << text;
  }
  for (const std::string text :
       {"1/0", "0^-1", "ln(0)", "sqrt(-1)", "(-2)^0.5", "1/ln(1)", "1/sqrt(0)", "1/(exp(0) - 1)"})
    EXPECT_THAT(complaint<Range>(text), testing::StartsWith("none ")) << text;
}

TEST(Evaluate, WhatHasAValueHasOne) {
  for (const std::string text : {"0^0", "0^2", "0/3", "(-2)^3", "(-2)^-3", "2^-0.5", "ln(1e-5)", "sqrt(1e-5)",
                                 "sqrt(4)", "sum(t, 3, 2, 1/0)", "1/(-3)"}) {
    EXPECT_THAT(complaint<Rational>(text), testing::AnyOf("fine", "not rational")) << text;
    EXPECT_EQ(complaint<Range>(text), "fine") << text;
    EXPECT_EQ(complaint<double>(text), "fine") << text;
  }
  for (const std::string text :
       {"sqrt(0)", "0^0.5", "exp(-1e6)", "1/1e-300", "ln(1e-300)", "(2^9999)^9999", "2^1000000"})
    EXPECT_EQ(complaint<Range>(text), "fine") << text;
}

TEST(Evaluate, NumbersBeyondAllBoundsAreNone) {
  EXPECT_EQ(complaint<Range>("3*exp(exp(50))"), "none column 3: a number beyond all bounds");
  EXPECT_THAT(complaint<double>("exp(1000)"), testing::StartsWith("perhaps column 1: what may be a number beyond"));
  EXPECT_THAT(complaint<double>("1e399"), testing::StartsWith("perhaps column 1"));
}

TEST(Evaluate, DoublesNearWhatHasNoValueAreNotTrusted) {
  for (const std::string text : {"1/1e-7", "ln(1e-7)", "sqrt(1e-7)", "1e-7^-1", "1e-7^0.5", "sqrt(-1e-17)"})
    EXPECT_THAT(complaint<double>(text), testing::StartsWith("perhaps ")) << text;
}

TEST(Evaluate, LimitsOfSumsAreWhole) {
  for (const std::string text : {"sum(t, third, 1, t)", "sum(t, 0, third, t)", "sum(t, 0, 1e10, t)"}) {
    EXPECT_THROW(value<Rational>(text), Error) << text;
    EXPECT_THROW(value<Range>(text), Error) << text;
  }
}

TEST(Evaluate, RangesHoldTheTruth) {
  const auto root = value<Range>("sqrt(2)");
  EXPECT_LT(root.lower() * root.lower(), 2);
  EXPECT_GT(root.upper() * root.upper(), 2);
  EXPECT_LT(root.upper() - root.lower(), Wide("1e-95"));
  for (const std::string zero : {"3*third - 1", "sqrt(2)^2 - 2", "exp(ln(3)) - 3", "ln(exp(2)) - 2", "third*7 - 7/3"}) {
    EXPECT_TRUE(zero_in(value<Range>(zero))) << zero;
    EXPECT_THAT(complaint<Range>("1/(" + zero + ")"), testing::StartsWith("perhaps column 2: what may be a division"));
  }
  const auto exact = value<Range>("2^(1-3) + 0.5*3 - 7/8");
  EXPECT_TRUE(is_known(exact));
  EXPECT_EQ(exact.lower(), 0.875);
}

TEST(Evaluate, ConstantsWithoutValueAreFoundBeforeAnythingIsTried) {
  const auto said = [](const std::string& text) {
    return hearsay::tests::message_of([&] { require_values(parse(text)); });
  };
  EXPECT_EQ(said("exact <= ln(0)"), "HS-101 bound: column 10: a logarithm of 0 or of a negative number");
  EXPECT_EQ(said("exact <= 1 and n <= 1/(2 - 2)*T"), "HS-101 bound: column 22: a division by 0");
  EXPECT_EQ(said("exact <= 1/(1 - sqrt(2)^2 + 1)"), "HS-101 bound: column 11: what may be a division by 0");
  for (const auto* text : {"exact <= 1/(n - n)", "exact <= sum(t, 1, 0, 1/0)", "exact <= 2^0.5 + ln(2)"})
    EXPECT_EQ(said(text), "no error");
}

}  // namespace
