#include <hearsay/protocol/gossip_round.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
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

constexpr std::size_t lanes = 16;

/// The rows of a gossip matrix as plain arrays.
struct Rows {
  const std::int64_t* offsets;
  const std::int64_t* columns;
  const double* values;
  std::size_t count;
};

HEARSAY_VECTORIZED void multiply(const Rows& w, const double* now, double* next, std::size_t width) {
  for (std::size_t u = 0; u < w.count; ++u) {
    std::size_t k = 0;
    for (; k + lanes <= width; k += lanes) {
      std::array<double, lanes> sum{};
      for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) {
        const double value = w.values[e];
        const double* from = now + static_cast<std::size_t>(w.columns[e]) * width + k;
        for (std::size_t j = 0; j < lanes; ++j) sum[j] += value * from[j];
      }
      std::ranges::copy(sum, next + u * width + k);
    }
    for (; k < width; ++k) {
      double sum = 0.0;
      for (std::int64_t e = w.offsets[u]; e < w.offsets[u + 1]; ++e) sum += w.values[e] * now[static_cast<std::size_t>(w.columns[e]) * width + k];
      next[u * width + k] = sum;
    }
  }
}

}  // namespace

void gossip_round(const graph::GossipMatrix& w, const States& now, States& next) {
  if (w.rows() != w.cols()) throw Error(Errc::shape, "gossip_round", fmt::format("W is {} x {}, it must be square", w.rows(), w.cols()));
  if (w.rows() != now.rows()) throw Error(Errc::shape, "gossip_round", fmt::format("{} nodes hold {} values", w.rows(), now.rows()));
  next.resize(now.rows(), now.cols());
  if (!w.isCompressed()) {
    next = w * now;
    return;
  }
  multiply({w.outerIndexPtr(), w.innerIndexPtr(), w.valuePtr(), static_cast<std::size_t>(w.rows())}, now.data(), next.data(), static_cast<std::size_t>(now.cols()));
}

}  // namespace hearsay::protocol
