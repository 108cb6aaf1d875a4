// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/exact/residue.hpp>

#include <gtest/gtest.h>

#include <array>

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

TEST(Residue, LargeProductsDoNotOverflow) {
  const Residue<first_prime> x(first_prime - 1);  // -1
  EXPECT_EQ((x * x).value(), 1u);
  EXPECT_EQ((x + x).value(), first_prime - 2);
}

}  // namespace
}  // namespace hearsay::exact
