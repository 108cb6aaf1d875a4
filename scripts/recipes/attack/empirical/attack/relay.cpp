// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/relay.hpp"

namespace hearsay::empirical {

namespace {

double message(double value, std::uint32_t nodes, random::Purpose purpose, random::Seed seed, std::uint32_t run) {
  for (std::uint32_t node = 0; node < nodes; ++node) value += random::Stream(seed, purpose, run, node).normal();
  return value;
}

}  // namespace

LowerBound attack_relay(std::uint32_t nodes, std::uint32_t runs, double alpha, random::Seed seed) {
  Scores scores;
  for (std::uint32_t run = 0; run < runs; ++run) {  // the threshold is chosen on draws of its own
    scores.choose_positive.push_back(message(1.0, nodes, random::Purpose::selection, seed, 2 * run));
    scores.choose_negative.push_back(message(0.0, nodes, random::Purpose::selection, seed, 2 * run + 1));
    scores.positive.push_back(message(1.0, nodes, random::Purpose::noise, seed, 2 * run));
    scores.negative.push_back(message(0.0, nodes, random::Purpose::noise, seed, 2 * run + 1));
  }
  return certify(scores, alpha, mu_lower);
}

}  // namespace hearsay::empirical
