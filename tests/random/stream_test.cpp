// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/random/stream.hpp>
#include <hearsay/system/parallel.hpp>

namespace hearsay::random {
namespace {

// Known answers of Philox4x32-10 from the authors' kat_vectors (Salmon et al. 2011): counter and key all zero bits.
TEST(Stream, GivesThePhiloxKnownAnswerForCounterZeroKeyZero) {
  const auto words = r123::Philox4x32{}({{0, 0, 0, 0}}, {{0, 0}});
  EXPECT_EQ(words[0], 0x6627e8d5u);
  EXPECT_EQ(words[1], 0xe169c58du);
  EXPECT_EQ(words[2], 0xbc57ac4cu);
  EXPECT_EQ(words[3], 0x9b00dbd8u);
}

TEST(Stream, TheAddressIsTheCounterAndTheSeedIsTheKey) {
  const Seed seed{0x0123456789abcdefULL};
  Stream stream(seed, Purpose::noise, 7, 9);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const auto words =
        r123::Philox4x32{}({{block, static_cast<std::uint32_t>(Purpose::noise), 7, 9}}, {{0x89abcdefu, 0x01234567u}});
    for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(stream.word(), words[i]);
  }
}

TEST(Stream, SeedOneTrialTwoIsNotSeedTwoTrialOne) {
  Stream a(Seed{1}, Purpose::noise, 2), b(Seed{2}, Purpose::noise, 1);
  EXPECT_NE(a.word64(), b.word64());
}

TEST(Stream, FillGivesTheSameWordsAsOneByOne) {
  for (const std::size_t skip : {0u, 1u, 3u, 4u}) {
    Stream one(Seed{5}, Purpose::graph, 0), bulk(Seed{5}, Purpose::graph, 0);
    for (std::size_t i = 0; i < skip; ++i) {
      one.word();
      bulk.word();
    }
    std::vector<std::uint32_t> words(23);
    bulk.fill(words);
    for (const auto word : words) EXPECT_EQ(word, one.word());
    EXPECT_EQ(bulk.word(), one.word());
  }
}

TEST(Stream, BelowIsUniformOnEveryResidue) {
  Stream stream(Seed{3}, Purpose::input, 0);
  constexpr std::uint64_t bound = 7, draws = 70000;
  std::vector<int> counts(bound);
  for (std::uint64_t i = 0; i < draws; ++i) ++counts.at(stream.below(bound));
  double chi_square = 0.0;
  for (const int c : counts) chi_square += std::pow(c - 10000.0, 2) / 10000.0;
  EXPECT_LT(chi_square, 38.3);  // chi-square with 6 degrees of freedom exceeds this with probability 1e-6; seed fixed
}

TEST(Stream, BelowReachesBothEndsOfWideRanges) {
  Stream stream(Seed{3}, Purpose::input, 1);
  const std::uint64_t bound = (1ULL << 33) + 1;
  for (int i = 0; i < 1000; ++i) EXPECT_LT(stream.below(bound), bound);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(stream.below(1), 0u);
}

// Mean, variance, third and fourth moment of N(0,1) within five standard errors (fixed seed).
TEST(Stream, NormalHasTheMomentsOfTheStandardNormal) {
  Stream stream(Seed{11}, Purpose::noise, 0);
  constexpr int draws = 200000;
  double m1 = 0, m2 = 0, m3 = 0, m4 = 0;
  for (int i = 0; i < draws; ++i) {
    const double z = stream.normal();
    m1 += z, m2 += z * z, m3 += z * z * z, m4 += z * z * z * z;
  }
  const double n = draws;
  EXPECT_NEAR(m1 / n, 0.0, 5 * std::sqrt(1 / n));
  EXPECT_NEAR(m2 / n, 1.0, 5 * std::sqrt(2 / n));
  EXPECT_NEAR(m3 / n, 0.0, 5 * std::sqrt(15 / n));
  EXPECT_NEAR(m4 / n, 3.0, 5 * std::sqrt(96 / n));
}

TEST(Stream, GeometricHasMeanFailuresOverSuccesses) {
  Stream stream(Seed{12}, Purpose::activation, 0);
  constexpr double p = 0.2;
  constexpr int draws = 100000;
  double sum = 0;
  for (int i = 0; i < draws; ++i) sum += static_cast<double>(stream.geometric(p));
  EXPECT_NEAR(sum / draws, (1 - p) / p, 5 * std::sqrt((1 - p) / (p * p) / draws));
  EXPECT_EQ(stream.geometric(1.0), 0u);
}

TEST(Stream, GivesTheSameBitsOnAnyNumberOfThreads) {
  auto draw = [](int jobs) {
    std::vector<double> values(500);
    parallel_for(values.size(), {.jobs = jobs}, [&](std::size_t i) {
      Stream stream(Seed{1}, Purpose::noise, static_cast<std::uint32_t>(i));
      for (int k = 0; k < 10; ++k) values[i] += stream.normal();
    });
    return values;
  };
  EXPECT_EQ(draw(1), draw(5));
}

TEST(ParallelFor, PassesOnTheExceptionOfABody) {
  EXPECT_THROW(parallel_for(10, {.jobs = 2},
                            [](std::size_t i) {
                              if (i == 5) throw Error(Errc::domain, "test", "x");
                            }),
               Error);
}

}  // namespace
}  // namespace hearsay::random
