// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <hearsay/core/error.hpp>

#include "props/bound/expression.hpp"

namespace hearsay::props::bound {

/// A hundred digits: what decides where an expression is not rational.
using Wide = boost::multiprecision::cpp_bin_float_100;

/// Thrown where a value in fractions is asked for and there may be none, as of sqrt(2).
struct NotRational : std::domain_error {
  NotRational() : std::domain_error("not rational") {}
};

/// What names and functions stand for in one instance. @throws NotRational where Value cannot hold it.
template <class Value>
using Meaning = std::function<Value(const std::string& name, std::span<const Value> arguments)>;

/// The value of an arithmetic expression of one instance, in doubles, fractions or a hundred digits. Doubles follow
/// IEEE rules: 1/0 is infinite. Other values @throws NotRational there, and for roots, exponentials and logarithms of
/// fractions. @throws Error(Errc::too_large) for more than a million terms of sums, or powers beyond 10,000.
template <class Value>
class Evaluator {
 public:
  explicit Evaluator(Meaning<Value> meaning) : meaning_(std::move(meaning)) {}

  [[nodiscard]] Value operator()(const Expression& e) {
    if (e.kind == Expression::Kind::number) return from_rational(e.number);
    if (e.kind == Expression::Kind::name) {
      const auto index = indices_.find(e.name);
      return index == indices_.end() ? meaning_(e.name, {}) : Value(index->second);
    }
    if (e.name == "sum") return sum(e);
    std::vector<Value> arguments;
    for (const auto& part : e.parts) arguments.push_back((*this)(part));
    return apply(e.name, arguments);
  }

 private:
  static constexpr bool rational = std::is_same_v<Value, oracle::Rational>;

  static Value from_rational(const oracle::Rational& number) {
    if constexpr (std::is_same_v<Value, double>) {
      return oracle::to_double(number);
    } else {
      return Value(number);
    }
  }

  Value apply(const std::string& name, std::span<const Value> a) {
    if (name == "+") return a[0] + a[1];
    if (name == "-") return a[0] - a[1];
    if (name == "*") return a[0] * a[1];
    if (name == "neg") return -a[0];
    if (name == "/") return quotient(a[0], a[1]);
    if (name == "^") return power(a[0], a[1]);
    if (name == "min") return *std::ranges::min_element(a);
    if (name == "max") return *std::ranges::max_element(a);
    if (name == "abs") return a[0] < 0 ? Value(-a[0]) : a[0];
    if (name == "floor") return round_down(a[0]);
    if (name == "ceil") return -round_down(-a[0]);
    if (name == "sqrt" || name == "exp" || name == "ln") return transcendental(name, a[0]);
    return meaning_(name, a);
  }

  static Value quotient(const Value& a, const Value& b) {
    if (!std::is_same_v<Value, double> && b == 0) throw NotRational();
    return a / b;
  }

  static Value round_down(const Value& x) {
    if constexpr (rational) {
      const auto top = boost::multiprecision::numerator(x), bottom = boost::multiprecision::denominator(x);
      const boost::multiprecision::cpp_int whole = top / bottom;
      return Value(x < 0 && whole * bottom != top ? whole - 1 : whole);
    } else {
      using std::floor;
      return floor(x);
    }
  }

  static Value transcendental(const std::string& name, const Value& x) {
    if constexpr (rational) {
      throw NotRational();
    } else {
      using std::exp, std::log, std::sqrt;
      return name == "sqrt" ? Value(sqrt(x)) : name == "exp" ? Value(exp(x)) : Value(log(x));
    }
  }

  static Value power(const Value& base, const Value& exponent) {
    if constexpr (rational) {
      if (boost::multiprecision::denominator(exponent) != 1) throw NotRational();
      if (abs(exponent) > 10'000) throw Error(Errc::too_large, "bound", "an exponent is beyond 10000");
      const auto times = static_cast<unsigned>(abs(boost::multiprecision::numerator(exponent)));
      const Value positive(boost::multiprecision::pow(boost::multiprecision::numerator(base), times),
                           boost::multiprecision::pow(boost::multiprecision::denominator(base), times));
      return exponent < 0 ? quotient(1, positive) : positive;
    } else {
      using std::pow;
      return pow(base, exponent);
    }
  }

  std::int64_t whole(const Expression& e) {
    const auto value = static_cast<double>((*this)(e));
    if (std::nearbyint(value) != value || std::abs(value) > 1e9)
      throw Error(Errc::domain, "bound", "the limits of sum() must be whole numbers");
    return static_cast<std::int64_t>(value);
  }

  Value sum(const Expression& e) {
    const std::int64_t first = whole(e.parts[1]), last = whole(e.parts[2]);
    const auto& index = e.parts[0].name;
    Value total = 0;
    for (std::int64_t i = first; i <= last; ++i) {
      if (++terms_ > 1'000'000) throw Error(Errc::too_large, "bound", "its sums have more than a million terms");
      indices_[index] = i;
      total += (*this)(e.parts[3]);
    }
    indices_.erase(index);
    return total;
  }

  Meaning<Value> meaning_;
  std::map<std::string, std::int64_t> indices_;
  std::int64_t terms_ = 0;
};

}  // namespace hearsay::props::bound
