// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <utility>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/symmetry.hpp>

namespace hearsay::accounting {

namespace {

using Vector = RumorLaw<double>::Vector;

constexpr double rounding = 1e-12;  ///< relative, of every probability
constexpr double proof_rounding =
    1e-10;  ///< relative, of a proof, which compares vectors a few hundred times in a row at most
constexpr std::size_t most_prefixes = 1'500;  ///< of a proof: each is compared with all before it

double sum(const Vector& mu) {
  double total = 0.0;
  for (const double p : mu) total += p;
  return total;
}

/// inf over transcripts S of others(S) / mine(S), where both vectors over the hidden states move by the same law.
class OddsSearch {
 public:
  OddsSearch(const RumorLaw<double>& law, const RumorSymmetry& symmetry, int source, const RumorEffort& effort)
      : law_(law),
        symmetry_(symmetry),
        width_(std::max(effort.width, 10.0 * proof_rounding)),
        budget_(effort.expansions / 4) {
    Vector others(law.states(), 0.0);
    for (const int other : law.world().suspects()) {
      if (other == source) continue;
      const Vector mu = law.start(other);
      for (std::size_t x = 0; x < mu.size(); ++x) others[x] += mu[x];
    }
    root_ = scaled(law.start(source), std::move(others));
  }

  /// The odds of the transcripts seen bound the infimum from above. From below it is bounded state by state where that
  /// is enough; else ever larger values are proved.
  void run() {
    explore();
    if (upper - lower <= width_) return;
    descend(root_);
    constexpr double finer = 10.0;
    for (double gap = 0.5 * (1.0 + upper); upper > width_ && upper - lower > width_; gap /= finer) {
      gap = std::max(gap, width_ / 2.0);
      if (upper - gap <= lower) continue;
      Outcome outcome = Outcome::smaller;
      double value = 0.0;
      while (outcome == Outcome::smaller && upper > width_) {
        value = upper - gap;
        outcome = value > lower ? prove(value) : Outcome::proved;
      }
      if (outcome == Outcome::gave_up) return;
      if (outcome == Outcome::proved) lower = std::max(lower, value * (1.0 - proof_rounding));
    }
  }

  double lower = 0.0, upper = std::numeric_limits<double>::infinity();

 private:
  struct Prefix {
    Vector mine, others;
    double odds = 0.0;
    bool operator<(const Prefix& other) const { return odds > other.odds; }  // the smallest odds on top of a queue
  };
  enum class Outcome { proved, smaller, gave_up };

