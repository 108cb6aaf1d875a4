// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/bibliography.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include <hearsay/core/error.hpp>
#include <hearsay/core/lower_case.hpp>
#include "api/bibliography_text.hpp"

namespace hearsay::api {

namespace {

constexpr std::string_view spaces = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(spaces);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

/// Where the brace at `open` is closed. @throws Error(Errc::syntax) if it is not.
std::size_t closing_brace(std::string_view text, std::size_t open) {
  int depth = 0;
  for (auto at = open; at < text.size(); ++at) {
    if (text[at] == '{') ++depth;
    if (text[at] == '}' && --depth == 0) return at;
  }
  throw Error(Errc::syntax, "BibTeX", fmt::format("the brace in '{}' is not closed", echoed(text.substr(open, 40))));
}

/// Where a field's value ends: at the next comma outside braces and quotes, or at the end.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  bool quoted = false;
  for (; at < text.size(); ++at) {
    if (text[at] == '{') {
      at = closing_brace(text, at);
    } else if (text[at] == '"') {
      quoted = !quoted;
    } else if (text[at] == ',' && !quoted) {
      break;
    }
  }
  return at;
}

/// A value without its braces or quotes, its blanks and line feeds single blanks.
std::string value_of(std::string_view text) {
  text = trimmed(text);
  if (text.size() >= 2 && ((text.front() == '{' && text.back() == '}') || (text.front() == '"' && text.back() == '"')))
    text = text.substr(1, text.size() - 2);
  std::string value;
  for (const char c : text) {
    if (spaces.find(c) == spaces.npos) {
      value += c;
    } else if (!value.empty() && value.back() != ' ') {
      value += ' ';
    }
  }
  return value;
}

/// @param inside  an entry between its braces: "key, name = {value}, ...".
Reference reference_of(std::string_view inside) {
  const auto comma = std::min(inside.find(','), inside.size());
  Reference reference{.key = std::string(trimmed(inside.substr(0, comma))), .fields = {}, .bibtex = {}};
  if (reference.key.empty()) throw Error(Errc::syntax, "BibTeX", "an entry has no key");
  for (auto at = comma; at < inside.size();) {
    const auto equals = inside.find('=', at);
    if (equals == inside.npos) break;
    const auto end = end_of_value(inside, equals + 1);
    reference.fields[lower_case(trimmed(inside.substr(at + 1, equals - at - 1)))] =
        value_of(inside.substr(equals + 1, end - equals - 1));
    at = end;
  }
  return reference;
}

struct Accent {
  std::string_view command, letters;         ///< TeX's
  std::array<std::string_view, 14> unicode;  ///< of each letter
};

constexpr std::array<Accent, 6> accents = {
    {{"'", "aeiouyncsAEIOUY", {"á", "é", "í", "ó", "ú", "ý", "ń", "ć", "ś", "Á", "É", "Í", "Ó", "Ú"}},
     {"`", "aeiouAEIOU", {"à", "è", "ì", "ò", "ù", "À", "È", "Ì", "Ò", "Ù"}},
     {"\"", "aeiouAEIOU", {"ä", "ë", "ï", "ö", "ü", "Ä", "Ë", "Ï", "Ö", "Ü"}},
     {"=", "aeiouAEIOU", {"ā", "ē", "ī", "ō", "ū", "Ā", "Ē", "Ī", "Ō", "Ū"}},
     {"v", "cdenrstzCSZ", {"č", "ď", "ě", "ň", "ř", "š", "ť", "ž", "Č", "Š", "Ž"}},
     {"c", "cnstCS", {"ç", "ņ", "ş", "ţ", "Ç", "Ş"}}}};

/// The letter with its accent, if `text` begins with a command for one: "\'e" or "\v{s}". @return with its length.
std::optional<std::pair<std::string_view, std::size_t>> accented(std::string_view text) {
  if (text.size() < 3 || text[0] != '\\') return std::nullopt;
  const bool braced = text.size() >= 5 && text[2] == '{' && text[4] == '}';
  for (const auto& accent : accents) {
    if (accent.command[0] != text[1]) continue;
    const auto place = accent.letters.find(text[braced ? 3 : 2]);
    if (place < accent.unicode.size() && !accent.unicode[place].empty())
      return std::pair{accent.unicode[place], std::size_t{braced ? 5U : 3U}};
  }
  return std::nullopt;
}

/// TeX's text in Unicode: accents, and no braces.
std::string without_tex(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    if (const auto letter = accented(text.substr(at))) {
      plain += letter->first;
      at += letter->second;
      continue;
    }
    if (text[at] != '{' && text[at] != '}') plain += text[at];
    ++at;
  }
  return plain;
}

