// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include <hearsay/protocol/rumor/bit_coins.hpp>

namespace hearsay::protocol {
namespace {

/// Seeds are fixed; five standard deviations.
void expect_share(double successes, double trials, double p) {
  EXPECT_NEAR(successes, trials * p, 5.0 * std::sqrt(trials * p * (1.0 - p)) + 1e-9) << p;
}

// 20 numbers: two blocks and a part of a third.
TEST(BitCoins, EachBitIsOneWithTheProbabilityAndIndependentOfItsNeighbors) {
  constexpr int runs = 4000;
  for (const double p : {0.0, 0.5, 0.1, 19.0 / 32, 1.0 - 0x1p-9, 0x1p-11, 0x1.8p-12}) {
    random::Words words({11}, random::Purpose::activation, 0);
    std::vector<std::uint64_t> bits(20);
    std::vector<double> of_number(bits.size()), of_bit(64);
    double both_bits = 0.0, both_numbers = 0.0;
    for (int run = 0; run < runs; ++run) {
      toss(bits, random::coin_threshold(p), words);
      for (std::size_t k = 0; k < bits.size(); ++k) {
        of_number[k] += std::popcount(bits[k]);
        for (std::size_t b = 0; b < 64; ++b) of_bit[b] += static_cast<double>(bits[k] >> b & 1);
        both_bits += std::popcount(bits[k] & bits[k] >> 1);
        both_numbers += std::popcount(bits[k] & bits[(k + 1) % bits.size()]);
      }
    }
    for (const double count : of_number) expect_share(count, 64.0 * runs, p);
    for (const double count : of_bit) expect_share(count, 20.0 * runs, p);
    // Neighboring pairs share a bit: 1 + 2 p times the variance of independent ones is enough.
    EXPECT_NEAR(both_bits, 63.0 * 20 * runs * p * p, 5.0 * std::sqrt(63.0 * 20 * runs * p * p * (1.0 + 2.0 * p)) + 1.0);
    EXPECT_NEAR(both_numbers, 64.0 * 20 * runs * p * p,
                5.0 * std::sqrt(64.0 * 20 * runs * p * p * (1.0 + 2.0 * p)) + 1.0);
  }
}

TEST(BitCoins, ThinningKeepsEachOneWithTheProbabilityAndMakesNone) {
  random::Words words({12}, random::Purpose::activation, 0);
  std::vector<std::uint64_t> all(600);  // three parts
  for (std::size_t k = 0; k < all.size(); ++k)
    all[k] = k % 7 == 0 ? 0 : k % 5 == 0 ? ~0ull : words.next64() & (k % 2 == 0 ? words.next64() : ~0ull);
  for (const double p : {0.0, 0.3, 0.5, 1.0}) {
    std::vector<double> kept(all.size());
    constexpr int runs = 500;
    for (int run = 0; run < runs; ++run) {
      auto bits = all;
      thin(bits, random::coin_threshold(p), words);
      for (std::size_t k = 0; k < bits.size(); ++k) {
        ASSERT_EQ(bits[k] & ~all[k], 0u);
        kept[k] += std::popcount(bits[k]);
      }
    }
    for (std::size_t k = 0; k < all.size(); ++k) expect_share(kept[k], runs * std::popcount(all[k]) * 1.0, p);
  }
}

TEST(BitCoins, AllVersionsOfTheMachineDealTheSame) {
  random::Words words({13}, random::Purpose::activation, 0);
  std::vector<std::uint64_t> bits(100), coins(102);
  for (auto& number : bits) number = words.next64() & words.next64();
  bits[3] = 0, bits[4] = ~0ull, bits[99] = ~0ull;
  for (auto& number : coins) number = words.next64();
  std::vector<std::uint64_t> expected(bits.size());  // coin by coin
  std::size_t used = 0;
  for (std::size_t k = 0; k < bits.size(); ++k) {
    for (std::size_t b = 0; b < 64; ++b) {
      if ((bits[k] >> b & 1) == 0) continue;
      expected[k] |= (coins[used / 64] >> used % 64 & 1) << b;
      ++used;
    }
  }
  EXPECT_EQ(ones(bits), used);
  for (const auto deal : detail::deal_versions()) {
    auto dealt = bits;
    deal(dealt, coins.data());
    EXPECT_EQ(dealt, expected);
  }
}

}  // namespace
}  // namespace hearsay::protocol
