// SPDX-License-Identifier: GPL-3.0-or-later
#include "empirical/attack/view_traits.hpp"

#include <gmock/gmock.h>

#include <cmath>

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

TEST(ViewTraits, OfEventsArePrefixesPlacesAndPairs) {
  const auto view = describe({.events = {"a", "b", "a"}}, ViewFeatures::automatic);
  EXPECT_FALSE(view.numeric);
  EXPECT_THAT(view.traits.at("the whole view"), ElementsAre(Pair("", "a b a")));
  EXPECT_THAT(view.traits.at("the number of events"), ElementsAre(Pair("", "3")));
  EXPECT_THAT(view.traits.at("the first events"), Contains(Pair("2", "a b")));
  EXPECT_THAT(view.traits.at("the event at place"), Contains(Pair("1", "b")));
  EXPECT_THAT(view.traits.at("the presence of"), ElementsAre(Pair("a", "yes"), Pair("b", "yes")));
  EXPECT_THAT(view.traits.at("the sequence"), ElementsAre(Pair("a b", "yes"), Pair("b a", "yes")));
}

TEST(ViewTraits, OfNumbersAreTheirBits) {
  const ProgramView seen{.kind = ProgramView::Kind::numbers, .numbers = {3.0, 0.25, 3.0, 0.0}, .events = {}};
  const auto view = describe(seen, ViewFeatures::automatic);
  EXPECT_TRUE(view.numeric);
  EXPECT_THAT(view.numbers, ElementsAre(4.0, 0.0, 3.0, 3.0, 0.25, 3.0, 0.0));
  EXPECT_THAT(view.traits.at("the number of different numbers"), ElementsAre(Pair("", "3")));
  EXPECT_THAT(view.traits.at("wholeness of number"),
              ElementsAre(Pair("0", "odd"), Pair("1", "broken"), Pair("2", "odd"), Pair("3", "even")));
  EXPECT_THAT(view.traits.at("the lowest bit of number"), ElementsAre(Pair("0", "0"), Pair("1", "-2"), Pair("2", "0")));
}

TEST(ViewTraits, RawLooksAtNumbersAndEventsChosenAsSuch) {
  const ProgramView seen{.kind = ProgramView::Kind::numbers, .numbers = {3.0, 0.25}, .events = {}};
  const auto raw = describe(seen, ViewFeatures::raw);
  EXPECT_THAT(raw.numbers, ElementsAre(3.0, 0.25));
  EXPECT_THAT(raw.traits, IsEmpty());
  const auto events = describe(seen, ViewFeatures::events);
  EXPECT_FALSE(events.numeric);
  EXPECT_THAT(events.traits.at("the whole view"), ElementsAre(Pair("", "3 0.25")));
  EXPECT_EQ(describe({.events = {"a", "b"}}, ViewFeatures::raw).traits.size(), 1u);
}

}  // namespace
