// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace hearsay::report {

/// Columns of the narrowest terminal that every table and paragraph fits.
constexpr int page_width = 80;

/// Columns that UTF-8 text takes on a terminal: two for wide East Asian characters, none for the sequences that
/// emphasized() adds, one for others and for invalid bytes.
[[nodiscard]] int display_width(std::string_view text);

/// `text`, if it takes at most `width` columns; else its beginning and an ellipsis. Never splits a character.
/// @pre width >= 1.
[[nodiscard]] std::string shortened(std::string_view text, int width);

/// The words of `text` in lines of at most `width` columns; all lines but the first are indented by `indent`, which
/// counts for the first one too. A word that is longer stays whole. Ends without a line feed.
[[nodiscard]] std::string wrapped(std::string_view text, int width = page_width, int indent = 0);

}  // namespace hearsay::report
