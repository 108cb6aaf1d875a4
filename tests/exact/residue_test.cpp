// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/exact/residue.hpp>

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include <hearsay/linalg/exact_rank.hpp>

namespace hearsay::exact {
namespace {

using Small = Residue<7>;

TEST(Residue, ArithmeticModuloSeven) {
  EXPECT_EQ((Small(5) + Small(4)).value(), 2u);
  EXPECT_EQ((Small(2) - Small(5)).value(), 4u);
  EXPECT_EQ((Small(2) - Small(0)).value(), 2u);
  EXPECT_EQ((Small(5) * Small(3)).value(), 1u);
  for (std::uint64_t x = 1; x < 7; ++x) EXPECT_EQ((Small(x) * Small(x).inverse()).value(), 1u);
}

TEST(Residue, FractionsModuloSeven) {
  EXPECT_EQ(residue<7>(Rational(1, 2))->value(), 4u);
  EXPECT_EQ(residue<7>(Rational(-1, 3))->value(), 2u);
  EXPECT_FALSE(residue<7>(Rational(1, 14)));
}

// modular_krylov_ranks refuses numbers that are no primes.
TEST(Residue, ThePrimesArePrime) {
  linalg::RationalMatrix one;
  one.rows = {{{0, Rational(1)}}};
  const std::array<linalg::Index, 1> start = {0};
  for (const auto prime : {first_prime, second_prime})
    EXPECT_EQ(linalg::modular_krylov_ranks(one, start, 1, prime).prime, prime);
  EXPECT_ANY_THROW((void)linalg::modular_krylov_ranks(one, start, 1, first_prime - 2));
}

template <std::uint64_t prime>
void products_are_remainders() {
  std::vector<std::uint64_t> values = {0, 1, 2, prime / 2, prime - 2, prime - 1, (std::uint64_t{1} << 60) + 1};
  std::uint64_t x = 1;
  for (int i = 0; i < 300; ++i) values.push_back((x = x * 6364136223846793005u + 1442695040888963407u) % prime);
  for (const auto a : values) {
    for (const auto b : values) {
      const auto expected = static_cast<std::uint64_t>(Integer(Integer(a) * b) % prime);
      ASSERT_EQ((Residue<prime>(a) * Residue<prime>(b)).value(), expected) << a << ' ' << b;
    }
  }
}

TEST(Residue, ProductsAreRemainders) {
  products_are_remainders<first_prime>();
  products_are_remainders<second_prime>();
  products_are_remainders<(std::uint64_t{1} << 61) - 1'048'575>();  // the largest gap that is folded
  products_are_remainders<(std::uint64_t{1} << 60) - 93>();
  const Residue<first_prime> last(first_prime - 1);
  EXPECT_EQ((last + last).value(), first_prime - 2);
}

}  // namespace
}  // namespace hearsay::exact
