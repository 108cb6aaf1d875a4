// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <hearsay/graph/io/label_list.hpp>

namespace hearsay::graph {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(LabelList, CommasPartLabelsUnlessTheyAreQuoted) {
  EXPECT_THAT(split_list("a,b"), Optional(ElementsAre("a", "b")));
  EXPECT_THAT(split_list("\"Doe, Jane\",Bob"), Optional(ElementsAre("Doe, Jane", "Bob")));
  EXPECT_THAT(split_list(R"("say ""so""",x)"), Optional(ElementsAre("say \"so\"", "x")));
  EXPECT_THAT(split_list(" a b \t, \"c\" "), Optional(ElementsAre("a b", "c")));
  EXPECT_THAT(split_list("a\"b"), Optional(ElementsAre("a\"b")));  // a quote inside is an ordinary character
}

TEST(LabelList, EmptyPartsAreThere) {
  EXPECT_THAT(split_list(""), Optional(ElementsAre("")));
  EXPECT_THAT(split_list("a,,\"\","), Optional(ElementsAre("a", "", "", "")));
}

TEST(LabelList, AQuoteThatIsNotClosedIsNoList) {
  EXPECT_EQ(split_list("\"a"), std::nullopt);
  EXPECT_EQ(split_list("\"a\"b"), std::nullopt);
  EXPECT_EQ(split_list("x,\"a\"\""), std::nullopt);
}

}  // namespace
}  // namespace hearsay::graph
