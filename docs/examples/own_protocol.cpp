// SPDX-License-Identifier: GPL-3.0-or-later
// A protocol of your own, and an attack on what it promises: node after node adds noise to a message and sends it on.
#include <fmt/format.h>

#include <cmath>

#include <hearsay/random/stream.hpp>
#include "empirical/attack/threshold_test.hpp"

using namespace hearsay;

constexpr std::uint32_t nodes = 4;
constexpr random::Seed seed{1};

/// The message that the curious receiver gets: node 0's value plus one noise per node. A careless node adds no noise.
double message(double value, bool careless, random::Purpose purpose, std::uint32_t trial) {
  for (std::uint32_t node = careless ? 1 : 0; node < nodes; ++node)
    value += random::Stream(seed, purpose, trial, node).normal();
  return value;
}

/// Messages with node 0's value 1 and with 0, each on draws of its own.
empirical::Scores scores(bool careless) {
  empirical::Scores drawn;
  for (std::uint32_t trial = 0; trial < 20000; trial += 2) {
    drawn.choose_positive.push_back(message(1.0, careless, random::Purpose::selection, trial));
    drawn.choose_negative.push_back(message(0.0, careless, random::Purpose::selection, trial + 1));
  }
  for (std::uint32_t trial = 0; trial < 200000; trial += 2) {
    drawn.positive.push_back(message(1.0, careless, random::Purpose::noise, trial));
    drawn.negative.push_back(message(0.0, careless, random::Purpose::noise, trial + 1));
  }
  return drawn;
}

int main() {
  const double promised = 1.0 / std::sqrt(nodes);  // mu of Gaussian DP: sensitivity 1 against variance `nodes`
  for (const bool careless : {false, true}) {
    const auto found = empirical::certify(scores(careless), 1e-6, empirical::mu_lower);
    fmt::print("{}: promised mu = {:.2f}, attacked mu >= {:.2f}: {}\n",
               careless ? "one node adds no noise" : "as promised", promised, found.value,
               found.value > promised ? "refuted" : "not refuted (this is no proof)");
  }
}
