// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/number_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <hearsay/core/number.hpp>
#include "empirical/attack/view_traits.hpp"

namespace hearsay::empirical {

namespace {

constexpr int fine_bits = 20;  ///< below the spread

double power_of_two_below(double x) { return std::exp2(std::floor(std::log2(x))); }

double quantile(std::vector<double> values, double share) {
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, place);
  return *place;
}

/// The distance between the quartiles; where that is 0, the standard deviation. @pre values are not empty.
double spread_of(const std::vector<double>& values) {
  const double low = quantile(values, 0.25), high = quantile(values, 0.75);
  if (high > low) return high - low;
  double mean = 0.0, squares = 0.0, count = 0.0;
  for (const double v : values) {
    const double off = v - mean;
    mean += off / ++count;
    squares += off * (v - mean);
  }
  return std::sqrt(squares / count);
}

/// The size of all numbers but a tenth, which may be outliers.
double usual_size(std::vector<double> values) {
  for (double& v : values) v = std::abs(v);
  return quantile(std::move(values), 0.9);
}

double step_of(const std::vector<double>& fractions) {
  const double spread = spread_of(fractions);
  if (!(spread > 0.0) || !std::isfinite(spread)) return 0.0;
  const double last_bit = std::ldexp(usual_size(fractions), -std::numeric_limits<double>::digits);
  const double coarse = std::min(spread / 16.0, std::ldexp(last_bit, fine_bits));
  const double step = std::max(std::ldexp(spread, -fine_bits), coarse);
  return step >= std::numeric_limits<double>::min() ? power_of_two_below(step) : 0.0;
}

/// Whether a number has no digits below a step: a multiple of it, or a decimal number with few digits.
bool is_coarse(const ProgramView& view, std::size_t place, double step) {
  const double v = view.numbers[place];
  if (view.digits.contains(place)) return false;
  if (v == 0.0 || std::ldexp(1.0, lowest_bit(v)) >= step) return true;
  const auto text = shortest_text(v);
  const auto exponent = text.find('e');
  const auto point = text.find('.');
  if (point == text.npos) return exponent == text.npos;
  const auto decimals = static_cast<double>(std::min(exponent, text.size()) - point - 1);
  const double shift =
      exponent == text.npos ? 0.0 : parse_whole<int>(std::string_view(text).substr(exponent + 1)).value();
  return std::pow(10.0, shift - decimals) >= 16.0 * step;
}

/// a - b, at most the largest double.
double difference(const Integer& a, const Integer& b) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(Integer(a - b).convert_to<double>(), -largest, largest);
}

}  // namespace

Integer whole_number(const ProgramView& view, std::size_t place) {
  const auto written = view.digits.find(place);
  return written == view.digits.end() ? Integer(view.numbers[place]) : Integer(written->second);
}

NumberGrid::NumberGrid(std::span<const ProgramView> views) {
  std::size_t places = 0;
  for (const auto& view : views) places = std::max(places, view.numbers.size());
  places_.resize(places);
  for (std::size_t i = 0; i < places; ++i) learn(views, i);
}

void NumberGrid::learn(std::span<const ProgramView> views, std::size_t place) {
  std::vector<double> fractions;
  bool whole = false;
  for (const auto& view : views) {
    if (place >= view.numbers.size()) continue;
    whole = whole || view.is_whole(place);
    if (!view.is_whole(place)) {
      fractions.push_back(view.numbers[place]);
    } else if (!places_[place].origin && view.digits.contains(place)) {
      places_[place].origin = whole_number(view, place);
    }
  }
  if (fractions.empty()) return;
  fine_ = fine_ || whole;
  const double step = step_of(fractions);
  const bool coarse = std::ranges::all_of(views, [&](const ProgramView& view) {
    return place >= view.numbers.size() || view.is_whole(place) || is_coarse(view, place, step);
  });
  if (coarse) return;
  places_[place].step = step;
  fine_ = true;
}

const NumberGrid::Place* NumberGrid::at(std::size_t place) const {
  return places_.empty() ? nullptr : &places_[std::min(place, places_.size() - 1)];
}

double NumberGrid::step(std::size_t place) const { return at(place) == nullptr ? 0.0 : at(place)->step; }

double NumberGrid::value(const ProgramView& view, std::size_t place) const {
  const auto* learnt = at(place);
  const double v = view.numbers[place];
  if (learnt == nullptr) return v;
  if (view.is_whole(place)) return learnt->origin ? difference(whole_number(view, place), *learnt->origin) : v;
  const double rounded = learnt->step > 0.0 ? std::round(v / learnt->step) * learnt->step : v;
  const double shifted = learnt->origin ? rounded - learnt->origin->convert_to<double>() : rounded;
  return std::isfinite(shifted) ? shifted + 0.0 : v;
}

double NumberGrid::rest(const ProgramView& view, std::size_t place) const {
  const double step = this->step(place), v = view.numbers[place];
  if (view.is_whole(place) || step == 0.0) return 0.0;
  const double steps = v / step;
  return std::isfinite(steps) ? steps - std::round(steps) : 0.0;
}

}  // namespace hearsay::empirical
