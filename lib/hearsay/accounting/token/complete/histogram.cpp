// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/complete/histogram.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <queue>
#include <tuple>
#include <utility>
#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/stats/binomial.hpp>

// Derivation: docs/maths/walk.md, section 7.
#include <hearsay/core/root.hpp>
#include <hearsay/core/special.hpp>

namespace hearsay::accounting {

namespace {

constexpr double most_operations = 2e9;
constexpr double rounding = 1e-12;  // of every tail
constexpr double left_out = 1e-17;  // of the law of the number of increments
constexpr double indifferent = 1e-9;
constexpr int most_sets = 256;

/// P(X > k) or P(X <= k) for X ~ Bin(trials, p), asked for trials that grow by one and thresholds that grow by one at
/// most: by the incomplete beta function now and then, and by adding and subtracting single masses in between.
class BinomialTail {
 public:
  BinomialTail(double p, bool upper) : p_(p), upper_(upper) {}

  double at(double trials, double threshold) {
    const double k = std::floor(threshold);
    if (k < 0.0 || k >= trials) {
      known_ = false;
      return scale_ = value_ = (k < 0.0) == upper_ ? 1.0 : 0.0;
    }
    if (!known_ || trials >= next_anchor_ || k > k_ + 1.0 || k < k_) {
      const BinomialLaw law{.trials = trials, .probability = p_};
      value_ = upper_ ? law.above(k) : law.at_most(k);
      mass_ = stats::binomial_mass(static_cast<std::uint64_t>(trials), p_, static_cast<std::uint64_t>(k));
      next_anchor_ = trials + std::clamp(std::floor(trials / 1024.0), 32.0, 2048.0);
      known_ = true, k_ = k, scale_ = value_;
      return value_;
    }
    const double sign = upper_ ? 1.0 : -1.0;
    value_ += sign * p_ * mass_;
    mass_ *= trials * (1.0 - p_) / (trials - k_);
    if (k > k_) {
      mass_ *= (trials - k_) / k * p_ / (1.0 - p_);
      value_ -= sign * mass_;
      k_ = k;
    }
    value_ = std::clamp(value_, 0.0, 1.0);
    scale_ = std::max(scale_, value_);
    return value_;
  }
  /// What the rounding of the last answer is relative to.
  [[nodiscard]] double scale() const { return scale_; }

