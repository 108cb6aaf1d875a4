// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/symmetry.hpp>

#include <algorithm>
#include <array>

namespace hearsay::accounting {

RumorSymmetry::RumorSymmetry(const RumorLaw<double>& law)
    : nodes_(law.world().symmetries()), count_(law.world().nodes) {
  for (std::size_t x = 0; x < law.states(); ++x) members_.push_back(law.members(x));
  for (const auto& to : nodes_) {
    States states(law.states());
    for (std::size_t x = 0; x < states.size(); ++x) states[x] = law.relabelled(x, to);
    states_.push_back(std::move(states));
  }
}

const RumorSymmetry::States& RumorSymmetry::canonical(const Vector& weights) const {
  constexpr double informed_weight = 0.37;  // anything that does not make the two kinds cancel
  constexpr double tie = 1e-13;             // of the total weight: what rounding may do to equal weights
  using Weights = std::array<double, RumorWorld::max_nodes>;
  const auto nodes = static_cast<std::size_t>(count_);
  if (nodes_.size() == 1) return states_.front();
  Weights weight{};
  double total = 0.0;
  for (std::size_t x = 0; x < weights.size(); ++x) {
    if (weights[x] == 0.0) continue;
    total += weights[x];
    for (std::size_t v = 0; v < nodes; ++v) {
      const std::uint32_t active = members_[x] >> v & 1, informed = members_[x] >> (v + RumorWorld::max_nodes) & 1;
      weight[v] += weights[x] * (active + informed_weight * informed);
    }
  }
  const auto image = [&](std::size_t k) {
    Weights result{};
    for (std::size_t v = 0; v < nodes; ++v) result[static_cast<std::size_t>(nodes_[k][v])] = weight[v];
    return result;
  };
  std::size_t best = 0;
  Weights largest = image(0);
  for (std::size_t k = 1; k < nodes_.size(); ++k) {
    const Weights other = image(k);
    for (std::size_t v = 0; v < nodes; ++v) {
      if (std::abs(other[v] - largest[v]) <= tie * total) continue;
      if (other[v] > largest[v]) {
        best = k;
        largest = other;
      }
      break;
    }
  }
  return states_[best];
}

RumorSymmetry::Vector RumorSymmetry::apply(const States& states, const Vector& vector) {
  Vector result(vector.size());
  for (std::size_t x = 0; x < vector.size(); ++x) result[states[x]] = vector[x];
  return result;
}

std::vector<int> rumor_sources(const RumorWorld& world) {
  std::vector<int> result;
  const auto symmetries = world.symmetries();
  for (const int i : world.suspects()) {
    const bool known = std::ranges::any_of(symmetries, [&](const auto& to) {
      return std::ranges::find(result, to[static_cast<std::size_t>(i)]) != result.end();
    });
    if (!known) result.push_back(i);
  }
  return result;
}

std::vector<std::pair<int, int>> rumor_source_pairs(const RumorWorld& world) {
  std::vector<std::pair<int, int>> result;
  const auto symmetries = world.symmetries();
  for (const int i : world.suspects()) {
    for (const int j : world.suspects()) {
      const bool known = i == j || std::ranges::any_of(symmetries, [&](const auto& to) {
                           return std::ranges::find(result, std::pair(to[static_cast<std::size_t>(i)],
                                                                      to[static_cast<std::size_t>(j)])) != result.end();
                         });
      if (!known) result.emplace_back(i, j);
    }
  }
  return result;
}

}  // namespace hearsay::accounting
