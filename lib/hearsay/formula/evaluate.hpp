// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

#include <hearsay/formula/expression.hpp>
#include <hearsay/formula/wide_range.hpp>

namespace hearsay::formula {

/// Thrown where a value in fractions is asked for and there may be none, as of sqrt(2).
struct NotRational : std::domain_error {
  NotRational() : std::domain_error("not rational") {}
};

/// Thrown where an operation has no value: a division by 0, a logarithm of 0 or less, a root of less than 0, a power of
/// them, a number beyond all bounds. what() names it and its column.
class NoValue : public std::domain_error {
 public:
  /// @param certain  whether it has none; else the operands are not known well enough to tell.
  NoValue(const Expression& operation, std::string_view what, bool certain);
  [[nodiscard]] bool certain() const { return certain_; }

 private:
  bool certain_;
};

/// "column 8: the limits of sum() must be whole numbers".
[[nodiscard]] std::string limit_of_sum(const Expression& limit);

/// What names and functions stand for in one instance. @throws NotRational where Value cannot hold it.
template <class Value>
using Meaning = std::function<Value(const std::string& name, std::span<const Value> arguments)>;

/// The values of the indices of sums.
using Indices = std::map<std::string, std::int64_t>;

/// The value of an arithmetic expression of one instance, in doubles, fractions, or ranges of a hundred digits. An
/// operation without value is no value: @throws NoValue. Doubles are off by rounding: where an operand is within 1e-6
/// of what has no value they are not certain; nor are ranges that hold such an operand and others. @throws NotRational
/// for roots, exponentials and logarithms of fractions, and for powers of them that have more than a million digits;
/// Error(Errc::too_large) for more than a million terms of sums, Error(Errc::domain) for limits of sums that are not
/// whole.
template <class Value>
class Evaluator {
 public:
  /// @param fractions  of ranges: what the names stand for that are known exactly; a part made of these alone is
  /// computed in fractions.
  explicit Evaluator(Meaning<Value> meaning, Meaning<exact::Rational> fractions = {}, Indices indices = {})
      : meaning_(std::move(meaning)), fractions_(std::move(fractions)), indices_(std::move(indices)) {}

  [[nodiscard]] Value operator()(const Expression& e) {
    if constexpr (ranges) {
      if (const auto exact = in_fractions(e)) return range_of(*exact);
    }
    if (e.kind == Expression::Kind::number) return finite(e, from_rational(e.number));
    if (e.kind == Expression::Kind::name) {
      const auto index = indices_.find(e.name);
      return index == indices_.end() ? meaning_(e.name, {}) : from_rational(index->second);
    }
    if (e.name == "sum") return finite(e, sum(e));
    std::vector<Value> arguments;
    for (const auto& part : e.parts) arguments.push_back((*this)(part));
    return finite(e, apply(e, arguments));
  }

 private:
  static constexpr bool rational = std::is_same_v<Value, exact::Rational>;
  static constexpr bool ranges = std::is_same_v<Value, Range>;
  static constexpr double doubtful = 1e-6;  ///< of doubles, whose errors are far below

  /// The value in fractions, if it has one.
  [[nodiscard]] std::optional<exact::Rational> in_fractions(const Expression& e) const {
    if (!fractions_) return std::nullopt;
    try {
      return Evaluator<exact::Rational>(fractions_, {}, indices_)(e);
    } catch (const NotRational&) {
      return std::nullopt;
    }
  }

  static Value from_rational(const exact::Rational& number) {
    if constexpr (rational) {
      return number;
    } else if constexpr (ranges) {
      return range_of(number);
    } else {
      return exact::to_double(number);
    }
  }

  /// A number, or it is said that it is none.
  static Value finite(const Expression& e, Value value) {
    if constexpr (ranges) {
      if (!isfinite(value.lower()) || !isfinite(value.upper())) throw NoValue(e, "a number beyond all bounds", true);
    } else if constexpr (!rational) {
      if (!std::isfinite(value)) throw NoValue(e, "a number beyond all bounds", false);
    }
    return value;
  }

