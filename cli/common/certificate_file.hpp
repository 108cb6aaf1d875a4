// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <hearsay/report/certificate/certificate.hpp>
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Adds --certificate to a command.
void add_certificate(CLI::App& command, std::string& file);

/// Writes one bundle of what check_certificates.py judges (report::keep_judged), and says on stderr what it lacks, a
/// line each. Without a certificate no file is written.
/// @param certificates  those that matter most first.
/// @throws Error(Errc::file).
void write_certificate(const std::string& file, std::vector<report::Certificate> certificates,
                       std::vector<std::string> missing);

}  // namespace hearsay::cli
