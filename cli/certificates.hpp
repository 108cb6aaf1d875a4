// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include <hearsay/report/certificate/folder.hpp>
#include <hearsay/run/runner.hpp>

namespace hearsay::cli {

/// @throws Error(Errc::conditions) unless there is nothing at `path`, or an empty folder.
void require_free_folder(const std::string& path);

/// The certificates of the refuted rows. A claim whose certifier fails is uncertified, with its reason.
/// @param jobs  threads, 0: one per core; results do not depend on it.
[[nodiscard]] report::CertificateFolder certificates_of(std::span<const run::Row> rows, int jobs);

/// Writes the files and manifest.json: beside `path`, then renamed, so that the folder is there complete or not at all.
/// Only the root of several processes writes. @throws Error(Errc::file).
void write_folder(const std::string& path, const report::CertificateFolder& folder);

}  // namespace hearsay::cli
