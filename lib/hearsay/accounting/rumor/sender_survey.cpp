// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/sender_survey.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <hearsay/accounting/rumor/first_sender_loss.hpp>
#include <hearsay/core/infinity.hpp>
#include <hearsay/core/rounding.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::accounting {

namespace {

using linalg::Index;
using LawMatrix = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr std::size_t block_pairs = FirstSender::block / 2;  ///< whose laws are solved for together
constexpr std::size_t tile = 8;                              ///< rows of the matrix that are compared with all others

struct PairBlock {
  std::array<SenderPair, block_pairs> pairs;
};

void widen(Ends& worst, const Ends& other) {
  worst.lower = std::max(worst.lower, other.lower);
  worst.estimate = std::max(worst.estimate, other.estimate);
  worst.upper = std::max(worst.upper, other.upper);
}

/// All laws, as rows, and what is known of them.
struct AllLaws {
  LawMatrix probability;
  std::vector<SenderErrors> errors;
  std::vector<Ends> own;
};

AllLaws all_laws_of(const FirstSender& first, const Execution& execution) {
  const auto& part = first.part();
  const std::size_t n = part.size(), blocks = (n + FirstSender::block - 1) / FirstSender::block;
  AllLaws all{.probability = LawMatrix(static_cast<Eigen::Index>(n), static_cast<Eigen::Index>(part.tellers.size())),
              .errors = std::vector<SenderErrors>(n),
              .own = std::vector<Ends>(n)};
  parallel_for(blocks, execution, "systems", [&](std::size_t b) {
    std::vector<Index> sources;
    for (std::size_t i = b * FirstSender::block; i < std::min(n, (b + 1) * FirstSender::block); ++i)
      sources.push_back(static_cast<Index>(i));
    for (const auto& law : first.laws(sources)) {
      all.probability.row(law.source) = law.probability.transpose().array();
      all.errors[law.source] = law.errors;
      all.own[law.source] = first.own(law);
    }
  });
  return all;
}

/// What is known of one source while it is compared with the others.
class NodeTally {
 public:
  NodeTally(Index source, const Ends& own)
      : node_{.source = source, .against = source, .against_within = source, .own = own} {}
  [[nodiscard]] Index source() const { return node_.source; }

  void add(Index other, const Ends& delta, bool within) {
    if (delta.estimate > node_.delta.estimate || others_ == 0) node_.against = other;
    if (within && (delta.estimate > node_.delta_within.estimate || node_.against_within == node_.source))
      node_.against_within = other;
    widen(node_.delta, delta);
    if (within) widen(node_.delta_within, delta);
    sum_.lower += delta.lower, sum_.estimate += delta.estimate, sum_.upper += delta.upper;
    ++others_;
  }

  [[nodiscard]] SenderNode node() const {
    auto node = node_;
    node.delta_mean = mean_of(sum_, others_);
    return node;
  }

  /// A sum of `count` numbers of [0, 1] over the count, rounding included.
  [[nodiscard]] static Ends mean_of(const Ends& sum, std::size_t count) {
    if (count == 0) return {};
    const double n = static_cast<double>(count), rounding = 2.0 * n * unit_roundoff;
    const double mean = std::min(1.0, sum.estimate / n);
    return Bracket(std::clamp(sum.lower / n - rounding, 0.0, mean), mean,
                   std::max(mean, std::min(1.0, sum.upper / n + rounding)));
  }

