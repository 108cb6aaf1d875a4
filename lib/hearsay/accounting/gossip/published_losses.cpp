// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/published_losses.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/vectorized.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

/// The rows of a matrix as plain arrays.
struct Rows {
  const std::int64_t* offsets;
  const std::int64_t* columns;
  const double* values;
};

/// One step for 8 columns at once and the rows first .. last - 1: next = M now scale, M = W^T, and shares += now^2 /
/// |now|^2 column by column.
/// @return the squared norms of these rows of the columns of next.
HEARSAY_VECTORIZED Lanes step(const Rows& w, std::size_t first, std::size_t last, const Lanes* now,
                              const Lanes& inverse_norms, const Lanes& scale, Lanes* next, Lanes* shares) {
  Lanes norms{};
  for (std::size_t u = first; u < last; ++u) {
    for (std::size_t j = 0; j < lanes; ++j) shares[u][j] += now[u][j] * now[u][j] * inverse_norms[j];
    Lanes sum{};
    for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) {
      const double value = w.values[e];
      const Lanes& from = now[w.columns[e]];
      for (std::size_t j = 0; j < lanes; ++j) sum[j] += value * from[j];
    }
    for (std::size_t j = 0; j < lanes; ++j) sum[j] *= scale[j];
    next[u] = sum;
    for (std::size_t j = 0; j < lanes; ++j) norms[j] += sum[j] * sum[j];
  }
  return norms;
}

constexpr std::size_t piece =
    1 << 14;  ///< rows that one thread takes at a time; norms are summed piece by piece, whoever takes them

/// For at most 8 senders: the shares sum_t (M^t e_w)_u^2 / |M^t e_w|^2, M = W^T, one lane a sender; lanes without a
/// sender are 0.
std::vector<Lanes> shares_of(const graph::GossipMatrix& m, std::span<const graph::Node> senders, int steps,
                             const Execution& execution) {
  const auto n = static_cast<std::size_t>(m.rows());
  const Rows rows{m.outerIndexPtr(), m.innerIndexPtr(), m.valuePtr()};
  std::vector<Lanes> now(n), next(n), shares(n), norms((n + piece - 1) / piece);
  for (std::size_t j = 0; j < senders.size(); ++j) now[senders[j]][j] = norms[0][j] = 1.0;
  for (int t = 0; t < steps; ++t) {
    Lanes inverse{}, scale;
    for (std::size_t j = 0; j < lanes; ++j) {
      double norm = 0.0;
      for (const Lanes& part : norms) norm += part[j];
      inverse[j] = norm > 0.0 ? 1.0 / norm : 0.0;
      // A share has no scale: powers of two keep messages from vanishing or overflowing where W is not stochastic.
      scale[j] = norm > 0.0 && (norm < 0x1p-200 || norm > 0x1p200) ? std::ldexp(1.0, -std::ilogb(norm) / 2) : 1.0;
    }
    parallel_for(norms.size(), execution, [&](std::size_t i) {
      norms[i] =
          step(rows, i * piece, std::min(n, (i + 1) * piece), now.data(), inverse, scale, next.data(), shares.data());
    });
    std::swap(now, next);
  }
  return shares;
}

void require_runnable(std::string_view where, const graph::GossipMatrix& w, std::span<const graph::Node> senders,
                      int steps) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, where, fmt::format("W is {} x {}, it must be square", w.rows(), w.cols()));
  if (steps < 0) throw Error(Errc::domain, where, fmt::format("steps = {} must be >= 0", steps));
  for (const auto v : senders) {
    if (v >= w.rows())
      throw Error(Errc::domain, where, fmt::format("sender {} must be a node in 0 .. {}", v, w.rows() - 1));
  }
}

/// Calls use(first, shares) for the senders first .. first + 7, and so on, the threads sharing the blocks of
/// a small graph, and the rows of a large one.
template <class Use>
void for_each_block(const graph::GossipMatrix& w, std::span<const graph::Node> senders, int steps,
                    const Execution& execution, const Use& use) {
  const std::optional<graph::GossipMatrix> transposed =
      graph::symmetric(w) ? std::nullopt : std::optional<graph::GossipMatrix>(w.transpose());
  const auto& m = transposed ? *transposed : w;
  const bool large = w.rows() >= static_cast<Eigen::Index>(4 * piece);
  // Blocks are independent and need no order: each writes what belongs to it.
  auto over_blocks = execution;
  if (large) over_blocks.jobs = 1;
  const auto within = large ? execution.part() : execution.part(1);
  parallel_for((senders.size() + lanes - 1) / lanes, over_blocks, "blocks of senders", [&](std::size_t block) {
    const auto first = block * lanes;
    use(first, shares_of(m, senders.subspan(first, std::min(lanes, senders.size() - first)), steps, within));
  });
}

}  // namespace

namespace {

Eigen::Index blocks_of(std::size_t senders) { return static_cast<Eigen::Index>((senders + lanes - 1) / lanes); }

}  // namespace

