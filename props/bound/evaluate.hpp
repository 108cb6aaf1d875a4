// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <boost/numeric/interval.hpp>
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
#include <hearsay/core/wide_float.hpp>

#include "props/bound/expression.hpp"

namespace hearsay::props::bound {

/// A hundred digits: what decides where an expression is not rational.
using Wide = Float100;

/// All numbers between two of a hundred digits: what is known of a number that is not known exactly.
using Range = boost::numeric::interval<
    Wide, boost::numeric::interval_lib::policies<boost::numeric::interval_lib::save_state_nothing<
                                                     boost::numeric::interval_lib::rounded_transc_exact<Wide>>,
                                                 boost::numeric::interval_lib::checking_base<Wide>>>;

/// Thrown where a value in fractions is asked for and there may be none, as of sqrt(2).
struct NotRational : std::domain_error {
  NotRational() : std::domain_error("not rational") {}
};

/// What names and functions stand for in one instance. @throws NotRational where Value cannot hold it.
template <class Value>
using Meaning = std::function<Value(const std::string& name, std::span<const Value> arguments)>;

/// The value of an arithmetic expression of one instance, in doubles, fractions, a hundred digits, or ranges, whose
/// ends are rounded to a hundred digits. Doubles follow
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
      if (index == indices_.end()) return meaning_(e.name, {});
      if constexpr (ranges) {
        return Value(Wide(index->second));
      } else {
        return Value(index->second);
      }
    }
    if (e.name == "sum") return sum(e);
    std::vector<Value> arguments;
    for (const auto& part : e.parts) arguments.push_back((*this)(part));
    return apply(e.name, arguments);
  }

 private:
  static constexpr bool rational = std::is_same_v<Value, oracle::Rational>;
  static constexpr bool ranges = std::is_same_v<Value, Range>;

  static Value from_rational(const oracle::Rational& number) {
    if constexpr (std::is_same_v<Value, double>) {
      return oracle::to_double(number);
    } else if constexpr (ranges) {
      return Value(Wide(number));
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
    if (name == "min" || name == "max") return extreme(a, name == "max");
    if (name == "abs") return absolute(a[0]);
    if (name == "floor") return round_down(a[0]);
    if (name == "ceil") return -round_down(-a[0]);
    if (name == "sqrt" || name == "exp" || name == "ln") return transcendental(name, a[0]);
    return meaning_(name, a);
  }

  static Value extreme(std::span<const Value> a, bool largest) {
    if constexpr (ranges) {
      Value found = a[0];
      for (const auto& x : a) found = largest ? max(found, x) : min(found, x);
      return found;
    } else {
      return largest ? *std::ranges::max_element(a) : *std::ranges::min_element(a);
    }
  }

  static Value absolute(const Value& x) {
    if constexpr (ranges) {
      return abs(x);
    } else {
      return x < 0 ? Value(-x) : x;
    }
  }

  static Value quotient(const Value& a, const Value& b) {
    if constexpr (ranges) {
      if (zero_in(b)) throw NotRational();
    } else {
      if (!std::is_same_v<Value, double> && b == 0) throw NotRational();
    }
    return a / b;
  }

  static Value round_down(const Value& x) {
    if constexpr (rational) {
      const auto top = boost::multiprecision::numerator(x), bottom = boost::multiprecision::denominator(x);
      const boost::multiprecision::cpp_int whole = top / bottom;
      return Value(x < 0 && whole * bottom != top ? whole - 1 : whole);
    } else if constexpr (ranges) {
      return Value(floor(x.lower()), floor(x.upper()));
    } else {
      using std::floor;
      return floor(x);
    }
  }

  static Value transcendental(const std::string& name, const Value& x) {
    if constexpr (rational) {
      throw NotRational();
    } else {
      if constexpr (ranges) {
        if (name == "ln" ? x.lower() <= 0 : name == "sqrt" && x.lower() < 0) throw NotRational();
      }
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
    } else if constexpr (ranges) {
      return range_power(base, exponent);
    } else {
      using std::pow;
      return pow(base, exponent);
    }
  }

  static Range range_power(const Range& base, const Range& exponent) {
    const bool known = exponent.lower() == exponent.upper();
    if (known && floor(exponent.lower()) == exponent.lower() && abs(exponent.lower()) <= 10'000) {
      const auto times = static_cast<int>(exponent.lower());
      return times < 0 ? quotient(Range(1), boost::numeric::pow(base, -times)) : boost::numeric::pow(base, times);
    }
    if (base.lower() <= 0) throw NotRational();
    return exp(exponent * log(base));
  }

  std::int64_t whole(const Expression& e) {
    const auto value = to_double((*this)(e));
    if (std::nearbyint(value) != value || std::abs(value) > 1e9)
      throw Error(Errc::domain, "bound", "the limits of sum() must be whole numbers");
    return static_cast<std::int64_t>(value);
  }

  static double to_double(const Value& value) {
    if constexpr (ranges) {
      if (value.lower() != value.upper()) throw NotRational();
      return static_cast<double>(value.lower());
    } else {
      return static_cast<double>(value);
    }
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
