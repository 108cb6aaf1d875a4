// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/random/words.hpp>

#include <cmath>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <hearsay/core/error.hpp>
#include <hearsay/random/detail/philox.hpp>

namespace hearsay::random {

namespace {

// Constants of Philox4x32 (Salmon et al. 2011, as in Random123).
constexpr std::uint32_t multiplier0 = 0xD2511F53u, multiplier1 = 0xCD9E8D57u, weyl0 = 0x9E3779B9u, weyl1 = 0xBB67AE85u;

constexpr auto count = philox_blocks;

void philox_portable(const std::uint32_t* key, const std::uint32_t* counter, std::uint32_t* out) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto block = r123::Philox4x32{}({{counter[0] + i, counter[1], counter[2], counter[3]}}, {{key[0], key[1]}});
    for (std::size_t w = 0; w < 4; ++w) out[w * count + i] = block[w];
  }
}

#if defined(__x86_64__)

// One block a 64-bit lane; only the low halves of the lanes mean something (mul_epu32 reads no more).
__attribute__((target("avx512f"))) void philox_avx512(const std::uint32_t* key, const std::uint32_t* counter,
                                                      std::uint32_t* out) {
  const __m512i m0 = _mm512_set1_epi64(multiplier0), m1 = _mm512_set1_epi64(multiplier1);
  const __m512i lanes = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
  for (std::uint32_t start = 0; start < count; start += 16) {
    __m512i c0[2], c1[2], c2[2], c3[2];
    for (std::uint32_t h = 0; h < 2; ++h) {
      c0[h] = _mm512_add_epi64(_mm512_set1_epi64(counter[0] + start + 8 * h), lanes);
      c1[h] = _mm512_set1_epi64(counter[1]), c2[h] = _mm512_set1_epi64(counter[2]),
      c3[h] = _mm512_set1_epi64(counter[3]);
    }
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round, k0 += weyl0, k1 += weyl1) {
      for (std::size_t h = 0; h < 2; ++h) {
        const __m512i p0 = _mm512_maskz_mul_epu32(0xff, c0[h], m0), p1 = _mm512_maskz_mul_epu32(0xff, c2[h], m1);
        c0[h] = _mm512_xor_si512(_mm512_xor_si512(_mm512_maskz_srli_epi64(0xff, p1, 32), c1[h]), _mm512_set1_epi64(k0));
        c2[h] = _mm512_xor_si512(_mm512_xor_si512(_mm512_maskz_srli_epi64(0xff, p0, 32), c3[h]), _mm512_set1_epi64(k1));
        c1[h] = p1, c3[h] = p0;
      }
    }
    for (std::uint32_t h = 0; h < 2; ++h) {
      const __m512i c[4] = {c0[h], c1[h], c2[h], c3[h]};
      for (std::size_t w = 0; w < 4; ++w) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + w * count + start + 8 * h),
                            _mm512_maskz_cvtepi64_epi32(0xff, c[w]));
      }
    }
  }
}

__attribute__((target("avx2"))) void philox_avx2(const std::uint32_t* key, const std::uint32_t* counter,
                                                 std::uint32_t* out) {
  const __m256i m0 = _mm256_set1_epi64x(multiplier0), m1 = _mm256_set1_epi64x(multiplier1);
  const __m256i lanes = _mm256_set_epi64x(3, 2, 1, 0), low_halves = _mm256_set_epi32(7, 5, 3, 1, 6, 4, 2, 0);
  for (std::uint32_t start = 0; start < count; start += 8) {
    __m256i c0[2], c1[2], c2[2], c3[2];
    for (std::uint32_t h = 0; h < 2; ++h) {
      c0[h] = _mm256_add_epi64(_mm256_set1_epi64x(counter[0] + start + 4 * h), lanes);
      c1[h] = _mm256_set1_epi64x(counter[1]), c2[h] = _mm256_set1_epi64x(counter[2]),
      c3[h] = _mm256_set1_epi64x(counter[3]);
    }
    std::uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; ++round, k0 += weyl0, k1 += weyl1) {
      for (std::size_t h = 0; h < 2; ++h) {
        const __m256i p0 = _mm256_mul_epu32(c0[h], m0), p1 = _mm256_mul_epu32(c2[h], m1);
        c0[h] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), c1[h]), _mm256_set1_epi64x(k0));
        c2[h] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), c3[h]), _mm256_set1_epi64x(k1));
        c1[h] = p1, c3[h] = p0;
      }
    }
    for (std::uint32_t h = 0; h < 2; ++h) {
      const __m256i c[4] = {c0[h], c1[h], c2[h], c3[h]};
      for (std::size_t w = 0; w < 4; ++w) {
        const __m256i packed = _mm256_permutevar8x32_epi32(c[w], low_halves);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out + w * count + start + 4 * h), _mm256_castsi256_si128(packed));
      }
    }
  }
}

#endif

}  // namespace

std::vector<Philox> philox_versions() {
  std::vector<Philox> versions;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f")) versions.push_back(philox_avx512);
  if (__builtin_cpu_supports("avx2")) versions.push_back(philox_avx2);
#endif
  versions.push_back(philox_portable);
  return versions;
}

Words::Words(Seed seed, Purpose purpose, std::uint32_t trial, std::uint32_t node)
    : key_{static_cast<std::uint32_t>(seed.value), static_cast<std::uint32_t>(seed.value >> 32)},
      counter_{0, static_cast<std::uint32_t>(purpose), trial, node} {}

void Words::refill() {
  if (exhausted_)
    throw Error(Errc::budget_spent, "random::Words", "2^34 words are drawn; use another trial or node address");
  static_assert(blocks == count);
  static const Philox philox = philox_versions().front();
  philox(key_, counter_, words_.data());
  used_ = 0;
  counter_[0] += blocks;
  if (counter_[0] == 0) exhausted_ = true;
}

std::uint32_t Words::redraw(std::uint32_t bound, std::uint64_t product) {
  const std::uint32_t threshold = -bound % bound;
  while (static_cast<std::uint32_t>(product) < threshold) product = static_cast<std::uint64_t>(next()) * bound;
  return static_cast<std::uint32_t>(product >> 32);
}

std::uint64_t coin_threshold(double probability) {
  require_unit("coin_threshold", "probability", probability);
  return static_cast<std::uint64_t>(std::nearbyint(std::ldexp(probability, 32)));
}

}  // namespace hearsay::random
