#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <queue>
#include <unordered_map>
#include <utility>

#include <hearsay/accounting/rumor_exact.hpp>
#include <hearsay/accounting/rumor_symmetry.hpp>
#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

using Vector = RumorLaw<double>::Vector;

constexpr double rounding = 1e-12;           ///< relative rounding error granted to every probability
constexpr double settling_share = 0.05;      ///< of the error still allowed: what one layer may spend on leaving prefixes
constexpr double condensing_share = 0.05;    ///< the same for merging prefixes
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
/// V(c) + V(d - c) >= V(d) >= max(0, sum d), V(d) <= sum_x max(0, d_x). Goes layer by layer over transcripts of equal length.
/// In each layer the prefixes that the future can change least are settled, and prefixes with nearly proportional d are
/// merged: the sum r of d_k bounds sum V(d_k) from below (the adversary forgets which), and V(r) + sum_k |d_k - c_k r|/2 from
/// above for any c_k >= 0 with sum 1.
class DeltaSearch {
 public:
  /// \param most  prefixes of one layer that are followed.
  DeltaSearch(const RumorLaw<double>& law, const RumorSymmetry& symmetry, double width, std::size_t most, std::uint64_t budget)
      : law_(law), symmetry_(symmetry), width_(width), most_stored_(std::max<std::size_t>(2, stored_numbers / law.states())),
        most_(std::min(most, most_stored_ / 2)), budget_(budget) {}

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
    double error = 0.0;   ///< of merging them
    std::size_t axis = 0; ///< the state in which they differ most
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
    const double mass = norm(d);
    if (gap(d) <= 1e-15 * mass) {
      settle(d);
      return;
    }
    const double total = sum(d);
    if (total < 0.0) {
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
    if (fresh) {
      open_.push_back(std::move(d));
      return;
    }
    Vector& other = open_[place->second];
    const double share = mass / (mass + norm(other));
    for (std::size_t x = 0; x < d.size(); ++x) {
      other[x] += d[x];
      error += std::abs(d[x] - share * other[x]);  // |other - (1 - share) sum| is as large; half of both
    }
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
    double cost = clusters.top().error;
    while (cost > allowed && clusters.size() < most_) {
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
        error += top.error;
        clusters.push({.members = {}, .total = top.total});
        continue;
      }
      for (auto* part : {&below, &above}) {
        Cluster half = cluster(std::move(*part), masses);
        cost += half.error;
        clusters.push(std::move(half));
      }
    }
    std::vector<Vector> merged;
    for (; !clusters.empty(); clusters.pop()) {
      error += clusters.top().error;
      merged.push_back(clusters.top().total);
    }
    open_.swap(merged);
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
    result.axis = static_cast<std::size_t>(std::ranges::max_element(spread) - spread.begin());
    return result;
  }

  const RumorLaw<double>& law_;
  const RumorSymmetry& symmetry_;
  double width_;
  std::size_t most_stored_, most_;
  std::uint64_t budget_;
  std::vector<Vector> open_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  ///< rounded direction to place in open_
};

/// Searches with more and more prefixes to a layer, until the bracket is narrow enough or the expansions are spent.
Bracket delta_of_pair(const RumorLaw<double>& law, const RumorSymmetry& symmetry, int i, int j, double epsilon, const RumorEffort& effort) {
  const double factor = std::exp(epsilon);
  Vector start = law.start(i);
  const Vector other = law.start(j);
  for (std::size_t x = 0; x < start.size(); ++x) start[x] -= factor * other[x];

  // The lower end falls short of the truth by about most^-1.4 (measured), the upper end exceeds it by far more: extrapolate the lower.
  constexpr double order = 1.4;
  double lower = 0.0, upper = 1.0, estimate = 0.5, previous = -1.0;
  double most = 16.0, growth = 4.0;
  for (std::uint64_t spent = 0; upper - lower > effort.width && spent < effort.expansions;) {
    DeltaSearch search(law, symmetry, effort.width, static_cast<std::size_t>(most), effort.expansions - spent);
    search.run(start);
    spent += search.expanded;
    lower = std::max(lower, search.lower);
    upper = std::min(upper, search.lower + search.error);
    estimate = (lower + upper) / 2.0;
    if (upper - lower > effort.width && previous >= 0.0) {
      estimate = search.lower + std::max(0.0, search.lower - previous) / (std::pow(growth, order) - 1.0);
    }
    previous = search.lower;
    growth = std::min(4.0, 0.8 * static_cast<double>(effort.expansions - spent) / static_cast<double>(search.expanded));
    if (growth < 1.5) break;
    most *= growth;
  }
  const double slack = rounding * (1.0 + factor);
  lower = std::clamp(lower - slack, 0.0, 1.0);
  upper = std::clamp(upper + slack, lower, 1.0);
  return {lower, std::clamp(estimate, lower, upper), upper};
}

}  // namespace

Bracket rumor_delta(const RumorLaw<double>& law, int i, int j, double epsilon, const RumorEffort& effort) {
  require_non_negative("rumor_delta", "epsilon", epsilon);
  return delta_of_pair(law, RumorSymmetry(law), i, j, epsilon, effort);
}

Bracket rumor_delta(const RumorLaw<double>& law, double epsilon, const RumorEffort& effort) {
  require_non_negative("rumor_delta", "epsilon", epsilon);
  const RumorSymmetry symmetry(law);
  double lower = 0.0, estimate = 0.0, upper = 0.0;
  for (const auto& [i, j] : rumor_source_pairs(law.world())) {
    const Bracket pair = delta_of_pair(law, symmetry, i, j, epsilon, effort);
    lower = std::max(lower, pair.lower());
    estimate = std::max(estimate, pair.estimate());
    upper = std::max(upper, pair.upper());
  }
  return {lower, estimate, upper};
}

}  // namespace hearsay::accounting
