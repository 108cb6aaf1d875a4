// SPDX-License-Identifier: GPL-3.0-or-later
#include "props/kit/promise.hpp"

#include <limits>
#include <utility>

namespace hearsay::props {

double epsilon_for(const DeltaAt& delta_at, double delta, double most) {
  const auto enough = [&](double epsilon) { return delta_at(epsilon).upper() <= delta; };
  if (enough(1e-12 * most)) return 0.0;
  double high = most;
  for (int doubled = 0; !enough(high); high *= 2.0) {
    if (++doubled > 10) return std::numeric_limits<double>::infinity();
  }
  double low = high > most ? 0.5 * high : 0.0;
  while (high - low > 1e-4 * high) {
    const double middle = 0.5 * (low + high);
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

Outcome keeps_promise(const DeltaAt& delta_at, double epsilon, double delta, std::vector<std::string> tags) {
  const Bracket at_epsilon = delta_at(epsilon);
  const double needed = epsilon_for(delta_at, delta, epsilon);
  Outcome outcome = at_most(needed, epsilon, std::move(tags), Absolute{0.0});
  outcome.violated = at_epsilon.lower() > delta;
  outcome.undecided = !outcome.violated && at_epsilon.upper() > delta;
  return outcome;
}

}  // namespace hearsay::props
