// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "api/verify.hpp"
#include "cli/common/verb.hpp"

namespace hearsay::cli {

/// The files that `verify` writes besides --json; empty: not asked for.
struct VerifyFiles {
  std::string junit, markdown, report, certificates;

  [[nodiscard]] bool want_certificates() const { return !certificates.empty() || !report.empty(); }
};

/// Adds --junit, --markdown, --report and --certificates.
void add_verify_files(CLI::App& command, VerifyFiles& files);

/// Shows the answer and writes what was asked for: JUnit is last, so that it is not there if something else was lost.
/// @throws Error(Errc::file).
void write_verification(const Common& common, const VerifyFiles& files, const VerifyAnswer& answer);

}  // namespace hearsay::cli
