#include <hearsay/accounting/walk_ring_histogram.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <hearsay/accounting/walk_visits.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/pld.hpp>

// Derivation: docs/maths/walk.md, section 10.

namespace hearsay::accounting {

namespace {

using divergence::Composition;
using divergence::LossCell;
using divergence::Pld;

constexpr double mass_accuracy = 1e-11;
constexpr double log_left_out = -47.0;  // of one count's two tails, halved
constexpr double left_out = 2e-20;      // of a lap: at most 4 e^log_left_out
constexpr double most_outcomes = 1 << 21;
constexpr double most_steps = 2000.0;   // of the grid in a standard deviation of one lap's loss
constexpr double total_steps = 2e5;     // in one of the total

/// Values of Bin(trials, p) outside which lies at most 2 e^log_left_out, by Bernstein's inequality.
struct Interval {
  std::int64_t first, last;
};
Interval likely(std::int64_t trials, double p) {
  const double mean = static_cast<double>(trials) * p, reach = -log_left_out / 3.0 + std::sqrt(log_left_out * log_left_out / 9.0 - 2.0 * mean * (1.0 - p) * log_left_out);
  return {static_cast<std::int64_t>(std::max(0.0, std::floor(mean - reach))), static_cast<std::int64_t>(std::min(static_cast<double>(trials), std::ceil(mean + reach)))};
}

/// Masses of Bin(trials, p) on an interval, by recursion from the mode.
std::vector<double> masses(std::int64_t trials, double p, const Interval& in) {
  std::vector<double> mass(static_cast<std::size_t>(in.last - in.first + 1));
  const auto n = static_cast<double>(trials);
  const auto mode = std::clamp(static_cast<std::int64_t>((n + 1.0) * p), in.first, in.last);
  const auto at = [&](std::int64_t k) -> double& { return mass[static_cast<std::size_t>(k - in.first)]; };
  at(mode) = binomial_mass(static_cast<std::uint64_t>(trials), p, static_cast<std::uint64_t>(mode));
  for (auto k = mode; k < in.last; ++k) at(k + 1) = at(k) * ((n - static_cast<double>(k)) * p) / ((static_cast<double>(k) + 1.0) * (1.0 - p));
  for (auto k = mode; k > in.first; --k) at(k - 1) = at(k) * (static_cast<double>(k) * (1.0 - p)) / ((n - static_cast<double>(k) + 1.0) * p);
  return mass;
}

/// One answer of the protected user: its new value, its old one, any other; the last two are swapped before the change.
struct Answer {
  double truth, lie, rest;
};

/// Outcomes of one lap under both values, in increasing order of loss; at most `left_out` is missing.
using Lap = std::vector<LossCell>;

void add(Lap& lap, double weight, double with, double without) {
  const double p = weight * with, q = weight * without;
  if (p > 0.0 && q > 0.0) lap.push_back({p, q, std::log(with / without), std::log(with / without)});
}

void require_outcomes(double outcomes) {
  if (outcomes > most_outcomes) throw Error(Errc::too_large, "ring_histogram", fmt::format("{:.3g} outcomes of one lap are more than {:g}: fewer users", outcomes, most_outcomes));
}

double width(const Interval& in) { return static_cast<double>(in.last - in.first + 1); }

/// The answer among S ~ Bin(others, share) uniform ones of the two values, S known, and known where the answer is a third value.
Lap blanket_lap(const Answer& answer, std::int64_t others, double share) {
  const auto hidden = likely(others, share);
  require_outcomes(width(hidden) * width(likely(hidden.last, 0.5)));
  const auto chance = masses(others, share, hidden);
  Lap lap;
  if (answer.rest > 0.0) lap.push_back({answer.rest, answer.rest, 0.0, 0.0});
  for (auto s = hidden.first; s <= hidden.last; ++s) {
    auto in = likely(s, 0.5);
    ++in.last;
    const auto mass = masses(s + 1, 0.5, in);
    const double weight = 2.0 * chance[static_cast<std::size_t>(s - hidden.first)] / static_cast<double>(s + 1);
    for (auto a = in.first; a <= in.last; ++a) {
      const auto one = static_cast<double>(a), other = static_cast<double>(s + 1 - a);
      add(lap, weight * mass[static_cast<std::size_t>(a - in.first)], answer.truth * one + answer.lie * other, answer.lie * one + answer.truth * other);
    }
  }
  std::ranges::sort(lap, {}, &LossCell::low);
  return lap;
}

/// The answer among `others` that are the new value with probability x, the old one with y, and another with z = 1 - x - y.
Lap open_lap(const Answer& answer, std::int64_t others, double x, double y, double z) {
  auto ones = likely(others, x);
  ++ones.last;
  require_outcomes(width(ones) * (z > 0.0 ? width(likely(others, y)) : 1.0));
  const auto first = masses(others + 1, x, ones);
  Lap lap;
  for (auto a = ones.first; a <= ones.last; ++a) {
    const auto left = others + 1 - a;
    Interval in{left, left};
    std::vector<double> second{1.0};
    if (z > 0.0) {
      in = likely(others, y);
      in.last = std::min(in.last + 1, left);
      if (in.first > in.last) continue;
      second = masses(left, y / (y + z), in);
    }
    for (auto b = in.first; b <= in.last; ++b) {
      const double one = static_cast<double>(a) / x, other = static_cast<double>(b) / y, rest = z > 0.0 ? answer.rest * static_cast<double>(left - b) / z : 0.0;
      add(lap, first[static_cast<std::size_t>(a - ones.first)] * second[static_cast<std::size_t>(b - in.first)] / static_cast<double>(others + 1),
          answer.truth * one + answer.lie * other + rest, answer.lie * one + answer.truth * other + rest);
    }
  }
  std::ranges::sort(lap, {}, &LossCell::low);
  return lap;
}

Lap reversed(Lap lap) {
  for (auto& cell : lap) cell = {cell.q, cell.p, -cell.high, -cell.low};
  std::ranges::reverse(lap);
  return lap;
}

/// The first lap and all later ones.
struct View {
  Lap first, later;
};

/// Views that dominate all (one), and that occur (both directions).
struct Views {
  View above;
  std::vector<View> below;
};
Views views_of(const RingHistogram& ring) {
  require_between("ring_histogram", "users", ring.users, 2, 1'000'000'000'000);
  require_between("ring_histogram", "rounds", ring.rounds, 1, 1'000'000);
  require_between("ring_histogram", "buckets", ring.buckets, 2, 1'000'000'000);
  require_between("ring_histogram", "initial", ring.initial, 0, 1'000'000'000'000);
  require_open_unit("ring_histogram", "gamma", ring.gamma);
  const auto size = static_cast<double>(ring.buckets);
  const double lie = ring.gamma / size, truth = 1.0 - ring.gamma + lie, local = std::log(truth / lie);
  if (!(local >= 1e-6 && local <= 50.0)) throw Error(Errc::conditions, "ring_histogram", fmt::format("the local epsilon {:.4g} must be between 1e-6 and 50", local));
  const bool binary = ring.buckets == 2;
  const Answer answer{truth, lie, binary ? 0.0 : (size - 2.0) * lie};
  const auto others = ring.users - 2;
  const double even = 1.0 / size, third = binary ? 0.0 : 1.0 - 2.0 * even;
  const auto first = open_lap(answer, ring.initial, even, even, third);  // depends on nobody else's value
  Views views{.above = {first, {}}, .below = {{first, {}}}};
  if (ring.rounds > 1) {
    views.above.later = blanket_lap(answer, others, 2.0 * lie);
    views.below[0].later = binary ? open_lap(answer, others, lie, truth, 0.0) : open_lap(answer, others, lie, lie, 1.0 - 2.0 * lie);
  }
  if (binary) views.below.push_back({reversed(views.below[0].first), reversed(views.below[0].later)});  // with a third value the two directions are alike
  return views;
}

/// What `ask` makes of the composition of all laps.
template <class Ask>
Bracket ask_view(const View& view, std::int64_t rounds, Ask ask) {
  double step = 0.0, largest = 0.0;
  for (const auto* lap : {&view.first, &view.later}) {
    double square = 0.0;
    for (const auto& cell : *lap) square += cell.p * cell.low * cell.low, largest = std::max(largest, std::abs(cell.low));
    if (square > 0.0) step = step > 0.0 ? std::min(step, std::sqrt(square)) : std::sqrt(square);
  }
  step = std::max(step / std::min(most_steps, total_steps / std::sqrt(static_cast<double>(rounds))), 0x1p-20 * largest);
  const Pld::Beyond beyond{.infinite = 0.0, .unresolved = left_out};
  const Pld first(view.first, beyond, step, mass_accuracy);
  if (rounds == 1) return ask(Composition(first, 1));
  const Pld later(view.later, beyond, step, mass_accuracy);
  return ask(Composition({{&first, 1}, {&later, static_cast<std::uint64_t>(rounds - 1)}}));
}

template <class Ask>
Bracket ask_ring(const RingHistogram& ring, Ask ask) {
  const auto views = views_of(ring);
  const double upper = ask_view(views.above, ring.rounds, ask).upper();
  double lower = 0.0;
  for (const auto& view : views.below) lower = std::max(lower, ask_view(view, ring.rounds, ask).lower());
  lower = std::min(lower, upper);
  return {lower, 0.5 * (lower + upper), upper};
}

}  // namespace

Bracket ring_histogram_delta(const RingHistogram& ring, double epsilon) {
  require_non_negative("ring_histogram_delta", "epsilon", epsilon);
  return ask_ring(ring, [&](const Composition& view) { return view.delta(epsilon); });
}

Bracket ring_histogram_epsilon(const RingHistogram& ring, double delta) {
  require_open_unit("ring_histogram_epsilon", "delta", delta);
  return ask_ring(ring, [&](const Composition& view) { return view.epsilon(delta); });
}

}  // namespace hearsay::accounting
