// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include <hearsay/report/certificate/folder.hpp>
#include <hearsay/run/runner.hpp>
#include <hearsay/system/execution.hpp>

namespace hearsay::cli {

/// @throws Error(Errc::conditions) unless there is nothing at `path`, or an empty folder.
void require_free_folder(const std::string& path);

/// The certificates of the refuted rows. A claim whose certifier fails is uncertified, with its reason.
[[nodiscard]] report::CertificateFolder certificates_of(std::span<const run::Row> rows, const Execution& execution);

/// Writes the files and manifest.json: beside `path`, then renamed, so that the folder is there complete or not at all.
/// Only the root of several processes writes. @throws Error(Errc::file).
void write_folder(const std::string& path, const report::CertificateFolder& folder);

}  // namespace hearsay::cli
