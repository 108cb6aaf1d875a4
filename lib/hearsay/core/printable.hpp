// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hearsay {

/// `text` as one line that a terminal, a log and a reader cannot take for something else. Control characters (C0 with
/// line feeds, DEL, C1), line and paragraph separators, marks of writing direction, byte order marks, noncharacters and
/// tags become visible escapes: \x1b below U+0080, \u202e and \U000e0001 above; a byte that is no UTF-8 becomes \xff.
/// A second pass changes nothing.
/// @complexity O(bytes).
[[nodiscard]] std::string printable(std::string_view text);

/// The same, of a text of several lines: line feeds stay.
[[nodiscard]] std::string printable_lines(std::string_view text);

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
