// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include <hearsay/core/error.hpp>
#include <hearsay/random/detail/philox.hpp>
#include <hearsay/random/words.hpp>

namespace hearsay::random {
namespace {

// Two implementations of one generator: Random123's, behind Stream, and the vector one.
TEST(Words, AreStreamsWordsBatchByBatchInAnotherOrder) {
  Words words(Seed{0x0123456789abcdefULL}, Purpose::activation, 7, 9);
  Stream stream(Seed{0x0123456789abcdefULL}, Purpose::activation, 7, 9);
  for (int batch = 0; batch < 3; ++batch) {
    std::uint32_t expected[4][64];
    for (std::size_t block = 0; block < 64; ++block) {
      for (std::size_t w = 0; w < 4; ++w) expected[w][block] = stream.word();
    }
    for (const auto& row : expected) {
      for (const std::uint32_t word : row) ASSERT_EQ(words.next(), word);
    }
  }
}

// Machines run one of them: the others are compared with it here, or nowhere.
TEST(Words, AllVersionsOfTheMachineAgree) {
  constexpr std::uint32_t key[2] = {0x89abcdefu, 0x01234567u};
  for (const std::uint32_t first : {0u, 64u, 0xFFFFFFC0u}) {
    const std::uint32_t counter[4] = {first, 7, 9, 0xFFFFFFFFu};
    std::array<std::uint32_t, 4 * philox_blocks> portable{}, words{};
    philox_versions().back()(key, counter, portable.data());
    EXPECT_NE(std::ranges::count(portable, 0u), std::ssize(portable));
    for (const auto version : philox_versions()) {
      words.fill(0);
      version(key, counter, words.data());
      EXPECT_EQ(words, portable);
    }
  }
}

TEST(Words, TakeGivesTheNextWordsAndSkipsTheRestOfABatch) {
  Words one(Seed{1}, Purpose::activation, 0), many(Seed{1}, Purpose::activation, 0);
  for (int k = 0; k < 85; ++k) {  // 85 * 3 = 255 of 256 words
    const std::uint32_t* three = many.take(3);
    for (int i = 0; i < 3; ++i) ASSERT_EQ(three[i], one.next());
  }
  one.next();
  EXPECT_EQ(many.take(3)[0], one.next());
}

TEST(Words, BelowIsUniformAndRedrawsWhereTheMultiplicationIsUnfair) {
  Words words(Seed{3}, Purpose::activation, 0);
  constexpr std::uint32_t bound = 3'000'000'000u;  // a third of the first words must be redrawn
  double low = 0;
  for (int i = 0; i < 100'000; ++i) low += words.below(bound) < bound / 3 ? 1 : 0;
  EXPECT_NEAR(low / 1e5, 1.0 / 3.0, 5 * std::sqrt(2.0 / 9.0 / 1e5));
}

TEST(Words, ACoinIsExactAtZeroAndOne) {
  EXPECT_EQ(coin_threshold(0.0), 0u);
  EXPECT_EQ(coin_threshold(1.0), 1ull << 32);
  EXPECT_EQ(coin_threshold(0.25), 1ull << 30);
  EXPECT_THROW((void)coin_threshold(1.5), Error);
}

}  // namespace
}  // namespace hearsay::random
