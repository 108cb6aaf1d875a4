// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/linalg/rational_product.hpp>

namespace hearsay::linalg {
namespace {

// ((1/2, 1/2), (0, 1)) times ((1, 0, 3), (1/3, 0, -3)); the rows are longer than W is wide.
TEST(RationalProduct, IsThatOfTheDefinition) {
  const RationalMatrix w{.rows = {{{0, Rational(1, 2)}, {1, Rational(1, 2)}}, {{1, Rational(1)}}}};
  const std::vector<std::vector<Rational>> rows{{1, 0, 3}, {Rational(1, 3), 0, -3}};
  const std::vector<std::vector<Rational>> expected{{Rational(2, 3), 0, 0}, {Rational(1, 3), 0, -3}};
  EXPECT_EQ(product(w, rows), expected);
}

}  // namespace
}  // namespace hearsay::linalg
