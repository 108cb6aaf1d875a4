// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/number_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>

#include <hearsay/random/stream.hpp>

#include "tests/empirical/attack/written_view.hpp"

namespace {

using namespace hearsay::empirical;
using hearsay::random::Purpose;
using hearsay::random::Stream;

/// Views of one number.
std::vector<ProgramView> views(const std::function<double(Stream&)>& number, int count = 1000) {
  std::vector<ProgramView> drawn;
  for (int i = 0; i < count; ++i) {
    Stream stream({1}, Purpose::noise, static_cast<std::uint32_t>(i));
    drawn.push_back({.kind = ProgramView::Kind::numbers, .numbers = {number(stream)}, .events = {}});
  }
  return drawn;
}

TEST(NumberGrid, AValueIsAMultipleOfAMillionthOfTheSpread) {
  const auto drawn = views([](Stream& s) { return 100.0 + 8.0 * s.normal(); });
  const NumberGrid grid(drawn);
  EXPECT_TRUE(grid.fine());
  EXPECT_EQ(grid.step(0), 0x1p-17);  // quartiles are 10.8 apart
  for (const auto& view : drawn) {
    const double value = grid.value(view, 0);
    EXPECT_EQ(std::fmod(value, grid.step(0)), 0.0);
    EXPECT_LE(std::abs(value - view.numbers[0]), 0.5 * grid.step(0));
    EXPECT_NEAR(value + grid.rest(view, 0) * grid.step(0), view.numbers[0], 1e-12);
  }
}

// Numbers that the program rounded itself have no digits below their value.
TEST(NumberGrid, RoundedNumbersAreTheirOwnValues) {
  for (const double inverse : {1024.0, 100.0, 1.0}) {
    const NumberGrid grid(views([&](Stream& s) { return std::round(3.0 * inverse * s.normal()) / inverse; }));
    EXPECT_FALSE(grid.fine()) << inverse;
    EXPECT_EQ(grid.step(0), 0.0) << inverse;
  }
}

TEST(NumberGrid, ConstantsAndOutliersHaveNoGridOfTheirOwn) {
  EXPECT_EQ(NumberGrid(views([](Stream&) { return 0.1; })).step(0), 0.0);
  EXPECT_EQ(NumberGrid(std::vector<ProgramView>{}).fine(), false);
  // One number in a hundred is huge: the step is that of the others.
  const NumberGrid grid(views([](Stream& s) { return s.below(100) == 0 ? 1e9 * s.normal() : s.normal(); }));
  EXPECT_LE(grid.step(0), 0x1p-13);
}

// So far from 0 the last bits are coarse, and the step stays above them.
TEST(NumberGrid, TheStepHidesTheLastBits) {
  const NumberGrid near(views([](Stream& s) { return 1e6 + s.normal(); }));
  EXPECT_EQ(near.step(0), 0x1p-14);  // 2^20 times the last bit of numbers below 2^20
  const NumberGrid far(views([](Stream& s) { return 1e12 + s.normal(); }));
  EXPECT_EQ(far.step(0), 0x1p-4);  // no more than a sixteenth of the spread, though the last bit is 2^-13
}

TEST(NumberGrid, IntegersAreTheirOwnValuesAndBigOnesAreCountedFromOne) {
  const std::vector<ProgramView> seen = {written({"3", "1267650600228229401496703205376"}),
                                         written({"4", "1267650600228229401496703205379"})};
  const NumberGrid grid(seen);
  EXPECT_FALSE(grid.fine());
  EXPECT_EQ(grid.value(seen[1], 0), 4.0);
  EXPECT_EQ(grid.value(seen[0], 1), 0.0);
  EXPECT_EQ(grid.value(seen[1], 1), 3.0);
  EXPECT_EQ(grid.rest(seen[1], 1), 0.0);
  EXPECT_EQ(whole_number(seen[1], 1), Integer("1267650600228229401496703205379"));
  // Beyond all doubles, too.
  const std::vector<ProgramView> huge = {written({std::string(400, '1')}), written({"-" + std::string(400, '1')})};
  EXPECT_EQ(NumberGrid(huge).value(huge[1], 0), -std::numeric_limits<double>::max());
}

// 0 in one world and 0.0 in the other is a matter of writing.
TEST(NumberGrid, IntegersAmongFractionsAreARepresentation) {
  const std::vector<ProgramView> seen = {written({"0"}), written({"0.0"})};
  EXPECT_TRUE(NumberGrid(seen).fine());
}

TEST(NumberGrid, PlacesThatWereNeverSeenAreLikeTheLast) {
  const NumberGrid grid(views([](Stream& s) { return s.normal(); }));
  EXPECT_EQ(grid.step(5), grid.step(0));
}

}  // namespace