 private:
  double p_, k_ = 0.0, value_ = 0.0, mass_ = 0.0, scale_ = 0.0, next_anchor_ = 0.0;
  bool upper_, known_ = false;
};

/// Law of a binomial count with `chance` a step, over the steps before the observers' last visit: the trailing steps
/// number G, geometric with parameter `observed`; before the visit there are steps - 1 - G free steps.
struct CountLaw {
  std::uint64_t first = 0;
  std::vector<double> mass;
};

/// Term by term over G: any chance.
CountLaw law_by_summation(std::int64_t steps, double observed, double chance, std::int64_t longest, std::uint64_t first,
                          std::uint64_t last) {
  CountLaw law{first, std::vector<double>(last - first + 1, 0.0)};
  const double trail = std::log1p(-observed), ratio = chance / (1.0 - chance);
  for (std::int64_t g = 0; g < longest; ++g) {
    const double weight = observed * std::exp(static_cast<double>(g) * trail);
    const auto free = static_cast<double>(steps - 1 - g),
               spread = 9.5 * std::sqrt(free * chance * (1.0 - chance)) + 45.0;
    const auto from = static_cast<std::uint64_t>(std::max(static_cast<double>(first), free * chance - spread));
    const auto to =
        static_cast<std::uint64_t>(std::min({static_cast<double>(last), free, std::ceil(free * chance + spread)}));
    const auto mode = std::clamp(static_cast<std::uint64_t>((free + 1.0) * chance), from, to);
    const double top = weight * stats::binomial_mass(static_cast<std::uint64_t>(free), chance, mode);
    double mass = top;
    for (std::uint64_t k = mode; k <= to; ++k) {
      law.mass[k - first] += mass;
      mass *= (free - static_cast<double>(k)) / (static_cast<double>(k) + 1.0) * ratio;
    }
    mass = top;
    for (std::uint64_t k = mode; k > from; --k) {
      mass *= static_cast<double>(k) / ((free - static_cast<double>(k) + 1.0) * ratio);
      law.mass[k - 1 - first] += mass;
    }
  }
  return law;
}

/// By the recursion chance F(s-1) = observed Bin(s; steps, chance) + (chance - observed) F(s), from the top: all terms
/// positive.
/// @pre chance > observed.
CountLaw law_by_recursion(std::int64_t steps, double observed, double chance, std::uint64_t first, std::uint64_t last) {
  CountLaw law{first, std::vector<double>(last - first + 1, 0.0)};
  const auto trials = static_cast<double>(steps);
  const auto mode = std::clamp(static_cast<std::uint64_t>((trials + 1.0) * chance), first + 1, last + 1);
  std::vector<double> binomial(law.mass.size() + 1, 0.0);  // [i] belongs to first + 1 + i
  const double top = stats::binomial_mass(static_cast<std::uint64_t>(steps), chance, mode),
               ratio = chance / (1.0 - chance);
  double mass = top;
  for (std::uint64_t k = mode; k <= last + 1 && mass > 1e-300; ++k) {
    binomial[k - first - 1] = mass;
    mass *= (trials - static_cast<double>(k)) / (static_cast<double>(k) + 1.0) * ratio;
  }
  mass = top;
  for (std::uint64_t k = mode; k > first + 1 && mass > 1e-300; --k) {
    mass *= static_cast<double>(k) / ((trials - static_cast<double>(k) + 1.0) * ratio);
    binomial[k - first - 2] = mass;
  }
  double above = 0.0;
  for (auto i = law.mass.size(); i-- > 0;)
    law.mass[i] = above = (observed * binomial[i] + (chance - observed) * above) / chance;
  return law;
}

CountLaw law_before_last_visit(std::int64_t steps, double observed, double chance) {
  const double trail = std::log1p(-observed);
  const auto longest =
      std::min<std::int64_t>(steps, static_cast<std::int64_t>(std::ceil(std::log(0.1 * left_out) / trail)));
  const auto free_most = static_cast<double>(steps - 1), free_least = static_cast<double>(steps - longest);
  const auto spread = [&](double free) { return 9.5 * std::sqrt(free * chance * (1.0 - chance)) + 45.0; };
  const double least = std::floor(std::max(0.0, free_least * chance - spread(free_least))),
               most = std::min(free_most, std::ceil(free_most * chance + spread(free_most)));
  const bool quick = chance > 2.0 * observed;
  if ((most - least) * 64.0 > most_operations ||
      (!quick && static_cast<double>(longest) * (2.0 * spread(free_most)) > most_operations)) {
    throw Error(Errc::too_large, "TokenHistogram",
                "the exact law of this walk needs too much work; use fewer users or steps");
  }
  const auto first = static_cast<std::uint64_t>(least), last = static_cast<std::uint64_t>(most);
  return quick ? law_by_recursion(steps, observed, chance, first, last)
               : law_by_summation(steps, observed, chance, longest, first, last);
}

/// Numbers of others who hold the new value; all others hold the old one. With three or more buckets {0, 0} stands for
/// a third value.
struct Values {
  std::int64_t first, last;
};

class HistogramView {
 public:
  explicit HistogramView(const TokenQuestion& q) : steps_(q.steps), observed_(q.observed()), binary_(q.buckets == 2) {
    const double gamma = response_randomness(q.epsilon, q.buckets);
    lie_ = gamma / static_cast<double>(q.buckets), change_ = (1.0 - gamma) * q.inclusion();
    if (binary_) others_ = q.users - q.colluders - 1;
  }
  /// Of whom the values matter: none with three or more buckets.
  [[nodiscard]] std::int64_t others() const { return others_; }

  /// For one set of values its divergence; for a range that of the trinomial pair which dominates them all.
  [[nodiscard]] Bracket delta(const Values& values, double epsilon) const {
    const double old_one = lie_ + change_ * static_cast<double>(others_ - values.last),
                 new_one = lie_ + change_ * static_cast<double>(values.first);
    // An increment is one of the two values with this probability, whatever u holds, and then the new one with odds
    // that depend on u.
    const double either = binary_ && values.first == values.last ? 1.0 : old_one + new_one + change_;
    const double high = (new_one + change_) / either, low = new_one / either;
    const auto law = law_before_last_visit(steps_, observed_, (1.0 - observed_) * either);
    const double gain = std::log(high / low), loss = std::log1p(-high) - std::log1p(-low), slope = gain - loss,
                 scale = std::exp(epsilon);
    // The likelihood ratio is monotone, so each divergence is a difference of two tails.
    BinomialTail above_high(high, true), above_low(low, true), below_low(low, false), below_high(high, false);
    double forward = 0.0, backward = 0.0, tails = 0.0;
    for (std::size_t i = 0; i < law.mass.size(); ++i) {
      const auto trials = static_cast<double>(law.first + i);
      if (trials == 0.0) continue;
      const double up = (epsilon - trials * loss) / slope, down = (-epsilon - trials * loss) / slope,
                   weight = law.mass[i];
      forward += weight * std::max(0.0, above_high.at(trials, up) - scale * above_low.at(trials, up));
      backward += weight * std::max(0.0, below_low.at(trials, down) - scale * below_high.at(trials, down));
      tails +=
          weight * (above_high.scale() + scale * above_low.scale() + below_low.scale() + scale * below_high.scale());
    }
    const double worse = std::max(forward, backward), slack = rounding * tails;
    return {std::max(0.0, worse - slack), worse, std::min(1.0, worse + slack + left_out)};
  }

