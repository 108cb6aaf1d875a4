// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <initializer_list>
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

bool digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

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

/// Where the parts of the quote end in the text if they stand in it, in this order; else nothing.
std::vector<std::size_t> ends_in(std::string_view quote, const std::string& text) {
  std::vector<std::size_t> ends;
  for (const auto& part : parts(quote)) {
    const auto looked_for = normalized(part);
    const auto found = text.find(looked_for, ends.empty() ? 0 : ends.back());
    if (found == std::string::npos) return {};
    ends.push_back(found + looked_for.size());
  }
  return ends;
}

bool stands_in(std::string_view quote, const std::string& text) { return !ends_in(quote, text).empty(); }

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> those) {
  return std::ranges::any_of(those, [&](auto x) { return text.starts_with(x); });
}

/// True if a formula that has begun cannot end before this text: an operator, a sum, a root, a large bracket.
bool goes_on(std::string_view text) {
  return starts_with_any(text, {"+", "-", "*", "/", "=", "<", ">", "^", "|", "≤", "≥",
                                "≈", "×", "·", "→", "∥", "∑", "∏", "∫", "√", "∞", "(cid:"});
}

/// The last characters of a part without the white space and the points after it.
std::string_view last_token(std::string_view part) {
  while (!part.empty() && (part.back() == ' ' || part.back() == '.' || part.back() == ',')) part.remove_suffix(1);
  const auto space = part.rfind(' ');
  return space == std::string_view::npos ? part : part.substr(space + 1);
}

/// True if the token belongs to a formula that has begun: a digit, a letter by itself, a sign that is no Latin letter.
bool of_formula(std::string_view token) {
  if (token.ends_with(':')) return false;  // it comes next
  if (token.size() == 5 && token.ends_with(')') && std::ranges::count_if(token, digit) == 4) return false;  // a year
  if (token.size() == 1 && letter(token[0])) return token != "a";
  return std::ranges::any_of(token, [](char c) { return !letter(c) && c != '-' && c != '\''; });
}

/// True if a bracket is opened and not closed.
bool bracket_open(std::string_view text) {
  int open = 0;
  for (const char c : text) {
    if (c == '(' || c == '[') ++open;
    if (c == ')' || c == ']') --open;
  }
  return open > 0;
}

/// Why the quote ends, or is cut, inside a formula by what it says itself; empty if it does not.
std::string broken_off(std::string_view quote) {
  for (const auto& part : parts(quote)) {
    for (const std::string_view sign : {"+", "-", "−", "*", "/", "=", "<", ">", "≤", "≥", "≈",
                                        "×", "·", "→", "∥", "∑", "∏", "∫", "√", "(", "[", "{"}) {
      if (part.ends_with(sign)) return "a part ends with " + std::string(sign);
    }
    if (starts_with_any(part, {"=", "<", ">", "≤", "≥", "≈", "+", "− ", "·", "×"}))
      return "a part begins with an operator";
  }
  std::string joined;
  for (const auto& part : parts(quote)) joined += part;
  return bracket_open(joined) ? "a bracket stays open" : "";
}

/// Why a quote that is printed in this text ends inside a formula there; empty if it does not.
std::string broken_off_in(std::string_view quote, const std::string& text) {
  const auto ends = ends_in(quote, text);
  const auto all = parts(quote);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    const auto rest = std::string_view(text).substr(ends[i]);
    if (of_formula(last_token(all[i])) && goes_on(rest))
      return "the text goes on with " + std::string(rest.substr(0, 12));
  }
  return "";
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
  return claim.source.starts_with("li2025mitigating") || claim.source.starts_with("allouah2024privacy, abstract") ||
         claim.source.starts_with("guerraoui2023inherent, abstract") ||
         claim.source.starts_with("dekker2025topology, abstract") ||
         claim.source.starts_with("liew2022network, abstract");
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

// A quote ends before a formula, or has all of it.
TEST(Quotes, AreNotBrokenOffInsideAFormula) {
  for (const auto* claim : catalogue()) {
    EXPECT_EQ(broken_off(claim->quote), "") << claim->id << ": " << claim->quote;
    if (claim->quote.empty() || read_elsewhere(*claim)) continue;
    std::vector<std::string> why;  // by text that has the quote
    for (const auto& [name, text] : papers()) {
      if (name.starts_with(files_of(*claim)) && stands_in(claim->quote, text))
        why.push_back(broken_off_in(claim->quote, text));
    }
    EXPECT_TRUE(why.empty() || std::ranges::count(why, "") > 0) << claim->id << ": " << claim->quote << ": " << why[0];
  }
}

TEST(Quotes, ThatBreakOffAreFound) {
  for (const auto* quote : {"privacy with δ =", "with: δ = 1 − (1 − s) [...] ≤ 1 − (1 − sr)", "satisfies (α, n+1−t"})
    EXPECT_NE(broken_off(quote), "") << quote;
  for (const auto* quote : {"with c = (1 − f +1 n )(1 − s).", "(a) terminates, [...] then c → 0 when n → ∞."})
    EXPECT_EQ(broken_off(quote), "") << quote;
  const auto text = normalized("privacy with: δ = 1 − (1 − s) (cid:19)k+1 and c = n − 1 (11) for all n.");
  EXPECT_NE(broken_off_in("privacy with: δ = 1 − (1 − s)", text), "");
  EXPECT_NE(broken_off_in("and c = n", text), "");
  EXPECT_EQ(broken_off_in("and c = n − 1", text), "");
  EXPECT_EQ(broken_off_in("privacy with:", text), "");
}

TEST(Quotes, AreMissingOnlyForLiteratureThatIsNotAtHand) {
  for (const auto* claim : catalogue()) {
    if (claim->level == Level::ours || !claim->quote.empty()) continue;
    std::cout << claim->id << ": " << claim->quote_where << "\n";
    const bool elsewhere = claim->id.starts_with("dp.") || claim->source.starts_with("allouah2024privacy, Theorem");
    EXPECT_TRUE(elsewhere || claim->level == Level::code) << claim->id;
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
