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

void describe_bits(std::span<const double> numbers, DescribedView& view) {
  for (std::size_t i = 0; i < std::min(most_places, numbers.size()); ++i) {
    const double v = numbers[i];
    const auto place = std::to_string(i);
    const bool whole = std::trunc(v) == v;
    view.traits["wholeness of number"][place] = !whole ? "broken" : std::fmod(v, 2.0) == 0.0 ? "even" : "odd";
    if (v == 0.0) continue;
    view.traits["the lowest bit of number"][place] = std::to_string(lowest_bit(v));
    view.traits["the last bits of number"][place] = std::to_string(std::bit_cast<std::uint64_t>(v) & 15u);
  }
}

}  // namespace

int lowest_bit(double v) {
  constexpr int digits = std::numeric_limits<double>::digits;
  int exponent = 0;
  const double fraction = std::frexp(std::abs(v), &exponent);
  return exponent - digits + std::countr_zero(static_cast<std::uint64_t>(std::ldexp(fraction, digits)));
}

DescribedView describe(const ProgramView& view, ViewFeatures features) {
  DescribedView described;
  if (view.kind != ProgramView::Kind::numbers) {
    describe_events(view.events, features == ViewFeatures::raw, described);
    return described;
  }
  if (features == ViewFeatures::events) {
    std::vector<std::string> events;
    for (const double v : view.numbers) events.push_back(fmt::format("{}", v));
    describe_events(events, false, described);
    return described;
  }
  described.numeric = true;
  described.numbers = view.numbers;
  if (features == ViewFeatures::raw || view.numbers.empty()) return described;
  const auto [smallest, largest] = std::ranges::minmax(view.numbers);
  described.numbers.insert(described.numbers.begin(), {static_cast<double>(view.numbers.size()), smallest, largest});
  described.traits["the whole view"][""] = fmt::format("{}", fmt::join(view.numbers, " "));
  described.traits["the number of numbers"][""] = std::to_string(view.numbers.size());
  described.traits["the number of different numbers"][""] =
      std::to_string(std::set<double>(view.numbers.begin(), view.numbers.end()).size());
  describe_bits(view.numbers, described);
  return described;
}

}  // namespace hearsay::empirical
