// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <hearsay/core/error.hpp>
#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/certificate.hpp>
#include <hearsay/report/certificate/folder.hpp>
#include <hearsay/report/certificate/sha256.hpp>
#include <hearsay/report/certificate/statements.hpp>

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

// FIPS 180-4 has no vectors; these are of NIST's examples: "abc", the empty text, 56 bytes, which need two blocks.
TEST(Sha256, HashesTheExamplesOfTheStandard) {
  EXPECT_EQ(sha256_text("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256_text(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
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

TEST(Statements, KnowKindAndQuantityOfAClaim) {
  const auto certificate = refutation("muffliato.thm1");
  EXPECT_EQ(certificate.kind, "view");
  EXPECT_EQ(certificate.quantity, "loss");
  EXPECT_EQ(certificate.verdict, "refutes");
  EXPECT_EQ(support("muffliato.thm1.repaired").verdict, "supports");
  EXPECT_EQ(statement("view.monotone"), nullptr);
  EXPECT_THROW((void)refutation("view.monotone"), Error);
  EXPECT_THROW((void)support("view.monotone"), Error);
}

TEST(Statements, EvaluateEveryOperation) {
  const auto value = [](const char* expression) {
    return static_cast<double>(evaluate(nlohmann::ordered_json::parse(expression), {{"x", Real(4)}}));
  };
  EXPECT_DOUBLE_EQ(value(R"(["-", ["+", "x", "1/2", "3"], ["*", "2", "x"]])"), -0.5);
  EXPECT_DOUBLE_EQ(value(R"(["/", ["^", "x", "3"], ["-", "x"]])"), -16.0);
  EXPECT_DOUBLE_EQ(value(R"(["min", ["max", "x", "5"], "7"])"), 5.0);
  EXPECT_DOUBLE_EQ(value(R"(["ln", ["exp", ["sqrt", "x"]]])"), 2.0);
  EXPECT_DOUBLE_EQ(value(R"(["+", ["floor", "7/2"], ["ceil", "7/2"]])"), 7.0);
  EXPECT_DOUBLE_EQ(value(R"(["choose", "10", "7"])"), 120.0);
  EXPECT_DOUBLE_EQ(value(R"(["choose", "3", "x"])"), 0.0);
  EXPECT_DOUBLE_EQ(value(R"(["sum", "k", "1", "x", ["*", "k", "k"]])"), 30.0);
  EXPECT_NEAR(value(R"(["phi", "1"])"), 0.841344746068543, 1e-15);
  EXPECT_THROW((void)value(R"("y")"), Error);
  EXPECT_THROW((void)value(R"(["cube", "x"])"), Error);
}

// walk.lemma1.constant, its first term: 1/2 > ln(2)/2; 1/5 < ln(5)/5.
TEST(Statements, RefuteWhereTheValueExceedsTheBound) {
  const auto certificate = expression_refutation("walk.lemma1.constant", {{"n", 2}, {"terms", 1}});
  EXPECT_EQ(certificate.instance.dump(), R"({"n":"2","terms":"1"})");
  const Real room = Real(1) / 2 - evaluate(certificate.proves.lower, {});
  EXPECT_GT(room, ldexp(Real(1), -41));
  EXPECT_LT(room, Real("1e-11"));
  EXPECT_THROW((void)expression_refutation("walk.lemma1.constant", {{"n", 5}, {"terms", 1}}), Error);
}

// Half of six nodes: lambda_2 is 1/4, not 1/6; a node of two with a loop of 1/2 takes part with probability 1/2, not 1.
TEST(Statements, RefuteAnEqualityFromEitherSide) {
  const auto larger = expression_refutation("muffliato.activation", {{"half", 3}});
  EXPECT_NEAR(static_cast<double>(evaluate(larger.proves.lower, {})), 0.25, 1e-11);
  EXPECT_EQ(larger.proves.upper, "");
  const auto smaller = expression_refutation("muffliato.appendixD2.mean", {{"n", 2}, {"loop", Rational(1, 2)}});
  EXPECT_EQ(smaller.proves.lower, "");
  const Real room = evaluate(smaller.proves.upper, {}) - Real(1) / 2;
  EXPECT_GT(room, ldexp(Real(1), -41));
  EXPECT_LT(room, Real("1e-11"));
  EXPECT_THROW((void)expression_refutation("muffliato.appendixD2.mean", {{"n", 2}, {"loop", 0}}), Error);
}

// The number of equation (11) at two nodes: ln 2/(1/3 ln 1/2) = -3.
TEST(Statements, RefuteALowerBoundFromBelowOnly) {
  const auto certificate =
      expression_refutation("rumor.eq11", {{"n", 2}, {"s", 1}, {"c", 1}, {"delta", Rational(1, 2)}});
  EXPECT_EQ(certificate.proves.lower, "");
  EXPECT_NEAR(static_cast<double>(evaluate(certificate.proves.upper, {})), -3.0, 1e-11);
  EXPECT_THROW((void)expression_refutation("rumor.eq11", {{"n", 2}, {"s", 1}, {"c", 1}, {"delta", -1}}), Error);
}

TEST(Manifest, ListsFilesWithTheirHashes) {
  CertificateFolder folder;
  folder.files.push_back({.name = "a.json", .text = "abc", .claim = "a", .verdict = "refutes"});
  folder.uncertified.emplace("b", "no row");
  const auto json = manifest_json(folder);
  EXPECT_EQ(json.at("files").at(0).at("sha256"), sha256_text("abc"));
  EXPECT_EQ(json.at("uncertified").dump(), R"([{"claim":"b","why":"no row"}])");
}

// ln(1 + (1 - (1 - 1/n)^m)(e^epsilon - 1)) at n = 20, m = 10, epsilon = 1/2 is 0.23136; 7 m epsilon/(4 n) = 7/16.
TEST(Statements, SupportABoundFromItsSideWithRoom) {
  const std::map<std::string, Rational> values = {{"n", 20}, {"m", 10}, {"epsilon", Rational(1, 2)}};
  const auto certificate = expression_support("walk.thm6.min.repaired", values);
  EXPECT_EQ(certificate.verdict, "supports");
  EXPECT_EQ(certificate.proves.lower, "");
  const auto upper = exact::parse_fraction(certificate.proves.upper).value();
  EXPECT_GT(upper, Rational(23135604, 100000000));
  EXPECT_LT(upper, Rational(23135605, 100000000));
  const auto at_least = expression_support("walk.thm6.constraint.repaired", {{"delta", Rational(1, 1000)}});
  EXPECT_EQ(at_least.proves.upper, "");
  EXPECT_GT(exact::parse_fraction(at_least.proves.lower).value(), Rational(5, 2));
}

TEST(Statements, SupportNothingThatFailsOrIsAnEquality) {
  EXPECT_THROW((void)expression_support("rumor.thm9.phases", {{"n", 5}, {"s", 1}}), Error);
  EXPECT_THROW((void)expression_support("muffliato.activation", {{"half", 3}}), Error);
  EXPECT_THROW((void)expression_support("walk.lemma1.constant", {{"n", 5}, {"terms", 2}}), Error);
  EXPECT_THROW((void)expression_support("muffliato.thm1", {}), Error);
}

}  // namespace
}  // namespace hearsay::report
