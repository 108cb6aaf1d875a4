// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/derivation/formula.hpp>

#include <fmt/format.h>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::report {

namespace {

using exact::Integer;
using exact::Rational;
using nlohmann::ordered_json;
using Exact = std::optional<Rational>;

constexpr std::size_t most_bits = 1U << 14U;  ///< of an exact number
constexpr std::size_t longest_fraction = 18;  ///< characters of a fraction that is printed
constexpr int few_digits = 8;

std::size_t bits(const Rational& x) {
  const auto size = [](const Integer& n) { return n == 0 ? std::size_t{0} : std::size_t{msb(abs(n))} + 1; };
  return size(numerator(x)) + size(denominator(x));
}

Real real(const Rational& x) { return Real(numerator(x)) / Real(denominator(x)); }

Rational rounded_down(const Rational& x) {
  Integer quotient, rest;
  divide_qr(numerator(x), denominator(x), quotient, rest);
  return rest < 0 ? Rational(quotient - 1) : Rational(quotient);
}

Exact power(const Rational& base, const Rational& exponent) {
  if (denominator(exponent) != 1 || abs(exponent) * bits(base) > most_bits) return std::nullopt;
  const auto e = static_cast<long>(numerator(exponent));
  if (e < 0 && base == 0) return std::nullopt;
  const auto size = static_cast<unsigned>(std::abs(e));
  const Rational found(pow(numerator(base), size), pow(denominator(base), size));
  return e < 0 ? Rational(1 / found) : found;
}

Exact choose(const Rational& n, const Rational& k) {
  if (denominator(n) != 1 || denominator(k) != 1 || n > 500) return std::nullopt;
  Rational found = k < 0 || k > n ? 0 : 1;
  for (int j = 1; j <= k && found != 0; ++j) found = found * (n - k + j) / j;
  return found;
}

Exact unary(const std::string& name, const Rational& x) {
  if (name == "-") return Rational(-x);
  if (name == "+" || name == "*" || name == "min" || name == "max") return x;
  if (name == "floor") return rounded_down(x);
  if (name == "ceil") return Rational(-rounded_down(-x));
  if (name == "exp" && x == 0) return Rational(1);
  if (name == "ln" && x == 1) return Rational(0);
  if (name == "sqrt" && x >= 0) {
    const Integer top = sqrt(numerator(x)), bottom = sqrt(denominator(x));
    if (top * top == numerator(x) && bottom * bottom == denominator(x)) return Rational(top, bottom);
  }
  return std::nullopt;
}

Exact binary(const std::string& name, const Rational& x, const Rational& y) {
  if (name == "+") return Rational(x + y);
  if (name == "-") return Rational(x - y);
  if (name == "*") return Rational(x * y);
  if (name == "/") return y == 0 ? std::nullopt : Exact(x / y);
  if (name == "^") return power(x, y);
  if (name == "min") return std::min(x, y);
  if (name == "max") return std::max(x, y);
  return choose(x, y);
}

Exact exact_value(const ordered_json& x, const Values& variables);

Exact exact_sum(const ordered_json& x, const Values& variables) {
  const auto first = exact_value(x.at(2), variables), last = exact_value(x.at(3), variables);
  if (!first || !last || *last - *first > 500) return std::nullopt;
  auto inner = variables;
  Rational total = 0;
  for (Rational k = *first; k <= *last; ++k) {
    inner[x.at(1).get<std::string>()] = k;
    const auto term = exact_value(x.at(4), inner);
    if (!term) return std::nullopt;
    total += *term;
    if (bits(total) > most_bits) return std::nullopt;
  }
  return total;
}

/// The value, if it is a short fraction by operations on short fractions.
Exact exact_value(const ordered_json& x, const Values& variables) {
  if (x.is_string()) {
    const auto text = x.get<std::string>();
    if (const auto found = variables.find(text); found != variables.end()) return found->second.exact;
    return exact::parse_fraction(text);
  }
  const auto name = x.at(0).get<std::string>();
  if (name == "sum") return exact_sum(x, variables);
  auto result = exact_value(x.at(1), variables);
  if (x.size() == 2) return result ? unary(name, *result) : std::nullopt;
  for (std::size_t k = 2; k < x.size() && result; ++k) {
    const auto next = exact_value(x.at(k), variables);
    result = next ? binary(name, *result, *next) : std::nullopt;
    if (result && bits(*result) > most_bits) return std::nullopt;
  }
  return result;
}

// ---- plain notation ----

enum Rank { open, sum, product, sign, exponent, atom };

struct Printed {
  std::string text;
  Rank rank;
};

std::string inside(const Printed& x, Rank least) { return x.rank >= least ? x.text : "(" + x.text + ")"; }

Printed printed(const ordered_json& x, const Values& numbers);

Printed printed_number(const std::string& text) {
  const bool negative = text.starts_with('-');
  return {text, negative ? sum : text.find('/') != std::string::npos ? product : atom};
}

Printed printed_atom(const std::string& text, const Values& numbers) {
  if (const auto found = numbers.find(text); found != numbers.end()) return printed_number(number_of(found->second));
  if (exact::parse_fraction(text)) return printed_number(text);
  return {text, atom};
}

Printed printed_call(const ordered_json& x, const Values& numbers) {
  std::string text = x.at(0).get<std::string>() + "(";
  for (std::size_t k = 1; k < x.size(); ++k) text += (k > 1 ? ", " : "") + printed(x.at(k), numbers).text;
  return {text + ")", atom};
}

Printed printed_sum_of_many(const ordered_json& x, const Values& numbers) {
  auto rest = numbers;
  rest.erase(x.at(1).get<std::string>());
  return {fmt::format("sum[{} = {}..{}] {}", x.at(1).get<std::string>(), printed(x.at(2), numbers).text,
                      printed(x.at(3), numbers).text, inside(printed(x.at(4), rest), product)),
          open};
}

Printed printed_chain(const ordered_json& x, const Values& numbers, const std::string& name) {
  const bool adds = name == "+";
  std::string text;
  for (std::size_t k = 1; k < x.size(); ++k) {
    const auto next = printed(x.at(k), numbers);
    if (adds && k > 1 && next.rank == sum && next.text.starts_with('-')) {
      text += " - " + next.text.substr(1);
    } else {
      text += (k == 1 ? "" : adds ? " + " : "*") + inside(next, adds ? sum : k == 1 ? product : sign);
    }
  }
  return {text, adds ? sum : product};
}

Printed printed(const ordered_json& x, const Values& numbers) {
  if (x.is_string()) return printed_atom(x.get<std::string>(), numbers);
  const auto name = x.at(0).get<std::string>();
  if (name == "sum") return printed_sum_of_many(x, numbers);
  if (name == "+" || name == "*") return printed_chain(x, numbers, name);
  if (name != "-" && name != "/" && name != "^") return printed_call(x, numbers);
  const auto left = printed(x.at(1), numbers);
  if (x.size() == 2) return {"-" + inside(left, product), sum};
  const auto right = printed(x.at(2), numbers);
  if (name == "-") return {inside(left, sum) + " - " + inside(right, product), sum};
  if (name == "/") return {inside(left, product) + "/" + inside(right, sign), product};
  return {inside(left, atom) + "^" + inside(right, atom), exponent};
}

}  // namespace

