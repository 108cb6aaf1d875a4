// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/rumor_promise.hpp"

#include <fmt/format.h>

#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/core/number.hpp>

namespace hearsay::api {

namespace {

constexpr std::string_view rumor_promise_where = "`promise`";

[[noreturn]] void refuse_promise(std::string_view text) {
  throw Error(Errc::syntax, rumor_promise_where,
              fmt::format("'{}' is not a promise about a rumor; write 'delta(0) <= 0.1' or 'epsilon(0.1) <= 2'", text));
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  const auto begin = text.find_first_not_of(blanks);
  return begin == text.npos ? "" : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

double promised_number(std::string_view text, std::string_view promise) {
  const auto value = parse_real(without_blanks(text));
  if (!value) refuse_promise(promise);
  return *value;
}

}  // namespace

RumorPromise rumor_promise(std::string_view text) {
  const auto open = text.find('('), close = text.find(')'), sign = text.find("<=");
  if (open == text.npos || close == text.npos || sign == text.npos || open > close || close > sign ||
      !without_blanks(text.substr(close + 1, sign - close - 1)).empty())
    refuse_promise(text);
  const auto quantity = without_blanks(text.substr(0, open));
  if (quantity != "delta" && quantity != "epsilon") refuse_promise(text);
  const double parameter = promised_number(text.substr(open + 1, close - open - 1), text);
  const double bound = promised_number(text.substr(sign + 2), text);
  const bool of_epsilon = quantity == "epsilon";
  const RumorPromise promise{.text = std::string(without_blanks(text)),
                             .of_epsilon = of_epsilon,
                             .epsilon = of_epsilon ? bound : parameter,
                             .delta = of_epsilon ? parameter : bound};
  if (of_epsilon) require_open_unit(rumor_promise_where, "delta", promise.delta);
  require_unit(rumor_promise_where, "delta", promise.delta);
  require_non_negative(rumor_promise_where, "epsilon", promise.epsilon);
  if (promise.epsilon > accounting::largest_sender_epsilon)
    throw Error(Errc::domain, rumor_promise_where,
                fmt::format("epsilon = {} must be at most {}", promise.epsilon, accounting::largest_sender_epsilon));
  return promise;
}

}  // namespace hearsay::api
