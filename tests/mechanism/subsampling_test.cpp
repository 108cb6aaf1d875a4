// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include <hearsay/mechanism/subsampling.hpp>

#include "tests/error_message.hpp"
#include "tests/mechanism/expect_frequency.hpp"

namespace hearsay::mechanism {
namespace {

using random::Purpose;
using random::Seed;
using random::Stream;

TEST(Subsampling, PoissonKeepsEachIndexAtTheRateAndIndependently) {
  constexpr std::uint64_t n = 7, trials = 40000;
  std::vector<std::uint64_t> kept(n);
  std::uint64_t both = 0;
  for (std::uint32_t t = 0; t < trials; ++t) {
    Stream stream(Seed{4}, Purpose::data, t);
    bool first = false, last = false;
    std::uint64_t previous = 0;
    for (const auto index : sample_poisson(n, 0.3, stream)) {
      ASSERT_LT(index, n);
      ASSERT_TRUE(previous <= index);
      previous = index;
      ++kept[index];
      first |= index == 0, last |= index == n - 1;
    }
    both += first && last;
  }
  for (const auto count : kept) expect_frequency(count, trials, 0.3);
  expect_frequency(both, trials, 0.09);
  Stream stream(Seed{4}, Purpose::data, 0);
  EXPECT_TRUE(sample_poisson(5, 0.0, stream).empty());
  EXPECT_EQ(sample_poisson(5, 1.0, stream), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_TRUE(sample_poisson(0, 1.0, stream).empty());
}

TEST(Subsampling, WithoutReplacementIsUniformOverSets) {
  std::map<std::vector<std::uint64_t>, std::uint64_t> counts;
  constexpr std::uint64_t trials = 40000;
  for (std::uint32_t t = 0; t < trials; ++t) {
    Stream stream(Seed{5}, Purpose::data, t);
    ++counts[sample_without_replacement(2, 5, stream)];
  }
  EXPECT_EQ(counts.size(), 10u);
  for (const auto& [set, count] : counts) expect_frequency(count, trials, 0.1);
}

TEST(Subsampling, WithReplacementRepeatsAnIndexAtTheBinomialRate) {
  constexpr std::uint64_t trials = 40000;
  std::uint64_t twice = 0;
  for (std::uint32_t t = 0; t < trials; ++t) {
    Stream stream(Seed{6}, Purpose::data, t);
    int hits = 0;
    for (const auto index : sample_with_replacement(5, 4, stream)) hits += index == 1;
    twice += hits == 2;
  }
  expect_frequency(twice, trials, 10.0 * 27.0 / 1024.0);  // C(5,2) (1/4)^2 (3/4)^3
}

}  // namespace
}  // namespace hearsay::mechanism
