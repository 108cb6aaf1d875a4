// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/view.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

/// Columns e_v for the nodes v: n x |nodes|.
Eigen::MatrixXd unit_columns(Eigen::Index n, std::span<const graph::Node> nodes) {
  Eigen::MatrixXd columns = Eigen::MatrixXd::Zero(n, static_cast<Eigen::Index>(nodes.size()));
  for (Eigen::Index j = 0; j < columns.cols(); ++j) columns(nodes[static_cast<std::size_t>(j)], j) = 1.0;
  return columns;
}

void require_steps(std::string_view where, int steps) {
  if (steps < 0) throw Error(Errc::domain, where, fmt::format("steps = {} must be >= 0", steps));
}

}  // namespace

std::vector<graph::Node> senders(const graph::GossipMatrix& w, std::span<const graph::Node> observers) {
  const auto n = w.rows();
  if (n != w.cols())
    throw Error(Errc::shape, "gossip_view", fmt::format("W is {} x {}, it must be square", n, w.cols()));
  if (observers.empty()) throw Error(Errc::domain, "gossip_view", "there must be at least one observer");
  std::vector<bool> observes(static_cast<std::size_t>(n), false);
  for (const auto o : observers) {
    if (o >= n)
      throw Error(Errc::domain, "gossip_view", fmt::format("observer {} must be a node in 0 .. {}", o, n - 1));
    if (observes[o]) throw Error(Errc::domain, "gossip_view", fmt::format("observer {} is listed twice", o));
    observes[o] = true;
  }
  std::vector<graph::Node> found;
  for (const auto o : observers) {
    for (graph::GossipMatrix::InnerIterator entry(w, o); entry; ++entry) {
      if (entry.value() != 0.0 && !observes[static_cast<std::size_t>(entry.col())]) {
        found.push_back(static_cast<graph::Node>(entry.col()));
      }
    }
  }
  std::ranges::sort(found);
  found.erase(std::ranges::unique(found).begin(), found.end());
  return found;
}

std::vector<char> heard(const graph::GossipMatrix& w, std::span<const graph::Node> starts, linalg::Steps steps) {
  std::vector<char> found(static_cast<std::size_t>(w.rows()), 0);
  std::vector<graph::Node> layer;
  if (!steps || *steps > 0) layer.assign(starts.begin(), starts.end());
  for (const auto v : layer) found[v] = 1;
  for (int t = 1; !layer.empty() && (!steps || t < *steps); ++t) {
    std::vector<graph::Node> next;
    for (const auto v : layer) {
      for (graph::GossipMatrix::InnerIterator entry(w, v); entry; ++entry) {
        const auto u = static_cast<graph::Node>(entry.col());
        if (entry.value() == 0.0 || found[u] != 0) continue;
        found[u] = 1;
        next.push_back(u);
      }
    }
    layer = std::move(next);
  }
  return found;
}

std::vector<char> heard(std::span<const graph::GossipMatrix> rounds,
                        std::span<const std::vector<graph::Node>> sending) {
  // What the messages from round t on tell of the state before round t: e_v^T for a sender v, and rows of W_t.
  std::vector<char> found(static_cast<std::size_t>(rounds.front().rows()), 0);
  for (std::size_t t = rounds.size(); t-- > 0;) {
    std::vector<char> before(found.size(), 0);
    for (const auto v : sending[t]) before[v] = 1;
    for (std::size_t v = 0; v < found.size(); ++v) {
      if (found[v] == 0) continue;
      for (graph::GossipMatrix::InnerIterator entry(rounds[t], static_cast<Eigen::Index>(v)); entry; ++entry)
        before[static_cast<std::size_t>(entry.col())] = 1;
    }
    found = std::move(before);
  }
  return found;
}

Eigen::MatrixXd gossip_view(const graph::GossipMatrix& w, std::span<const graph::Node> observers, int steps) {
  return accelerated_view(w, 1.0, observers, steps);
}

Eigen::MatrixXd accelerated_view(const graph::GossipMatrix& w, double gamma, std::span<const graph::Node> observers,
                                 int steps) {
  require_steps("gossip_view", steps);
  if (!std::isfinite(gamma))
    throw Error(Errc::domain, "accelerated_view", fmt::format("gamma = {} must be finite", gamma));
  const auto neighbors = senders(w, observers);
  const auto d = static_cast<Eigen::Index>(neighbors.size());
  Eigen::MatrixXd view(d * steps, w.rows());
  // The rows e_v^T P_t(W) are the columns P_t(W^T) e_v.
  Eigen::MatrixXd previous, current = unit_columns(w.rows(), neighbors);
  for (int t = 0; t < steps; ++t) {
    view.middleRows(t * d, d) = current.transpose();
    Eigen::MatrixXd next = w.transpose() * current;
    if (t > 0) next = gamma * next + (1.0 - gamma) * previous;
    previous = std::exchange(current, std::move(next));
  }
  return view;
}

std::vector<std::vector<graph::Node>> senders(std::span<const graph::GossipMatrix> rounds,
                                              std::span<const graph::Node> observers) {
  if (rounds.empty()) throw Error(Errc::domain, "gossip_view", "there must be at least one round");
  std::vector<std::vector<graph::Node>> sending;
  for (const auto& w : rounds) {
    if (w.rows() != rounds.front().rows()) {
      throw Error(Errc::shape, "gossip_view",
                  fmt::format("one round has {} nodes and another {}", rounds.front().rows(), w.rows()));
    }
    sending.push_back(senders(w, observers));
  }
  return sending;
}

Eigen::MatrixXd gossip_view(std::span<const graph::GossipMatrix> rounds, std::span<const graph::Node> observers) {
  const auto sending = senders(rounds, observers);
  const auto n = rounds.front().rows();
  // Only what is sent is followed, from the last round to the first: (e_v^T W_{t-1} ... W_0)^T = W_0^T ... W_{t-1}^T
  // e_v.
  Eigen::MatrixXd columns(n, 0);
  for (std::size_t t = rounds.size(); t-- > 0;) {
    const auto fresh = static_cast<Eigen::Index>(sending[t].size());
    Eigen::MatrixXd joined(n, fresh + columns.cols());
    joined << unit_columns(n, sending[t]), rounds[t].transpose() * columns;
    columns = std::move(joined);
  }
  return columns.transpose();
}

Eigen::MatrixXd without_columns(Eigen::MatrixXd view, std::span<const graph::Node> known) {
  for (const auto v : known) {
    if (v >= view.cols())
      throw Error(Errc::shape, "without_columns", fmt::format("node {} is not one of {} columns", v, view.cols()));
    view.col(v).setZero();
  }
  return view;
}

}  // namespace hearsay::accounting
