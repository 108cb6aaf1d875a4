// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include <hearsay/linalg/modular_space.hpp>

namespace hearsay::linalg {
namespace {

constexpr std::uint64_t prime = 101;

TEST(ModularSpace, GrowsByWhatIsNew) {
  ModularSpace space(3, 3, prime);
  EXPECT_EQ(space.add({{1, 2, 0}, {2, 4, 0}}).size(), 1u);
  EXPECT_TRUE(space.add({{3, 6, 0}}).empty());
  EXPECT_EQ(space.rank(), 1u);
  EXPECT_EQ(space.add({{1, 2, 5}}).size(), 1u);
  EXPECT_EQ(space.rank(), 2u);
  EXPECT_EQ(space.prime(), prime);
}

// span{(1, 2, 0), (0, 0, 1)} modulo 101: (-2, 1, 0) spans what is orthogonal to it, and of the unit vectors it holds
// e_2 alone.
TEST(ModularSpace, KnowsItsNullSpaceAndItsUnitVectors) {
  ModularSpace space(3, 3, prime);
  space.add({{1, 2, 0}, {0, 0, 7}});
  EXPECT_EQ(space.free_columns(), (std::vector<std::size_t>{1}));
  EXPECT_EQ(space.null_space(), (std::vector<ModularSpace::Vector>{{prime - 2, 1, 0}}));
  EXPECT_EQ(space.unit_vectors(), (std::vector<char>{0, 0, 1}));
}

// (1, 1) and (1, 102) are one direction modulo 101.
TEST(ModularSpace, CountsModuloItsPrime) {
  ModularSpace small(2, 2, prime), large(2, 2, 103);
  small.add({{1, 1}, {1, 102 % prime}});
  large.add({{1, 1}, {1, 102}});
  EXPECT_EQ(small.rank(), 1u);
  EXPECT_EQ(large.rank(), 2u);
}

}  // namespace
}  // namespace hearsay::linalg
