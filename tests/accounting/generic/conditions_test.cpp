// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <hearsay/accounting/generic/iteration.hpp>
#include <hearsay/accounting/generic/shuffling.hpp>
#include <hearsay/accounting/generic/subsampling.hpp>
#include <hearsay/divergence/pld.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

TEST(Amplification, IsRefusedOutsideItsConditionsByName) {
  const Profile one = [](double) { return 1.0; };
  const GroupProfile group = [](std::uint64_t, double) { return 1.0; };
  EXPECT_EQ(message_of([] { (void)shuffling_efmrtt(0.4, 999, 1e-3); }),
            "HS-203 shuffling_efmrtt: n = 999: the theorem needs n >= 1000");
  EXPECT_EQ(message_of([] { (void)shuffling_efmrtt(0.5, 1000, 1e-3); }),
            "HS-203 shuffling_efmrtt: epsilon0 = 0.5: the theorem needs 0 < epsilon0 < 1/2");
  EXPECT_EQ(message_of([] { (void)shuffling_efmrtt(0.4, 1000, 0.01); }),
            "HS-203 shuffling_efmrtt: delta = 0.01: the theorem needs 0 < delta < 1/100");
  EXPECT_THAT(message_of([] { (void)shuffling_clones(5.0, 1000, 1e-6); }),
              testing::StartsWith(
                  "HS-203 shuffling_clones: epsilon0 = 5: the theorem needs 0 < epsilon0 <= ln(n / (16 ln(2/delta)))"));
  EXPECT_THAT(message_of([] { (void)shuffling_blanket_delta(1.0, 0.1, 10, 0.5, Concentration::bennett); }),
              testing::StartsWith("HS-203 shuffling_blanket_delta: gamma = 0.1: the theorem needs e^-epsilon0"));
  EXPECT_EQ(message_of([&] { (void)subsampling_without_replacement(5, 4, 1.0, one); }),
            "HS-203 subsampling_without_replacement: m = 5 and n = 4: sampling without replacement needs 1 <= m <= n");
  EXPECT_EQ(message_of([&] { (void)subsampling_with_replacement(0, 4, 1.0, group); }),
            "HS-203 subsampling_with_replacement: m = 0 and n = 4: sampling with replacement needs m >= 1 and n >= 1");
  EXPECT_EQ(message_of([&] { (void)poisson_subsampling(1.5, 1.0, one); }),
            "HS-101 subsampled_epsilon: rate = 1.5 must be in [0, 1]");
  EXPECT_EQ(message_of([] {
              (void)iteration_renyi(2.0, {1.0, 4.0, 0.6, 1.0, 3}, 1);
            }),
            "HS-203 iteration_renyi: rate = 0.6: the theorem needs rate <= 2 / smoothness = 0.5");
  EXPECT_EQ(message_of([] {
              (void)iteration_renyi(2.0, {1.0, 4.0, 0.5, 1.0, 3}, 4);
            }),
            "HS-101 iteration_renyi: t = 4 must be between 1 and inputs = 3");
  EXPECT_EQ(message_of([] {
              (void)iteration_renyi(1.0, {1.0, 4.0, 0.5, 1.0, 3}, 1);
            }),
            "HS-101 iteration_renyi: alpha = 1 must be finite and > 1");
}

}  // namespace
}  // namespace hearsay::accounting