/// "Given Family, Given Family and Given Family" of "Family, Given and Family, Given and others".
std::string author_list(std::string_view authors) {
  constexpr std::string_view sign = " and ";
  std::vector<std::string> names;
  for (std::string_view rest = authors; !rest.empty();) {
    const auto end = std::min(rest.find(sign), rest.size());
    const auto name = rest.substr(0, end);
    const auto comma = name.find(", ");
    names.push_back(without_tex(
        comma == name.npos ? std::string(name) : fmt::format("{} {}", name.substr(comma + 2), name.substr(0, comma))));
    rest = rest.substr(std::min(end + sign.size(), rest.size()));
  }
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const bool last = i + 1 == names.size();
    if (last && names[i] == "others") return list + " et al.";
    list += (i == 0 ? "" : last ? " and " : ", ") + names[i];
  }
  return list;
}

/// The value of a line "name: value" of CITATION.cff, without quotes; empty if there is none.
std::string citation_value(std::string_view name) {
  const auto text = "\n" + citation_cff();
  const auto line = text.find(fmt::format("\n{}: ", name));
  if (line == text.npos) return {};
  const auto begin = line + name.size() + 3;
  auto value = trimmed(std::string_view(text).substr(begin, text.find('\n', begin) - begin));
  if (value.size() >= 2 && value.front() == '"') value = value.substr(1, value.size() - 2);
  return std::string(value);
}

}  // namespace

std::vector<Reference> read_bibtex(std::string_view text) {
  std::vector<Reference> references;
  for (auto at = text.find('@'); at != text.npos;) {
    const auto open = text.find('{', at);
    if (open == text.npos) throw Error(Errc::syntax, "BibTeX", "an entry has no brace");
    const auto end = closing_brace(text, open);
    references.push_back(reference_of(text.substr(open + 1, end - open - 1)));
    references.back().bibtex = text.substr(at, end + 1 - at);
    at = text.find('@', end);
  }
  return references;
}

std::vector<Reference> bibliography() { return read_bibtex(references_bib()); }

Reference software_reference() {
  const auto title = citation_value("title"), version = citation_value("version");
  const auto released = citation_value("date-released"), license = citation_value("license");
  return read_bibtex(fmt::format("@software{{hearsay,\n  author = {{{{The hearsay contributors}}}},\n"
                                 "  title = {{{}}},\n  version = {{{}}},\n  license = {{{}}},\n  year = {{{}}}\n}}",
                                 title, version, license, released.substr(0, 4)))
      .front();
}

std::string plain(const Reference& reference) {
  const auto field = [&](const std::string& name) {
    const auto found = reference.fields.find(name);
    return found == reference.fields.end() ? std::string() : without_tex(found->second);
  };
  const auto authors = reference.fields.find("author");
  std::string venue;
  for (const auto* name : {"booktitle", "journal", "institution", "publisher"}) {
    if (venue.empty()) venue = field(name);
  }
  if (const auto volume = field("volume"), number = field("number"); !volume.empty())
    venue += fmt::format(" {}{}", volume, number.empty() ? "" : fmt::format("({})", number));
  if (auto pages = field("pages"); !pages.empty()) {
    for (auto dashes = pages.find("--"); dashes != pages.npos; dashes = pages.find("--")) pages.replace(dashes, 2, "-");
    venue += ":" + pages;
  }
  if (const auto version = field("version"); !version.empty()) venue = "Version " + version;
  auto list = authors == reference.fields.end() ? std::string() : author_list(authors->second);
  if (!list.empty() && list.back() != '.') list += '.';
  const auto note = field("note");
  const auto preprint = note.starts_with("arXiv:") ? ", " + note.substr(0, note.find_first_of(",;")) : std::string();
  return fmt::format("{} {}. {}{}{}{}.", list, field("title"), venue, venue.empty() ? "" : ", ", field("year"),
                     preprint);
}

}  // namespace hearsay::api