  Value apply(const Expression& e, std::span<const Value> a) {
    const auto& name = e.name;
    if (name == "+") return a[0] + a[1];
    if (name == "-") return a[0] - a[1];
    if (name == "*") return a[0] * a[1];
    if (name == "neg") return -a[0];
    if (name == "/") return quotient(e, a[0], a[1]);
    if (name == "^") return power(e, a[0], a[1]);
    if (name == "min" || name == "max") return extreme(a, name == "max");
    if (name == "abs") return absolute(a[0]);
    if (name == "floor") return round_down(a[0]);
    if (name == "ceil") return -round_down(-a[0]);
    if (name == "sqrt") return root(e, a[0]);
    if (name == "ln") return logarithm(e, a[0]);
    if (name == "exp") return exponential(a[0]);
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

  /// Refuses a divisor, or the base of a power to a negative exponent, that is or may be 0.
  static void require_not_zero(const Expression& e, const Value& x, std::string_view what) {
    if constexpr (ranges) {
      if (zero_in(x)) throw NoValue(e, what, x.lower() == 0 && x.upper() == 0);
    } else if constexpr (rational) {
      if (x == 0) throw NoValue(e, what, true);
    } else {
      if (std::abs(x) <= doubtful) throw NoValue(e, what, false);
    }
  }

  /// Refuses what is or may be negative, or 0 if `positive`.
  static void require_at_least_zero(const Expression& e, const Value& x, bool positive, std::string_view what) {
    if constexpr (ranges) {
      if (positive ? x.upper() <= 0 : x.upper() < 0) throw NoValue(e, what, true);
      if (positive ? x.lower() <= 0 : x.lower() < 0) throw NoValue(e, what, false);
    } else if constexpr (rational) {
      if (positive ? x <= 0 : x < 0) throw NoValue(e, what, true);
    } else {
      if (x <= doubtful) throw NoValue(e, what, false);
    }
  }

  static Value quotient(const Expression& e, const Value& a, const Value& b) {
    require_not_zero(e, b, "a division by 0");
    return a / b;
  }

  static Value round_down(const Value& x) {
    if constexpr (rational) {
      const auto top = boost::multiprecision::numerator(x), bottom = boost::multiprecision::denominator(x);
      const exact::Integer whole = top / bottom;
      return Value(x < 0 && whole * bottom != top ? whole - 1 : whole);
    } else if constexpr (ranges) {
      return Value(floor(x.lower()), floor(x.upper()));
    } else {
      return std::floor(x);
    }
  }

  static Value root(const Expression& e, const Value& x) {
    require_at_least_zero(e, x, false, "a square root of a negative number");
    if constexpr (rational) {
      throw NotRational();
    } else {
      using std::sqrt;
      return at_least_zero(sqrt(x));
    }
  }

  static Value logarithm(const Expression& e, const Value& x) {
    require_at_least_zero(e, x, true, "a logarithm of 0 or of a negative number");
    if constexpr (rational) {
      throw NotRational();
    } else {
      using std::log;
      return log(x);
    }
  }

  static Value exponential(const Value& x) {
    if constexpr (rational) {
      throw NotRational();
    } else {
      using std::exp;
      return at_least_zero(exp(x));
    }
  }

  /// A root or exponential, of which rounding outwards may have made less than 0.
  static Value at_least_zero(const Value& x) {
    if constexpr (ranges) {
      return x.lower() < 0 ? Value(Wide(0), x.upper()) : x;
    } else {
      return x;
    }
  }

  static Value power(const Expression& e, const Value& base, const Value& exponent) {
    if constexpr (rational) {
      return rational_power(e, base, exponent);
    } else if constexpr (ranges) {
      return range_power(e, base, exponent);
    } else {
      if (std::nearbyint(exponent) != exponent) require_at_least_zero(e, base, true, no_power);
      if (exponent < 0.0) require_not_zero(e, base, zero_power);
      return std::pow(base, exponent);
    }
  }

  static constexpr std::string_view zero_power = "0 to a negative power",
                                    no_power = "a negative number to a power that is not whole";

  static exact::Rational rational_power(const Expression& e, const exact::Rational& base,
                                        const exact::Rational& exponent) {
    using boost::multiprecision::denominator, boost::multiprecision::numerator;
    if (exponent < 0) require_not_zero(e, base, zero_power);
    if (base == 0 && exponent > 0) return 0;
    if (denominator(exponent) != 1) {
      require_at_least_zero(e, base, true, no_power);
      throw NotRational();
    }
    constexpr unsigned most_bits = 1 << 20;
    const auto size = [](const auto& x) { return x == 0 ? 1U : boost::multiprecision::msb(abs(x)) + 1; };
    if (abs(exponent) * std::max(size(numerator(base)), size(denominator(base))) > most_bits) throw NotRational();
    const auto times = static_cast<unsigned>(abs(numerator(exponent)));
    const exact::Rational positive(boost::multiprecision::pow(numerator(base), times),
                                   boost::multiprecision::pow(denominator(base), times));
    return exponent < 0 ? exact::Rational(1 / positive) : positive;
  }

  static Range range_power(const Expression& e, const Range& base, const Range& exponent) {
    if (is_known(exponent) && floor(exponent.lower()) == exponent.lower() && abs(exponent.lower()) <= 1e9) {
      const auto times = static_cast<int>(exponent.lower());
      if (times == 0) return Range(1);
      if (times > 0) return boost::numeric::pow(base, times);
      require_not_zero(e, base, zero_power);
      return quotient(e, Range(1), boost::numeric::pow(base, -times));
    }
    if (exponent.lower() > 0 && base.lower() == 0) {
      return base.upper() == 0 ? Range(0) : Range(Wide(0), exp(exponent * log(Range(base.upper()))).upper());
    }
    if (exponent.upper() < 0 && is_known(base)) require_not_zero(e, base, zero_power);
    const bool whole = floor(exponent.upper()) >= exponent.lower();  // perhaps: then a negative base may have a power
    if (base.lower() <= 0) throw NoValue(e, no_power, base.upper() < 0 && !whole);
    return at_least_zero(exp(exponent * log(base)));
  }

  std::int64_t whole(const Expression& e) {
    const auto limit = (*this)(e);
    double value = std::numeric_limits<double>::quiet_NaN();
    if constexpr (ranges) {
      if (is_known(limit)) value = static_cast<double>(limit.lower());
    } else {
      value = static_cast<double>(limit);
    }
    if (std::nearbyint(value) != value || !(std::abs(value) <= 1e9))
      throw Error(Errc::domain, "bound", limit_of_sum(e));
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
  Meaning<exact::Rational> fractions_;
  Indices indices_;
  std::int64_t terms_ = 0;
};

/// Refuses a statement or expression of which a part without names has no value, whatever the instance.
/// @throws Error(Errc::domain) named by the column.
void require_values(const Expression& expression);

}  // namespace hearsay::formula
