// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/claims/place.hpp>

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include <hearsay/claims/catalogue.hpp>
#include <hearsay/core/lower_case.hpp>

namespace hearsay::claims {

namespace {

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }

/// The whole word for "thm", "eq." and others, or the word itself.
std::string_view whole_word(std::string_view word) {
  if (word.ends_with('.')) word.remove_suffix(1);
  constexpr std::pair<std::string_view, std::string_view> short_forms[] = {
      {"thm", "theorem"}, {"prop", "proposition"}, {"cor", "corollary"}, {"lem", "lemma"},    {"def", "definition"},
      {"fig", "figure"},  {"sec", "section"},      {"alg", "algorithm"}, {"app", "appendix"}, {"eq", "equation"}};
  for (const auto& [form, word_for] : short_forms) {
    if (word == form) return word_for;
  }
  return word;
}

/// Takes the next word, up to a blank or comma, off the front of `text`. What it is followed by stays.
std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find_first_of(" ,;:"), text.size());
  const auto word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

/// Whether `text`, which follows "theorem" or, if `several`, "theorems", begins with the number, or with a list of
/// several that holds it.
bool lists_number(std::string_view text, std::string_view number, bool several) {
  do {
    if (!text.starts_with(' ')) return false;
    text.remove_prefix(1);
    if (text.starts_with("and ")) text.remove_prefix(4);
    if (take_word(text) == number) return true;
    if (text.starts_with(',')) text.remove_prefix(1);
  } while (several);
  return false;
}

}  // namespace

bool names_place(std::string_view source, std::string_view place) {
  const auto all = lower_case(source), wanted = lower_case(place);
  std::string_view number = wanted;
  const std::string kind(whole_word(take_word(number)));
  if (number.starts_with(' ')) number.remove_prefix(1);
  for (std::string_view rest = all; !rest.empty();) {
    if (!is_letter(rest.front())) {
      rest.remove_prefix(1);
      continue;
    }
    auto after = rest;
    const auto word = take_word(after);
    const auto whole = whole_word(word);
    if (whole == kind && number.empty()) return true;
    if (whole == kind && lists_number(after, number, false)) return true;
    if (word == kind + "s" && lists_number(after, number, true)) return true;
    const auto end = std::ranges::find_if_not(rest, is_word) - rest.begin();
    rest.remove_prefix(static_cast<std::size_t>(std::max<std::ptrdiff_t>(end, 1)));
  }
  return false;
}

bool of_paper(const Claim& claim, std::string_view paper) {
  const auto wanted = lower_case(paper);
  const auto key = claim.source.substr(0, claim.source.find(','));
  return lower_case(key).find(wanted) != std::string::npos || claim.id.substr(0, claim.id.find('.')) == wanted ||
         lower_case(claim.paper_version).find("arxiv:" + wanted) != std::string::npos;
}

std::vector<const Claim*> at(std::string_view paper, std::string_view place) {
  const auto all = catalogue();
  std::vector<std::string_view> chosen;
  for (const auto* claim : all) {
    if (!paper.empty() && !of_paper(*claim, paper)) continue;
    if (!place.empty() && !names_place(claim->source, place)) continue;
    chosen.push_back(claim->id);
    if (!claim->repaired_by.empty()) chosen.push_back(claim->repaired_by);
  }
  std::vector<const Claim*> found;
  std::ranges::copy_if(all, std::back_inserter(found),
                       [&](const Claim* claim) { return std::ranges::find(chosen, claim->id) != chosen.end(); });
  return found;
}

}  // namespace hearsay::claims
