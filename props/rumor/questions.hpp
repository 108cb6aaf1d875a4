// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "props/kit/sweep.hpp"
#include "props/rumor/rumor_props.hpp"

namespace hearsay::props {

/// A process on a few nodes.
struct WorldCase {
  accounting::RumorWorld world;
  RumorSize size;
  double muting;
  double seen = 1.0;  ///< with which probability the eavesdropper sees a message
};

struct Worlds {
  int most_nodes = 5;
  std::vector<double> mutings = {};
  bool self_sends = true;
  bool terminated = false;  ///< also with the end in sight
  bool delayed = false;     ///< also the delayed start
  int tellings = 1;         ///< also delayed starts whose source must be told 2, .., so many times
};

[[nodiscard]] std::vector<WorldCase> world_cases(const Worlds& worlds);

/// steps + 1 numbers from 0 to 1.
[[nodiscard]] std::vector<double> grid(int steps);

/// A process and what is asked of it: delta(epsilon), or the prediction uncertainty.
struct Question {
  WorldCase at;
  std::optional<double> epsilon;

  [[nodiscard]] Bracket answer(const run::Context& context) const;
};

constexpr auto the_uncertainty = std::nullopt;

[[nodiscard]] std::vector<Question> questions(const std::vector<WorldCase>& worlds,
                                              const std::vector<std::optional<double>>& epsilons);

[[nodiscard]] run::Witness interval_witness(const Question& q, const std::string& claimed, const Bracket& actual);

/// Sweeps the questions: `judge(question, bracket of its answer)`; `claimed(question)` is the statement in words.
template <class Judge, class Claimed>
run::Finding ask(const run::Context& context, const std::vector<Question>& all, Judge judge, Claimed claimed) {
  const auto result = sweep(all, [&](const Question& q) { return judge(q, q.answer(context)); });
  return conclude(result, [&](const Question& q) { return interval_witness(q, claimed(q), q.answer(context)); });
}

}  // namespace hearsay::props
