// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/witness.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace hearsay::props {

namespace {

using nlohmann::ordered_json;
using oracle::Interval;
using oracle::Rational;
using run::Witness;

bool is_snake_case(std::string_view key) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto rest = [&](char c) { return lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !key.empty() && lower(key.front()) && std::ranges::all_of(key, rest);
}

void require_snake_case_keys(const ordered_json& instance) {
  for (const auto& [key, value] : instance.items()) {
    if (instance.is_object() && !is_snake_case(key))
      throw std::logic_error("the witness's key '" + key + "' is not in snake_case");
    if (value.is_structured()) require_snake_case_keys(value);
  }
}

Witness built(ordered_json instance, Words words, run::Certificate certificate) {
  require_snake_case_keys(instance);
  return {.instance = std::move(instance),
          .claimed = std::move(words.claimed),
          .actual = std::move(words.actual),
          .certificate = certificate};
}

void confirm(bool violated, std::string_view by, const ordered_json& instance) {
  if (!violated) throw std::logic_error(std::string(by) + " not confirm the violation at " + instance.dump());
}

constexpr std::string_view exact_arithmetic = "exact arithmetic does", rigorous_bounds = "rigorous bounds do";

Words fractions(const Rational& claimed, const Rational& actual) {
  return {oracle::to_string(claimed), oracle::to_string(actual)};
}

std::string text(const Interval& interval, int digits) {
  return interval.lower == interval.upper ? oracle::to_string(interval.lower) : oracle::to_string(interval, digits);
}

}  // namespace

Witness exceeds_exactly(ordered_json instance, const Rational& claimed, const Rational& actual) {
  return exceeds_exactly(std::move(instance), claimed, actual, fractions(claimed, actual));
}

Witness exceeds_exactly(ordered_json instance, const Rational& claimed, const Rational& actual, Words words) {
  confirm(actual > claimed, exact_arithmetic, instance);
  return built(std::move(instance), std::move(words), run::Certificate::exact);
}

Witness falls_short_exactly(ordered_json instance, const Rational& claimed, const Rational& actual, Words words) {
  confirm(actual < claimed, exact_arithmetic, instance);
  return built(std::move(instance), std::move(words), run::Certificate::exact);
}

Witness differs_exactly(ordered_json instance, const Rational& claimed, const Rational& actual) {
  return differs_exactly(std::move(instance), claimed, actual, fractions(claimed, actual));
}

Witness differs_exactly(ordered_json instance, const Rational& claimed, const Rational& actual, Words words) {
  confirm(actual != claimed, exact_arithmetic, instance);
  return built(std::move(instance), std::move(words), run::Certificate::exact);
}

Witness exceeds_rigorously(ordered_json instance, const Interval& claimed, const Interval& actual, int digits) {
  return exceeds_rigorously(std::move(instance), claimed, actual, Words{text(claimed, digits), text(actual, digits)});
}

Witness exceeds_rigorously(ordered_json instance, const Interval& claimed, const Interval& actual, Words words) {
  confirm(actual.lower > claimed.upper, rigorous_bounds, instance);
  return built(std::move(instance), std::move(words), run::Certificate::interval);
}

Witness differs_rigorously(ordered_json instance, const Interval& claimed, const Interval& actual, int digits) {
  confirm(actual.lower > claimed.upper || claimed.lower > actual.upper, rigorous_bounds, instance);
  return built(std::move(instance), {text(claimed, digits), text(actual, digits)}, run::Certificate::interval);
}

Witness exceeds_between_brackets(ordered_json instance, double most_claimed, double least_actual, Words words) {
  confirm(least_actual > most_claimed, rigorous_bounds, instance);
  return built(std::move(instance), std::move(words), run::Certificate::interval);
}

Witness falls_short_between_brackets(ordered_json instance, double least_claimed, double most_actual, Words words) {
  confirm(most_actual < least_claimed, rigorous_bounds, instance);
  return built(std::move(instance), std::move(words), run::Certificate::interval);
}

Witness compared_exactly(ordered_json instance, Words words) {
  return built(std::move(instance), std::move(words), run::Certificate::exact);
}

Witness compared_numerically(ordered_json instance, Words words) {
  return built(std::move(instance), std::move(words), run::Certificate::interval);
}

Witness compared_statistically(ordered_json instance, Words words) {
  return built(std::move(instance), std::move(words), run::Certificate::statistical);
}

}  // namespace hearsay::props