Eigen::VectorXd published_losses(const graph::GossipMatrix& w, std::span<const graph::Node> senders, int steps,
                                 const Execution& execution) {
  require_runnable("published_losses", w, senders, steps);
  Eigen::MatrixXd parts = Eigen::MatrixXd::Zero(w.rows(), blocks_of(senders.size()));
  const auto threads =
      w.rows() > 1000 ? execution : execution.part(1);  // they cost more than they gain on small graphs
  for_each_block(w, senders, steps, threads, [&](std::size_t first, const std::vector<Lanes>& shares) {
    for (std::size_t u = 0; u < shares.size(); ++u) {
      double sum = 0.0;
      for (const double share : shares[u]) sum += share;
      parts(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(first / lanes)) = sum;
    }
  });
  return parts.rowwise().sum();
}

Eigen::VectorXd published_losses(const Eigen::MatrixXd& by_sender, std::span<const graph::Node> senders) {
  Eigen::MatrixXd parts = Eigen::MatrixXd::Zero(by_sender.rows(), blocks_of(senders.size()));
  for (std::size_t i = 0; i < senders.size(); ++i)
    parts.col(static_cast<Eigen::Index>(i / lanes)) += by_sender.col(senders[i]);
  return parts.rowwise().sum();
}

Eigen::MatrixXd published_by_sender(const graph::GossipMatrix& w, int steps, const Execution& execution) {
  const auto n = w.rows();
  std::vector<graph::Node> everyone(static_cast<std::size_t>(n));
  for (std::size_t v = 0; v < everyone.size(); ++v) everyone[v] = static_cast<graph::Node>(v);
  require_runnable("published_losses", w, everyone, steps);
  Eigen::MatrixXd shares(n, n);
  for_each_block(w, everyone, steps, execution, [&](std::size_t first, const std::vector<Lanes>& block) {
    const auto width = std::min(lanes, everyone.size() - first);
    for (std::size_t j = 0; j < width; ++j) {
      for (std::size_t u = 0; u < block.size(); ++u)
        shares(static_cast<Eigen::Index>(u), static_cast<Eigen::Index>(first + j)) = block[u][j];
    }
  });
  return shares;
}

Eigen::VectorXd accelerated_published_losses(const graph::GossipMatrix& w, double gamma,
                                             std::span<const graph::Node> senders, int steps) {
  require_runnable("accelerated_published_losses", w, senders, steps);
  if (!std::isfinite(gamma))
    throw Error(Errc::domain, "accelerated_published_losses", fmt::format("gamma = {} must be finite", gamma));
  const graph::GossipMatrix transposed = w.transpose();
  Eigen::VectorXd shares = Eigen::VectorXd::Zero(w.rows());
  for (const auto v : senders) {
    Eigen::VectorXd before = Eigen::VectorXd::Zero(w.rows()), now = Eigen::VectorXd::Unit(w.rows(), v);
    for (int t = 0; t < steps; ++t) {
      const double norm = now.squaredNorm();
      if (norm > 0.0) shares += now.cwiseAbs2() / norm;
      Eigen::VectorXd next = transposed * now;
      if (t > 0) {
        next *= gamma;
        next += (1.0 - gamma) * before;
      }
      before = std::exchange(now, std::move(next));
    }
  }
  return shares;
}

Eigen::MatrixXd published_all_pairs(const graph::GossipMatrix& w, int steps, const Execution& execution) {
  const auto n = w.rows();
  if (n > 30000)
    throw Error(Errc::too_large, "published_all_pairs",
                fmt::format("{} nodes have too many pairs; use at most 30000 nodes", n));
  const auto shares = published_by_sender(w, steps, execution);
  Eigen::MatrixXd seen(n, n);  // column v: what all neighbors of v reveal
  parallel_for(static_cast<std::size_t>(n), execution, [&](std::size_t v) {
    auto column = seen.col(static_cast<Eigen::Index>(v));
    column.setZero();
    for (graph::GossipMatrix::InnerIterator entry(w, static_cast<Eigen::Index>(v)); entry; ++entry) {
      if (entry.col() != static_cast<Eigen::Index>(v) && entry.value() != 0.0) column += shares.col(entry.col());
    }
  });
  seen.transposeInPlace();
  return seen;
}

bool published_reaches_cap(const graph::GossipMatrix& w) {
  for (Eigen::Index u = 0; u < w.rows(); ++u) {
    for (graph::GossipMatrix::InnerIterator entry(w, u); entry; ++entry) {
      if (entry.value() < 0.0 || (entry.value() > 0.0 && !(w.coeff(entry.col(), u) > 0.0))) return false;
    }
  }
  return true;
}

void require_published_cap(const graph::GossipMatrix& w, std::string_view where) {
  if (published_reaches_cap(w)) return;
  throw Error(Errc::conditions, where,
              "the published loss after any number of steps is known only for weights that are not negative between "
              "neighbors; use a number of steps");
}

}  // namespace hearsay::accounting
