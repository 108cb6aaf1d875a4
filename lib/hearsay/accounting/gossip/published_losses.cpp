// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/gossip/published_losses.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/graph/symmetry.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/vectorized.hpp>

namespace hearsay::accounting {

namespace {

constexpr std::size_t width = 8;             ///< senders of a vector
constexpr std::size_t together = 2 * width;  ///< senders whose powers are computed side by side, at most

/// One number for each of 8 senders.
struct alignas(64) Lanes {
  double of[width];
};
/// The same as the compiler's vector.
using Vector [[gnu::vector_size(width * sizeof(double)), gnu::may_alias]] = double;

Vector* vectors(Lanes* x) { return reinterpret_cast<Vector*>(x); }
const Vector* vectors(const Lanes* x) { return reinterpret_cast<const Vector*>(x); }

/// The rows of a matrix as plain arrays.
struct Rows {
  const std::int64_t* offsets;
  const std::int64_t* columns;
  const double* values;
};

/// Powers of M = W^T times the unit vectors of the senders, column by column; one or two vectors a row.
struct Powers {
  const std::uint32_t* reached;  ///< by row: the first power in which it is not zero
  const Vector* now;
  Vector *next, *shares;
};

/// The next power, t + 1, = M now scale for the rows first .. last - 1, and shares += now^2 / |now|^2. In the last
/// power only the latter.
struct Step {
  std::size_t first, last;
  std::uint32_t t;
  bool last_power;
  const Lanes *inverse_norms, *scale;
  Lanes* norms;  ///< gets the squared norms of these rows of next
};

template <std::size_t vectors_of_row>
[[gnu::always_inline]] inline void take(const Rows& w, const Powers& x, const Step& step) {
  constexpr auto k = vectors_of_row;
  Vector inverse[k], factor[k], squares[k];
  for (std::size_t i = 0; i < k; ++i) {
    inverse[i] = vectors(step.inverse_norms)[i];
    factor[i] = vectors(step.scale)[i];
    squares[i] = Vector{};
  }
  for (std::size_t u = step.first; u < step.last; ++u) {
    if (x.reached[u] > step.t + 1) continue;
    for (std::size_t i = 0; i < k; ++i) x.shares[k * u + i] += x.now[k * u + i] * x.now[k * u + i] * inverse[i];
    if (step.last_power) continue;
    Vector sum[k]{};
    for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) {
      const Vector* from = x.now + static_cast<std::int64_t>(k) * w.columns[e];
      for (std::size_t i = 0; i < k; ++i) sum[i] += w.values[e] * from[i];
    }
    for (std::size_t i = 0; i < k; ++i) {
      sum[i] *= factor[i];
      x.next[k * u + i] = sum[i];
      squares[i] += sum[i] * sum[i];
    }
  }
  for (std::size_t i = 0; i < k; ++i) vectors(step.norms)[i] = squares[i];
}

HEARSAY_VECTORIZED void take_one(const Rows& w, const Powers& x, const Step& step) { take<1>(w, x, step); }
HEARSAY_VECTORIZED void take_two(const Rows& w, const Powers& x, const Step& step) { take<2>(w, x, step); }

constexpr std::size_t piece =
    1 << 14;  ///< rows that one thread takes at a time; norms are summed piece by piece, whoever takes them

/// For each node the number of steps after which it may depend on a sender, where that is less than `steps`; the
/// largest number elsewhere. @param w  row v: the nodes that depend on v after a step.
std::vector<std::uint32_t> reached_after(const graph::GossipMatrix& w, std::span<const graph::Node> senders,
                                         int steps) {
  std::vector<std::uint32_t> reached(static_cast<std::size_t>(w.rows()), std::numeric_limits<std::uint32_t>::max());
  std::vector<graph::Node> now(senders.begin(), senders.end()), next;
  for (const auto v : now) reached[v] = 0;
  for (std::uint32_t t = 1; static_cast<int>(t) < steps && !now.empty(); ++t) {
    next.clear();
    for (const auto v : now) {
      for (graph::GossipMatrix::InnerIterator entry(w, v); entry; ++entry) {
        auto& first = reached[static_cast<std::size_t>(entry.col())];
        if (first <= t) continue;
        first = t;
        next.push_back(static_cast<graph::Node>(entry.col()));
      }
    }
    now.swap(next);
  }
  return reached;
}

/// Shares by node and sender.
struct Shares {
  std::size_t vectors_of_row;
  std::vector<Lanes> lanes;  ///< of no sender: 0

