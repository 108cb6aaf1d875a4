// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/first_arrivals.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

#include <hearsay/core/error.hpp>
#include <hearsay/core/infinity.hpp>

namespace hearsay::accounting {

namespace {

constexpr double unit = 0x1p-53;
/// Below it a quotient is not trusted.
constexpr double smallest = 1e-290;
constexpr std::int64_t between_tests = 8;

/// How a walk that met no exit goes on: every component falls by a factor in [low, high] in two steps.
struct Factors {
  double low = 0.0, high = 0.0;
};

/// Nodes that are connected without the exits, with the entries of W between them, and those to the exits.
struct Piece {
  std::vector<graph::Node> nodes;
  std::vector<std::int64_t> rows{0};  ///< of entries that come to a node
  std::vector<std::uint32_t> from;
  std::vector<double> weights;
  std::vector<std::vector<std::pair<std::uint32_t, double>>> exits;  ///< [exit]: what comes to it
  std::int64_t most = 0;                                             ///< entries that come to one place
};

/// The root of a tree of parents, whose paths are halved.
graph::Node root_of(std::vector<graph::Node>& parents, graph::Node a) {
  while (parents[a] != a) a = parents[a] = parents[parents[a]];
  return a;
}

std::vector<Piece> pieces_of(const graph::GossipMatrix& back, const std::vector<graph::Node>& exits) {
  const auto n = static_cast<std::size_t>(back.rows());
  constexpr auto none = static_cast<std::size_t>(-1);
  std::vector<std::size_t> exit_of(n, none), piece(n, none);
  for (std::size_t e = 0; e < exits.size(); ++e) exit_of[exits[e]] = e;
  std::vector<graph::Node> parents(n);
  std::iota(parents.begin(), parents.end(), graph::Node{0});
  const auto each_entry = [&](std::size_t to, auto visit) {
    for (graph::GossipMatrix::InnerIterator entry(back, static_cast<Eigen::Index>(to)); entry; ++entry)
      if (entry.value() != 0.0) visit(static_cast<graph::Node>(entry.col()), entry.value());
  };
  for (std::size_t to = 0; to < n; ++to)
    each_entry(to, [&](graph::Node from, double) {
      if (exit_of[to] == none && exit_of[from] == none)
        parents[root_of(parents, static_cast<graph::Node>(to))] = root_of(parents, from);
    });
  std::vector<Piece> pieces;
  std::vector<std::uint32_t> local(n, 0);
  for (std::size_t a = 0; a < n; ++a) {
    if (exit_of[a] != none) continue;
    const auto root = root_of(parents, static_cast<graph::Node>(a));
    if (piece[root] == none) {
      piece[root] = pieces.size();
      pieces.emplace_back().exits.resize(exits.size());
    }
    piece[a] = piece[root];
    local[a] = static_cast<std::uint32_t>(pieces[piece[a]].nodes.size());
    pieces[piece[a]].nodes.push_back(static_cast<graph::Node>(a));
  }
  for (auto& one : pieces)
    for (const auto a : one.nodes) {
      each_entry(a, [&](graph::Node from, double weight) {
        if (exit_of[from] != none) return;
        one.from.push_back(local[from]);
        one.weights.push_back(weight);
      });
      one.rows.push_back(static_cast<std::int64_t>(one.from.size()));
      one.most = std::max(one.most, one.rows.back() - one.rows[one.rows.size() - 2]);
    }
  for (std::size_t e = 0; e < exits.size(); ++e)
    each_entry(exits[e], [&](graph::Node from, double weight) {
      if (exit_of[from] != none) return;
      auto& entries = pieces[piece[from]].exits[e];
      entries.emplace_back(local[from], weight);
      pieces[piece[from]].most = std::max(pieces[piece[from]].most, static_cast<std::int64_t>(entries.size()));
    });
  return pieces;
}

/// The law of a walk within a piece, step by step.
class UnmetWalk {
 public:
  UnmetWalk(const Piece& piece, const std::vector<double>& start) : piece_(&piece) {
    for (const auto a : piece.nodes) now_.push_back(start[a]);
    last_.resize(now_.size());
    before_.resize(now_.size());
  }

  [[nodiscard]] double chance() const {
    long double sum = 0.0L;
    for (const double x : now_) sum += x;
    return static_cast<double>(sum);
  }

  /// What goes to this exit in the next step.
  [[nodiscard]] double leaves(std::size_t exit) const {
    double sum = 0.0;
    for (const auto& [from, weight] : piece_->exits[exit]) sum += weight * now_[from];
    return sum;
  }

  void step() {
    std::swap(before_, last_);
    std::swap(last_, now_);
    for (std::size_t a = 0; a < now_.size(); ++a) {
      double sum = 0.0;
      for (auto i = static_cast<std::size_t>(piece_->rows[a]); i < static_cast<std::size_t>(piece_->rows[a + 1]); ++i)
        sum += piece_->weights[i] * last_[piece_->from[i]];
      now_[a] = sum;
    }
  }

  /// Relative error of a component by one step.
  [[nodiscard]] double rounding() const { return (static_cast<double>(piece_->most) + 2.0) * unit; }

