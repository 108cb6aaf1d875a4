// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/linear/own_noise.hpp>

#include <algorithm>
#include <utility>

namespace hearsay::accounting {

namespace {

/// How often each noise occurs: in all stages, and where it enters the state.
std::vector<int> occurrences(const LinearSystem<double>& system) {
  std::vector<int> counts(system.noises.size(), 0);
  for (const auto& stage : system.stages) {
    for (const auto column : stage.noise.columns) ++counts[column];
    for (const auto column : stage.seen_noise.columns) ++counts[column];
  }
  return counts;
}

/// How many rows of a stage each entry of the state is seen in.
std::vector<int> sightings(const Stage<double>& stage, std::size_t state) {
  std::vector<int> counts(state, 0);
  for (const auto column : stage.seen.columns) ++counts[column];
  return counts;
}

}  // namespace

std::optional<OwnNoise> OwnNoise::of(const LinearSystem<double>& system) {
  OwnNoise result;
  const auto counts = occurrences(system);
  for (const auto& stage : system.stages) {
    const auto seen = sightings(stage, system.state);
    for (std::size_t i = 0; i < stage.seen.size(); ++i) {
      std::optional<Own> found;
      for (std::size_t k = stage.seen_noise.size() == 0 ? 0 : stage.seen_noise.offsets[i];
           stage.seen_noise.size() > 0 && k < stage.seen_noise.offsets[i + 1] && !found; ++k) {
        const auto variable = stage.seen_noise.columns[k];
        if (counts[variable] == 1 && stage.seen_noise.values[k] != 0.0)
          found = Own{.variable = variable, .state = {}, .into_row = stage.seen_noise.values[k]};
      }
      for (std::size_t k = stage.seen.offsets[i]; k < stage.seen.offsets[i + 1] && !found; ++k) {
        const auto place = stage.seen.columns[k];
        if (stage.noise.size() == 0 || seen[place] != 1) continue;
        for (std::size_t l = stage.noise.offsets[place]; l < stage.noise.offsets[place + 1] && !found; ++l) {
          const auto variable = stage.noise.columns[l];
          if (counts[variable] == 1 && stage.noise.values[l] != 0.0)
            found = Own{.variable = variable,
                        .state = place,
                        .into_state = stage.noise.values[l],
                        .into_row = stage.noise.values[l] * stage.seen.values[k]};
        }
      }
      if (!found || found->into_row == 0.0) return std::nullopt;
      result.own_.push_back(*found);
    }
  }
  return result;
}

std::vector<double> OwnNoise::solve(const LinearSystem<double>& system, const std::vector<double>& rows) const {
  std::vector<double> noises(system.noises.size(), 0.0), state(system.state, 0.0), before(system.state, 0.0);
  for (const auto& stage : system.stages) {
    std::vector<double> next = state;
    if (stage.mix) {
      const double gamma = stage.gamma.value_or(1.0);
      for (std::size_t u = 0; u < next.size(); ++u) {
        double sum = 0.0;
        for (std::size_t k = stage.mix->offsets[u]; k < stage.mix->offsets[u + 1]; ++k)
          sum += stage.mix->values[k] * state[stage.mix->columns[k]];
        next[u] = gamma * sum + (1.0 - gamma) * before[u];
      }
    }
    before = std::exchange(state, std::move(next));
    for (std::size_t i = 0; i < stage.seen.size(); ++i) {
      double value = 0.0;
      for (std::size_t k = stage.seen.offsets[i]; k < stage.seen.offsets[i + 1]; ++k)
        value += stage.seen.values[k] * state[stage.seen.columns[k]];
      const auto& own = own_[stage.first_row + i];
      noises[own.variable] = (rows[stage.first_row + i] - value) / own.into_row;
      if (own.state) state[*own.state] += own.into_state * noises[own.variable];
    }
  }
  return noises;
}

}  // namespace hearsay::accounting
