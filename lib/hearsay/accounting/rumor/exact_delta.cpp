// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <queue>
#include <unordered_map>
#include <utility>

#include <hearsay/accounting/rumor/exact.hpp>
#include <hearsay/accounting/rumor/symmetry.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

using Vector = RumorLaw<double>::Vector;

constexpr double rounding = 3e-12;                            ///< granted to every bracket
constexpr double most_epsilon = 700.0;                        ///< e^epsilon is a double
constexpr std::array anchors{16.0, 8.0, 4.0, 2.0, 1.0, 0.0};  ///< epsilon at which a larger one is bounded from above
constexpr double negligible = 1e-18;                          ///< of one prefix among millions
constexpr double same_direction =
    1e-9;  ///< of what the future may still tell: what joining two prefixes of one direction may cost
constexpr double settling_share = 0.05;    ///< of the error still allowed: what one layer may spend on leaving prefixes
constexpr double condensing_share = 0.05;  ///< the same for merging prefixes
constexpr std::size_t stored_numbers = 24'000'000;  ///< of one layer at most: 190 MB

double sum(const Vector& d) {
  double total = 0.0;
  for (const double x : d) total += x;
  return total;
}

double norm(const Vector& d) {
  double total = 0.0;
  for (const double x : d) total += std::abs(x);
  return total;
}

/// A bracket of V(d) = sum over transcripts S of max(0, d p(S)), where p_x(S) = P(S from hidden state x), with
/// d = mu_i - e^epsilon mu_j: V is homogeneous, the same for d relabelled, V(d) = V(-d) + sum d, and
/// V(c) + V(d - c) >= V(d) >= max(0, sum d), V(d) <= sum_x max(0, d_x). Goes layer by layer over transcripts of equal
/// length. In each layer the prefixes that the future can change least are settled, and prefixes with nearly
/// proportional d are merged: the sum r of d_k bounds sum V(d_k) from below (the adversary forgets which), and V(r) +
/// sum_k |d_k - c_k r|/2 from above for any c_k >= 0 with sum 1. Where that costs more than settling the prefixes, they
/// are settled.
class DeltaSearch {
 public:
  /// @param most   prefixes of one layer that are followed.
  /// @param signs  d and -d count as one. Adding up what they differ by is accurate to the size of d only: for epsilon
  /// = 0.
  DeltaSearch(const RumorLaw<double>& law, const RumorSymmetry& symmetry, double width, std::size_t most,
              std::uint64_t budget, bool signs)
      : law_(law),
        symmetry_(symmetry),
        width_(width),
        most_stored_(std::max<std::size_t>(2, stored_numbers / law.states())),
        most_(std::min(most, most_stored_ / 2)),
        budget_(budget),
        signs_(signs) {}

  void run(Vector start) {
    add(std::move(start));
    while (!open_.empty()) {
      const std::vector<Vector> layer = std::exchange(open_, {});
      places_.clear();
      for (const Vector& d : layer) expand(d);
      expanded += layer.size();
      double gaps = 0.0;
      for (const Vector& d : open_) gaps += gap(d);
      // What is left is small next to the error made: more layers would not narrow the bracket.
      if (gaps <= std::max(width_ - error, error / 100.0) || expanded + open_.size() > budget_) {
        for (const Vector& d : open_) settle(d);
        return;
      }
      const double left = std::max(0.0, width_ - error);
      settle_smallest(settling_share * left);
      condense(condensing_share * left);
    }
  }

  double lower = 0.0;
  double error = 0.0;  ///< the value is at most lower + error
  std::uint64_t expanded = 0;

 private:
  /// Prefixes that may be merged.
  struct Cluster {
    std::vector<std::size_t> members;
    Vector total;
    double error = 0.0;    ///< of merging or settling them
    bool settled = false;  ///< settling is cheaper
    std::size_t axis = 0;  ///< the state in which they differ most
    bool operator<(const Cluster& other) const { return error < other.error; }
  };

