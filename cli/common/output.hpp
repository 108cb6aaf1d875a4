// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <hearsay/core/verdict.hpp>
#include <hearsay/report/text_table.hpp>
#include "api/render/words.hpp"
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// To be called before anything else is opened. A standard stream that the caller closed is occupied, so that no file
/// gets its number, and fails when it is used; a closed pipe and a file that may not grow become errors of writing
/// instead of signals. Tables are kept until the program ends or flush_stdout(), if nobody watches them on a terminal.
void open_standard_streams();

/// Writes what was printed to stdout. A reader who has gone (`| head`) is no error here: end_output() ends the program
/// as is custom then.
/// @throws Error(Errc::file) if it cannot be written.
void flush_stdout();

/// Writes and closes stdout. @return `code`, or 2, having said why, if something that was printed could not be written.
/// Does not return if the reader of stdout has gone: the program then ends by SIGPIPE, as if it had never been caught.
[[nodiscard]] int end_output(int code);

/// Whether something that was printed to stdout was lost. end_output() says so.
[[nodiscard]] bool stdout_failed();

/// The same, and `printing` is what fmt::print threw then: end_output() gives its reason.
[[nodiscard]] bool stdout_failed(const std::system_error& printing);

/// One line on stderr, made fit as error_line() does. If it cannot be written, nothing else can be.
void say(std::string_view line);

/// Replaces what it showed last on stderr, a terminal, by this text; an empty one leaves the line free.
void show_progress(std::string_view text);
/// Takes it away before something else is printed.
void clear_progress();

/// Prints on stdout, without emphasis unless colored(). With say() and write_file() the only way to a terminal, so that
/// no text that came from elsewhere gets there as it is. @throws std::system_error if it cannot be written.
void put_text(const report::TerminalText& text);
template <class... Arguments>
void put(fmt::format_string<report::Terminal<Arguments>...> format, const Arguments&... arguments) {
  put_text(report::terminal_text(format, arguments...));
}

/// Prints a paragraph on stdout.
template <class... Arguments>
void print_wrapped(fmt::format_string<report::Terminal<Arguments>...> format, const Arguments&... arguments) {
  put_text(paragraph(format, arguments...));
}

/// --color, "auto", "always" or "never": whether verdicts and titles on stdout are colored. Automatically: on a
/// terminal, unless the environment sets NO_COLOR (no-color.org) or TERM=dumb, or mpirun stands between.
void set_color(std::string_view choice);
[[nodiscard]] bool colored();

/// A verdict's word for stdout, colored if colored().
[[nodiscard]] report::TerminalText verdict_word(Verdict verdict);

/// 0: holds; 1: refuted; 3: neither.
[[nodiscard]] constexpr int exit_code(Verdict verdict) {
  return verdict == Verdict::holds ? 0 : verdict == Verdict::refuted ? 1 : 3;
}

/// Prints a table on stdout, its titles in bold if colored().
void show(const report::TextTable& table);

/// A check for options that name an output file: it can be written. Fails before work starts.
/// @param or_stdout  whether "-" stands for stdout; it is refused otherwise.
[[nodiscard]] CLI::Validator writable_file(bool or_stdout = false);

/// Writes a text; only the root of several processes writes. A regular file is there whole or not at all (written
/// beside it, then renamed); a device or pipe is written to directly; "-", and a path that leads to stdout, is stdout.
/// @throws Error(Errc::file) if it cannot be written.
void write_file(const std::string& path, const std::string& text);

/// Makes a folder and its parents, if missing. @throws Error(Errc::file).
void make_folder(const std::string& path);

}  // namespace hearsay::cli
