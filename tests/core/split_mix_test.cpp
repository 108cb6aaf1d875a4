// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/split_mix.hpp>

namespace hearsay {
namespace {

/// The generator as its authors write it: a state that grows by a constant, and a finalizer.
struct SplitMix64 {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
};

TEST(SplitMix, IsTheGeneratorFromState0) {
  SplitMix64 generator{0};
  for (std::uint64_t i = 1; i <= 1000; ++i) ASSERT_EQ(split_mix(i), generator.next()) << i;
}

// First outputs from state 0, as many implementations list them.
TEST(SplitMix, KnownAnswers) {
  EXPECT_EQ(split_mix(1), 0xe220a8397b1dcdafu);
  EXPECT_EQ(split_mix(2), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(split_mix(3), 0x06c45d188009454fu);
}

}  // namespace
}  // namespace hearsay
