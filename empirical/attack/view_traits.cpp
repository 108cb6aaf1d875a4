// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/view_traits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <span>

namespace hearsay::empirical {

namespace {

constexpr std::size_t most_places = 32;   ///< of numbers and events that are looked at one by one
constexpr std::size_t longest_start = 8;  ///< of the beginnings of a list of events

void describe_events(std::span<const std::string> events, bool whole_only, DescribedView& view) {
  view.traits["the whole view"][""] = fmt::format("{}", fmt::join(events, " "));
  if (whole_only) return;
  view.traits["the number of events"][""] = std::to_string(events.size());
  for (std::size_t k = 1; k <= std::min(longest_start, events.size()); ++k)
    view.traits["the first events"][std::to_string(k)] = fmt::format("{}", fmt::join(events.first(k), " "));
  for (std::size_t i = 0; i < std::min(most_places, events.size()); ++i)
    view.traits["the event at place"][std::to_string(i)] = events[i];
  for (std::size_t i = 0; i < events.size(); ++i) {
    view.traits["the presence of"][events[i]] = "yes";
    if (i > 0) view.traits["the sequence"][events[i - 1] + " " + events[i]] = "yes";
  }
}

std::vector<double> values_of(const ProgramView& view, const NumberGrid& grid) {
  std::vector<double> values;
  for (std::size_t i = 0; i < view.numbers.size(); ++i) values.push_back(grid.value(view, i));
  return values;
}

/// Numbers as texts: whole ones with all digits, fractions by their value.
std::vector<std::string> value_texts(const ProgramView& view, const NumberGrid& grid) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < view.numbers.size(); ++i)
    texts.push_back(view.is_whole(i) ? view.text(i) : shortest_text(grid.value(view, i)));
  return texts;
}

std::vector<std::string> written_texts(const ProgramView& view) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < view.numbers.size(); ++i) texts.push_back(view.text(i));
  return texts;
}

std::string last_bits(double significand) { return std::to_string(std::bit_cast<std::uint64_t>(significand) & 15u); }

void describe_whole_number(const Integer& number, const std::string& place, DescribedView& view) {
  const Integer size = abs(number);
  view.traits["wholeness of number"][place] = bit_test(size, 0) ? "odd" : "even";
  view.traits["the last digit of number"][place] = Integer(size % 10).str();
  view.traits["the last bits of number"][place] = Integer(size % 16).str();
  if (size != 0) view.traits["the lowest bit of number"][place] = std::to_string(lsb(size));
}

void describe_value(double v, double step, const std::string& place, DescribedView& view) {
  const bool whole = std::trunc(v) == v;
  view.traits["wholeness of number"][place] = !whole ? "broken" : std::fmod(v, 2.0) == 0.0 ? "even" : "odd";
  if (v == 0.0) return;
  view.traits["the lowest bit of number"][place] = std::to_string(lowest_bit(v));
  view.traits["the last bits of number"][place] = step > 0.0 ? shortest_text(std::fmod(v / step, 16.0)) : last_bits(v);
}

void describe_writing(const ProgramView& seen, std::size_t i, DescribedView& view) {
  const auto place = std::to_string(i);
  const double v = seen.numbers[i];
  view.traits["the form of number"][place] = seen.is_whole(i) ? "integer" : "fraction";
  if (seen.is_whole(i)) return;
  auto digits = seen.text(i);
  digits = digits.substr(0, digits.find_first_of("eE"));
  view.traits["the last digit of number"][place] = digits.substr(digits.size() - 1);
  view.traits["the number of digits of number"][place] = std::to_string(digits.size());
  if (v == 0.0) return;
  view.traits["the lowest bit of number"][place] = std::to_string(lowest_bit(v));
  view.traits["the last bits of number"][place] = last_bits(v);
}

template <class Texts>
std::string different(const Texts& texts) {
  return std::to_string(std::set<std::string>(texts.begin(), texts.end()).size());
}

}  // namespace

int lowest_bit(double v) {
  constexpr int digits = std::numeric_limits<double>::digits;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(v), &exponent);
  return exponent - digits + std::countr_zero(static_cast<std::uint64_t>(std::ldexp(fraction, digits)));
}

DescribedView describe_values(const ProgramView& view, ViewFeatures features, const NumberGrid& grid) {
  DescribedView described;
  if (view.kind != ProgramView::Kind::numbers) {
    describe_events(view.events, features == ViewFeatures::raw, described);
    return described;
  }
  const auto texts = value_texts(view, grid);
  if (features == ViewFeatures::events) {
    describe_events(texts, false, described);
    return described;
  }
  described.numeric = true;
  described.numbers = values_of(view, grid);
  if (features == ViewFeatures::raw || view.numbers.empty()) return described;
  described.traits["the whole view"][""] = fmt::format("{}", fmt::join(texts, " "));
  described.traits["the number of numbers"][""] = std::to_string(texts.size());
  described.traits["the number of different numbers"][""] = different(texts);
  for (std::size_t i = 0; i < std::min(most_places, texts.size()); ++i) {
    if (view.is_whole(i)) {
      describe_whole_number(whole_number(view, i), std::to_string(i), described);
    } else {
      describe_value(described.numbers[i], grid.step(i), std::to_string(i), described);
    }
  }
  const auto [smallest, largest] = std::ranges::minmax(described.numbers);
  described.numbers.insert(described.numbers.begin(), {static_cast<double>(texts.size()), smallest, largest});
  return described;
}

DescribedView describe_representation(const ProgramView& view, ViewFeatures features, const NumberGrid& grid) {
  DescribedView described;
  if (!grid.fine() || features == ViewFeatures::raw || view.kind != ProgramView::Kind::numbers || view.numbers.empty())
    return described;
  const auto texts = written_texts(view);
  if (features == ViewFeatures::events) {
    describe_events(texts, false, described);
    return described;
  }
  described.numeric = true;
  described.traits["the writing of the whole view"][""] = fmt::format("{}", fmt::join(texts, " "));
  described.traits["the number of numbers written differently"][""] = different(texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    described.numbers.push_back(grid.rest(view, i));
    if (i < most_places) describe_writing(view, i, described);
  }
  return described;
}

}  // namespace hearsay::empirical
