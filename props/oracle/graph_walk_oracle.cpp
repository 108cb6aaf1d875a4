// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/graph_walk_oracle.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace hearsay::props::oracle {

namespace {

/// A gap of so many hidden steps: its probability, and the mean of what the target moves the reading by, times it.
struct Gap {
  Rational chance = 0, moved = 0;
};

Rational hidden_variance(const Rational& contraction, int hidden) {
  Rational sum = 0, power = 1;
  for (int j = 0; j < hidden; ++j) sum += power, power *= contraction * contraction;
  return sum;
}

Rational gap_loss(const Gap& gap, const Rational& variance) {
  return gap.chance == 0 ? Rational(0) : Rational(gap.moved * gap.moved / (gap.chance * variance));
}

/// Of the walks that leave `start` and have not met the observer.
struct Hidden {
  std::vector<Gap> gaps;  ///< [m]: read after m hidden steps
  Row unread;             ///< [m]: not read after m hidden steps
};

Hidden hidden_walk(const TokenWalk& walk, const Row& start) {
  const std::size_t n = walk.w.size();
  Hidden found;
  found.gaps.push_back({start[walk.observer], 0});
  Row at = start, moved(n);
  at[walk.observer] = 0;
  for (int m = 1; m <= walk.steps; ++m) {
    for (std::size_t a = 0; a < n; ++a) moved[a] *= walk.contraction;
    moved[walk.target] += at[walk.target];
    Row next(n), next_moved(n);
    for (std::size_t a = 0; a < n; ++a) {
      for (std::size_t b = 0; b < n; ++b) {
        next[b] += at[a] * walk.w[a][b];
        next_moved[b] += moved[a] * walk.w[a][b];
      }
    }
    found.gaps.push_back({next[walk.observer], next_moved[walk.observer]});
    Rational left = 0;
    for (const auto& chance : at) left += chance;
    found.unread.push_back(left);
    next[walk.observer] = next_moved[walk.observer] = 0;
    at = std::move(next), moved = std::move(next_moved);
  }
  Rational left = 0;
  for (const auto& chance : at) left += chance;
  found.unread.push_back(left);
  return found;
}

Row uniform(std::size_t n) { return Row(n, Rational(1, static_cast<long>(n))); }

}  // namespace

Rational walk_limit(const TokenWalk& walk) {
  const auto first = hidden_walk(walk, uniform(walk.w.size()));
  const auto later = hidden_walk(walk, walk.w[walk.observer]);
  std::vector<Rational> short_gaps(static_cast<std::size_t>(walk.steps) + 1);  // [r]: of the gaps that r steps hold
  Rational sum = 0;
  for (int m = 1; m <= walk.steps; ++m) {
    const auto variance = hidden_variance(walk.contraction, m);
    const auto i = static_cast<std::size_t>(m);
    sum += gap_loss(first.gaps[i], variance);
    if (m < walk.steps) short_gaps[i + 1] = short_gaps[i] + gap_loss(later.gaps[i], variance);
  }
  Row at = uniform(walk.w.size());
  for (int t = 0; t < walk.steps; ++t) {
    sum += at[walk.observer] * short_gaps[static_cast<std::size_t>(walk.steps - t)];
    at = multiply({at}, walk.w).front();
  }
  return sum;
}

Rational walk_limit_given(const TokenWalk& walk, int most) {
  const auto first = hidden_walk(walk, uniform(walk.w.size()));
  const auto later = hidden_walk(walk, walk.w[walk.observer]);
  const auto steps = static_cast<std::size_t>(walk.steps), readings = static_cast<std::size_t>(most);
  // [t][j]: the observer holds the token at t, its j-th reading: probability, and mean loss so far times it.
  std::vector chance(steps + 1, Row(readings + 1)), loss(steps + 1, Row(readings + 1));
  chance[0][0] = Rational(1, static_cast<long>(walk.w.size()));
  Rational kept = first.unread[steps], total = 0;
  for (std::size_t t = 0; t <= steps; ++t) {
    for (std::size_t j = 0; j <= readings; ++j) {
      if (j == 1 && t > 0) {
        chance[t][1] += first.gaps[t].chance;
        loss[t][1] += gap_loss(first.gaps[t], hidden_variance(walk.contraction, static_cast<int>(t)));
      }
      for (std::size_t s = 0; j > 0 && s < t; ++s) {
        const auto& gap = later.gaps[t - s - 1];
        chance[t][j] += chance[s][j - 1] * gap.chance;
        loss[t][j] += loss[s][j - 1] * gap.chance;
        if (gap.moved != 0) {
          const auto variance = hidden_variance(walk.contraction, static_cast<int>(t - s - 1));
          loss[t][j] += chance[s][j - 1] * gap_loss(gap, variance);
        }
      }
      const Rational end = t == steps ? Rational(1) : later.unread[steps - t - 1];
      kept += chance[t][j] * end;
      total += loss[t][j] * end;
    }
  }
  return total / kept;
}

