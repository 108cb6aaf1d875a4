// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// How a shell asks for what may come next: `hearsay complete WORD...` (cli/completions holds what asks).
inline constexpr const char* complete_verb = "complete";

/// What may stand for the last of `words`, which follow the program's name and of which the last is typed in part or
/// empty. One a line: the word, and after a tab what it means. A word that goes on ends in ':' or '='. The line
/// ":files" asks the shell for names of files, ":folders" for those of folders.
/// @return verbs, options, choices of an option, claim ids, graph families, figures, as `app` and the catalogue have
///         them, in their order.
[[nodiscard]] std::vector<std::string> completions(const CLI::App& app, std::span<const std::string> words);

}  // namespace hearsay::cli