  /// None before every component that can be reached was. @pre two steps were made.
  [[nodiscard]] std::optional<Factors> factors() const {
    double low = infinity, high = 0.0;
    for (std::size_t a = 0; a < now_.size(); ++a) {
      if (before_[a] == 0.0 && now_[a] == 0.0) continue;
      if (!(before_[a] > smallest && now_[a] > smallest)) return std::nullopt;
      const double factor = now_[a] / before_[a];
      low = std::min(low, factor), high = std::max(high, factor);
    }
    const double slack = 3.0 * rounding() + 2.0 * unit;
    return high == 0.0 ? Factors{} : Factors{low * (1.0 - slack), high * (1.0 + slack)};
  }

 private:
  const Piece* piece_;
  std::vector<double> now_, last_, before_;
};

/// The arrivals of all pieces together: sums in long double, so that they round but once.
struct ArrivalSums {
  std::vector<std::vector<long double>> at;
  std::vector<long double> alive;

  ArrivalSums(std::size_t exits, std::int64_t steps)
      : at(exits, std::vector<long double>(static_cast<std::size_t>(steps) + 1, 0.0L)),
        alive(at.front().size(), 0.0L) {}

  [[nodiscard]] Arrivals rounded() const {
    const auto doubles = [](const std::vector<long double>& sums) {
      std::vector<double> found;
      found.reserve(sums.size());
      for (const auto x : sums) found.push_back(static_cast<double>(x));
      return found;
    };
    Arrivals arrivals{.at = {}, .alive = doubles(alive)};
    for (const auto& sums : at) arrivals.at.push_back(doubles(sums));
    return arrivals;
  }
};

/// Adds values that fall by `factor` every two steps: the next belongs to `first`, and stands after `last[0], last[1]`.
void extrapolate(std::vector<long double>& sums, std::array<double, 2> last, std::size_t first, double factor) {
  for (std::size_t t = first; t < sums.size() && (last[0] > 0.0 || last[1] > 0.0); ++t) {
    const double next = last[0] * factor;
    sums[t] += next;
    last = {last[1], next};
  }
}

/// How far a piece is walked.
struct Patience {
  std::int64_t steps = 1;  ///< of the walk
  std::int64_t most = 1;   ///< that may be computed without an end in sight
};

/// One start in one piece. @return the error of each step.
double walk_on(const Piece& piece, const std::vector<double>& start, const Patience& patience, const Stop& stop,
               ArrivalSums& sums, std::int64_t& walked) {
  UnmetWalk walk(piece, start);
  const double rounding = walk.rounding();
  const auto horizon = static_cast<double>(patience.steps);
  const double wanted = std::max(1e-10, 4.0 * rounding * horizon);
  std::vector<std::array<double, 2>> last(sums.at.size() + 1, {0.0, 0.0});
  const auto record = [&](std::size_t i, std::vector<long double>& series, std::int64_t t, double x) {
    series[static_cast<std::size_t>(t)] += x;
    last[i] = {last[i][1], x};
  };
  record(sums.at.size(), sums.alive, 0, walk.chance());
  if (last.back()[1] == 0.0) return 0.0;
  for (std::int64_t t = 1; t <= patience.steps; ++t) {
    for (std::size_t e = 0; e < sums.at.size(); ++e) record(e, sums.at[e], t, walk.leaves(e));
    walk.step();
    record(sums.at.size(), sums.alive, t, walk.chance());
    walked = std::max(walked, t);
    if (t % between_tests != 0 || t == patience.steps) continue;
    if (stop && stop()) throw Interrupted();
    const auto factors = walk.factors();
    if (!factors) continue;
    const double error = factors->high == 0.0 ? 0.0 : 0.25 * std::log(factors->high / factors->low) + 4.0 * unit;
    if (error * horizon <= wanted || (t >= patience.most && error * horizon <= 1e-4)) {
      const double factor = std::sqrt(factors->low * factors->high);
      const auto next = static_cast<std::size_t>(t) + 1;
      for (std::size_t e = 0; e < sums.at.size(); ++e) extrapolate(sums.at[e], last[e], next, factor);
      extrapolate(sums.alive, last.back(), next, factor);
      return std::max(error, rounding);
    }
    if (t >= patience.most)
      throw Error(
          Errc::too_large, "first_arrivals",
          fmt::format("after {} steps the walk has not mixed: its law falls by factors from {:.9g} to {:.9g} in "
                      "two steps, too far apart for the remaining {} steps; use fewer steps",
                      t, factors->low, factors->high, patience.steps - t));
  }
  return rounding;
}

}  // namespace

FirstArrivals first_arrivals(const graph::GossipMatrix& back, const std::vector<graph::Node>& exits,
                             const std::vector<std::vector<double>>& starts, std::int64_t steps, double deviation,
                             const Stop& stop, double most_operations) {
  FirstArrivals found;
  const auto pieces = pieces_of(back, exits);
  for (const auto& start : starts) {
    ArrivalSums sums(exits.size(), steps);
    for (std::size_t e = 0; e < exits.size(); ++e) sums.at[e][0] = start[exits[e]];
    for (const auto& piece : pieces) {
      const auto size = static_cast<double>(piece.weights.size() + piece.nodes.size() + 1);
      const Patience patience{.steps = steps,
                              .most = std::max<std::int64_t>(1, static_cast<std::int64_t>(most_operations / size))};
      found.per_step = std::max(found.per_step, walk_on(piece, start, patience, stop, sums, found.walked));
    }
    found.from.push_back(sums.rounded());
  }
  // A sum over all nodes and pieces rounds less than one step does, but not before the first one.
  found.per_step = 1.01 * (found.per_step + deviation) + 2.0 * unit + static_cast<double>(back.rows()) * 0x1p-62;
  return found;
}

}  // namespace hearsay::accounting