Rational listed_walk_limit(const TokenWalk& walk) {
  struct View {
    Rational chance = 0;
    Row moved;  ///< a reading each, times the probability
  };
  const std::size_t n = walk.w.size();
  std::map<std::vector<int>, View> views;
  std::vector<int> times;
  Row moved;
  const std::function<void(int, std::size_t, Rational, Rational)> go = [&](int t, std::size_t at,
                                                                           const Rational& chance, Rational shift) {
    if (chance == 0) return;
    const bool reads = at == walk.observer && t > 0;
    if (reads) times.push_back(t), moved.push_back(shift);
    if (at == walk.observer) shift = 0;
    if (t == walk.steps) {
      auto& view = views[times];
      view.moved.resize(moved.size());
      view.chance += chance;
      for (std::size_t i = 0; i < moved.size(); ++i) view.moved[i] += chance * moved[i];
    } else {
      const Rational next =
          at == walk.observer ? Rational(0) : Rational(walk.contraction * shift + (at == walk.target ? 1 : 0));
      for (std::size_t b = 0; b < n; ++b) go(t + 1, b, chance * walk.w[at][b], next);
    }
    if (reads) times.pop_back(), moved.pop_back();
  };
  // A walk that begins at the observer is another view than one that does not: -1 marks it.
  for (std::size_t a = 0; a < n; ++a) {
    times.clear();
    if (a == walk.observer) times.push_back(-1), moved.push_back(0);
    go(0, a, Rational(1, static_cast<long>(n)), 0);
    moved.clear();
  }
  Rational sum = 0;
  for (const auto& [at, view] : views) {
    const bool begins = !at.empty() && at.front() == -1;
    for (std::size_t i = begins ? 1 : 0; i < at.size(); ++i) {
      const int before = i == 0 ? -1 : at[i - 1] == -1 ? 0 : at[i - 1];
      const int hidden = at[i] - before - 1;
      if (hidden > 0) sum += gap_loss({view.chance, view.moved[i]}, hidden_variance(walk.contraction, hidden));
    }
  }
  return sum;
}

Rational power_series(const Matrix& w, std::size_t from, std::size_t to, int steps) {
  Row at(w.size());
  at[from] = 1;
  Rational sum = 0;
  for (int i = 1; i <= steps; ++i) {
    at = multiply({at}, w).front();
    sum += at[to] / i;
  }
  return sum;
}

Row first_hits(const Matrix& w, std::size_t from, std::size_t to, int steps) {
  Row at(w.size()), hits;
  at[from] = 1;
  for (int t = 1; t <= steps; ++t) {
    at = multiply({at}, w).front();
    hits.push_back(at[to]);
    at[to] = 0;
  }
  return hits;
}

Rational harmonic(int n) {
  Rational sum = 0;
  for (int i = 1; i <= n; ++i) sum += Rational(1, i);
  return sum;
}

Interval logarithm(int n) {
  Interval sum = point(0);
  for (int k = 2; k <= n; ++k) {  // ln(k/(k-1)) = 2 sum_j y^(2j+1)/(2j+1), y = 1/(2k-1) <= 1/3
    const Rational y(1, 2L * k - 1);
    Rational power = y, low = 0;
    for (int j = 0; j < 20; ++j) {
      low += 2 * power / (2 * j + 1);
      power *= y * y;
    }
    sum = sum + Interval{low, low + 2 * power / (1 - y * y)};
  }
  return sum;
}

Rational visit_square(const Row& factors, std::size_t local) {
  Rational mean = 0, variance = 0;
  for (std::size_t i = 0; i < factors.size(); ++i) {
    mean *= factors[i];
    variance *= factors[i] * factors[i];
    variance += 1;
    if (i < local) mean += 1;
  }
  return mean * mean / variance;
}

}  // namespace hearsay::props::oracle