 private:
  SenderNode node_;
  Ends sum_;
  std::size_t others_ = 0;
};

struct NodeTile {
  std::array<SenderNode, tile> nodes;
};

/// Compares some sources with all others: a row of the matrix serves all of them while it is in the cache.
NodeTile tile_against_all(const HonestPart& part, const AllLaws& all, Index begin, double factor) {
  std::vector<NodeTally> tallies;
  for (Index i = begin; i < std::min<std::size_t>(part.size(), begin + tile); ++i) tallies.emplace_back(i, all.own[i]);
  for (Index j = 0; j < part.size(); ++j) {
    const auto other = all.probability.row(j);
    for (auto& tally : tallies) {
      const Index i = tally.source();
      if (i == j) continue;
      Ends delta;
      if (const auto known = delta_without_laws(part, i, j)) {
        delta = Bracket::exact(*known);
      } else {
        delta = rounded_delta((all.probability.row(i) - factor * other).max(0.0).sum(), part.tellers.size(),
                              all.errors[i], all.errors[j], factor);
      }
      tally.add(j, delta, part.component[i] == part.component[j]);
    }
  }
  NodeTile nodes;
  for (std::size_t k = 0; k < tallies.size(); ++k) nodes.nodes[k] = tallies[k].node();
  return nodes;
}

/// The smallest probability of every teller over the sources of its component, and the largest relative error.
struct Floor {
  Eigen::ArrayXd probability;
  double relative = 0.0;
};

Floor floor_of(const HonestPart& part, const AllLaws& all) {
  Floor floor{.probability = Eigen::ArrayXd::Constant(all.probability.cols(), infinity)};
  for (Index j = 0; j < part.size(); ++j) {
    if (!part.is_heard(j)) continue;
    floor.relative = std::max(floor.relative, all.errors[j].relative);
    for (std::size_t t = 0; t < part.tellers.size(); ++t) {
      if (part.component[part.tellers[t]] != part.component[j]) continue;
      auto& least = floor.probability[static_cast<Eigen::Index>(t)];
      least = std::min(least, all.probability(j, static_cast<Eigen::Index>(t)));
    }
  }
  return floor;
}

/// max over j of the component and v of ln P_i(v) / P_j(v).
Ends pure_epsilon_within(const HonestPart& part, const AllLaws& all, const Floor& floor, Index i) {
  if (!part.is_heard(i)) return {};
  double ratio = 0.0;
  for (std::size_t t = 0; t < part.tellers.size(); ++t) {
    if (part.component[part.tellers[t]] != part.component[i]) continue;
    const auto column = static_cast<Eigen::Index>(t);
    const double least = floor.probability[column];
    ratio = std::max(ratio, least > 0.0 ? all.probability(i, column) / least : infinity);
  }
  return rounded_pure_epsilon(ratio, all.errors[i].relative, floor.relative);
}

/// (1/|H|) (sum_v P_v(v) + 1 if some source is never heard).
Ends map_success_of(const HonestPart& part, const AllLaws& all) {
  Ends sum;
  bool silence = false;
  for (Index v = 0; v < part.size(); ++v) {
    sum.lower += all.own[v].lower, sum.estimate += all.own[v].estimate, sum.upper += all.own[v].upper;
    silence = silence || !part.is_heard(v);
  }
  if (silence) sum.lower += 1.0, sum.estimate += 1.0, sum.upper += 1.0;
  return NodeTally::mean_of(sum, part.size());
}

/// min over tellers v of (sum_j P_j(v)) / P_v(v) - 1, and of what is never observed the number of other such sources.
Ends uncertainty_of(const FirstSender& first, const AllLaws& all) {
  const auto& part = first.part();
  const auto sums = first.all_sources();
  double lower = infinity, estimate = infinity, upper = infinity, silent = 0.0;
  for (Index v = 0; v < part.size(); ++v) silent += part.is_heard(v) ? 0.0 : 1.0;
  if (silent > 0.0) lower = estimate = upper = silent - 1.0;
  for (std::size_t t = 0; t < part.tellers.size(); ++t) {
    const double sum = sums.probability[static_cast<Eigen::Index>(t)], error = sums.errors.relative;
    const auto& own = all.own[part.tellers[t]];
    const double odds = std::max(0.0, sum / own.estimate - 1.0), rounding = 8.0 * unit_roundoff * (odds + 1.0);
    estimate = std::min(estimate, odds);
    lower = std::min(lower, error < 1.0 ? std::max(0.0, sum * (1.0 - error) / own.upper - 1.0 - rounding) : 0.0);
    upper =
        std::min(upper, own.lower > 0.0 ? std::max(0.0, sum * (1.0 + error) / own.lower - 1.0 + rounding) : infinity);
  }
  return Bracket(std::min(lower, estimate), estimate, std::max(estimate, upper));
}

/// What all sources come to at an epsilon, without pure epsilons. @throws Interrupted if that is cut short.
std::vector<SenderNode> nodes_at(const HonestPart& part, const AllLaws& all, double epsilon,
                                 const Execution& execution) {
  const double factor = std::exp(epsilon);
  const std::size_t tiles = (part.size() + tile - 1) / tile;
  const auto found = parallel_map<NodeTile>(tiles, execution, "blocks of sources", [&](std::size_t t) {
    return tile_against_all(part, all, static_cast<Index>(t * tile), factor);
  });
  if (found.size() < tiles) throw Interrupted();
  std::vector<SenderNode> nodes;
  for (Index i = 0; i < part.size(); ++i) nodes.push_back(found[i / tile].nodes[i % tile]);
  return nodes;
}

/// The largest epsilon(delta): that of the worst pair at one epsilon is the next epsilon, until no pair is above delta.
Ends largest_epsilon(const FirstSender& first, const AllLaws& all, double delta, const Execution& execution) {
  constexpr int most_rounds = 60;
  double lower = 0.0, at = 0.0;
  for (int round = 0; round < most_rounds; ++round) {
    const auto nodes = nodes_at(first.part(), all, at, execution);
    const auto worst = std::ranges::max_element(
        nodes, [](const SenderNode& a, const SenderNode& b) { return a.delta.upper < b.delta.upper; });
    if (worst->delta.upper <= delta) return Bracket(std::min(lower, at), at, at);
    const Index pair[] = {worst->source, worst->against};
    const auto laws = first.laws(pair);
    const auto epsilon = sender_epsilon(first.part(), laws[0], laws[1], delta);
    lower = std::max(lower, epsilon.lower());
    if (epsilon.upper() > largest_sender_epsilon) break;
    at = std::max(epsilon.upper(), at * (1.0 + 1e-12) + 1e-15);  // another pair may be above by rounding alone
  }
  return Bracket(lower, infinity, infinity);
}

bool several_outcomes_apart(const HonestPart& part) {
  for (Index v = 1; v < part.size(); ++v) {
    if (delta_without_laws(part, 0, v) == 1.0) return true;
  }
  return false;
}

}  // namespace

