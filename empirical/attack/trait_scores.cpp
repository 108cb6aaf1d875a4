// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <unordered_map>
#include <utility>

#include "empirical/attack/view_scores.hpp"

namespace hearsay::empirical {

namespace {

constexpr std::size_t most_traits = 64;  ///< of a group that are scores of their own

using Counts = std::array<double, 2>;  ///< views of world 0, of world 1

/// How often a trait had which value; a view that lacks the trait has the value "".
struct TraitCounts {
  std::unordered_map<std::string, Counts> by_value;
  Counts present = {0.0, 0.0};
};

/// ln of the ratio of two frequencies, half a view added to each.
double log_ratio(const Counts& found, const Counts& of) {
  return std::log((found[1] + 0.5) / (of[1] + 1.0)) - std::log((found[0] + 0.5) / (of[0] + 1.0));
}

/// The log-ratio of each value of one trait. A value that was never counted has 0: it speaks for nobody.
struct TraitRatios {
  std::string name;
  std::unordered_map<std::string, double> by_value;
  double separation = 0.0;  ///< chi-square of the values' counts

  [[nodiscard]] double of(const TraitGroup& group) const {
    const auto trait = group.find(name);
    const auto ratio = by_value.find(trait == group.end() ? "" : trait->second);
    return ratio == by_value.end() ? 0.0 : ratio->second;
  }
};

TraitRatios ratios_of(const std::string& name, TraitCounts counts, const Counts& views) {
  TraitRatios ratios{.name = name, .by_value = {}};
  const Counts lacking = {views[0] - counts.present[0], views[1] - counts.present[1]};
  if (lacking[0] + lacking[1] > 0.0) counts.by_value[""] = lacking;
  for (const auto& [value, found] : counts.by_value) {
    ratios.by_value[value] = log_ratio(found, views);
    const double both = found[0] + found[1];
    for (const std::size_t world : {0u, 1u}) {
      const double expected = both * views[world] / (views[0] + views[1]);
      if (expected > 0.0) ratios.separation += (found[world] - expected) * (found[world] - expected) / expected;
    }
  }
  return ratios;
}

const TraitGroup& group_of(const DescribedView& view, const std::string& group) {
  static const TraitGroup none;
  const auto found = view.traits.find(group);
  return found == view.traits.end() ? none : found->second;
}

std::string trait_words(const std::string& group, const std::string& name) {
  return name.empty() ? group : group + " " + name;
}

}  // namespace

std::vector<ViewScore> trait_scores(std::span<const LabeledView> views) {
  Counts total = {0.0, 0.0};
  std::map<std::string, std::map<std::string, TraitCounts>> counted;
  for (const auto& [view, world] : views) {
    const auto w = static_cast<std::size_t>(world);
    total[w] += 1.0;
    for (const auto& [group, traits] : view.traits) {
      for (const auto& [name, value] : traits) {
        auto& counts = counted[group][name];
        counts.by_value[value][w] += 1.0;
        counts.present[w] += 1.0;
      }
    }
  }
  std::vector<ViewScore> scores;
  for (const auto& [group, traits] : counted) {
    auto kept = std::make_shared<std::vector<TraitRatios>>();
    for (const auto& [name, counts] : traits) kept->push_back(ratios_of(name, counts, total));
    std::ranges::stable_sort(*kept, std::greater<>(), &TraitRatios::separation);
    kept->resize(std::min(kept->size(), most_traits));
    for (std::size_t i = 0; i < kept->size(); ++i) {
      scores.push_back({.name = trait_words(group, (*kept)[i].name), .of = [kept, i, group](const DescribedView& view) {
                          return (*kept)[i].of(group_of(view, group));
                        }});
    }
    if (kept->size() < 2) continue;
    scores.push_back({.name = "all of " + group, .of = [kept, group](const DescribedView& view) {
                        double sum = 0.0;
                        for (const auto& trait : *kept) sum += trait.of(group_of(view, group));
                        return sum;
                      }});
  }
  return scores;
}

}  // namespace hearsay::empirical
