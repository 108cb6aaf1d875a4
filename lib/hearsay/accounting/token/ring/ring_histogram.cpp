// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/ring/ring_histogram.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/ring/detail/ring_lap.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/divergence/pld.hpp>

// Derivation: docs/maths/walk.md, section 10.
#include <hearsay/core/root.hpp>

namespace hearsay::accounting {

namespace {

using divergence::Composition;
using divergence::LossCell;
using divergence::Pld;

constexpr double mass_accuracy = 1e-11;
constexpr double rounding = 1e-12;   // of the terms of an exact sum
constexpr double lap_steps = 300.0;  // of the grid in the root mean square of one lap's loss
constexpr double total_steps = 2e5;  // in that of the total
constexpr std::int64_t pieces = 16;  // of the numbers of holders of a value, for two buckets
constexpr std::int64_t most_enumerated = 12;
constexpr double most_terms = 1 << 20;  // of an exact sum
constexpr std::size_t sample = 16;      // of many outcomes, one in so many tells the scale of the losses

/// Gives all outcomes of one lap.
using Lap = std::function<void(const OnOutcome&)>;

/// The first lap and each later one.
struct View {
  Lap first, later;
};

/// What one lap is made of.
struct Ring {
  RingHistogram asked;
  Answer answer{};
  double local = 0.0;  ///< ln(truth / lie), which no loss of one lap exceeds
  bool binary = true;

