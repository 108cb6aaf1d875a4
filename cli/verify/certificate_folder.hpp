// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <hearsay/report/certificate/folder.hpp>

namespace hearsay::cli {

/// @throws Error(Errc::conditions) unless there is nothing at `path`, or an empty folder.
void require_free_folder(const std::string& path);

/// Writes the files and manifest.json: beside `path`, then renamed, so that the folder is there complete or not at all.
/// Only the root of several processes writes. @throws Error(Errc::file).
void write_folder(const std::string& path, const report::CertificateFolder& folder);

}  // namespace hearsay::cli
