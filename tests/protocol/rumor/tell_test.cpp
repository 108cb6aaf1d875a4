// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hearsay/protocol/rumor/bit_coins.hpp>
#include <hearsay/protocol/rumor/tell.hpp>

namespace hearsay::protocol {
namespace {

/// Mean and variance of the number of nodes that `messages` uniform messages tell.
struct Occupancy {
  double mean, variance;
  Occupancy(double n, double messages) {
    const double one = std::exp(messages * std::log1p(-1.0 / n)), two = std::exp(messages * std::log1p(-2.0 / n));
    mean = n * (1.0 - one);
    variance = n * one + n * (n - 1.0) * two - n * n * one * one;
  }
};

// 65,536 nodes in one go, many at once, a last number that is not full, and one by one.
TEST(Tell, TellsAsManyNodesAsIndependentMessages) {
  for (const auto& [n, messages] : std::vector<std::pair<std::uint32_t, std::uint32_t>>{
           {1u << 16, 1u << 16}, {1u << 16, 1u << 14}, {5000, 4999}, {3001, 1024}, {2048, 301}, {100, 100}}) {
    constexpr int runs = 3000;
    const Occupancy law(n, messages);
    random::Words words({31}, random::Purpose::activation, n, messages);
    double sum = 0.0, squares = 0.0, left = 0.0;
    std::vector<double> in_number((n + 63) / 64);
    for (int run = 0; run < runs; ++run) {
      std::vector<std::uint64_t> told((n + 63) / 64), copy = told;
      tell(told, n, messages, words);
      const double count = static_cast<double>(ones(told)) - law.mean;
      sum += count, squares += count * count;
      for (std::size_t k = 0; k < told.size(); ++k) in_number[k] += static_cast<double>(ones({&told[k], 1}));
      if (n % 64 != 0) {
        ASSERT_EQ(told.back() >> n % 64, 0u);
      }
      if (detail::tells_at_once(n, messages)) left += detail::tell_at_once(copy, n, messages, words);
    }
    EXPECT_NEAR(sum / runs, 0.0, 5.0 * std::sqrt(law.variance / runs)) << n << ' ' << messages;
    EXPECT_NEAR(squares / runs / law.variance, 1.0, 5.0 * std::sqrt(2.0 / runs)) << n << ' ' << messages;
    EXPECT_LT(left / runs, 0.3 * messages);  // most are sent at once
    const double p = law.mean / n;
    for (std::size_t k = 0; k < in_number.size(); ++k) {
      const double nodes = k + 1 < in_number.size() || n % 64 == 0 ? 64.0 : n % 64;
      EXPECT_NEAR(in_number[k], runs * nodes * p, 5.5 * std::sqrt(runs * nodes * p * (1.0 - p)));
    }
  }
}

TEST(Tell, AsManyMessagesAreSentAtOnceAsAPoissonLawSays) {
  constexpr std::uint32_t n = 4096, messages = 1024;
  ASSERT_TRUE(detail::tells_at_once(n, messages));
  random::Words words({32}, random::Purpose::activation, 0);
  double total = 0.0;
  constexpr int runs = 20'000;
  for (int run = 0; run < runs; ++run) {
    std::vector<std::uint64_t> told(n / 64);
    const std::uint32_t left = detail::tell_at_once(told, n, messages, words);
    ASSERT_LE(left, messages);
    ASSERT_LE(ones(told), messages - left);
    total += messages - left;
  }
  // The number sent at once is Poisson, cut at `messages`, four deviations above its mean.
  const double part = std::floor(-32.0 * std::expm1(-(messages - 4.0 * 32.0) / n)) / 32.0,
               mean = -1.0 * n * std::log1p(-part);
  EXPECT_NEAR(total / runs, mean, 5.0 * std::sqrt(mean / runs) + 0.02);
}

// At once go Poisson(1011.2) messages, more than 1147 with probability 1.3e-5. Then all are drawn again; exactly 1147
// have a seventh of that probability.
TEST(Tell, MoreMessagesThanThereAreAreDrawnAgain) {
  random::Words words({33}, random::Purpose::activation, 0);
  std::vector<std::uint64_t> told(4096 / 64);
  int none_left = 0;
  for (int run = 0; run < 500'000; ++run) none_left += detail::tell_at_once(told, 4096, 1147, words) == 0 ? 1 : 0;
  EXPECT_LE(none_left, 4);
}

}  // namespace
}  // namespace hearsay::protocol
