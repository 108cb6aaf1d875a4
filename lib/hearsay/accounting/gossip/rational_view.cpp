// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/rational_view.hpp>

#include <algorithm>

#include <hearsay/core/error.hpp>
#include <hearsay/linalg/rational_product.hpp>

namespace hearsay::accounting {

namespace {

using exact::Rational;
using graph::Node;
using linalg::RationalMatrix;
using Rows = std::vector<std::vector<Rational>>;

/// The nodes outside that an observer hears in a round of w.
std::vector<Node> heard(const RationalMatrix& w, std::span<const Node> observers) {
  std::vector<Node> nodes;
  for (const auto o : observers) {
    for (const auto& entry : w.rows[o]) {
      if (std::ranges::find(observers, entry.column) == observers.end()) nodes.push_back(entry.column);
    }
  }
  std::ranges::sort(nodes);
  nodes.erase(std::ranges::unique(nodes).begin(), nodes.end());
  return nodes;
}

void require_view(std::span<const RationalMatrix> rounds, std::span<const Node> observers) {
  if (rounds.empty()) throw Error(Errc::domain, "rational_view", "there is no round");
  const auto n = rounds.front().size();
  for (const auto& w : rounds) {
    if (w.size() != n) throw Error(Errc::shape, "rational_view", "the rounds differ in size");
  }
  for (std::size_t i = 0; i < observers.size(); ++i) {
    if (observers[i] >= n || std::ranges::count(observers, observers[i]) > 1)
      throw Error(Errc::domain, "rational_view", "the observers must be distinct nodes");
  }
  if (observers.empty()) throw Error(Errc::domain, "rational_view", "there is no observer");
}

}  // namespace

RationalView rational_view(std::span<const RationalMatrix> rounds, std::span<const Node> observers, bool own_noise) {
  require_view(rounds, observers);
  const std::size_t n = rounds.front().size();
  Rows state(n, std::vector<Rational>(n, Rational(0)));
  for (std::size_t v = 0; v < n; ++v) state[v][v] = 1;
  RationalView view;
  for (std::size_t t = 0; t < rounds.size(); ++t) {
    for (const auto w : heard(rounds[t], observers)) {
      view.messages.push_back({.round = static_cast<int>(t), .sender = w});
      auto& row = view.rows.emplace_back(state[w]);
      for (const auto o : observers) {
        if (own_noise) row[o] = 0;
      }
    }
    if (t + 1 < rounds.size()) state = linalg::product(rounds[t], state);
  }
  return view;
}

}  // namespace hearsay::accounting