Value::Value(const Rational& number) : about(real(number)) {
  if (bits(number) <= most_bits) exact = number;
}

Value value_of(const ordered_json& expression, const Values& variables) {
  if (const auto exact = exact_value(expression, variables)) return *exact;
  std::map<std::string, Real> numbers;
  for (const auto& [name, value] : variables) numbers[name] = value.about;
  return Value(evaluate(expression, numbers));
}

std::string formula_text(const ordered_json& expression, const Values& numbers) {
  return printed(expression, numbers).text;
}

std::size_t operations(const ordered_json& x) {
  if (x.is_string()) return 0;
  std::size_t count = 1;
  for (std::size_t k = 1; k < x.size(); ++k) count += operations(x.at(k));
  return count;
}

std::string decimal(const Rational& number, int digits) {
  if (number == 0) return "0";
  const Rational size = abs(number);
  // 10^(places - 1) <= size < 10^places
  int places = static_cast<int>(numerator(size).str().size()) - static_cast<int>(denominator(size).str().size());
  const auto ten = [](int e) {
    const Integer whole = pow(Integer(10), static_cast<unsigned>(std::abs(e)));
    return e < 0 ? Rational(1, whole) : Rational(whole);
  };
  if (size >= ten(places)) ++places;
  if (size < ten(places - 1)) --places;
  const Rational scaled = size * ten(digits - places), whole = rounded_down(scaled);
  std::string figures = numerator(whole).str();
  const bool cut = whole != scaled;
  std::string text;
  if (places > 12 || places < -4) {
    text = figures.substr(0, 1) + "." + figures.substr(1);
    if (!cut) text.erase(text.find_last_not_of("0.") + 1);
    return fmt::format("{}{}{}e{}", number < 0 ? "-" : "", text, cut ? "..." : "", places - 1);
  }
  if (places <= 0) {
    text = "0." + std::string(static_cast<std::size_t>(-places), '0') + figures;
  } else if (places >= digits) {
    text = figures + std::string(static_cast<std::size_t>(places - digits), '0');
  } else {
    text = figures.substr(0, static_cast<std::size_t>(places)) + "." + figures.substr(static_cast<std::size_t>(places));
  }
  if (!cut && text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
  }
  return (number < 0 ? "-" : "") + text + (cut ? "..." : "");
}

std::string decimal(const Real& number, int digits) {
  if (number == 0) return "0";
  // Half as many bits again as a decimal of so many digits has; the rest of a Real may be rounding.
  int exponent = 0;
  const Real mantissa = frexp(number, &exponent);
  const Integer whole = static_cast<Integer>(trunc(ldexp(mantissa, 130)));
  const int shift = exponent - 130;
  const Integer power = pow(Integer(2), static_cast<unsigned>(std::abs(shift)));
  return decimal(shift < 0 ? Rational(whole, power) : Rational(whole * power), digits);
}

std::string number_of(const Rational& number) {
  auto text = exact::to_string(number);
  return text.size() <= longest_fraction ? text : decimal(number, few_digits);
}

std::string number_of(const Value& number) {
  return number.exact ? number_of(*number.exact) : decimal(number.about, few_digits);
}

}  // namespace hearsay::report
