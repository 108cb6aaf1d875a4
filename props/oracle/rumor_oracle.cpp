// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/oracle/rumor_oracle.hpp"

#include <bit>

namespace hearsay::props::oracle {

std::vector<RumorModel::Step> RumorModel::steps(const State& state) const {
  std::vector<Step> result;
  if (complete(state)) return result;
  const auto [active, informed] = state;
  for (int i = 0; i < nodes; ++i) {
    if ((active >> i & 1) == 0) continue;
    for (int j = 0; j < nodes; ++j) {
      const Fraction message = Fraction(1, std::popcount(active)) * Fraction(1, nodes);
      const std::uint32_t now_informed = terminated ? informed | 1u << j : 0;
      const std::uint32_t kept = active | 1u << j, muted = (active & ~(1u << i)) | 1u << j;
      if (muting != 0) result.push_back({{i, j}, {kept, now_informed}, message * muting});
      if (muting != 1) result.push_back({{i, j}, {muted, now_informed}, message * (1 - muting)});
    }
  }
  return result;
}

RumorModel::Law RumorModel::visits(const Law& start, bool unseen_only) const {
  // All states that can be visited.
  std::vector<State> order;
  std::map<State, std::size_t> index;
  const auto note = [&](const State& state) {
    if (index.emplace(state, order.size()).second) order.push_back(state);
  };
  for (const auto& [state, p] : start) note(state);
  for (std::size_t k = 0; k < order.size(); ++k) {
    for (const auto& step : steps(order[k])) {
      if (!unseen_only || !seen(step.message)) note(step.next);
    }
  }
  // (I - Q)^T v = start, by elimination.
  const std::size_t n = order.size();
  std::vector<std::vector<Fraction>> a(n, std::vector<Fraction>(n + 1));
  for (std::size_t k = 0; k < n; ++k) {
    a[k][k] += 1;
    for (const auto& step : steps(order[k])) {
      if (!unseen_only || !seen(step.message)) a[index[step.next]][k] -= step.probability;
    }
    if (const auto found = start.find(order[k]); found != start.end()) a[k][n] = found->second;
  }
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t i = k + 1; i < n; ++i) {
      if (a[i][k] == 0) continue;
      const Fraction factor = a[i][k] / a[k][k];
      for (std::size_t c = k; c <= n; ++c) {
        if (a[k][c] != 0) a[i][c] -= factor * a[k][c];
      }
    }
  }
  Law result;
  for (std::size_t k = n; k-- > 0;) {
    Fraction value = a[k][n];
    for (std::size_t c = k + 1; c < n; ++c) {
      if (a[k][c] != 0) value -= a[k][c] * result[order[c]];
    }
    result[order[k]] = value / a[k][k];
  }
  return result;
}

Fraction RumorModel::probability(int source, const Transcript& transcript) const {
  Law law{{{1u << source, terminated ? 1u << source : 0u}, Fraction(1)}};
  for (const auto& message : transcript.messages) {
    Law next;
    for (const auto& [state, p] : visits(law, true)) {
      for (const auto& step : steps(state)) {
        if (seen(step.message) && step.message == message) next[step.next] += p * step.probability;
      }
    }
    law.swap(next);
  }
  Fraction total = 0;
  if (!transcript.ended) {
    for (const auto& [state, p] : law) total += p;
    return total;
  }
  for (const auto& [state, p] : visits(law, true)) {
    if (complete(state)) total += p;
  }
  return total;
}

Fraction RumorModel::expected_messages(int source) const {
  Fraction total = 0;
  for (const auto& [state, p] : visits({{{1u << source, terminated ? 1u << source : 0u}, Fraction(1)}}, false)) {
    if (!complete(state)) total += p;
  }
  return total;
}

}  // namespace hearsay::props::oracle
