// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/figures/learning_inputs.hpp"

namespace hearsay::empirical {

learning::Split houses(const MeasurementRequest& request) {
  const auto table =
      request.inputs.houses.empty() ? learning::generated_houses() : learning::read_houses(request.inputs.houses);
  return learning::prepare(table, {}, request.execution.seed);
}

std::string houses_note(const MeasurementRequest& request) {
  return request.inputs.houses.empty()
             ? "Generated data in place of the houses data (to use the houses data, give their file as houses)"
             : "The houses data";
}

learning::LogisticProblem houses_problem(const learning::Split& split, Eigen::Index users, random::Seed seed) {
  return {split.train, learning::deal(split.train.rows(), users, seed)};
}

}  // namespace hearsay::empirical
