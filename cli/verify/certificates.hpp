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

/// Which rows get certificates.
enum class Certify {
  refuted,
  all  ///< those that hold too, where the table of statements has a row for them
};

/// The certificates of the rows. A refuted claim whose certifier fails is uncertified, with its reason; so is, if all
/// are asked for, a claim that holds and that no certificate supports.
[[nodiscard]] report::CertificateFolder certificates_of(std::span<const run::Row> rows, Certify which,
                                                        const Execution& execution);

/// Writes the files and manifest.json: beside `path`, then renamed, so that the folder is there complete or not at all.
/// Only the root of several processes writes. @throws Error(Errc::file).
void write_folder(const std::string& path, const report::CertificateFolder& folder);

}  // namespace hearsay::cli
