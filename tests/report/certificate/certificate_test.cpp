// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/certificate.hpp>

namespace hearsay::report {
namespace {

using exact::Rational;

Certificate bound(int target) {
  return {.kind = "view",
          .quantity = "loss",
          .instance = {{"nodes", 3}, {"steps", 2}, {"target", target}},
          .proves = {.lower = "1/2", .upper = ""},
          .evidence = {{"combinations", nlohmann::ordered_json::array()}}};
}

TEST(Certificate, JudgesABoundOnlyByAnEndThatDecidesIt) {
  const Rational third(1, 3), half(1, 2), most(2, 3);
  const auto judged = [](const char* lower, const char* upper, const Rational& bound, bool refuted) {
    Certificate certificate{.kind = "view", .quantity = "loss", .proves = {.lower = lower, .upper = upper}};
    const bool done = prove_bound(certificate, bound, refuted);
    EXPECT_EQ(certificate.verdict, done ? (refuted ? "refutes" : "supports") : "bounds");
    EXPECT_EQ(certificate.says.has_value(), done);
    return done;
  };
  EXPECT_TRUE(judged("1/2", "1/2", third, true));
  EXPECT_FALSE(judged("1/2", "1/2", half, true));
  EXPECT_TRUE(judged("1/2", "1/2", half, false));
  EXPECT_TRUE(judged("1/2", "1/2", most, false));
  EXPECT_FALSE(judged("1/2", "1/2", third, false));
  EXPECT_FALSE(judged("1/2", "", most, false));
  EXPECT_FALSE(judged("", "1/2", third, true));
  EXPECT_TRUE(judged("inf", "", most, true));
  EXPECT_FALSE(judged("inf", "", most, false));
}

TEST(Certificate, HasTheFormatFirstAndOnlyTheEndsItProves) {
  const auto json = to_json(bound(2));
  EXPECT_EQ(json.begin().key(), "format");
  EXPECT_EQ(json.at("proves").dump(), R"({"lower":"1/2"})");
  EXPECT_TRUE(json.at("claim").is_null());
  EXPECT_FALSE(json.contains("says"));
  EXPECT_FALSE(json.contains("note"));
}

TEST(Certificate, SaysABoundOfOnesOwn) {
  auto certificate = bound(2);
  certificate.verdict = "refutes";
  certificate.says = {.relation = "<=", .bound = "1/3"};
  EXPECT_EQ(to_json(certificate).at("says").dump(), R"({"relation":"<=","bound":"1/3"})");
}

TEST(Bundle, WritesWhatIsCommonOnce) {
  const std::vector<Certificate> two = {bound(1), bound(2)};
  const auto json = bundle_json(two);
  EXPECT_EQ(json.at("instance").dump(), R"({"nodes":3,"steps":2})");
  EXPECT_EQ(json.at("certificates").at(1).at("instance").dump(), R"({"target":2})");
  EXPECT_FALSE(json.at("certificates").at(0).contains("format"));
}

TEST(Cover, SaysOfWhatTheMembersAreAll) {
  const std::vector<Certificate> two = {bound(1), bound(2)};
  const auto json = cover_json({.claim = "paper.claim", .nodes = {2, 3}, .steps = {1, 4}}, two);
  EXPECT_EQ(json.at("claim"), "paper.claim");
  EXPECT_EQ(json.at("covers").dump(), R"({"nodes":[2,3],"steps":[1,4],"weights":"metropolis"})");
  EXPECT_EQ(json.at("certificates").size(), 2u);
}

TEST(FileText, HasALineForEachKey) {
  EXPECT_EQ(file_text({{"a", 1}, {"b", {{"c", "x"}}}}), "{\"a\": 1,\n \"b\": {\"c\":\"x\"}}\n");
}

TEST(Decimals, RoundToTheSideThatIsAsked) {
  EXPECT_EQ(below(Rational(1, 3), 2), "33/100");
  EXPECT_EQ(above(Rational(1, 3), 2), "17/50");
  EXPECT_EQ(below(Rational(-1, 3), 2), "-17/50");
  EXPECT_EQ(below(Rational(1, 4), 2), "1/4");
  EXPECT_EQ(above(Rational(1, 4), 2), "1/4");
  EXPECT_EQ(below(Rational(0), 2), "0");
}

}  // namespace
}  // namespace hearsay::report