  /// sum_x max(0, d_x) - max(0, sum d).
  [[nodiscard]] static double gap(const Vector& d) {
    double gain = 0.0, loss = 0.0;
    for (const double x : d) (x > 0.0 ? gain : loss) += std::abs(x);
    return std::min(gain, loss);
  }
  void settle(const Vector& d) {
    lower += std::max(0.0, sum(d));
    error += gap(d);
  }
  void expand(const Vector& d) {
    const Vector visits = law_.visits(d);
    for (std::size_t o = 0; o < law_.labels().size(); ++o) {
      if (open_.size() >= most_stored_) condense(0.0);
      add(law_.observe(visits, o));
    }
  }
  /// In a form that all its relabellings, multiples and negatives share but for rounding.
  void add(Vector d) {
    const double mass = norm(d), future = gap(d);
    if (future <= negligible) {
      settle(d);
      return;
    }
    const double total = sum(d);
    if (signs_ && total < 0.0) {
      lower += total;
      for (double& x : d) x = -x;
    }
    Vector weights(d.size());
    for (std::size_t x = 0; x < d.size(); ++x) weights[x] = std::abs(d[x]) + 0.6 * d[x];
    d = RumorSymmetry::apply(symmetry_.canonical(weights), d);
    std::uint64_t key = 0;
    for (const double x : d) {
      key = (key ^ static_cast<std::uint64_t>(std::llround(x / mass * 1e10))) * 0x9e3779b97f4a7c15u;
      key ^= key >> 29;
    }
    const auto [place, fresh] = places_.try_emplace(key, open_.size());
    if (!fresh) {
      Vector& other = open_[place->second];
      const double share = mass / (mass + norm(other));
      double moved = 0.0;  // |other - (1 - share) sum| is as large; half of both
      for (std::size_t x = 0; x < d.size(); ++x) moved += std::abs(d[x] - share * (other[x] + d[x]));
      if (moved <= negligible + same_direction * future) {
        error += moved;
        for (std::size_t x = 0; x < d.size(); ++x) other[x] += d[x];
        return;
      }
    }
    open_.push_back(std::move(d));
  }
  void settle_smallest(double allowed) {
    std::vector<std::pair<double, std::size_t>> gaps;
    for (std::size_t k = 0; k < open_.size(); ++k) gaps.emplace_back(gap(open_[k]), k);
    std::ranges::sort(gaps);
    std::vector<Vector> kept;
    for (const auto& [size, k] : gaps) {
      allowed -= size;
      if (allowed >= 0.0) {
        settle(open_[k]);
      } else {
        kept.push_back(std::move(open_[k]));
      }
    }
    open_.swap(kept);
  }
  /// Splits the set of all prefixes until what merging costs is allowed, or there are enough clusters.
  void condense(double allowed) {
    places_.clear();
    std::vector<double> masses;
    for (const Vector& d : open_) masses.push_back(norm(d));
    std::priority_queue<Cluster> clusters;
    std::vector<std::size_t> all(open_.size());
    for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
    clusters.push(cluster(std::move(all), masses));
    std::vector<Vector> merged;
    double cost = clusters.top().error;
    while (cost > allowed && clusters.size() + merged.size() < most_ && !clusters.empty()) {
      const Cluster top = clusters.top();
      if (top.error <= 0.0) break;
      clusters.pop();
      double mass = 0.0;
      for (const std::size_t k : top.members) mass += masses[k];
      const double mean = top.total[top.axis] / mass;
      std::vector<std::size_t> below, above;
      for (const std::size_t k : top.members) (open_[k][top.axis] / masses[k] > mean ? above : below).push_back(k);
      cost -= top.error;
      if (below.empty() || above.empty()) {  // they differ by rounding
        close(top, merged);
        continue;
      }
      for (auto* part : {&below, &above}) {
        Cluster half = cluster(std::move(*part), masses);
        cost += half.error;
        clusters.push(std::move(half));
      }
    }
    for (; !clusters.empty(); clusters.pop()) close(clusters.top(), merged);
    open_.swap(merged);
  }
  void close(const Cluster& cluster, std::vector<Vector>& merged) {
    if (cluster.settled) {
      for (const std::size_t k : cluster.members) settle(open_[k]);
    } else {
      error += cluster.error;
      merged.push_back(cluster.total);
    }
  }
  [[nodiscard]] Cluster cluster(std::vector<std::size_t> members, const std::vector<double>& masses) const {
    Cluster result{.members = std::move(members), .total = Vector(law_.states(), 0.0)};
    double mass = 0.0;
    for (const std::size_t k : result.members) {
      mass += masses[k];
      for (std::size_t x = 0; x < result.total.size(); ++x) result.total[x] += open_[k][x];
    }
    if (result.members.size() == 1) return result;
    Vector spread(result.total.size(), 0.0);
    for (const std::size_t k : result.members) {
      const double share = masses[k] / mass;
      for (std::size_t x = 0; x < spread.size(); ++x) spread[x] += std::abs(open_[k][x] - share * result.total[x]);
    }
    result.error = sum(spread) / 2.0;
    double settling = 0.0;
    for (const std::size_t k : result.members) settling += gap(open_[k]);
    result.settled = settling < result.error;
    result.error = std::min(result.error, settling);
    result.axis = static_cast<std::size_t>(std::ranges::max_element(spread) - spread.begin());
    return result;
  }