  [[nodiscard]] double at(std::size_t node, std::size_t sender) const {
    return lanes[vectors_of_row * node + sender / width].of[sender % width];
  }
};

/// For at most 16 senders: sum_t (M^t e_w)_u^2 / |M^t e_w|^2, M = W^T.
Shares shares_of(const graph::GossipMatrix& w, const graph::GossipMatrix& m, std::span<const graph::Node> senders,
                 int steps, const Execution& execution) {
  const auto n = static_cast<std::size_t>(m.rows());
  const std::size_t k = senders.size() > width ? 2 : 1;
  const auto reached = reached_after(w, senders, steps);
  const Rows rows{m.outerIndexPtr(), m.innerIndexPtr(), m.valuePtr()};
  std::vector<Lanes> now(k * n), next(k * n), shares(k * n), norms(k * ((n + piece - 1) / piece));
  for (std::size_t j = 0; j < senders.size(); ++j)
    now[k * senders[j] + j / width].of[j % width] = norms[j / width].of[j % width] = 1.0;
  for (int t = 0; t < steps; ++t) {
    std::array<Lanes, 2> inverse{}, scale{};
    for (std::size_t j = 0; j < k * width; ++j) {
      const std::size_t i = j / width, lane = j % width;
      double norm = 0.0;
      for (std::size_t part = i; part < norms.size(); part += k) norm += norms[part].of[lane];
      inverse[i].of[lane] = norm > 0.0 ? 1.0 / norm : 0.0;
      // A share has no scale: powers of two keep messages from vanishing or overflowing where W is not stochastic.
      scale[i].of[lane] =
          norm > 0.0 && (norm < 0x1p-200 || norm > 0x1p200) ? std::ldexp(1.0, -std::ilogb(norm) / 2) : 1.0;
    }
    const Powers powers{reached.data(), vectors(now.data()), vectors(next.data()), vectors(shares.data())};
    parallel_for(norms.size() / k, execution, [&](std::size_t i) {
      const Step step{.first = i * piece,
                      .last = std::min(n, (i + 1) * piece),
                      .t = static_cast<std::uint32_t>(t),
                      .last_power = t + 1 == steps,
                      .inverse_norms = inverse.data(),
                      .scale = scale.data(),
                      .norms = &norms[k * i]};
      k == 1 ? take_one(rows, powers, step) : take_two(rows, powers, step);
    });
    std::swap(now, next);
  }
  return {k, std::move(shares)};
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

/// Calls use(first, shares) for the senders first .. first + 15, and so on, the threads sharing the blocks of
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
  parallel_for((senders.size() + together - 1) / together, over_blocks, "blocks of senders", [&](std::size_t block) {
    const auto first = block * together;
    use(first, shares_of(w, m, senders.subspan(first, std::min(together, senders.size() - first)), steps, within));
  });
}

}  // namespace

namespace {

constexpr Eigen::Index tile = 64;  ///< observers and nodes of a tile: 32 KiB
using Tile = Eigen::Matrix<double, tile, tile>;

/// seen(v, u) = sum of shares(u, w) over the neighbors w of v, tile by tile, so that what is read and written stays in
/// cache.
Eigen::MatrixXd sums_over_neighbors(const graph::GossipMatrix& w, const Eigen::MatrixXd& shares,
                                    const Execution& execution) {
  const auto n = w.rows();
  Eigen::MatrixXd seen(n, n);
  parallel_for(static_cast<std::size_t>((n + tile - 1) / tile), execution, [&](std::size_t strip) {
    const auto u = static_cast<Eigen::Index>(strip) * tile, wide = std::min(tile, n - u);
    const Eigen::MatrixXd of_strip = shares.middleRows(u, wide);
    Tile sums;
    for (Eigen::Index v = 0; v < n; v += tile) {
      const auto high = std::min(tile, n - v);
      sums.setZero();
      for (Eigen::Index i = 0; i < high; ++i) {
        auto column = sums.col(i).head(wide);
        for (graph::GossipMatrix::InnerIterator entry(w, v + i); entry; ++entry) {
          if (entry.col() != v + i && entry.value() != 0.0) column += of_strip.col(entry.col());
        }
      }
      seen.block(v, u, high, wide) = sums.topLeftCorner(wide, high).transpose();
    }
  });
  return seen;
}

/// Sums over senders are taken in parts of 8.
Eigen::Index parts_of(std::size_t senders) { return static_cast<Eigen::Index>((senders + width - 1) / width); }

}  // namespace

Eigen::VectorXd published_losses(const graph::GossipMatrix& w, std::span<const graph::Node> senders, int steps,
                                 const Execution& execution) {
  require_runnable("published_losses", w, senders, steps);
  Eigen::MatrixXd parts = Eigen::MatrixXd::Zero(w.rows(), parts_of(senders.size()));
  const auto threads =
      w.rows() > 1000 ? execution : execution.part(1);  // they cost more than they gain on small graphs
  for_each_block(w, senders, steps, threads, [&](std::size_t first, const Shares& shares) {
    for (std::size_t j = 0; j < shares.vectors_of_row * width; j += width) {
      auto part = parts.col(static_cast<Eigen::Index>((first + j) / width));
      for (Eigen::Index u = 0; u < part.size(); ++u) {
        double sum = 0.0;
        for (std::size_t i = j; i < j + width; ++i) sum += shares.at(static_cast<std::size_t>(u), i);
        part(u) = sum;
      }
    }
  });
  return parts.rowwise().sum();
}

Eigen::VectorXd published_losses(const Eigen::MatrixXd& by_sender, std::span<const graph::Node> senders) {
  Eigen::MatrixXd parts = Eigen::MatrixXd::Zero(by_sender.rows(), parts_of(senders.size()));
  for (std::size_t i = 0; i < senders.size(); ++i)
    parts.col(static_cast<Eigen::Index>(i / width)) += by_sender.col(senders[i]);
  return parts.rowwise().sum();
}

Eigen::MatrixXd published_by_sender(const graph::GossipMatrix& w, int steps, const Execution& execution) {
  const auto n = w.rows();
  std::vector<graph::Node> everyone(static_cast<std::size_t>(n));
  for (std::size_t v = 0; v < everyone.size(); ++v) everyone[v] = static_cast<graph::Node>(v);
  require_runnable("published_losses", w, everyone, steps);
  Eigen::MatrixXd shares(n, n);
  for_each_block(w, everyone, steps, execution, [&](std::size_t first, const Shares& block) {
    const auto senders = std::min(together, everyone.size() - first);
    for (std::size_t u = 0; u < everyone.size(); u += width) {  // so many rows fill a cache line of each column
      const auto end = std::min(u + width, everyone.size());
      for (std::size_t j = 0; j < senders; ++j) {
        for (std::size_t i = u; i < end; ++i)
          shares(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(first + j)) = block.at(i, j);
      }
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
  return sums_over_neighbors(w, published_by_sender(w, steps, execution), execution);
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
