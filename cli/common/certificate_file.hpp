// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <hearsay/report/certificate/certificate.hpp>
#include "api/proofs.hpp"
#include "cli/common/cli11.hpp"

namespace hearsay::cli {

/// Adds --certificate to a command.
void add_certificate(CLI::App& command, std::string& file);

/// Writes one bundle of what check_certificates.py judges (report::keep_judged), and lists on stderr what it lacks, a
/// line each. Without a certificate no file is written.
/// @param certificates  those that matter most first.
/// @throws Error(Errc::file).
void write_certificate(const std::string& file, std::vector<report::Certificate> certificates,
                       std::vector<std::string> missing);

/// Writes the proofs of an answer, if a file is asked for: only then they are made.
/// @throws as the other.
template <class MakeProofs>
void write_certificate(const std::string& file, const MakeProofs& make) {
  if (file.empty()) return;
  api::Proofs proofs = make();
  write_certificate(file, std::move(proofs.certificates), std::move(proofs.missing));
}

}  // namespace hearsay::cli
