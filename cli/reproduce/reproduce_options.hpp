// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "api/reproduce.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

struct ReproduceOptions {
  Common common;
  ReproduceQuestion question;
  std::string resume;
  bool list = false;
};

/// Adds FIGURE, --list, --out, --resume, --scale and the options of the input files.
void add_reproduce_options(CLI::App& command, ReproduceOptions& options);

/// The question of the command line; with --resume, the question of the interrupted run, with which the command line
/// must agree.
/// @throws as resumed().
[[nodiscard]] ReproduceQuestion question_of(const ReproduceOptions& options, const CLI::App& command);

}  // namespace hearsay::cli