  /// In a form that all its relabellings and multiples share but for rounding.
  Prefix scaled(Vector mine, Vector others) {
    const double mass = sum(mine);
    Vector weights(mine.size());
    for (std::size_t x = 0; x < mine.size(); ++x) {
      mine[x] /= mass, others[x] /= mass;
      weights[x] = mine[x] + 0.6 * others[x];
    }
    const auto& states = symmetry_.canonical(weights);
    const double odds = sum(others);
    upper = std::min(upper, odds);
    return {RumorSymmetry::apply(states, mine), RumorSymmetry::apply(states, others), odds};
  }
  [[nodiscard]] std::vector<Prefix> next(const Prefix& prefix) {
    ++expanded_;
    std::vector<Prefix> result;
    const Vector mine = law_.visits(prefix.mine), others = law_.visits(prefix.others);
    for (std::size_t o = 0; o < law_.labels().size(); ++o) {
      Vector mu = law_.observe(mine, o);
      if (sum(mu) > 0.0) result.push_back(scaled(std::move(mu), law_.observe(others, o)));
    }
    return result;
  }
  /// The smallest odds of a hidden state: no continuation has smaller ones.
  [[nodiscard]] static double bound(const Prefix& prefix) {
    double smallest = std::numeric_limits<double>::infinity();
    for (std::size_t x = 0; x < prefix.mine.size(); ++x) {
      if (prefix.mine[x] > 0.0) smallest = std::min(smallest, prefix.others[x] / prefix.mine[x]);
    }
    return smallest;
  }
  /// Branch and bound with these.
  void explore() {
    constexpr double share = 0.5;  // of the expansions
    using Bounded = std::pair<double, Prefix>;
    const auto later = [](const Bounded& a, const Bounded& b) { return a.first > b.first; };
    std::priority_queue<Bounded, std::vector<Bounded>, decltype(later)> open(later);
    open.emplace(bound(root_), root_);
    double closed = std::numeric_limits<double>::infinity();  // the smallest bound of what is not followed
    while (!open.empty() && upper - open.top().first > width_ / 2.0 &&
           static_cast<double>(expanded_) < share * static_cast<double>(budget_)) {
      const Prefix prefix = open.top().second;
      open.pop();
      for (Prefix& child : next(prefix)) {
        const double least = bound(child);
        if (upper - least <= width_ / 2.0) {
          closed = std::min(closed, least);
        } else {
          open.emplace(least, std::move(child));
        }
      }
    }
    if (!open.empty()) closed = std::min(closed, open.top().first);
    lower = std::min(closed, upper) * (1.0 - rounding);
  }
  /// Takes the observation with the smallest odds, again and again.
  void descend(Prefix prefix) {
    constexpr int patience = 8;
    for (int idle = 0; idle < patience && upper > width_ && expanded_ < budget_;) {
      const double before = upper;
      auto choices = next(prefix);
      if (choices.empty()) return;
      prefix = std::move(*std::max_element(choices.begin(), choices.end()));
      idle = before - upper > width_ / 16.0 ? 0 : idle + 1;
    }
  }
  /// others >= value mine after every transcript: for h = others - value mine, sum h >= 0 at every prefix. That is
  /// inherited from h >= 0, and from h >= k h' of any prefix that was taken up (k >= 0), by induction on what follows.
  Outcome prove(double value) {
    std::vector<Prefix> taken;
    std::priority_queue<std::pair<double, std::size_t>> open;  // minus odds, place in `taken`
    const auto take = [&](Prefix prefix) {
      open.emplace(-prefix.odds, taken.size());
      taken.push_back(std::move(prefix));
    };
    take(root_);
    while (!open.empty()) {
      const std::size_t place = open.top().second;
      open.pop();
      if (expanded_ >= budget_ || taken.size() > most_prefixes) return Outcome::gave_up;
      for (Prefix& child : next(taken[place])) {
        if (child.odds < value) {
          descend(std::move(child));
          return Outcome::smaller;
        }
        const bool inherited =
            std::ranges::any_of(taken, [&](const Prefix& other) { return follows(child, other, value); });
        if (!inherited) take(std::move(child));
      }
    }
    return Outcome::proved;
  }
  /// h(prefix) >= k h(other) for some k >= 0, up to rounding.
  static bool follows(const Prefix& prefix, const Prefix& other, double value) {
    double least = 0.0, most = std::numeric_limits<double>::infinity();
    for (std::size_t x = 0; x < prefix.mine.size(); ++x) {
      const double granted = rounding * (prefix.others[x] + value * prefix.mine[x]);
      const double h = prefix.others[x] - value * prefix.mine[x] + granted,
                   known = other.others[x] - value * other.mine[x];
      if (h < 0.0 && known >= 0.0) return false;
      if (known > 0.0) most = std::min(most, h / known);
      if (h < 0.0) least = std::max(least, h / known);
      if (least > most) return false;
    }
    return true;
  }

  const RumorLaw<double>& law_;
  const RumorSymmetry& symmetry_;
  double width_;
  std::uint64_t budget_, expanded_ = 0;
  Prefix root_;
};

Bracket uncertainty_of_source(const RumorLaw<double>& law, const RumorSymmetry& symmetry, int source,
                              const RumorEffort& effort) {
  OddsSearch search(law, symmetry, source, effort);
  search.run();
  const double upper = search.upper * (1.0 + rounding), lower = std::min(search.lower, upper);
  // The descent ends near the infimum, the proof below it.
  return {lower, std::clamp(search.upper, lower, upper), upper};
}

}  // namespace

Bracket rumor_uncertainty(const RumorLaw<double>& law, int source, const RumorEffort& effort) {
  return uncertainty_of_source(law, RumorSymmetry(law), source, effort);
}

Bracket rumor_uncertainty(const RumorLaw<double>& law, const RumorEffort& effort) {
  const RumorSymmetry symmetry(law);
  double lower = std::numeric_limits<double>::infinity(), estimate = lower, upper = lower;
  for (const int source : rumor_sources(law.world())) {
    const Bracket one = uncertainty_of_source(law, symmetry, source, effort);
    lower = std::min(lower, one.lower());
    estimate = std::min(estimate, one.estimate());
    upper = std::min(upper, one.upper());
  }
  return {lower, estimate, upper};
}

}  // namespace hearsay::accounting
