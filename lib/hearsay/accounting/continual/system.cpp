// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/continual/system.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/linalg/row_space.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::accounting {

namespace {

using graph::GossipMatrix;
using graph::Node;

std::vector<bool> membership(std::string_view what, const std::vector<Node>& members, Eigen::Index nodes) {
  std::vector<bool> in(static_cast<std::size_t>(nodes), false);
  for (const Node v : members) {
    if (v >= nodes)
      throw Error(Errc::domain, "ContinualSystem", fmt::format("{} node {} is not in 0 .. {}", what, v, nodes - 1));
    if (in[v]) throw Error(Errc::domain, "ContinualSystem", fmt::format("{} node {} is given twice", what, v));
    in[v] = true;
  }
  return in;
}

/// The lower bound on the covariance needs |W| <= 1, which row sums bound.
void require_symmetric_contraction(const GossipMatrix& w) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, "ContinualSystem", fmt::format("W is {} x {}, must be square", w.rows(), w.cols()));
  if (!graph::symmetric(w, 1e-12)) throw Error(Errc::shape, "ContinualSystem", "W must be symmetric");
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    const double sum = w.row(u).cwiseAbs().sum();
    if (!(sum <= 1.0 + 1e-12 * static_cast<double>(w.rows()))) {
      throw Error(Errc::domain, "ContinualSystem",
                  fmt::format("the absolute weights of row {} of W sum to {}, at most 1 is allowed", u, sum));
    }
  }
}

/// W, and a view that makes sense of it.
void require_continual(const GossipMatrix& w, const ContinualView& view) {
  require_symmetric_contraction(w);
  if (view.observed.empty()) throw Error(Errc::domain, "ContinualSystem", "there must be at least one observed node");
  require_between("ContinualSystem", "steps per round", view.steps_per_round, 1, 1'000'000);
}

bool sees_steps(const ContinualView& view) { return view.every_step || view.steps_per_round == 1; }

}  // namespace

ContinualSystem::ContinualSystem(const GossipMatrix& w, const ContinualView& view) {
  require_continual(w, view);
  steps_ = view.steps_per_round;
  knows_noise_ = !view.known_noise.empty();
  known_ = membership("known-noise", view.known_noise, w.rows());
  observed_ = membership("observed", view.observed, w.rows());
  require_known_states(w, view);
  keep_rows(w, view);
  keep_observation(w, view);
}

void ContinualSystem::require_known_states(const GossipMatrix& w, const ContinualView& view) const {
  for (const Node o : view.known_noise) {
    if (observed_[o]) continue;
    bool state_known = sees_steps(view);
    for (GossipMatrix::InnerIterator it(w, o); it; ++it) {
      const auto v = static_cast<std::size_t>(it.col());
      state_known = state_known && (it.value() == 0.0 || observed_[v] || known_[v]);
    }
    if (!state_known) {
      throw Error(
          Errc::conditions, "ContinualSystem",
          fmt::format(
              "the noise of node {} is known but its state is not: observe it, or all its neighbors at every step", o));
    }
  }
}

void ContinualSystem::keep_rows(const GossipMatrix& w, const ContinualView& view) {
  const bool steps_seen = sees_steps(view);
  const auto n = static_cast<std::size_t>(w.rows());
  offsets_.assign(n + 1, 0);
  for (std::size_t v = 0; v < n; ++v) {
    for (GossipMatrix::InnerIterator it(w, static_cast<Eigen::Index>(v)); it; ++it) {
      const auto c = static_cast<std::size_t>(it.col());
      if (it.value() == 0.0 || (steps_seen && (known_[v] || known_[c]))) continue;
      columns_.push_back(static_cast<std::uint32_t>(c));
      weights_.push_back(it.value());
    }
    offsets_[v + 1] = columns_.size();
  }
  if (!steps_seen) mask_at_end_ = view.known_noise;
}

Eigen::VectorXd ContinualSystem::step(const Eigen::VectorXd& x) const {
  NodeBlock y;
  multiply(x, y, {.jobs = 1});
  return y.col(0);
}

Eigen::VectorXd ContinualSystem::next_state_row(const GossipMatrix& w, const ContinualView& view, Node o) const {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(w.rows());
  for (GossipMatrix::InnerIterator it(w, o); it; ++it) row(it.col()) = it.value();
  for (int k = 1; !sees_steps(view) && k < steps_; ++k) row = step(row);
  for (const Node v : view.known_noise) row(v) = 0.0;
  return row;
}

