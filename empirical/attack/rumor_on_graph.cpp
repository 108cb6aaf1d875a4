// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/rumor_on_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <hearsay/accounting/rumor/first_sender.hpp>
#include <hearsay/adversary/graph_rumor_senders.hpp>
#include <hearsay/core/error.hpp>
#include <hearsay/protocol/rumor/graph_rumor.hpp>
#include <hearsay/system/parallel_map.hpp>

namespace hearsay::empirical {

namespace {

constexpr const char* rumor_graph_where = "attack rumor";
constexpr std::size_t most_seen = 8;
constexpr std::array rumor_statistics = {RumorStatistic::walk, RumorStatistic::order, RumorStatistic::first,
                                         RumorStatistic::sequence};

/// Senders seen, run after run, and how many of each run.
struct SeenRuns {
  std::vector<graph::Node> senders;
  std::size_t each = 1;
  [[nodiscard]] std::size_t size() const { return senders.size() / each; }
  [[nodiscard]] std::span<const graph::Node> run(std::size_t i) const { return {senders.data() + i * each, each}; }
};

/// From the source that is attacked, and from the one against which it is told.
struct SeenPair {
  SeenRuns source, against;
};

struct SeenParts {
  SeenPair learn, choose, certify;
};

/// What the runs of a block, with both sources, are for.
enum class Part : std::uint32_t { learn, choose, certify };

/// All runs, in blocks: those that learn, that choose, and that certify.
class RumorGraphRuns {
 public:
  explicit RumorGraphRuns(const RumorGraphAttack& attack)
      : attack_(attack), curious_(attack.graph.nodes(), 0), each_(attack.muting == 0.0 ? 1 : most_seen) {
    for (const auto v : attack.curious) curious_[v] = 1;
  }

  /// @throws Interrupted if no run is there to certify.
  [[nodiscard]] SeenParts draw() const {
    const std::size_t blocks = static_cast<std::size_t>((attack_.runs + block - 1) / block);
    const auto drawn = parallel_map<std::vector<graph::Node>>(
        3 * blocks, attack_.execution, "blocks of runs",
        [&](std::size_t b) { return block_of(static_cast<Part>(b / blocks), b % blocks); });
    SeenParts parts;
    SeenPair* const kinds[] = {&parts.learn, &parts.choose, &parts.certify};
    for (std::size_t b = 0; b < drawn.size(); ++b) {
      const auto half = static_cast<std::ptrdiff_t>(drawn[b].size() / 2);
      auto& pair = *kinds[b / blocks];
      pair.source.senders.insert(pair.source.senders.end(), drawn[b].begin(), drawn[b].begin() + half);
      pair.against.senders.insert(pair.against.senders.end(), drawn[b].begin() + half, drawn[b].end());
    }
    for (auto* const pair : kinds) pair->source.each = pair->against.each = each_;
    if (parts.certify.source.size() == 0) throw Interrupted();
    return parts;
  }

 private:
  static constexpr std::uint64_t block = 64;

  /// The runs of a block from the source, then as many from the other.
  [[nodiscard]] std::vector<graph::Node> block_of(Part part, std::uint64_t number) const {
    const std::uint64_t first = number * block, count = std::min(block, attack_.runs - first);
    const auto purpose = part == Part::certify ? random::Purpose::attack : random::Purpose::selection;
    protocol::GraphRumor rumor(attack_.graph, attack_.muting);
    std::vector<graph::Node> seen(2 * count * each_);
    for (std::uint64_t k = 0; k < 2 * count; ++k) {
      const bool from_source = k < count;
      const auto trial = static_cast<std::uint32_t>(first + k % count);
      const auto address = 2 * static_cast<std::uint32_t>(part) + (from_source ? 0 : 1);
      random::Words words(attack_.execution.seed, purpose, trial, address);
      adversary::watch_honest_senders(rumor, curious_, from_source ? attack_.source : attack_.against, words,
                                      std::span(seen).subspan(k * each_, each_), attack_.execution.stop);
    }
    return seen;
  }

  const RumorGraphAttack& attack_;
  std::vector<char> curious_;
  std::size_t each_;
};

/// Log-ratios of counts, by place and node.
class LearnedRatios {
 public:
  LearnedRatios(const SeenPair& runs, std::size_t nodes) : nodes_(nodes), ratio_(runs.source.each * nodes, 0.0) {
    std::vector<double> against(ratio_.size(), 0.0);
    count(runs.source, ratio_);
    count(runs.against, against);
    for (std::size_t k = 0; k < ratio_.size(); ++k) ratio_[k] = std::log((ratio_[k] + 0.5) / (against[k] + 0.5));
  }
  [[nodiscard]] double operator()(std::size_t place, graph::Node v) const { return ratio_[place * nodes_ + v]; }

 private:
  void count(const SeenRuns& runs, std::vector<double>& counts) const {
    for (std::size_t k = 0; k < runs.senders.size(); ++k) counts[(k % runs.each) * nodes_ + runs.senders[k]] += 1.0;
  }