  const RumorLaw<double>& law_;
  const RumorSymmetry& symmetry_;
  double width_;
  std::size_t most_stored_, most_;
  std::uint64_t budget_;
  bool signs_;
  std::vector<Vector> open_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  ///< rounded direction to place in open_
};

/// Searches for one pair of sources, with more and more prefixes to a layer.
class PairSearch {
 public:
  PairSearch(const RumorLaw<double>& law, const RumorSymmetry& symmetry, int i, int j, double epsilon)
      : law_(law), symmetry_(symmetry), start_(law.start(i)), signs_(epsilon == 0.0) {
    const double factor = std::exp(epsilon);
    const Vector other = law.start(j);
    for (std::size_t x = 0; x < start_.size(); ++x) start_[x] -= factor * other[x];
  }

  /// Narrows the bracket. @return the expansions spent; 0 if the budget is too small for a finer search than the last.
  std::uint64_t step(double width, std::uint64_t budget) {
    // The lower end falls short of the truth by about most^-1.4 (measured), the upper end exceeds it by far more:
    // extrapolate the lower.
    constexpr double order = 1.4;
    const double growth =
        std::min(4.0, 0.8 * static_cast<double>(budget) / static_cast<double>(std::max<std::uint64_t>(1, expanded_)));
    if (previous_ >= 0.0) {
      finished = growth < 1.5 || expanded_ == 0;
      if (finished) return 0;
      most_ *= growth;
    }
    DeltaSearch search(law_, symmetry_, width, static_cast<std::size_t>(most_), budget, signs_);
    search.run(start_);
    lower = std::max(lower, search.lower);
    upper = std::min(upper, search.lower + search.error);
    estimate = (lower + upper) / 2.0;
    finished = upper - lower <= width;
    if (!finished && previous_ >= 0.0)
      estimate = search.lower + std::max(0.0, search.lower - previous_) / (std::pow(growth, order) - 1.0);
    previous_ = search.lower;
    expanded_ = search.expanded;
    return expanded_;
  }

  double lower = 0.0, upper = 1.0, estimate = 0.5;
  bool finished = false;

 private:
  const RumorLaw<double>& law_;
  const RumorSymmetry& symmetry_;
  Vector start_;
  bool signs_;
  double previous_ = -1.0, most_ = 16.0;
  std::uint64_t expanded_ = 0;
};

using Pairs = std::vector<std::pair<int, int>>;

/// The largest delta of the pairs: the expansions go to the pair whose upper end is largest.
Bracket searched_delta(const RumorLaw<double>& law, const RumorSymmetry& symmetry, const Pairs& pairs, double epsilon,
                       const RumorEffort& effort) {
  std::vector<PairSearch> searches;
  for (const auto& [i, j] : pairs) searches.emplace_back(law, symmetry, i, j, epsilon);
  double lower = 0.0;
  for (std::uint64_t spent = 0; spent < effort.expansions;) {
    PairSearch* next = nullptr;
    for (auto& search : searches) {
      if (!search.finished && search.upper - lower > effort.width && (next == nullptr || search.upper > next->upper))
        next = &search;
    }
    if (next == nullptr) break;
    spent += next->step(effort.width, effort.expansions - spent);
    lower = std::max(lower, next->lower);
  }
  double upper = 0.0, estimate = 0.0;
  for (const auto& search : searches) {
    upper = std::max(upper, search.upper);
    if (search.upper > lower) estimate = std::max(estimate, search.estimate);
  }
  lower = std::clamp(lower - rounding, 0.0, 1.0);
  upper = std::clamp(upper + rounding, lower, 1.0);
  return {lower, std::clamp(estimate, lower, upper), upper};
}

