// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/token/walk/graph_walk.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::string_view where = "walk_gaps";

/// @return the largest distance of a row's sum from 1.
double require_walk(const GraphWalk& walk) {
  if (walk.steps < 1) throw Error(Errc::domain, where, fmt::format("steps = {} must be at least 1", walk.steps));
  if (walk.observer == walk.target) {
    throw Error(Errc::conditions, where, fmt::format("node {} cannot be both observer and target", walk.target));
  }
  if (walk.others == OtherData::in_range)
    throw Error(Errc::conditions, where, "for contributions within a range no bound is known on a graph");
  double deviation = 0.0;
  for (Eigen::Index a = 0; a < walk.w.outerSize(); ++a) {
    double sum = 0.0;
    for (graph::GossipMatrix::InnerIterator entry(walk.w, a); entry; ++entry) {
      if (entry.value() < 0.0)
        throw Error(Errc::domain, where,
                    fmt::format("W[{}][{}] = {} is not a probability", a, entry.col(), entry.value()));
      sum += entry.value();
    }
    if (!(std::abs(sum - 1.0) <= 1e-9))
      throw Error(Errc::domain, where, fmt::format("row {} of W sums to {}, not to 1", a, sum));
    deviation = std::max(deviation, std::abs(sum - 1.0));
  }
  return deviation;
}

/// Of WalkGaps: every step is a sum over a column of W, every gap one over passes, the end one over nodes and passes.
double accuracy_of(const GraphWalk& walk, double deviation) {
  std::vector<double> entries(static_cast<std::size_t>(walk.w.cols()), 0.0);
  for (Eigen::Index a = 0; a < walk.w.outerSize(); ++a)
    for (graph::GossipMatrix::InnerIterator entry(walk.w, a); entry; ++entry)
      ++entries[static_cast<std::size_t>(entry.col())];
  const double most = *std::ranges::max_element(entries), nodes = static_cast<double>(entries.size());
  return 1.01 * (walk.steps + 1.0) * ((2.0 * most + nodes + 8.0) * 0x1p-53 + deviation);
}

/// The invariant of the recursion. @throws Error(Errc::not_converged)
void require_sum(const WalkGaps& gaps) {
  const auto read = reading_chances(gaps);
  const double readings = std::accumulate(read.begin(), read.end(), 0.0);
  const auto sum = renewal_sum<double>(
      gaps, [&](std::size_t i) { return gaps.first[i].chance(); },
      [&](std::size_t i) { return gaps.later[i].chance(); });
  const double rounding = 4.0 * 0x1p-53 * (gaps.steps() + 8.0) * (readings + 1.0);  // of the sum along renewals
  if (!(std::abs(sum - 1.0) <= gaps.accuracy + rounding))
    throw Error(Errc::not_converged, where, fmt::format("the probabilities of all readings sum to {:.17g}", sum));
}

/// Where the token is after some hidden steps: P(node, passes of the target), the observer not met.
class HiddenWalk {
 public:
  HiddenWalk(const GraphWalk& walk, Eigen::VectorXd start) : walk_(walk), back_(walk.w.transpose()) {
    start(walk.observer) = 0.0;
    at_.resize(start.size(), 1);
    at_.col(0) = start;
    count_pass();
  }

  /// Probability that the token is still hidden.
  [[nodiscard]] double chance() const { return at_.sum(); }

  /// The observer holds the token next.
  [[nodiscard]] std::vector<double> into_observer() const {
    const Eigen::VectorXd enter = walk_.w.col(walk_.observer);
    const Eigen::VectorXd passes = at_.transpose() * enter;
    return {passes.begin(), passes.end()};
  }

  void step() {
    Eigen::MatrixXd next = back_ * at_;
    next.row(walk_.observer).setZero();
    at_ = std::move(next);
    count_pass();
  }

 private:
  void count_pass() {
    const Eigen::Index columns = at_.cols();
    at_.conservativeResize(Eigen::NoChange, columns + 1);
    at_.col(columns).setZero();
    const Eigen::RowVectorXd passes = at_.row(walk_.target).head(columns);
    at_.row(walk_.target).tail(columns) = passes;
    at_(walk_.target, 0) = 0.0;
  }

  GraphWalk walk_;
  graph::GossipMatrix back_;
  Eigen::MatrixXd at_;
};

}  // namespace

