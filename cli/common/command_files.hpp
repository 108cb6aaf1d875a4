// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "cli/common/cli11.hpp"

#include <functional>
#include <string>
#include <vector>

namespace hearsay::cli {

/// A file that a command reads or writes, or several.
struct FileSet {
  std::string path;         ///< "-": a standard stream
  bool below = false;       ///< all files in the folder `path` and in those below it
  std::string ending = {};  ///< of the names of these; empty: any

  [[nodiscard]] bool operator==(const FileSet&) const = default;
};

/// What files a value of an option stands for; none for a value that names no file.
using FilesOf = std::function<std::vector<FileSet>(const std::string& value)>;

/// The file that the value names.
[[nodiscard]] std::vector<FileSet> named_file(const std::string& value);
/// The file of "file:PATH", as graphs are specified.
[[nodiscard]] std::vector<FileSet> graph_file(const std::string& value);
/// The file that the value names, if there is one: of options that take a word or a number, too.
[[nodiscard]] std::vector<FileSet> file_if_there(const std::string& value);
/// A JSON file, and every file that a text in it names, relative to its folder.
[[nodiscard]] std::vector<FileSet> json_and_named_files(const std::string& value);
/// The files below the folder that the value names whose names end so.
[[nodiscard]] FilesOf files_below(const std::string& ending);
/// These files in the folder that the value names.
[[nodiscard]] FilesOf files_in_folder(const std::vector<std::string>& names);

/// Says which files an option makes its command read, or write. Every option whose type is a file, a folder or a graph
/// says one of these; require_separate_files() fails for one that says neither.
/// @return the option.
CLI::Option* reads(CLI::Option* option, FilesOf files = named_file);
CLI::Option* writes(CLI::Option* option, FilesOf files = named_file);

/// Refuses a command line of which an output is also an input, or another output: through links too, and where stdin or
/// stdout is a file. Devices, pipes and terminals are no files here; several outputs may go to stdout.
/// @param app  parsed.
/// @throws Error(Errc::conditions) named by the output's option; std::logic_error for an option that names files and
/// says not which.
void require_separate_files(const CLI::App& app);

/// The same for files that only the command itself knows, before it writes any of them. @throws as above.
void require_separate_files(const CLI::App& app, const std::string& option, const std::vector<FileSet>& outputs);

}  // namespace hearsay::cli
