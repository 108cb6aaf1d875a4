// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Keeps what the program was called with. To be called once, before anything asks for it.
void remember_command_line(int argc, const char* const* argv);

/// The command as a POSIX shell would take it again, the program called hearsay.
[[nodiscard]] std::string command_line();

/// Keeps the names of the options of the command that was chosen.
void remember_options(const CLI::App& command);

/// A text of the library, which names the fields of a question in backticks, as `message_noise`, with the options of
/// the chosen command in their place: --message-noise. What names no option stays.
[[nodiscard]] std::string with_options(std::string_view text);

}  // namespace hearsay::cli