  std::size_t nodes_;
  std::vector<double> ratio_;
};

/// ln P_i(v)/P_j(v) by node, of the walk.
std::vector<double> walk_ratios(const accounting::FirstSender& walk, const RumorGraphAttack& attack) {
  const auto& part = walk.part();
  const linalg::Index sources[] = {part.number[attack.source], part.number[attack.against]};
  const auto laws = walk.laws(sources);
  std::vector<double> ratios(attack.graph.nodes(), 0.0);
  constexpr double least = std::numeric_limits<double>::min();
  for (std::size_t t = 0; t < part.tellers.size(); ++t) {
    const auto k = static_cast<Eigen::Index>(t);
    ratios[part.nodes[part.tellers[t]]] =
        std::log(std::max(laws[0].probability[k], least)) - std::log(std::max(laws[1].probability[k], least));
  }
  return ratios;
}

/// The score of what is seen of a run, by each statistic.
class RumorScores {
 public:
  RumorScores(const RumorGraphAttack& attack, const accounting::FirstSender& walk, const SeenPair& learn)
      : source_(attack.source),
        against_(attack.against),
        walk_(walk_ratios(walk, attack)),
        learned_(learn, attack.graph.nodes()) {}

  [[nodiscard]] double operator()(RumorStatistic statistic, std::span<const graph::Node> seen) const {
    switch (statistic) {
      case RumorStatistic::walk:
        return walk_[seen.front()];
      case RumorStatistic::order: {
        const auto one = std::ranges::find_if(seen, [&](auto v) { return v == source_ || v == against_; });
        return one == seen.end() ? 0.0 : *one == source_ ? 1.0 : -1.0;
      }
      case RumorStatistic::first:
        return learned_(0, seen.front());
      case RumorStatistic::sequence:
        break;
    }
    double sum = 0.0;
    for (std::size_t place = 0; place < seen.size(); ++place) sum += learned_(place, seen[place]);
    return sum;
  }
  [[nodiscard]] std::vector<double> of(RumorStatistic statistic, const SeenRuns& runs) const {
    std::vector<double> scores(runs.size());
    for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = (*this)(statistic, runs.run(i));
    return scores;
  }

 private:
  graph::Node source_, against_;
  std::vector<double> walk_;
  LearnedRatios learned_;
};

/// Chooses the statistic that bounds most on the runs that choose, and certifies by it on those that certify.
template <class Bound>
RumorGraphBound bounded(const SeenParts& parts, const RumorScores& scores, double alpha, const Bound& bound) {
  RumorGraphBound best;
  Scores chosen;
  double most = -1.0;
  for (const auto statistic : rumor_statistics) {
    auto positive = scores.of(statistic, parts.choose.source), negative = scores.of(statistic, parts.choose.against);
    const double threshold = choose_threshold(positive, negative, positive.size(), 0.5 * alpha, bound);
    const double value = bound(rates(count_alarms(positive, negative, threshold), 0.5 * alpha));
    if (value <= most) continue;
    most = value, best.statistic = statistic;
    chosen.choose_positive = std::move(positive), chosen.choose_negative = std::move(negative);
  }
  chosen.positive = scores.of(best.statistic, parts.certify.source);
  chosen.negative = scores.of(best.statistic, parts.certify.against);
  best.found = certify(chosen, alpha, bound);
  return best;
}

void require_rumor_attack(const RumorGraphAttack& attack) {
  require_unit(rumor_graph_where, "muting", attack.muting);
  require_non_negative(rumor_graph_where, "epsilon", attack.epsilon);
  if (attack.delta) require_open_unit(rumor_graph_where, "delta", *attack.delta);
  require_open_unit(rumor_graph_where, "confidence", attack.confidence);
  require_between(rumor_graph_where, "runs", static_cast<std::int64_t>(attack.runs), 10, 100'000'000);
  const auto& graph = attack.graph;
  for (const auto& [name, v] : {std::pair{"source", attack.source}, {"against", attack.against}}) {
    require_between(rumor_graph_where, name, v, 0, static_cast<std::int64_t>(graph.nodes()) - 1);
    if (std::ranges::find(attack.curious, v) != attack.curious.end())
      throw Error(Errc::domain, rumor_graph_where,
                  fmt::format("{} = {} must not be a curious node", name, graph.label(v)));
  }
  if (attack.source == attack.against)
    throw Error(Errc::domain, rumor_graph_where,
                fmt::format("source and against are both {}; they must differ", graph.label(attack.source)));
}

}  // namespace

std::string_view name_of(RumorStatistic statistic) {
  switch (statistic) {
    case RumorStatistic::walk:
      return "walk";
    case RumorStatistic::order:
      return "order";
    case RumorStatistic::first:
      return "first";
    case RumorStatistic::sequence:
      break;
  }
  return "sequence";
}

RumorGraphAttackResult attack_rumor_on_graph(const RumorGraphAttack& attack) {
  require_rumor_attack(attack);
  const accounting::FirstSender walk(attack.graph, attack.curious);
  for (const auto v : {attack.source, attack.against}) {
    if (walk.part().is_heard(walk.part().number[v])) continue;
    throw Error(Errc::conditions, rumor_graph_where,
                fmt::format("no message of a rumor from {} ever reaches a curious node", attack.graph.label(v)));
  }
  const auto parts = RumorGraphRuns(attack).draw();
  const RumorScores scores(attack, walk, parts.learn);
  const double alpha = (1.0 - attack.confidence) / (attack.delta ? 2.0 : 1.0);
  RumorGraphAttackResult result{
      .delta = bounded(parts, scores, alpha, [&](const Rates& r) { return delta_lower(r, attack.epsilon); }),
      .epsilon = std::nullopt,
      .runs = parts.certify.source.size()};
  if (attack.delta)
    result.epsilon = bounded(parts, scores, alpha, [&](const Rates& r) { return epsilon_lower(r, *attack.delta); });
  return result;
}

}  // namespace hearsay::empirical
