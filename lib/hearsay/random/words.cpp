#include <hearsay/random/words.hpp>

#include <cmath>

#include <hearsay/core/error.hpp>

namespace hearsay::random {

namespace {

// Constants of Philox4x32 (Salmon et al. 2011, as in Random123).
constexpr std::uint32_t multiplier0 = 0xD2511F53u, multiplier1 = 0xCD9E8D57u, weyl0 = 0x9E3779B9u, weyl1 = 0xBB67AE85u;

#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define HEARSAY_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define HEARSAY_CLONES
#endif

/// `Count` consecutive blocks from `counter`; word w of block i goes to out[w * Count + i].
template <std::size_t Count>
[[gnu::always_inline]] inline void philox(const std::uint32_t* key, const std::uint32_t* counter, std::uint32_t* out) {
  constexpr std::size_t lanes = 16;
  for (std::size_t start = 0; start < Count; start += lanes) {
    std::uint32_t c0[lanes], c1[lanes], c2[lanes], c3[lanes];
    for (std::size_t i = 0; i < lanes; ++i) {
      c0[i] = counter[0] + static_cast<std::uint32_t>(start + i);
      c1[i] = counter[1], c2[i] = counter[2], c3[i] = counter[3];
    }
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round) {
      for (std::size_t i = 0; i < lanes; ++i) {
        const std::uint64_t p0 = static_cast<std::uint64_t>(multiplier0) * c0[i];
        const std::uint64_t p1 = static_cast<std::uint64_t>(multiplier1) * c2[i];
        const auto n0 = static_cast<std::uint32_t>(p1 >> 32) ^ c1[i] ^ k0;
        const auto n2 = static_cast<std::uint32_t>(p0 >> 32) ^ c3[i] ^ k1;
        c1[i] = static_cast<std::uint32_t>(p1);
        c3[i] = static_cast<std::uint32_t>(p0);
        c0[i] = n0, c2[i] = n2;
      }
      k0 += weyl0, k1 += weyl1;
    }
    for (std::size_t i = 0; i < lanes; ++i) {
      out[start + i] = c0[i];
      out[Count + start + i] = c1[i];
      out[2 * Count + start + i] = c2[i];
      out[3 * Count + start + i] = c3[i];
    }
  }
}

HEARSAY_CLONES void philox64(const std::uint32_t* key, const std::uint32_t* counter, std::uint32_t* out) { philox<64>(key, counter, out); }

}  // namespace

Words::Words(Seed seed, Purpose purpose, std::uint32_t trial, std::uint32_t node)
    : key_{static_cast<std::uint32_t>(seed.value), static_cast<std::uint32_t>(seed.value >> 32)},
      counter_{0, static_cast<std::uint32_t>(purpose), trial, node} {}

void Words::refill() {
  if (exhausted_) throw Error(Errc::budget_spent, "random::Words", "2^34 words are drawn: take another trial or node address");
  philox64(key_, counter_, words_.data());
  used_ = 0;
  counter_[0] += blocks;
  if (counter_[0] == 0) exhausted_ = true;
}

std::uint64_t coin_threshold(double probability) {
  require_unit("coin_threshold", "probability", probability);
  return static_cast<std::uint64_t>(std::nearbyint(std::ldexp(probability, 32)));
}

}  // namespace hearsay::random
