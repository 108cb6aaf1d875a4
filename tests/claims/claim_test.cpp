// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <array>

#include <hearsay/claims/claim.hpp>

namespace hearsay::claims {
namespace {

constexpr Claim whole = {.id = "paper.bound",
                         .source = "key2020, Theorem 1",
                         .paper_version = "VENUE 2020",
                         .level = Level::theorem,
                         .quote = "Loss is at most 1.",
                         .quote_where = "Theorem 1",
                         .formula = "loss <= 1",
                         .statement = "Loss <= 1.",
                         .conditions = "n >= 2",
                         .adversary = "one node",
                         .domain = "small graphs",
                         .evidence = Evidence::exact,
                         .expected = Verdict::refuted,
                         .repaired_by = "",
                         .root = "paper.bound",
                         .witness = "two nodes",
                         .controls = "",
                         .note = ""};

/// `whole` with one field changed.
template <class T>
consteval bool complete_with(T Claim::*field, T value) {
  std::array<Claim, 1> claims{whole};
  claims[0].*field = value;
  return complete(claims);
}

// What an incomplete claim looks like to the compiler.
static_assert(complete(std::array{whole}));
static_assert(!complete_with(&Claim::adversary, std::string_view{}));
static_assert(!complete_with(&Claim::domain, std::string_view{}));
static_assert(!complete_with(&Claim::witness, std::string_view{}));  // a refuted claim says why
static_assert(!complete_with(&Claim::root, std::string_view{}));     // and from which error it follows
static_assert(!complete_with(&Claim::expected, Verdict::holds));     // what holds has no root
static_assert(!complete_with(&Claim::expected, Verdict::broken));
static_assert(!complete_with(&Claim::level, Level::unset));
static_assert(!complete_with(&Claim::quote, std::string_view{}));    // a paper's statement is quoted
static_assert(!complete_with(&Claim::formula, std::string_view{}));  // and has the formula that is tested
static_assert(!complete_with(&Claim::level, Level::ours));           // our own is not

TEST(Claim, WordsAreCountedBetweenSpaces) {
  EXPECT_EQ(word_count(""), 0);
  EXPECT_EQ(word_count("one"), 1);
  EXPECT_EQ(word_count("  two  words "), 2);
}

TEST(Claim, NamesAreThoseOfTheJson) {
  EXPECT_EQ(to_string(Evidence::property), "property");
  EXPECT_EQ(to_string(Evidence::statistical), "statistical");
  EXPECT_EQ(to_string(Level::misprint), "misprint");
  EXPECT_EQ(to_string(Level::ours), "ours");
}

}  // namespace
}  // namespace hearsay::claims
