// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/protocol/gossip/round.hpp>

#include <fmt/format.h>

#include <cstdint>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <hearsay/core/error.hpp>
#include <hearsay/system/vectorized.hpp>

namespace hearsay::protocol {

namespace {

/// A cache line as the compiler's vectors: eight sums at once.
using Lane [[gnu::vector_size(64), gnu::may_alias]] = double;

/// The rows of a gossip matrix as plain arrays.
struct Rows {
  const std::int64_t* offsets;
  const std::int64_t* columns;
  const double* values;
  std::int64_t count;
};

/// *to = x; past the caches where it would be thrown out of them before it is read.
inline void store(Lane* to, const Lane& x, [[maybe_unused]] bool cached) {
#ifdef __SSE2__
  if (!cached) {
    for (int i = 0; i < 8; i += 2) _mm_stream_pd(reinterpret_cast<double*>(to) + i, _mm_setr_pd(x[i], x[i + 1]));
    return;
  }
#endif
  *to = x;
}

HEARSAY_VECTORIZED void multiply(const Rows& w, const States::Line* now, States::Line* next, std::int64_t lines) {
  constexpr std::int64_t ahead = 4, cached_bytes = 32 << 20;
  const bool cached = w.count * lines * static_cast<std::int64_t>(sizeof(Lane)) <= cached_bytes;
  const auto* from = reinterpret_cast<const Lane*>(now);
  auto* to = reinterpret_cast<Lane*>(next);
  for (std::int64_t u = 0; u < w.count; ++u) {
    // In most numberings of a graph the last neighbor of a node is the one that was not needed before.
    if (u + ahead < w.count && w.offsets[u + ahead] < w.offsets[u + ahead + 1]) {
      const auto* soon = from + w.columns[w.offsets[u + ahead + 1] - 1] * lines;
      for (std::int64_t k = 0; k < lines; ++k) __builtin_prefetch(soon + k);
    }
    std::int64_t k = 0;
    for (; k + 2 <= lines; k += 2) {
      Lane first{}, second{};
      for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) {
        const auto* neighbor = from + w.columns[e] * lines + k;
        first += w.values[e] * neighbor[0];
        second += w.values[e] * neighbor[1];
      }
      store(to + u * lines + k, first, cached);
      store(to + u * lines + k + 1, second, cached);
    }
    if (k < lines) {
      Lane last{};
      for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e)
        last += w.values[e] * from[w.columns[e] * lines + k];
      store(to + u * lines + k, last, cached);
    }
  }
#ifdef __SSE2__
  _mm_sfence();
#endif
}

}  // namespace

void gossip_round(const graph::GossipMatrix& w, const States& now, States& next) {
  if (w.rows() != w.cols())
    throw Error(Errc::shape, "gossip_round", fmt::format("W is {} x {}, it must be square", w.rows(), w.cols()));
  if (w.rows() != now.rows())
    throw Error(Errc::shape, "gossip_round", fmt::format("{} nodes hold {} values", w.rows(), now.rows()));
  if (next.rows() != now.rows() || next.cols() != now.cols()) next = States(now.rows(), now.cols());
  if (!w.isCompressed()) {
    next.matrix() = w * now.matrix();
    return;
  }
  multiply({w.outerIndexPtr(), w.innerIndexPtr(), w.valuePtr(), w.rows()}, now.data(), next.data(), now.lines());
}

}  // namespace hearsay::protocol