std::vector<SenderPair> survey_pairs(const FirstSender& first, std::span<const std::pair<Index, Index>> pairs,
                                     const SenderPoint& at, const Execution& execution) {
  const std::size_t blocks = (pairs.size() + block_pairs - 1) / block_pairs;
  const auto found = parallel_map<PairBlock>(blocks, execution, "blocks of pairs", [&](std::size_t b) {
    PairBlock block;
    const auto some = pairs.subspan(b * block_pairs, std::min(block_pairs, pairs.size() - b * block_pairs));
    std::vector<Index> sources;
    for (const auto& [i, j] : some) sources.insert(sources.end(), {i, j});
    const auto laws = first.laws(sources);
    for (std::size_t k = 0; k < some.size(); ++k) {
      const auto &i = laws[2 * k], &j = laws[2 * k + 1];
      block.pairs[k] = {.source = i.source,
                        .against = j.source,
                        .delta = sender_delta(first.part(), i, j, at.epsilon),
                        .pure_epsilon = sender_pure_epsilon(first.part(), i, j),
                        .own = first.own(i)};
      if (at.delta) block.pairs[k].epsilon = sender_epsilon(first.part(), i, j, *at.delta);
    }
    return block;
  });
  std::vector<SenderPair> all;
  for (const auto& block : found) {
    for (const auto& pair : block.pairs) {
      if (all.size() < pairs.size()) all.push_back(pair);
    }
  }
  return all;
}

double survey_numbers(const HonestPart& part) {
  return double{1.0} * part.size() * static_cast<double>(part.tellers.size());
}

SenderSurvey survey_all(const FirstSender& first, const SenderPoint& at, const Execution& execution) {
  const auto& part = first.part();
  const auto all = all_laws_of(first, execution);
  const auto floor = floor_of(part, all);
  SenderSurvey survey{.nodes = nodes_at(part, all, at.epsilon, execution),
                      .map_success = map_success_of(part, all),
                      .uncertainty = uncertainty_of(first, all)};
  for (auto& node : survey.nodes) {
    node.pure_epsilon_within = pure_epsilon_within(part, all, floor, node.source);
    widen(survey.delta, node.delta);
    widen(survey.pure_epsilon, node.pure_epsilon_within);
  }
  if (several_outcomes_apart(part)) survey.pure_epsilon = Bracket::exact(infinity);
  if (at.delta) survey.epsilon = largest_epsilon(first, all, *at.delta, execution);
  return survey;
}

}  // namespace hearsay::accounting
