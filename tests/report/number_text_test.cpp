// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/number_text.hpp>

#include <gtest/gtest.h>

#include <limits>

namespace hearsay::report {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

TEST(NumberText, IsRoundedToItsSide) {
  EXPECT_EQ(number_text(2.0 / 3.0, 3), "0.667");
  EXPECT_EQ(number_text_above(2.0 / 3.0, 3), "0.667");
  EXPECT_EQ(number_text_below(2.0 / 3.0, 3), "0.666");
  EXPECT_EQ(number_text_above(1.0, 3), "1");
  EXPECT_EQ(number_text_above(13 * 0.001, 8), "0.013");
  EXPECT_EQ(number_text_above(0.013 * (1.0 + 1e-14), 8), "0.013000001");
  EXPECT_EQ(number_text_below(0.3 - 0.1, 8), "0.2");
  EXPECT_EQ(number_text(infinite, 3), "infinite");
}

TEST(EnclosureText, HasAMiddleOnlyWhereThereIsOne) {
  EXPECT_EQ(enclosure_text(Enclosure::known(0.4999), 2), "0.5");
  EXPECT_EQ(enclosure_text({.lower = 0.33335, .upper = 0.66664, .value = std::nullopt}, 3), "0.333 to 0.667");
  EXPECT_EQ(enclosure_text({.lower = 1.0, .upper = infinite, .value = std::nullopt}, 3), "1 to infinite");
}

}  // namespace
}  // namespace hearsay::report
