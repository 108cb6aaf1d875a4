// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/TypeTools.hpp>

#include <string>
#include <type_traits>

#include <hearsay/core/number.hpp>

// How CLI11 reads numbers, by itself in C's way: 010 is eight, 0x10 sixteen, -1 a large natural number, and what is too
// large is the largest number that fits. These specializations stand before any use of what they specialize, and every
// source of the program includes this header instead of CLI11's (scripts/check_layers.py): so no option can be read in
// another way.
namespace CLI::detail {

template <class Number>
bool decimal(const std::string& input, Number& output) noexcept {
  const auto value = hearsay::parse_whole<Number>(input);
  if (value) output = *value;
  return value.has_value();
}

template <>
inline bool integral_conversion<int, dummy>(const std::string& input, int& output) noexcept {
  return decimal(input, output);
}
template <>
inline bool integral_conversion<long, dummy>(const std::string& input, long& output) noexcept {
  return decimal(input, output);
}
template <>
inline bool integral_conversion<long long, dummy>(const std::string& input, long long& output) noexcept {
  return decimal(input, output);
}
template <>
inline bool integral_conversion<unsigned, dummy>(const std::string& input, unsigned& output) noexcept {
  return decimal(input, output);
}
template <>
inline bool integral_conversion<unsigned long, dummy>(const std::string& input, unsigned long& output) noexcept {
  return decimal(input, output);
}
template <>
inline bool integral_conversion<unsigned long long, dummy>(const std::string& input,
                                                           unsigned long long& output) noexcept {
  return decimal(input, output);
}

template <>
inline bool lexical_cast<double, dummy>(const std::string& input, double& output) {
  const auto value = hearsay::parse_real(input);
  if (value) output = *value;
  return value.has_value();
}

}  // namespace CLI::detail

#include <CLI/CLI.hpp>

namespace hearsay::api {}
namespace hearsay::cli {

using namespace api;  // the program asks the library's questions and shows its answers

}