void ContinualSystem::keep_observation(const GossipMatrix& w, const ContinualView& view) {
  linalg::RowSpace space(w.rows());
  using Directions = std::vector<Eigen::VectorXd>;
  const auto keep = [&space](Directions& kept, const Eigen::VectorXd& vector) {
    if (space.add(vector)) kept.emplace_back(space.basis().col(space.rank() - 1));
  };
  const auto advanced = [&](const Directions& newest) {
    Directions kept;
    for (const auto& q : newest) keep(kept, step(q));
    return kept;
  };
  Directions seen, next_seen;  // newest: of states of ordinary nodes, and of next states of those whose noise is known
  for (const Node a : view.observed) {
    if (!known_[a]) keep(seen, Eigen::VectorXd::Unit(w.rows(), a));
  }
  const int levels = view.every_step ? steps_ : 1;
  if (levels == 1) last_rank_ = space.rank();
  for (const Node o : view.observed) {
    if (known_[o]) keep(next_seen, next_state_row(w, view, o));
  }
  for (int k = 1; k < levels; ++k) {
    if (seen.empty() && next_seen.empty()) {  // the space is complete
      last_rank_ = space.rank();
      break;
    }
    seen = advanced(seen);
    if (k == levels - 1) last_rank_ = space.rank();
    next_seen = advanced(next_seen);
  }
  if (space.largest_doubt() > 5e-9) {
    throw Error(Errc::not_converged, "ContinualSystem",
                "rounding hides whether an observed state is a combination of others; use fewer steps per round");
  }
  observation_ = space.basis();
}

void ContinualSystem::multiply(const NodeBlock& x, NodeBlock& y, const Execution& execution) const {
  const std::size_t n = nodes();
  const auto r = static_cast<std::size_t>(x.cols());
  y.resize(x.rows(), x.cols());
  parallel_for((n + piece - 1) / piece, execution, [&](std::size_t p) {
    const std::size_t end = std::min(n, (p + 1) * piece);
    for (std::size_t v = p * piece; v < end; ++v) {
      if (r == 1) {
        double sum = 0.0;
        for (std::size_t i = offsets_[v]; i < offsets_[v + 1]; ++i) sum += weights_[i] * x.data()[columns_[i]];
        y.data()[v] = sum;
        continue;
      }
      double* row = y.data() + v * r;
      std::fill(row, row + r, 0.0);
      for (std::size_t i = offsets_[v]; i < offsets_[v + 1]; ++i) {
        const double weight = weights_[i];
        const double* source = x.data() + columns_[i] * r;
        for (std::size_t c = 0; c < r; ++c) row[c] += weight * source[c];
      }
    }
  });
}

void ContinualSystem::advance(const NodeBlock& x, NodeBlock& y, const Execution& execution) const {
  multiply(x, y, execution);
  NodeBlock other;
  for (int k = 1; k < steps_; ++k) {
    multiply(y, other, execution);
    y.swap(other);
  }
  for (const Node v : mask_at_end_) y.row(v).setZero();
}

GossipMatrix ContinualSystem::step_matrix() const {
  GossipMatrix matrix(static_cast<Eigen::Index>(nodes()), static_cast<Eigen::Index>(nodes()));
  std::vector<Eigen::Triplet<double, std::int64_t>> entries;
  entries.reserve(weights_.size());
  for (Node v = 0; v < nodes(); ++v) {
    for (std::size_t i = offsets_[v]; i < offsets_[v + 1]; ++i) entries.emplace_back(v, columns_[i], weights_[i]);
  }
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

bool is_primitive(std::string_view where, const GossipMatrix& w) {
  const auto n = static_cast<std::size_t>(w.rows());
  std::vector<signed char> side(n, -1);
  std::vector<std::size_t> queue{0};
  side[0] = 0;
  bool bipartite = true;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const std::size_t v = queue[head];
    for (GossipMatrix::InnerIterator it(w, static_cast<Eigen::Index>(v)); it; ++it) {
      if (it.value() == 0.0) continue;
      const auto c = static_cast<std::size_t>(it.col());
      if (side[c] < 0) {
        side[c] = static_cast<signed char>(1 - side[v]);
        queue.push_back(c);
      }
      bipartite = bipartite && side[c] != side[v];
    }
  }
  if (queue.size() < n) {
    throw Error(
        Errc::not_connected, where,
        fmt::format("only {} of {} nodes can be reached from node 0: the graph must be connected", queue.size(), n));
  }
  return !bipartite || n <= 1;
}

void require_primitive(std::string_view where, const GossipMatrix& w) {
  if (is_primitive(where, w)) return;
  throw Error(Errc::not_primitive, where,
              "W is bipartite with an empty diagonal, so it has the eigenvalue -1 and its powers do not converge; "
              "use Metropolis weights");
}

}  // namespace hearsay::accounting
