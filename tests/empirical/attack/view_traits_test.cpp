// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/view_traits.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "tests/empirical/attack/written_view.hpp"

namespace {

using namespace hearsay::empirical;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(ViewTraits, LowestBitIsThatOfTheBinaryNumber) {
  EXPECT_EQ(lowest_bit(1.0), 0);
  EXPECT_EQ(lowest_bit(-12.0), 2);
  EXPECT_EQ(lowest_bit(0.375), -3);
  EXPECT_EQ(lowest_bit(1.0 + std::exp2(-52)), -52);
  EXPECT_EQ(lowest_bit(0.1), -55);  // 0x1.999999999999ap-4: 52 - 1 bits after the leading one
  EXPECT_EQ(lowest_bit(5e-324), -1074);
}

DescribedView values(const ProgramView& view, ViewFeatures features = ViewFeatures::automatic) {
  return describe_values(view, features, {});
}

TEST(ViewTraits, OfEventsArePrefixesPlacesAndPairs) {
  const auto view = values({.events = {"a", "b", "a"}});
  EXPECT_FALSE(view.numeric);
  EXPECT_THAT(view.traits.at("the whole view"), ElementsAre(Pair("", "a b a")));
  EXPECT_THAT(view.traits.at("the number of events"), ElementsAre(Pair("", "3")));
  EXPECT_THAT(view.traits.at("the first events"), Contains(Pair("2", "a b")));
  EXPECT_THAT(view.traits.at("the event at place"), Contains(Pair("1", "b")));
  EXPECT_THAT(view.traits.at("the presence of"), ElementsAre(Pair("a", "yes"), Pair("b", "yes")));
  EXPECT_THAT(view.traits.at("the sequence"), ElementsAre(Pair("a b", "yes"), Pair("b a", "yes")));
}

TEST(ViewTraits, OfNumbersAreTheirBits) {
  const auto view = values(written({"3.0", "0.25", "3.0", "0.0"}));
  EXPECT_TRUE(view.numeric);
  EXPECT_THAT(view.numbers, ElementsAre(4.0, 0.0, 3.0, 3.0, 0.25, 3.0, 0.0));
  EXPECT_THAT(view.traits.at("the number of different numbers"), ElementsAre(Pair("", "3")));
  EXPECT_THAT(view.traits.at("wholeness of number"),
              ElementsAre(Pair("0", "odd"), Pair("1", "broken"), Pair("2", "odd"), Pair("3", "even")));
  EXPECT_THAT(view.traits.at("the lowest bit of number"), ElementsAre(Pair("0", "0"), Pair("1", "-2"), Pair("2", "0")));
}

TEST(ViewTraits, OfIntegersAreAllTheirDigits) {
  const auto view = values(written({"-1267650600228229401496703205379", "24"}));
  EXPECT_THAT(view.traits.at("the whole view"), ElementsAre(Pair("", "-1267650600228229401496703205379 24")));
  EXPECT_THAT(view.traits.at("wholeness of number"), ElementsAre(Pair("0", "odd"), Pair("1", "even")));
  EXPECT_THAT(view.traits.at("the last digit of number"), ElementsAre(Pair("0", "9"), Pair("1", "4")));
  EXPECT_THAT(view.traits.at("the last bits of number"), ElementsAre(Pair("0", "3"), Pair("1", "8")));
  EXPECT_THAT(view.traits.at("the lowest bit of number"), ElementsAre(Pair("0", "0"), Pair("1", "3")));
}

/// Views of two numbers with digits below their values, and their grid.
std::vector<ProgramView> fine_views() {
  std::vector<ProgramView> views;
  for (int i = 0; i < 100; ++i) {
    views.push_back(
        {.kind = ProgramView::Kind::numbers, .numbers = {std::sqrt(i), std::sqrt(i) + 0x1p-40}, .events = {}});
  }
  return views;
}

TEST(ViewTraits, ValuesDoNotSeeTheLastBitsOfFractions) {
  const auto views = fine_views();
  const NumberGrid grid(views);
  auto changed = views[50];
  changed.numbers[0] = std::nextafter(changed.numbers[0], 10.0);
  const auto before = describe_values(views[50], ViewFeatures::automatic, grid),
             after = describe_values(changed, ViewFeatures::automatic, grid);
  EXPECT_EQ(before.numbers, after.numbers);
  EXPECT_EQ(before.traits, after.traits);
  EXPECT_THAT(before.traits.at("the number of different numbers"), ElementsAre(Pair("", "1")));
}

TEST(ViewTraits, TheRepresentationIsWhatIsLeft) {
  const auto views = fine_views();
  const NumberGrid grid(views);
  const auto view = describe_representation(views[50], ViewFeatures::automatic, grid);
  EXPECT_THAT(view.numbers, ElementsAre(grid.rest(views[50], 0), grid.rest(views[50], 1)));
  EXPECT_THAT(view.traits.at("the writing of the whole view"),
              ElementsAre(Pair("", "7.0710678118654755 7.071067811866385")));
  EXPECT_THAT(view.traits.at("the number of numbers written differently"), ElementsAre(Pair("", "2")));
  EXPECT_THAT(view.traits.at("the last digit of number"), ElementsAre(Pair("0", "5"), Pair("1", "5")));
  EXPECT_THAT(view.traits.at("the number of digits of number"), ElementsAre(Pair("0", "18"), Pair("1", "17")));
  EXPECT_EQ(view.traits.at("the lowest bit of number").at("0"), std::to_string(lowest_bit(std::sqrt(50.0))));
  EXPECT_THAT(
      describe_representation(written({"1", "1.0"}), ViewFeatures::automatic, grid).traits.at("the form of number"),
      ElementsAre(Pair("0", "integer"), Pair("1", "fraction")));
}

TEST(ViewTraits, ThereIsNoRepresentationToLookAtWithoutDigitsBelowTheValues) {
  const auto coarse = written({"3.5", "0.25"});
  const NumberGrid none(std::vector<ProgramView>{coarse, written({"1.5", "0.75"})});
  for (const auto& view :
       {describe_representation(coarse, ViewFeatures::automatic, none),
        describe_representation(fine_views()[3], ViewFeatures::raw, NumberGrid(fine_views())),
        describe_representation({.events = {"a"}}, ViewFeatures::automatic, NumberGrid(fine_views()))}) {
    EXPECT_FALSE(view.numeric);
    EXPECT_THAT(view.traits, IsEmpty());
  }
}

TEST(ViewTraits, RawLooksAtNumbersAndEventsChosenAsSuch) {
  const auto seen = written({"3", "0.25"});
  const auto raw = values(seen, ViewFeatures::raw);
  EXPECT_THAT(raw.numbers, ElementsAre(3.0, 0.25));
  EXPECT_THAT(raw.traits, IsEmpty());
  const auto events = values(seen, ViewFeatures::events);
  EXPECT_FALSE(events.numeric);
  EXPECT_THAT(events.traits.at("the whole view"), ElementsAre(Pair("", "3 0.25")));
  EXPECT_EQ(values({.events = {"a", "b"}}, ViewFeatures::raw).traits.size(), 1u);
  const auto writing = describe_representation(fine_views()[50], ViewFeatures::events, NumberGrid(fine_views()));
  EXPECT_FALSE(writing.numeric);
  EXPECT_EQ(writing.traits.at("the event at place").at("0"), "7.0710678118654755");
}

}  // namespace
