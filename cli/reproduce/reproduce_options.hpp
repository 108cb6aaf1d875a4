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
};

/// Adds what says which figures, where to, and of what.
void add_reproduce_options(CLI::App& command, ReproduceOptions& options);

/// What was asked; with --resume, what was begun there: what the command line says as well must agree with it.
/// @throws as resumed().
[[nodiscard]] ReproduceQuestion question_of(const ReproduceOptions& options, const CLI::App& command);

}  // namespace hearsay::cli
