// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <vector>

#include <hearsay/accounting/token/ring/ring.hpp>

#include "tests/error_message.hpp"

namespace hearsay::accounting {
namespace {

using tests::message_of;

// Every answer by itself: a law of n answers becomes one of n + 1 by the chance that the next one is a one.
std::vector<double> one_by_one(int ones, int zeros, double gamma) {
  std::vector<double> law{1.0};
  for (int user = 0; user < ones + zeros; ++user) {
    const double one = user < ones ? 1.0 - 0.5 * gamma : 0.5 * gamma;
    law.push_back(0.0);
    for (std::size_t k = law.size(); k-- > 0;) law[k] = law[k] * (1.0 - one) + (k > 0 ? law[k - 1] * one : 0.0);
  }
  return law;
}

TEST(AnswersLaw, IsThatOfTheAnswersOneByOne) {
  for (const int ones : {0, 1, 4}) {
    for (const int zeros : {0, 1, 7}) {
      for (const double gamma : {0.0, 0.3, 1.0}) {
        const auto law = answers_law(ones, zeros, gamma), expected = one_by_one(ones, zeros, gamma);
        ASSERT_EQ(law.size(), expected.size());
        for (std::size_t k = 0; k < law.size(); ++k)
          EXPECT_NEAR(law[k], expected[k], 1e-14) << ones << ' ' << zeros << ' ' << gamma << ' ' << k;
      }
    }
  }
}

TEST(AnswersLaw, IsOfAHundredThousandAnswersAtMost) {
  EXPECT_EQ(answers_law(0, 100'000, 1.0).size(), 100'001u);
  EXPECT_EQ(answers_law(99'999, 1, 1.0).size(), 100'001u);
  EXPECT_THAT(message_of([] { (void)answers_law(60'000, 40'001, 0.5); }),
              testing::StartsWith("HS-101 answers_law: zeros = 40001 must be between 0 and 40000"));
  EXPECT_THAT(message_of([] { (void)answers_law(100'001, 0, 0.5); }),
              testing::StartsWith("HS-101 answers_law: ones = 100001"));
  EXPECT_THAT(message_of([] { (void)answers_law(-1, 1, 0.5); }), testing::StartsWith("HS-101 answers_law: ones = -1"));
}

}  // namespace
}  // namespace hearsay::accounting
