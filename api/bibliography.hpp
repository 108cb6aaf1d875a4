// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay::api {

/// An entry of a file of BibTeX.
struct Reference {
  std::string key;                            ///< "cyffers2022muffliato"
  std::map<std::string, std::string> fields;  ///< in lower case; values without their outer braces, else as written
  std::string bibtex;                         ///< the whole entry as it is written, without a line feed at its end
};

/// The entries of a text. What is outside entries is ignored, as BibTeX does.
/// @throws Error(Errc::syntax) if an entry or a value does not end, or has no key.
/// @complexity linear.
[[nodiscard]] std::vector<Reference> read_bibtex(std::string_view text);

/// The references of docs/references.bib, in its order.
[[nodiscard]] std::vector<Reference> bibliography();

/// A reference to this program, from CITATION.cff: authors, title, version and year.
[[nodiscard]] Reference software_reference();

/// "Given Family and Given Family. Title. Venue volume(number):pages, year.": Unicode without TeX's commands and
/// braces.
[[nodiscard]] std::string plain(const Reference& reference);

}  // namespace hearsay::api