  explicit Ring(const RingHistogram& ring) : asked(ring) {
    require_between("ring_histogram", "users", ring.users, 2, 1'000'000'000'000);
    require_between("ring_histogram", "rounds", ring.rounds, 1, 1'000'000);
    require_between("ring_histogram", "buckets", ring.buckets, 2, 1'000'000'000);
    require_between("ring_histogram", "initial", ring.initial, 0, 1'000'000'000'000);
    require_open_unit("ring_histogram", "gamma", ring.gamma);
    const double lie = ring.gamma / static_cast<double>(ring.buckets), truth = 1.0 - ring.gamma + lie;
    local = std::log(truth / lie);
    if (!(local >= 1e-6 && local <= 50.0))
      throw Error(Errc::conditions, "ring_histogram",
                  fmt::format("the local epsilon {:.4g} must be between 1e-6 and 50", local));
    binary = ring.buckets == 2;
    answer = {truth, lie, binary ? 0.0 : static_cast<double>(ring.buckets - 2) * lie};
  }
  [[nodiscard]] std::int64_t others() const { return asked.users - 2; }

  /// It does not depend on the values of other users.
  [[nodiscard]] Lap first_lap() const {
    const double even = 1.0 / static_cast<double>(asked.buckets), third = binary ? 0.0 : 1.0 - 2.0 * even;
    return [this, even, third](const OnOutcome& on_outcome) {
      open_lap(answer, asked.initial, even, even, third, 1.0, on_outcome);
    };
  }
};

Lap reversed(Lap lap) {
  return [lap = std::move(lap)](const OnOutcome& on_outcome) { lap([&](double p, double q) { on_outcome(q, p); }); };
}

/// Views one of which dominates each that occurs.
std::vector<View> views_above(const Ring& ring) {
  const auto others = ring.others();
  if (ring.asked.rounds == 1) return {{ring.first_lap(), {}}};
  if (!ring.binary) {
    return {{ring.first_lap(), [&ring, others](const OnOutcome& on_outcome) {
               blanket_lap(ring.answer, others, ring.asked.gamma, ring.asked.buckets, on_outcome);
             }}};
  }
  // From `low` to `high` of the others hold the new value, up to half of them: the rest is the other direction.
  std::vector<View> views;
  const auto half = others / 2, stride = std::max<std::int64_t>(1, (half + pieces) / pieces);
  for (std::int64_t low = 0; low <= half; low += stride) {
    const auto high = std::min(half, low + stride - 1);
    const Lap piece = [&ring, low, high, others](const OnOutcome& on_outcome) {
      mixed_lap(ring.answer, low, others - high, high - low, ring.asked.gamma, on_outcome);
    };
    views.push_back({ring.first_lap(), piece});
    views.push_back({ring.first_lap(), reversed(piece)});
  }
  return views;
}

/// Views that occur, or less: all third values are counted together.
std::vector<View> views_below(const Ring& ring) {
  const auto others = ring.others();
  if (ring.asked.rounds == 1) return {{ring.first_lap(), {}}};
  const double lie = ring.answer.lie, y = ring.binary ? ring.answer.truth : lie,
               z = ring.binary ? 0.0 : 1.0 - 2.0 * lie;
  const Lap later = [&ring, others, lie, y, z](const OnOutcome& on_outcome) {
    open_lap(ring.answer, others, lie, y, z, 1.0, on_outcome);
  };
  std::vector<View> views{{ring.first_lap(), later}};
  if (ring.binary)
    views.push_back({ring.first_lap(), reversed(later)});  // with a third value the two directions are alike
  return views;
}

/// Mean square of a lap's loss, from a sample of its outcomes: a scale, not a bound.
double mean_square(const Lap& lap) {
  double square = 0.0, mass = 0.0;
  std::size_t count = 0;
  lap([&](double p, double q) {
    constexpr std::size_t few = 4096;
    const bool taken = count < few || count % sample == 0;
    ++count;
    if (!taken || !(p > 0.0 && q > 0.0)) return;
    const double loss = std::log(p / q);
    square += p * loss * loss, mass += p;
  });
  return mass > 0.0 ? square / mass : 0.0;
}

/// One lap's losses, collected in the cells of a grid.
Pld on_grid(const Lap& lap, double local, double step) {
  const auto origin = static_cast<std::int64_t>(std::floor(-local / step)) - 1;
  std::vector<LossCell> bins(static_cast<std::size_t>(2 - 2 * origin), {0.0, 0.0, 0.0, 0.0});
  lap([&](double p, double q) {
    if (!(p > 0.0 && q > 0.0)) return;
    const double loss = std::log(p / q);
    auto& bin = bins[static_cast<std::size_t>(static_cast<std::int64_t>(std::floor(loss / step)) - origin)];
    if (bin.p == 0.0) bin.low = bin.high = loss;
    bin.p += p, bin.q += q, bin.low = std::min(bin.low, loss), bin.high = std::max(bin.high, loss);
  });
  std::erase_if(bins, [](const LossCell& bin) { return bin.p == 0.0; });
  return {bins, {.infinite = 0.0, .unresolved = lap_left_out}, step, mass_accuracy};
}

/// What `ask` makes of the composition of all laps.
template <class Ask>
Bracket ask_view(const Ring& ring, const View& view, Ask ask) {
  const auto rounds = static_cast<double>(ring.asked.rounds);
  double square = mean_square(view.first);
  if (view.later) square += (rounds - 1.0) * mean_square(view.later);
  const double step =
      std::max(std::sqrt(square / rounds) / std::min(lap_steps, total_steps / std::sqrt(rounds)), 0x1p-20 * ring.local);
  const auto first = on_grid(view.first, ring.local, step);
  if (!view.later) return ask(Composition(first, 1));
  const auto later = on_grid(view.later, ring.local, step);
  return ask(Composition({{&first, 1}, {&later, static_cast<std::uint64_t>(ring.asked.rounds - 1)}}));
}

template <class Ask>
Bracket by_composition(const Ring& ring, Ask ask) {
  double lower = 0.0, upper = 0.0;
  for (const auto& view : views_above(ring)) upper = std::max(upper, ask_view(ring, view, ask).upper());
  for (const auto& view : views_below(ring)) lower = std::max(lower, ask_view(ring, view, ask).lower());
  lower = std::min(lower, upper);
  return {lower, 0.5 * (lower + upper), upper};
}

/// Probabilities of an outcome after and before the change.
struct Outcome {
  double p, q;
};
using Outcomes = std::vector<Outcome>;

/// One later lap where `fresh` others hold the new value and `old` the old one: the counts of both, answer by answer.
Outcomes exact_lap(const Ring& ring, std::int64_t fresh, std::int64_t old) {
  const auto size = static_cast<std::size_t>(ring.asked.users);  // counts of each value are below it
  std::vector<double> law(size * size, 0.0);
  law[0] = 1.0;
  const auto answered = [&](const std::vector<double>& before, double one, double other, double rest) {
    std::vector<double> after(size * size, 0.0);
    for (std::size_t a = 0; a < size; ++a) {
      for (std::size_t b = 0; b < size; ++b) {
        after[a * size + b] = rest * before[a * size + b] + (a > 0 ? one * before[(a - 1) * size + b] : 0.0) +
                              (b > 0 ? other * before[a * size + b - 1] : 0.0);
      }
    }
    return after;
  };
  const auto [truth, lie, rest] = ring.answer;
  for (std::int64_t i = 0; i < ring.others(); ++i) {
    if (i < fresh) {
      law = answered(law, truth, lie, rest);
    } else if (i < fresh + old) {
      law = answered(law, lie, truth, rest);
    } else {
      law = answered(law, lie, lie, truth + rest - lie);
    }
  }
  const auto with = answered(law, truth, lie, rest), without = answered(law, lie, truth, rest);
  Outcomes outcomes;
  for (std::size_t i = 0; i < with.size(); ++i) {
    if (with[i] > 0.0) outcomes.push_back({with[i], without[i]});
  }
  return outcomes;
}

/// Appends the outcomes of `laps` laps, each drawn from lap[from..], as multisets with their number of orders.
void append_laps(const Outcomes& lap, std::size_t from, std::int64_t laps, const Outcome& so_far, Outcomes& all) {
  if (laps == 0) {
    all.push_back(so_far);
    return;
  }
  if (from == lap.size()) return;
  Outcome here = so_far;
  for (std::int64_t used = 0; used <= laps; ++used) {
    append_laps(lap, from + 1, laps - used, here, all);
    const double orders = static_cast<double>(laps - used) / static_cast<double>(used + 1);
    here = {here.p * lap[from].p * orders, here.q * lap[from].q * orders};
  }
}

/// Numbers of the others who hold the new value and the old one.
struct OthersValues {
  std::int64_t fresh, old;
};

/// Every set of values of the others, by its numbers. With two buckets nobody holds a third value.
std::vector<OthersValues> all_values(const Ring& ring) {
  std::vector<OthersValues> all;
  for (std::int64_t fresh = 0; fresh <= ring.others(); ++fresh) {
    for (std::int64_t old = ring.binary ? ring.others() - fresh : 0; old <= ring.others() - fresh; ++old)
      all.push_back({fresh, old});
  }
  return all;
}

/// Outcomes of the first lap, which depend on nobody's value; none beyond `most_terms`.
Outcomes first_lap_outcomes(const Ring& ring) {
  Outcomes first;
  double count = 0.0;
  ring.first_lap()([&](double p, double q) {
    if (++count <= most_terms && p > 0.0) first.push_back({p, q});
  });
  return count > most_terms ? Outcomes{} : first;
}

/// Number of outcomes of the later laps in all sets of values: multisets of rounds - 1 outcomes of one lap. It stops
/// growing once it exceeds `most_terms`.
double later_terms(const Ring& ring) {
  const auto users = ring.asked.users, others = ring.others();
  const double outcomes = ring.binary ? static_cast<double>(users) : 0.5 * static_cast<double>(users * (users + 1));
  double terms = ring.binary ? static_cast<double>(others + 1) : 0.5 * static_cast<double>((others + 1) * (others + 2));
  for (std::int64_t lap = 1; lap < ring.asked.rounds && terms <= most_terms; ++lap)
    terms *= (outcomes + static_cast<double>(lap) - 1.0) / static_cast<double>(lap);
  return terms;
}

/// Counts of two values tell all that u's answers change: with four buckets or more, those of the third values tell
/// others from u.
bool two_counts_suffice(const Ring& ring) { return ring.asked.buckets <= 3 || ring.asked.users <= 2; }

/// All outcomes of the whole view, one list for each set of values of the others; none if that takes too many terms, or
/// counts of more values.
std::vector<Outcomes> enumerated(const Ring& ring) {
  const auto later_laps = ring.asked.rounds - 1;
  if (later_laps > 0 && (ring.asked.users > most_enumerated || !two_counts_suffice(ring))) return {};
  const auto first = first_lap_outcomes(ring);
  if (first.empty()) return {};
  if (later_laps == 0) return {first};
  if (later_terms(ring) * static_cast<double>(first.size()) > most_terms) return {};
  std::vector<Outcomes> views;
  for (const auto& [fresh, old] : all_values(ring)) {
    const auto lap = exact_lap(ring, fresh, old);
    Outcomes view;
    for (const auto& outcome : first) append_laps(lap, 0, later_laps, outcome, view);
    views.push_back(std::move(view));
  }
  return views;
}

/// Over all views, in one direction: exchanging the two values turns one view into another and the direction around.
Bracket delta_of(const std::vector<Outcomes>& views, double epsilon) {
  const double scale = std::exp(epsilon);
  double worst = 0.0, error = 0.0;
  for (const auto& view : views) {
    double sum = 0.0, size = 0.0;
    for (const auto& [p, q] : view) {
      if (p > scale * q) sum += p - scale * q, size += p + scale * q;
    }
    worst = std::max(worst, sum), error = std::max(error, rounding * size);
  }
  return {std::max(0.0, worst - error), worst, std::min(1.0, worst + error + lap_left_out)};
}

Bracket epsilon_of(const std::vector<Outcomes>& views, double delta) {
  const auto crossing = [&](auto end) {
    const auto excess = [&](double epsilon) { return end(delta_of(views, epsilon)) - delta; };
    if (excess(0.0) <= 0.0) return std::pair{0.0, 0.0};
    double low = 0.0, high = 1.0;
    while (excess(high) > 0.0) low = high, high *= 2.0;
    return bracket_root(excess, low, high, 46, 100);
  };
  const double lower = crossing([](const Bracket& b) { return b.lower(); }).first,
               upper = crossing([](const Bracket& b) { return b.upper(); }).second;
  return {std::min(lower, upper), upper, upper};
}

}  // namespace

Bracket RingHistogram::delta(double epsilon) const {
  require_non_negative("RingHistogram::delta", "epsilon", epsilon);
  const Ring ring(*this);
  if (const auto views = enumerated(ring); !views.empty()) return delta_of(views, epsilon);
  return by_composition(ring, [&](const Composition& view) { return view.delta(epsilon); });
}

Bracket RingHistogram::epsilon(double delta) const {
  require_open_unit("RingHistogram::epsilon", "delta", delta);
  const Ring ring(*this);
  if (const auto views = enumerated(ring); !views.empty()) {
    if (delta <= 2.0 * lap_left_out)
      throw Error(Errc::conditions, "RingHistogram::epsilon",
                  fmt::format("delta = {} must be above what is neglected, {}", delta, 2.0 * lap_left_out));
    return epsilon_of(views, delta);
  }
  return by_composition(ring, [&](const Composition& view) { return view.epsilon(delta); });
}

}  // namespace hearsay::accounting
