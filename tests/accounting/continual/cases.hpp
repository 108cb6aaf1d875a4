// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <hearsay/accounting/continual/system.hpp>
#include <hearsay/graph/graph.hpp>

#include "tests/graphs.hpp"

// Views on which two computations are compared.

namespace hearsay::accounting {

inline graph::Graph kite() { return {5, std::vector<graph::Edge>{{0, 1}, {1, 2}, {1, 3}, {2, 4}, {3, 4}}}; }

struct Case {
  const char* name;
  graph::Graph graph;
  ContinualView view;
  int rounds;
};

inline std::vector<Case> cases() {
  using testing::path, testing::petersen, testing::ring, testing::star;
  return {
      {"path5, one end", path(5), {{0}, {}, 1, true}, 12},
      {"path5, one end, own noise", path(5), {{0}, {0}, 1, true}, 12},
      {"path5, both ends, own noise", path(5), {{0, 4}, {0, 4}, 1, true}, 12},
      {"path5, an interior observer is redundant", path(5), {{0, 1, 2}, {0, 1, 2}, 1, true}, 9},
      {"star, two leaves see the same, own noise", star(5), {{1, 2}, {1, 2}, 1, true}, 10},
      {"star, hub and leaf, own noise", star(5), {{0, 3}, {0, 3}, 1, true}, 10},
      {"petersen, closed neighborhood", petersen(), {{0, 1, 4, 5}, {}, 1, true}, 15},
      {"petersen, closed neighborhood, own noise", petersen(), {{0, 1, 4, 5}, {0, 1, 4, 5}, 1, true}, 15},
      {"petersen, closed neighborhood, only the center's noise", petersen(), {{0, 1, 4, 5}, {0}, 1, true}, 15},
      {"petersen, messages, own noise", petersen(), {{1, 4, 5}, {0}, 1, true}, 15},
      {"kite, messages over three steps", kite(), {{1}, {}, 3, true}, 6},
      {"kite, messages over three steps, own noise", kite(), {{1}, {0}, 3, true}, 6},
      {"kite, states over three steps, own noise", kite(), {{0}, {0}, 3, true}, 6},
      {"kite, states over three steps, own noise of two", kite(), {{0, 2}, {0, 2}, 3, true}, 5},
      {"kite, states after three steps", kite(), {{0, 2}, {}, 3, false}, 8},
      {"kite, states after three steps, own noise", kite(), {{0, 2}, {0, 2}, 3, false}, 8},
      {"path3, five steps saturate", path(3), {{0}, {}, 5, true}, 5},
      {"ring7, two steps, own noise", ring(7), {{0, 1}, {0, 1}, 2, true}, 7},
      {"one round", kite(), {{0, 1}, {0}, 1, true}, 1},
      {"one round, nothing seen yet", kite(), {{0}, {0}, 1, true}, 1},
      {"two rounds, own noise", kite(), {{0}, {0}, 1, true}, 2},
  };
}

}  // namespace hearsay::accounting
