// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <hearsay/claims/catalogue.hpp>
#include "tests/source_dir.hpp"

namespace hearsay::claims {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

bool letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// The text without white space and without hyphens between letters, ligatures spelled out, one kind of quotation
/// marks, dashes and epsilons.
std::string normalized(std::string text) {
  constexpr std::pair<std::string_view, std::string_view> spellings[] = {
      {"ﬁ", "fi"}, {"ﬂ", "fl"}, {"ﬀ", "ff"},     {"ﬃ", "ffi"},   {"ﬄ", "ffl"},  {"(cid:15)", "ε"},
      {"ϵ", "ε"},  {"“", "\""}, {"”", "\""},     {"‘", "'"},     {"’", "'"},    {"–", "-"},
      {"—", "-"},  {"−", "-"},  {"\u2010", "-"}, {"\u00ad", ""}, {"\u00a0", ""}};
  for (const auto& [from, to] : spellings) replace_all(text, from, to);
  std::erase_if(text, [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; });
  std::string joined;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool hyphen = text[i] == '-' && i > 0 && i + 1 < text.size() && letter(text[i - 1]) && letter(text[i + 1]);
    if (!hyphen) joined += text[i];
  }
  return joined;
}

/// The parts of a quote between its ` [...] `.
std::vector<std::string> parts(std::string_view quote) {
  constexpr std::string_view gap = " [...] ";
  std::vector<std::string> found;
  for (std::size_t begin = 0; begin <= quote.size();) {
    const auto end = std::min(quote.find(gap, begin), quote.size());
    found.emplace_back(quote.substr(begin, end - begin));
    begin = end + gap.size();
  }
  return found;
}

/// True if the parts of the quote stand in the text, in this order.
bool stands_in(std::string_view quote, const std::string& text) {
  std::size_t at = 0;
  for (const auto& part : parts(quote)) {
    const auto looked_for = normalized(part);
    const auto found = text.find(looked_for, at);
    if (found == std::string::npos) return false;
    at = found + looked_for.size();
  }
  return true;
}

/// The texts of the papers beside the project's folder, normalized, by file name; none where they are not at hand.
const std::map<std::string, std::string>& papers() {
  static const auto texts = [] {
    std::map<std::string, std::string> read;
    std::error_code absent;
    for (const auto& file : std::filesystem::directory_iterator(tests::source_dir() / "../shared/papers", absent)) {
      std::ifstream stream(file.path());
      read[file.path().filename()] = normalized({std::istreambuf_iterator<char>(stream), {}});
    }
    return read;
  }();
  return texts;
}

/// How the file names of a paper's texts begin; empty: whichever text recalls it.
std::string_view files_of(const Claim& claim) {
  constexpr std::pair<std::string_view, std::string_view> files[] = {
      {"bellet2020started", "rumor-"},
      {"cyffers2022privacy", "network-dp-"},
      {"cyffers2022muffliato", "muffliato-"},
      {"koskela2026differential", "gossip-threat-models"}};
  for (const auto& [key, name] : files) {
    if (claim.source.find(key) != std::string_view::npos) return name;
  }
  return "";
}

/// A paper, or abstract, that was read elsewhere: its text is never beside the project's folder, and nothing compares
/// its quotes.
bool read_elsewhere(const Claim& claim) {
  return claim.source.starts_with("li2025mitigating") || claim.source.starts_with("allouah2024privacy, abstract");
}

TEST(Quotes, StandInTheTextsOfThePapers) {
  if (papers().empty()) GTEST_SKIP() << "the texts of the papers are not at hand";
  for (const auto* claim : catalogue()) {
    if (claim->quote.empty() || read_elsewhere(*claim)) continue;
    const bool found = std::ranges::any_of(papers(), [&](const auto& paper) {
      return paper.first.starts_with(files_of(*claim)) && stands_in(claim->quote, paper.second);
    });
    EXPECT_TRUE(found) << claim->id << " quotes what is not printed: " << claim->quote;
  }
}

TEST(Quotes, AreMissingOnlyForLiteratureThatIsNotAtHand) {
  for (const auto* claim : catalogue()) {
    if (claim->level == Level::ours || !claim->quote.empty()) continue;
    std::cout << claim->id << ": " << claim->quote_where << "\n";
    EXPECT_TRUE(claim->id.starts_with("dp.") || claim->level == Level::code) << claim->id;
  }
}

TEST(Quotes, AreComparedUpToSpacesLigaturesAndHyphensOnly) {
  EXPECT_TRUE(stands_in("differential privacy of [...] an end",
                        normalized("diﬀeren-\ntial  privacy\nof gossip, with “an end”")));
  EXPECT_FALSE(stands_in("an end [...] privacy", normalized("privacy of an end")));
  EXPECT_FALSE(stands_in("1 - s", normalized("1 + s")));
}

TEST(Levels, OfRefutedRowsHaveARootThatIsRefutedToo) {
  for (const auto* claim : catalogue()) {
    if (claim->root.empty()) continue;
    const auto* root = find(claim->root);
    ASSERT_NE(root, nullptr) << claim->id << " follows from " << claim->root;
    EXPECT_EQ(root->expected, Verdict::refuted) << root->id;
    EXPECT_EQ(root->root, root->id) << "the root of " << claim->id << " follows from another error";
  }
}

TEST(Levels, OfRepairsAreOursUnlessThePaperPrintsThem) {
  for (const auto* claim : catalogue()) {
    if (claim->id.ends_with(".repaired")) EXPECT_EQ(claim->level, Level::ours) << claim->id;
    EXPECT_EQ(claim->level == Level::ours, claim->quote_where.empty()) << claim->id;
    if (claim->source.starts_with("hearsay,") && claim->source.find("from") == std::string_view::npos)
      EXPECT_EQ(claim->level, Level::ours) << claim->id;
  }
}

}  // namespace
}  // namespace hearsay::claims
