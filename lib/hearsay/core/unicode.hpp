// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hearsay {

/// What keeps a text from being the name of something, in words ("it holds the control character \u{a}"): bytes that
/// are no UTF-8; control characters, line and paragraph separators; characters that change the direction of writing or
/// are not seen, so that one name looks like another; byte order marks and code points that are no characters, which
/// XML refuses.
/// @return empty for a text that may be a name.
[[nodiscard]] std::string unfit_for_name(std::string_view text);

/// The beginning of a text, at most `most` bytes of it and "..." for the rest, on one line of a terminal: what
/// unfit_for_name() refuses stands there as \u{2028} or, for a byte that is no UTF-8, \x{e9}.
[[nodiscard]] std::string escaped(std::string_view text, std::size_t most = 40);

}  // namespace hearsay
