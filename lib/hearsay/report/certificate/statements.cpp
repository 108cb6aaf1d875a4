// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/statements.hpp>

#include <fmt/format.h>
#include <boost/math/special_functions/erf.hpp>

#include <hearsay/core/error.hpp>
#include <hearsay/core/json_text.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/detail/statements_text.hpp>

namespace hearsay::report {

namespace {

using exact::Rational;
using nlohmann::ordered_json;
using Variables = std::map<std::string, Real>;

using Rows = std::map<std::string, ordered_json, std::less<>>;

const Rows& table() {
  static const Rows rows = [] {
    Rows found;
    const auto parsed = parse_json<ordered_json>(statements_text(), "statements.json");
    for (const auto& row : parsed.at("statements")) found.emplace(row.at("id").get<std::string>(), row);
    return found;
  }();
  return rows;
}

Real number(const Rational& value) { return Real(numerator(value)) / Real(denominator(value)); }

Real choose(const Real& n, const Real& k) {
  const auto least = static_cast<long>(k < n - k ? k : Real(n - k));
  Real product = 1;
  for (long j = 1; j <= least; ++j) product = product * (n - least + j) / j;
  return least < 0 ? Real(0) : product;
}

Real unary(const std::string& name, const Real& x) {
  if (name == "-") return -x;
  if (name == "exp") return exp(x);
  if (name == "ln") return log(x);
  if (name == "sqrt") return sqrt(x);
  if (name == "phi") return boost::math::erfc(Real(-x / sqrt(Real(2)))) / 2;
  if (name == "floor") return floor(x);
  if (name == "ceil") return ceil(x);
  if (name == "+" || name == "*" || name == "min" || name == "max") return x;
  throw Error(Errc::domain, "statements.json", fmt::format("unknown operation {} of one operand", name));
}

Real binary(const std::string& name, const Real& x, const Real& y) {
  if (name == "+") return x + y;
  if (name == "*") return x * y;
  if (name == "-") return x - y;
  if (name == "/") return x / y;
  if (name == "^") return pow(x, static_cast<int>(y));
  if (name == "min") return x < y ? x : y;
  if (name == "max") return x < y ? y : x;
  if (name == "choose") return choose(x, y);
  throw Error(Errc::domain, "statements.json", fmt::format("unknown operation {} of two operands", name));
}

Real sum(const ordered_json& x, const Variables& variables) {
  auto inner = variables;
  const auto last = static_cast<long>(evaluate(x.at(3), variables));
  Real total = 0;
  for (auto k = static_cast<long>(evaluate(x.at(2), variables)); k <= last; ++k) {
    inner[x.at(1).get<std::string>()] = k;
    total += evaluate(x.at(4), inner);
  }
  return total;
}

Real room(const Real& bound) {
  const Real size = abs(bound);
  return ldexp(size < 1 ? Real(1) : size, -40);
}

const ordered_json& expression_row(std::string_view claim) {
  const auto* row = statement(claim);
  if (row == nullptr || row->at("kind") != "expression")
    throw Error(Errc::unknown, "statements.json", fmt::format("no expression of {}", claim));
  return *row;
}

Certificate about(std::string_view claim, const char* verdict) {
  const auto* row = statement(claim);
  if (row == nullptr) throw Error(Errc::unknown, "statements.json", fmt::format("no row for {}", claim));
  return {.kind = row->at("kind"), .quantity = row->at("quantity"), .claim = std::string(claim), .verdict = verdict};
}

struct Sides {
  Real value, bound;
};

/// @throws Error(Errc::conditions): the value does not do to the bound what it should.
[[noreturn]] void no_proof(std::string_view claim, const char* what, const Sides& x) {
  throw Error(Errc::conditions, claim,
              fmt::format("its value, {:.9g}, does not {} its bound, {:.9g}", static_cast<double>(x.value), what,
                          static_cast<double>(x.bound)));
}

ordered_json values_json(const std::map<std::string, Rational>& values) {
  auto json = ordered_json::object();
  for (const auto& [name, number] : values) json[name] = exact::to_string(number);
  return json;
}

Sides sides(const ordered_json& row, const std::map<std::string, Rational>& values) {
  Variables variables;
  for (const auto& [name, value] : values) variables[name] = number(value);
  const auto definitions = row.value("let", ordered_json::array());
  for (const auto& pair : definitions) variables[pair.at(0).get<std::string>()] = evaluate(pair.at(1), variables);
  return {evaluate(row.at("value"), variables), evaluate(row.at("bound"), variables)};
}

}  // namespace

const ordered_json* statement(std::string_view claim) {
  const auto found = table().find(claim);
  return found == table().end() ? nullptr : &found->second;
}

Certificate refutation(std::string_view claim) { return about(claim, "refutes"); }

Certificate support(std::string_view claim) { return about(claim, "supports"); }

std::string below_with_room(const Real& value, const Real& bound) {
  using exact::Integer;
  constexpr unsigned digits = 14;
  const Integer unit = boost::multiprecision::pow(Integer(10), digits);
  return exact::to_string(Rational(static_cast<Integer>(floor((value - room(bound)) * Real(unit))), unit));
}

std::string above_with_room(const Real& value, const Real& bound) {
  return exact::to_string(-*exact::parse_fraction(below_with_room(-value, bound)));
}

Real evaluate(const ordered_json& x, const Variables& variables) {
  if (x.is_string()) {
    const auto text = x.get<std::string>();
    if (const auto found = variables.find(text); found != variables.end()) return found->second;
    if (const auto fraction = exact::parse_fraction(text)) return number(*fraction);
    throw Error(Errc::domain, "statements.json", fmt::format("unknown variable {}", text));
  }
  const auto name = x.at(0).get<std::string>();
  if (name == "sum") return sum(x, variables);
  if (x.size() == 2) return unary(name, evaluate(x.at(1), variables));
  Real result = evaluate(x.at(1), variables);
  for (std::size_t k = 2; k < x.size(); ++k) result = binary(name, result, evaluate(x.at(k), variables));
  return result;
}

Real expression_excess(std::string_view claim, const std::map<std::string, Rational>& values) {
  const auto [value, bound] = sides(expression_row(claim), values);
  return value - bound;
}

Certificate expression_refutation(std::string_view claim, const std::map<std::string, Rational>& values) {
  const auto& row = expression_row(claim);
  const auto [value, bound] = sides(row, values);
  const Real least = 2 * room(bound);
  const bool exceeds = row.at("relation") != ">=" && value > bound + least;
  const bool falls_short = row.at("relation") != "<=" && !row.contains("value_is") && value < bound - least;
  if (!exceeds && !falls_short) no_proof(claim, "contradict", {value, bound});
  auto certificate = refutation(claim);
  certificate.instance = values_json(values);
  if (exceeds) certificate.proves.lower = below_with_room(value, bound);
  if (falls_short) certificate.proves.upper = above_with_room(value, bound);
  return certificate;
}

Certificate expression_support(std::string_view claim, const std::map<std::string, Rational>& values) {
  const auto& row = expression_row(claim);
  const bool from_above = row.at("relation") == "<=";
  if (row.at("relation") == "==" || (from_above && row.contains("value_is")))
    throw Error(Errc::unknown, "statements.json", fmt::format("no upper or lower bound of {}", claim));
  const auto [value, bound] = sides(row, values);
  const Real gap = from_above ? Real(bound - value) : Real(value - bound);
  if (gap < 2 * room(bound)) no_proof(claim, "keep", {value, bound});
  auto certificate = support(claim);
  certificate.instance = values_json(values);
  if (from_above) {
    certificate.proves.upper = above_with_room(value, bound);
  } else {
    certificate.proves.lower = below_with_room(value, bound);
  }
  return certificate;
}

}  // namespace hearsay::report