/// delta falls with epsilon, to the floor: so the upper ends at smaller epsilon, and the floor, hold for this one.
/// Searches alone become wide as e^epsilon grows, since merging costs up to e^epsilon.
Bracket largest_delta(const RumorLaw<double>& law, const Pairs& pairs, double epsilon, const RumorEffort& effort) {
  require_non_negative("rumor_delta", "epsilon", epsilon);
  if (epsilon > most_epsilon)
    throw Error(Errc::domain, "rumor_delta", fmt::format("epsilon = {} must be at most {}", epsilon, most_epsilon));
  if (pairs.empty()) return Bracket::exact(0.0);
  const RumorSymmetry symmetry(law);
  if (epsilon == 0.0) return searched_delta(law, symmetry, pairs, epsilon, effort);
  const RumorEffort each{.width = effort.width, .expansions = effort.expansions / 2};
  const Bracket here = searched_delta(law, symmetry, pairs, epsilon, each);
  double lower = here.lower(), upper = here.upper();
  if (here.width() > effort.width) {
    for (const auto& [i, j] : pairs)
      lower = std::max(lower, rumor_delta_floor(law, i, j, {.expansions = effort.expansions / 4 / pairs.size()}));
  }
  for (const double anchor : anchors) {
    if (anchor >= epsilon) continue;
    const Bracket there = searched_delta(law, symmetry, pairs, anchor, each);
    // Where the curve is flat all epsilon share one upper end, which the search here must not undercut by what it
    // happens to be narrower.
    const bool narrow = there.upper() - lower <= effort.width;
    upper = narrow ? there.upper() : std::min(upper, there.upper());
    if (there.lower() >= upper) break;  // so is every upper end further down
  }
  lower = std::min(lower, upper);
  return {lower, std::clamp(here.estimate(), lower, upper), upper};
}

}  // namespace

double rumor_delta_floor(const RumorLaw<double>& law, int i, int j, const RumorEffort& effort) {
  using Possible = std::vector<bool>;  // hidden states, from j
  const auto weights = [](const Possible& states) { return Vector(states.begin(), states.end()); };
  const auto possible = [](const Vector& mu) {
    Possible states;
    for (const double p : mu) states.push_back(p > 0.0);
    return states;
  };
  double floor = 0.0, left = 1.0;
  std::map<Possible, Vector> layer{{possible(law.start(j)), law.start(i)}};
  for (std::uint64_t expanded = 0; expanded + layer.size() <= effort.expansions && left > rounding;
       expanded += layer.size()) {
    left = 0.0;
    std::map<Possible, Vector> next;
    for (const auto& [states, mu] : layer) {
      const Vector mine = law.visits(mu), theirs = law.visits(weights(states));
      for (std::size_t o = 0; o < law.labels().size(); ++o) {
        const Vector seen = law.observe(mine, o);
        const double mass = sum(seen);
        if (mass == 0.0) continue;
        const Possible after = possible(law.observe(theirs, o));
        if (std::ranges::find(after, true) == after.end()) {
          floor += mass;
          continue;
        }
        left += mass;
        Vector& total = next.try_emplace(after, law.states(), 0.0).first->second;
        for (std::size_t x = 0; x < total.size(); ++x) total[x] += seen[x];
      }
    }
    layer.swap(next);
  }
  return std::max(0.0, floor * (1.0 - rounding));
}

Bracket rumor_delta(const RumorLaw<double>& law, int i, int j, double epsilon, const RumorEffort& effort) {
  return largest_delta(law, {{i, j}}, epsilon, effort);
}

Bracket rumor_delta(const RumorLaw<double>& law, double epsilon, const RumorEffort& effort) {
  return largest_delta(law, rumor_source_pairs(law.world()), epsilon, effort);
}

}  // namespace hearsay::accounting
