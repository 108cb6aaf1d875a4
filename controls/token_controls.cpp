// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/token_controls.hpp"

#include <hearsay/accounting/token/ring/ring.hpp>

namespace hearsay::controls {

std::vector<std::int64_t> ring_counter_off_by_one(std::int64_t users, std::int64_t rounds) {
  std::vector<std::int64_t> steps;
  std::int64_t counter = 0;
  for (std::int64_t step = 1; step <= users * rounds; ++step) {
    if (counter == 0) {
      steps.push_back(step);
      counter = users - 1;
    } else {
      --counter;
    }
  }
  return steps;
}

double response_wrong_gamma(double epsilon) { return accounting::response_randomness(epsilon, 2); }

divergence::Promise walk_n_for_n_minus_one(std::int64_t users, double length, double epsilon, double delta) {
  return accounting::cycle_promise_repaired(1.0 / static_cast<double>(users), length, epsilon, delta);
}

double graph_walk_single_visits(const graph::GossipMatrix& w, graph::Node observer, graph::Node target, int steps) {
  Eigen::VectorXd at = Eigen::VectorXd::Unit(w.rows(), target);
  double sum = 0.0;
  for (int t = 1; t <= steps; ++t) {
    at = (w.transpose() * at).eval();
    sum += at(observer) / t;
    at(observer) = 0.0;
  }
  return sum * steps / static_cast<double>(w.rows());
}

}  // namespace hearsay::controls
