// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/odds_tree.hpp>

#include <algorithm>

namespace hearsay::accounting {

namespace {

using Law = RumorLaw<Rational>;

/// The lowest odds among sources with a positive chance, and against which.
struct Odds {
  std::optional<Rational> value;
  std::size_t source = 0;
};

Odds lowest_odds(const std::vector<Rational>& chances) {
  Rational all = 0;
  for (const auto& p : chances) all += p;
  Odds lowest;
  for (std::size_t i = 0; i < chances.size(); ++i) {
    if (chances[i] == 0) continue;
    const Rational odds = (all - chances[i]) / chances[i];
    if (!lowest.value || odds < *lowest.value) lowest = {.value = odds, .source = i};
  }
  return lowest;
}

/// A prefix, and the hidden states after it from every source.
struct Leaf {
  std::string name;
  std::vector<Law::Vector> states;
  bool ended = false;
  Odds seen;                      ///< of the prefix itself
  std::optional<Rational> floor;  ///< of what may follow
};

Leaf make_leaf(const Law& law, std::string name, std::vector<Law::Vector> states, bool ended) {
  std::vector<Rational> totals;
  for (const auto& mu : states) {
    Rational& total = totals.emplace_back(0);
    for (const auto& p : mu) total += p;
  }
  Leaf leaf{.name = std::move(name), .states = std::move(states), .ended = ended, .seen = lowest_odds(totals)};
  leaf.floor = leaf.seen.value;
  for (std::size_t x = 0; !ended && x < leaf.states.front().size(); ++x) {
    std::vector<Rational> chances;
    for (const auto& mu : leaf.states) chances.push_back(mu[x]);
    auto odds = lowest_odds(chances).value;
    if (odds && law.everyone_informed(x))
      odds = 0;  // of several sets of active nodes, one may have come from one source only
    if (odds && *odds < *leaf.floor) leaf.floor = odds;
  }
  return leaf;
}

void expand(const Law& law, const Leaf& leaf, std::vector<Leaf>& leaves) {
  std::vector<Law::Vector> visits;
  for (const auto& mu : leaf.states) visits.push_back(law.visits(mu));
  for (std::size_t label = 0; label < law.labels().size(); ++label) {
    std::vector<Law::Vector> after;
    for (const auto& v : visits) after.push_back(law.observe(v, label));
    const auto& seen = law.labels()[label];
    auto next = make_leaf(law, leaf.name + (leaf.name.empty() ? "" : " ") + to_string(seen), std::move(after),
                          seen.kind == RumorLabel::Kind::end);
    if (next.seen.value) leaves.push_back(std::move(next));
  }
}

}  // namespace

OddsTree odds_tree(const Law& law, std::size_t expansions) {
  const auto sources = law.world().suspects();
  std::vector<Law::Vector> start;
  for (const int source : sources) start.push_back(law.start(source));
  std::vector<Leaf> leaves;
  leaves.push_back(make_leaf(law, "", std::move(start), false));
  OddsTree tree;
  const auto meet = [&](const Leaf& leaf) {
    if (leaf.name.empty() || (tree.odds && *leaf.seen.value >= *tree.odds)) return;
    tree.odds = leaf.seen.value;
    tree.transcript = leaf.name;
    tree.source = sources[leaf.seen.source];
  };
  std::optional<Rational> passed;  // the lowest odds of an inner node
  while (tree.expanded.size() < expansions) {
    const auto lowest = std::ranges::min_element(leaves, {}, [](const Leaf& leaf) { return *leaf.floor; });
    if (lowest == leaves.end() || lowest->ended || (tree.odds && *lowest->floor >= *tree.odds)) break;
    const Leaf leaf = std::move(*lowest);
    leaves.erase(lowest);
    tree.expanded.push_back(leaf.name);
    if (!passed || *leaf.seen.value < *passed) passed = leaf.seen.value;
    const auto before = leaves.size();
    expand(law, leaf, leaves);
    std::for_each(leaves.begin() + static_cast<std::ptrdiff_t>(before), leaves.end(), meet);
  }
  if (passed) tree.floor = *passed;
  for (const auto& leaf : leaves) tree.floor = std::min(tree.floor, *leaf.floor);
  return tree;
}

}  // namespace hearsay::accounting
