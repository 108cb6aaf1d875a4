// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hearsay {

/// `text` as one line that a terminal, a log and a reader cannot take for something else. Control characters (C0 with
/// line feeds, DEL, C1), line and paragraph separators, marks of writing direction, characters that are not seen, byte
/// order marks and code points that are no characters become visible escapes: a backslash and x1b below U+0080, u202e
/// or U000e0001 above; a byte that is no UTF-8 becomes a backslash and xff. A second pass changes nothing.
/// @complexity O(bytes).
[[nodiscard]] std::string printable(std::string_view text);

/// The same, of a text of several lines: line feeds stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

/// What keeps a text from being the name of something, in words ("it holds the control character \\x0a"): a byte that
/// is no UTF-8, or what printable() shows as an escape, for one name must not look like another.
/// @return empty for a text that may be a name.
[[nodiscard]] std::string unfit_for_name(std::string_view text);

/// The first `most` characters of a text, printable, and "..." for the rest: what an error quotes of a file.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t most = 40);

/// Most characters of one text of the user that an error repeats.
inline constexpr std::size_t longest_echo = 200;

/// What an error repeats of a text that is not the program's: the text, or, if it has more than `longest_echo`
/// characters, its beginning and its end with an ellipsis between them, so few that it may be repeated thrice. Never
/// splits a character.
/// @complexity O(bytes).
[[nodiscard]] std::string echoed(std::string_view text);

/// What an error says, as one printable line: what stands in 'quotation marks', and a run without blanks, is shortened
/// as by echoed(), and a line that is still longer than any of the program's own is cut in the middle. A second pass
/// changes nothing.
/// @complexity O(bytes).
[[nodiscard]] std::string error_line(std::string_view message);

}  // namespace hearsay
