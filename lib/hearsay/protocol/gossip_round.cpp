#include <hearsay/protocol/gossip_round.hpp>

#include <fmt/format.h>

#include <cstdint>

#include <hearsay/core/error.hpp>

// Compiled for several instruction sets, chosen when the program starts; contraction is off, so the bits are the same.
// Sanitizers cannot run the chooser.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HEARSAY_VECTORIZED __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HEARSAY_VECTORIZED
#endif

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

HEARSAY_VECTORIZED void multiply(const Rows& w, const States::Line* now, States::Line* next, std::int64_t lines) {
  const auto* from = reinterpret_cast<const Lane*>(now);
  auto* to = reinterpret_cast<Lane*>(next);
  for (std::int64_t u = 0; u < w.count; ++u) {
    std::int64_t k = 0;
    for (; k + 2 <= lines; k += 2) {
      Lane first{}, second{};
      for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) {
        const auto* neighbor = from + w.columns[e] * lines + k;
        first += w.values[e] * neighbor[0];
        second += w.values[e] * neighbor[1];
      }
      to[u * lines + k] = first;
      to[u * lines + k + 1] = second;
    }
    if (k < lines) {
      Lane last{};
      for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) last += w.values[e] * from[w.columns[e] * lines + k];
      to[u * lines + k] = last;
    }
  }
}

}  // namespace

void gossip_round(const graph::GossipMatrix& w, const States& now, States& next) {
  if (w.rows() != w.cols()) throw Error(Errc::shape, "gossip_round", fmt::format("W is {} x {}, it must be square", w.rows(), w.cols()));
  if (w.rows() != now.rows()) throw Error(Errc::shape, "gossip_round", fmt::format("{} nodes hold {} values", w.rows(), now.rows()));
  if (next.rows() != now.rows() || next.cols() != now.cols()) next = States(now.rows(), now.cols());
  if (!w.isCompressed()) {
    next.matrix() = w * now.matrix();
    return;
  }
  multiply({w.outerIndexPtr(), w.innerIndexPtr(), w.valuePtr(), w.rows()}, now.data(), next.data(), now.lines());
}

}  // namespace hearsay::protocol