double WalkGap::chance() const { return std::accumulate(passes.begin(), passes.end(), 0.0); }

double WalkGap::limit(OtherData others) const {
  const double all = chance();
  if (hidden == 0 || all == 0.0) return 0.0;
  double sum = 0.0, squares = 0.0;
  for (std::size_t k = 0; k < passes.size(); ++k) {
    const auto count = static_cast<double>(k);
    sum += count * passes[k], squares += count * count * passes[k];
  }
  return (others == OtherData::anything ? squares : sum / all * sum) / hidden;
}

double WalkGap::second_moment(double mu, OtherData others) const {
  const double all = chance();
  if (hidden == 0 || all == 0.0) return all;
  const auto moment = [&](std::size_t j, std::size_t k) {
    return std::exp(mu * mu * static_cast<double>(j) * static_cast<double>(k) / hidden);
  };
  double sum = 0.0;
  for (std::size_t j = 0; j < passes.size(); ++j) {
    if (passes[j] == 0.0) continue;
    if (others == OtherData::anything) {
      sum += passes[j] * moment(j, j);
      continue;
    }
    for (std::size_t k = 0; k < passes.size(); ++k)
      if (passes[k] != 0.0) sum += passes[j] / all * passes[k] * moment(j, k);
  }
  return sum;
}

WalkGaps walk_gaps(const GraphWalk& walk) {
  const double deviation = require_walk(walk);
  const auto n = walk.w.rows();
  WalkGaps gaps{.starts_at_observer = 1.0 / static_cast<double>(n),
                .others = walk.others,
                .accuracy = accuracy_of(walk, deviation)};
  HiddenWalk first(walk, Eigen::VectorXd::Constant(n, 1.0 / static_cast<double>(n)));
  const Eigen::VectorXd leaving = walk.w.row(walk.observer).transpose();
  HiddenWalk later(walk, leaving);
  gaps.later.push_back({.hidden = 0, .passes = {leaving(walk.observer)}});
  gaps.no_later = {1.0, later.chance()};
  for (int m = 1; m <= walk.steps; ++m) {
    gaps.first.push_back({.hidden = m, .passes = first.into_observer()});
    first.step();
    if (m == walk.steps) break;
    gaps.later.push_back({.hidden = m, .passes = later.into_observer()});
    later.step();
    gaps.no_later.push_back(later.chance());
  }
  gaps.no_first = first.chance();
  require_sum(gaps);
  return gaps;
}

std::vector<double> reading_chances(const WalkGaps& gaps) {
  std::vector<double> read{gaps.starts_at_observer};
  std::vector<double> later;
  later.reserve(gaps.later.size());
  for (const auto& gap : gaps.later) later.push_back(gap.chance());
  for (std::size_t t = 1; t <= later.size(); ++t) {
    read.push_back(gaps.first[t - 1].chance());
    for (std::size_t s = 0; s < t; ++s) read[t] += read[s] * later[t - s - 1];
  }
  return read;
}

double graph_walk_renyi2(const WalkGaps& gaps, double mu) {
  require_non_negative("graph_walk_renyi2", "mu", mu);
  std::vector<double> first, later;
  for (const auto& gap : gaps.first) first.push_back(gap.second_moment(mu, gaps.others));
  for (const auto& gap : gaps.later) later.push_back(gap.second_moment(mu, gaps.others));
  const auto sum = renewal_sum<double>(
      gaps, [&](std::size_t i) { return first[i]; }, [&](std::size_t i) { return later[i]; });
  if (!std::isfinite(sum))
    throw Error(Errc::too_large, "graph_walk_renyi2",
                fmt::format("the divergence at mu = {} is above 709; use more noise", mu));
  return std::max(0.0, std::log(sum));
}

double graph_walk_limit(const WalkGaps& gaps) {
  const auto read = reading_chances(gaps);
  double sum = 0.0;
  for (const auto& gap : gaps.first) sum += gap.limit(gaps.others);
  double later = 0.0;  // of the gaps of at most r steps
  for (std::size_t r = 1; r < read.size(); ++r) {
    later += gaps.later[r - 1].limit(gaps.others);
    sum += read[read.size() - 1 - r] * later;
  }
  return sum;
}

}  // namespace hearsay::accounting
