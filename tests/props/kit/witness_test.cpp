// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "props/kit/witness.hpp"
#include "tests/source_dir.hpp"

namespace hearsay::props {
namespace {

using oracle::Interval;
using oracle::Rational;

const Words words{"what is claimed", "what is true"};

TEST(ExactWitnesses, PrintFractions) {
  const auto witness = exceeds_exactly({{"n", 3}}, Rational(1, 3), Rational(1, 2));
  EXPECT_EQ(witness.instance.dump(), R"({"n":3})");
  EXPECT_EQ(witness.claimed, "1/3");
  EXPECT_EQ(witness.actual, "1/2");
  EXPECT_EQ(witness.certificate, run::Certificate::exact);
  EXPECT_EQ(differs_exactly({{"n", 3}}, 2, 1).claimed, "2");
  EXPECT_EQ(differs_exactly({{"n", 3}}, 2, 1, words).actual, "what is true");
}

TEST(ExactWitnesses, AreRefusedWhereTheNumbersDoNotDiffer) {
  EXPECT_THROW(static_cast<void>(exceeds_exactly({}, Rational(1, 3), Rational(1, 3))), std::logic_error);
  EXPECT_THROW(static_cast<void>(exceeds_exactly({}, Rational(1, 2), Rational(1, 3), words)), std::logic_error);
  EXPECT_THROW(static_cast<void>(falls_short_exactly({}, Rational(1, 3), Rational(1, 3), words)), std::logic_error);
  EXPECT_THROW(static_cast<void>(falls_short_exactly({}, Rational(1, 3), Rational(1, 2), words)), std::logic_error);
  EXPECT_THROW(static_cast<void>(differs_exactly({}, Rational(2, 6), Rational(1, 3))), std::logic_error);
  EXPECT_EQ(falls_short_exactly({}, Rational(1, 2), Rational(1, 3), words).claimed, "what is claimed");
}

TEST(RigorousWitnesses, WantBracketsThatDoNotOverlap) {
  const Interval low{Rational(1, 10), Rational(1, 5)}, middle{Rational(1, 5), Rational(3, 10)}, high{Rational(1, 2), 1};
  EXPECT_EQ(exceeds_rigorously({}, low, high, 2).claimed, "[0.10, 0.20]");
  EXPECT_EQ(exceeds_rigorously({}, low, high).certificate, run::Certificate::interval);
  EXPECT_EQ(exceeds_rigorously({}, low, oracle::point(Rational(1, 2))).actual, "1/2");
  EXPECT_THROW(static_cast<void>(exceeds_rigorously({}, low, middle)), std::logic_error);
  EXPECT_THROW(static_cast<void>(exceeds_rigorously({}, high, low, words)), std::logic_error);
  EXPECT_NO_THROW(static_cast<void>(differs_rigorously({}, high, low)));
  EXPECT_THROW(static_cast<void>(differs_rigorously({}, middle, low)), std::logic_error);
}

TEST(BracketWitnesses, CompareTheSafeEnds) {
  EXPECT_EQ(exceeds_between_brackets({}, 0.25, 0.5, words).certificate, run::Certificate::interval);
  EXPECT_THROW(static_cast<void>(exceeds_between_brackets({}, 0.5, 0.5, words)), std::logic_error);
  EXPECT_EQ(falls_short_between_brackets({}, 0.5, 0.25, words).claimed, "what is claimed");
  EXPECT_THROW(static_cast<void>(falls_short_between_brackets({}, 0.25, 0.5, words)), std::logic_error);
}

TEST(ComparedWitnesses, CarryTheCertificateOfTheirName) {
  EXPECT_EQ(compared_exactly({}, words).certificate, run::Certificate::exact);
  EXPECT_EQ(compared_numerically({}, words).certificate, run::Certificate::interval);
  EXPECT_EQ(compared_statistically({}, words).certificate, run::Certificate::statistical);
}

TEST(Witnesses, HaveKeysInSnakeCaseAtEveryDepth) {
  EXPECT_NO_THROW(static_cast<void>(
      compared_exactly({{"edge_probability", 0.5}, {"lambda2_at_least", "1"}, {"graph", "0-1"}}, words)));
  for (const char* key :
       {"edge probability", "e^epsilon", "W", "theta0 - theta*", "edgeProbability", "", "2nodes", "_n"}) {
    EXPECT_THROW(static_cast<void>(compared_exactly({{key, 1}}, words)), std::logic_error) << key;
    EXPECT_THROW(static_cast<void>(compared_exactly({{"parts", {{{"weight", 1}}, {{key, 1}}}}}, words)),
                 std::logic_error)
        << key;
  }
}

// A witness that is put together by hand is neither confirmed nor checked.
TEST(Witnesses, OfPropsAreBuiltByTheKit) {
  const std::filesystem::path props = tests::source_dir() / "props";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(props)) {
    if (entry.path().extension() != ".cpp" || entry.path().parent_path() == props / "kit") continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    EXPECT_EQ(text.str().find("Witness{"), std::string::npos) << entry.path();
  }
}

}  // namespace
}  // namespace hearsay::props