 private:
  std::int64_t steps_;
  double observed_, lie_ = 0.0, change_ = 0.0;
  bool binary_;
  std::int64_t others_ = 0;
};

/// The most that is attained, by which number of others, and a bound for all of them.
struct Worst {
  double lower, upper;
  std::int64_t values;
};

/// Branch and bound over the number of others with the new value, up to half of them: exchanging the two values
/// exchanges the directions. Stops where it is known on which side of `enough` the worst is, too.
Worst worst_of(const HistogramView& view, double epsilon, double enough = -1.0) {
  struct Candidate {
    Values values;
    double upper;
    bool operator<(const Candidate& other) const { return upper < other.upper; }
  };
  std::priority_queue<Candidate> queue;
  Worst worst{0.0, 0.0, 0};
  const auto consider = [&](const Values& values) {
    const auto found = view.delta(values, epsilon);
    if (values.first == values.last && found.lower() > worst.lower) worst = {found.lower(), 0.0, values.first};
    queue.push({values, found.upper()});
  };
  consider({0, 0});
  if (const auto half = view.others() / 2; half > 0) consider({1, half});
  for (int sets = 2;; sets += 2) {
    const auto [values, upper] = queue.top();
    worst.upper = upper;
    const bool decided = enough >= 0.0 && (upper <= enough || worst.lower > enough);
    if (decided || values.first == values.last || sets >= most_sets || upper <= worst.lower * (1.0 + indifferent))
      return worst;
    queue.pop();
    const auto middle = values.first + (values.last - values.first) / 2;
    consider({values.first, middle});
    consider({middle + 1, values.last});
  }
}

/// Epsilons at which these values lose at least delta, and at most delta. @pre they lose more than delta at `low`.
std::pair<double, double> crossing(const HistogramView& view, std::int64_t values, double delta, double low) {
  const auto excess = [&](double epsilon) {
    return std::log(std::max(view.delta({values, values}, epsilon).lower(), 1e-320) / delta);
  };
  double high = low + 1.0;
  while (excess(high) > 0.0) low = high, high *= 2.0;
  return bracket_root(excess, low, high, 44, 60);
}

}  // namespace

TokenHistogram::TokenHistogram(const TokenQuestion& question) : question_(question) {
  require_token(question);
  if (question.task != TokenTask::histogram || question.known_neighbors)
    throw Error(Errc::conditions, "TokenHistogram", "requires a histogram whose observers do not know their neighbors");
}

Bracket TokenHistogram::delta(double epsilon) const {
  require_non_negative("TokenHistogram::delta", "epsilon", epsilon);
  const auto worst = worst_of(HistogramView(question_), epsilon);
  return {worst.lower, 0.5 * (worst.lower + worst.upper), worst.upper};
}

Bracket TokenHistogram::epsilon(double delta) const {
  require_open_unit("TokenHistogram::epsilon", "delta", delta);
  const HistogramView view(question_);
  double lower = 0.0, upper = 0.0;
  for (double generous = 1.01;; generous *= 1.5) {
    const auto worst = worst_of(view, upper, delta);
    if (worst.upper <= delta) return {lower, 0.5 * (lower + upper), upper};
    if (worst.lower > delta) {
      std::tie(lower, upper) = crossing(view, worst.values, delta, upper);
      upper *= 1.0 + indifferent;  // rounding is above delta at the crossing itself
      continue;
    }
    // What is not known of delta, over the slope; the curve is convex, so that may take some more steps.
    const Values values{worst.values, worst.values};
    const double stride = 1e-4 * (upper + 1e-3),
                 fall = view.delta(values, upper).estimate() - view.delta(values, upper + stride).estimate();
    upper += generous * (fall > 0.0 ? (worst.upper - delta) / fall * stride : stride);
  }
}

}  // namespace hearsay::accounting
