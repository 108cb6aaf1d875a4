// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/report/certificate/ring.hpp>
#include <hearsay/report/certificate/work.hpp>

namespace hearsay::report {
namespace {

/// A ring is 100 products a step: two of these fit into one file.
Certificate ring(std::int64_t users) {
  return {.kind = "ring", .quantity = "noise_events", .instance = {{"users", users}, {"rounds", 1}}};
}

TEST(CheckerWork, OfAFileIsWhatItsProofsTakeTogether) {
  std::vector<Certificate> all = {ring(1'400'000), ring(1'400'000), ring(1'400'000), ring(10), ring(4'000'000)};
  EXPECT_EQ(beyond_checker(all[0]), "");
  EXPECT_NE(beyond_checker(all[4]), "");
  const auto said = keep_judged(all);
  EXPECT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2].instance.at("users"), 10);
  ASSERT_EQ(said.size(), 2u);
  for (const auto& line : said)
    EXPECT_TRUE(line.starts_with("1 of 5 certificates are beyond the limits of check_certificates.py")) << line;
}

TEST(CheckerWork, NumbersAreNotLongerThanTheCheckerReads) {
  auto certificate = ring(3);
  certificate.proves.lower = std::string(limits::rational_characters, '1');
  EXPECT_EQ(beyond_checker(certificate), "");
  certificate.proves.lower += '1';
  EXPECT_NE(beyond_checker(certificate), "");
}

}  // namespace
}  // namespace hearsay::report
