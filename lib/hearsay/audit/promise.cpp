// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/audit/promise.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::audit {

namespace {

struct Known {
  Quantity quantity;
  std::string_view name, parameter, example;
};

constexpr std::array known_quantities{
    Known{Quantity::renyi, "renyi", "order", "renyi(2) <= 0.1"},
    Known{Quantity::epsilon, "epsilon", "delta", "epsilon(1e-5) <= 1.5"},
    Known{Quantity::mu, "mu", "", "mu <= 0.4"},
    Known{Quantity::attack_tpr, "attack_tpr", "false_positive_rate", "attack_tpr(0.01) <= 0.05"},
    Known{Quantity::exact, "exact", "", "exact <= published"},
    Known{Quantity::exact_own_noise, "exact_own_noise", "", "exact_own_noise <= 0.5"}};

const Known& known(Quantity quantity) {
  return *std::ranges::find(known_quantities, quantity, [](const Known& k) { return k.quantity; });
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const auto begin = text.find_first_not_of(blanks);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

const Known& quantity_named(std::string_view name, std::string_view where) {
  const auto found = std::ranges::find(known_quantities, name, &Known::name);
  if (found != known_quantities.end()) return *found;
  std::vector<std::string> names;
  for (const auto& k : known_quantities) names.emplace_back(k.name);
  throw Error(
      Errc::unknown, where,
      fmt::format(
          "unknown quantity '{}'{}; known: renyi(ORDER), epsilon(DELTA), mu, attack_tpr(RATE), exact, exact_own_noise",
          name, did_you_mean(nearest(std::string(name), names))));
}

/// The number in the parentheses of "name(number)".
double read_parameter(const Known& quantity, std::string_view text, std::string_view where) {
  const auto value = parse_real(trimmed(text));
  if (!value) throw Error(Errc::syntax, where, fmt::format("'{}' is not a number", text));
  if (quantity.quantity == Quantity::renyi) return require_renyi_order(where, *value);
  return require_open_unit(where, quantity.parameter, *value);
}

void read_quantity(PromisedBound& promise, std::string_view text, std::string_view where) {
  const auto open = text.find('(');
  const auto& quantity = quantity_named(trimmed(text.substr(0, open)), where);
  promise.quantity = quantity.quantity;
  if (quantity.parameter.empty() != (open == text.npos)) {
    throw Error(Errc::syntax, where,
                fmt::format("'{}' {}: {}", text,
                            open == text.npos ? "needs a number in parentheses" : "takes no number", quantity.example));
  }
  if (open == text.npos) return;
  if (!text.ends_with(')')) throw Error(Errc::syntax, where, fmt::format("'{}' lacks a closing parenthesis", text));
  promise.parameter = read_parameter(quantity, text.substr(open + 1, text.size() - open - 2), where);
}

/// How papers write a guarantee: the pair before the ending, in which order, or one number.
struct Notation {
  std::string_view ending, form;
  Quantity quantity;
  bool pair;             ///< "(A, B)" stands before the ending, not a number
  bool parameter_first;  ///< A is the parameter and B the bound
};

constexpr std::array notations{Notation{"-dp", "(EPSILON, DELTA)-DP", Quantity::epsilon, true, false},
                               Notation{"-rdp", "(ORDER, EPSILON)-RDP", Quantity::renyi, true, true},
                               Notation{"-gdp", "MU-GDP", Quantity::mu, false, false}};

/// "(2, 1e-5)-DP", "(2, 0.1)-RDP" or "0.5-GDP" as "QUANTITY <= BOUND"; nothing for another text.
std::optional<std::string> rewritten(std::string_view text, std::string_view where) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const auto notation =
      std::ranges::find_if(notations, [&](const Notation& n) { return std::string_view(small).ends_with(n.ending); });
  if (notation == notations.end()) return std::nullopt;
  const auto numbers = trimmed(text.substr(0, text.size() - notation->ending.size()));
  const auto& quantity = known(notation->quantity);
  if (!notation->pair) return fmt::format("{} <= {}", quantity.name, numbers);
  const auto comma = numbers.find(',');
  if (!numbers.starts_with('(') || !numbers.ends_with(')') || comma == numbers.npos)
    throw Error(Errc::syntax, where, fmt::format("'{}' is not a promise; write {}", text, notation->form));
  const auto first = trimmed(numbers.substr(1, comma - 1));
  const auto second = trimmed(numbers.substr(comma + 1, numbers.size() - comma - 2));
  return fmt::format("{}({}) <= {}", quantity.name, notation->parameter_first ? first : second,
                     notation->parameter_first ? second : first);
}

}  // namespace

PromisedBound parse_promise(std::string_view text, std::string_view where, Bounds allowed) {
  const auto sign = text.find("<=");
  if (sign == text.npos) {
    if (const auto usual = rewritten(trimmed(text), where)) return parse_promise(*usual, where, Bounds::number);
    throw Error(Errc::syntax, where,
                fmt::format("'{}' is not a promise; write 'QUANTITY <= BOUND', for example 'renyi(2) <= 0.1', or "
                            "'(2, 1e-5)-DP'",
                            text));
  }
  PromisedBound promise{.text = std::string(trimmed(text)), .bound = std::nullopt};
  read_quantity(promise, trimmed(text.substr(0, sign)), where);
  const auto bound = trimmed(text.substr(sign + 2));
  if (bound == "published") return promise;
  promise.bound = parse_real(bound);
  if (!promise.bound) {
    if (allowed == Bounds::number || bound.empty())
      throw Error(Errc::syntax, where, fmt::format("the bound '{}' is neither a number nor published", bound));
    promise.formula = bound;
    return promise;
  }
  static_cast<void>(require_non_negative(where, "the bound", *promise.bound));
  return promise;
}

std::string_view to_string(Quantity quantity) { return known(quantity).name; }

std::string_view parameter_name(Quantity quantity) { return known(quantity).parameter; }

}  // namespace hearsay::audit
